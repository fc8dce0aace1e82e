"""The JSON of analyses, made by hand."""

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of


def settled(position):
    """A board on which nothing is open and nobody has anything."""
    return {
        "board": {"width": position.width, "height": position.height},
        "position": {
            "black": [vertex_of(point) for point in position.stones(BLACK)],
            "white": [vertex_of(point) for point in position.stones(WHITE)],
            "last": None,
            "number": len(position.moves),
        },
        "to_move": "black",
        "rules": position.rules.name,
        "scoring": "territory",
        "komi": str(position.komi),
        "ambient": None,
        "prisoners": {"black": 0, "white": 0},
        "settled": {"black": [], "white": []},
        "score": {"mean": "0", "likely": "0", "lower": "0", "upper": "0"},
        "best": {"black": None, "white": None},
        "regions": [],
    }
