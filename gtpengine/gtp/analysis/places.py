"""Places that a client points at: their value in words and as JSON.

Importing this module loads, or compiles, the kernels of local games.
"""

from collections.abc import Sequence
from typing import Any, Final

from gtpengine.board.position import Position
from gtpengine.gtp.errors import GtpError
from gtpengine.partition.place import BadPlace, Walls, mask_around, parse_mask, place_at
from gtpengine.report.place import study
from gtpengine.report.placewords import places_json, places_text

SECONDS: Final = 5.0  # for the places of one question


def place_text(position: Position, text: str, seconds: float = SECONDS) -> str:
    """Return what the place that `text` names is worth; one point stands for what is around it.

    Raises:
        GtpError: it names nothing to play in.
    """
    try:
        mask = parse_mask(text, position.width, position.height)
        if len(mask) == 1:
            mask = mask_around(position, *mask)
        place = place_at(position, mask)
    except BadPlace as error:
        raise GtpError(str(error)) from None
    return places_text(position, [text], study(position, [place], seconds)).rstrip("\n")


def places_told(
    position: Position, texts: Sequence[str], walls: str, seconds: float = SECONDS
) -> list[dict[str, Any]]:
    """Return the places that `texts` name as JSON: regions of an analysis, each with its `place`.

    Raises:
        BadPlace: one of them names nothing to play in.
    """
    masks = [parse_mask(text, position.width, position.height) for text in texts]
    places = [place_at(position, mask, Walls(walls)) for mask in masks]
    found: list[dict[str, Any]] = places_json(position, study(position, places, seconds))["regions"]
    return found
