"""Guesses pooled over a game: a place that stays as it is has one value, however often guessed.

A region that nobody has touched is estimated anew in every position, each time with fresh noise.
Where its points and the stones on them are the same, the estimates are averaged.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from gtpengine.report.view import Certainty, PositionView, RegionView

Place = tuple[tuple[int, ...], tuple[int | None, ...]]


def pooled(views: Sequence[PositionView]) -> list[PositionView]:
    """Return the views with the guesses of equal places averaged, regions hottest first.

    The best moves stay what the search found them to be.
    """
    guesses: dict[Place, list[RegionView]] = {}
    for view in views:
        for region in view.regions:
            if region.certainty is Certainty.GUESSED:
                guesses.setdefault(_place(view, region), []).append(region)
    return [_with(view, guesses) for view in views]


def _place(view: PositionView, region: RegionView) -> Place:
    return region.points, tuple(view.stones.get(point) for point in region.points)


def _with(view: PositionView, guesses: dict[Place, list[RegionView]]) -> PositionView:
    regions = [
        _averaged(region, guesses[_place(view, region)])
        if region.certainty is Certainty.GUESSED
        else region
        for region in view.regions
    ]
    if regions == list(view.regions):
        return view
    regions.sort(key=lambda region: -region.heat)
    return replace(view, regions=tuple(regions))


def _averaged(region: RegionView, same: list[RegionView]) -> RegionView:
    """Return a region with the average of all guesses of it.

    Errors are averaged and do not shrink: the bias of playouts is the same each time.
    """
    count = len(same)
    if count == 1:
        return region
    means = [each.mean for each in same if each.mean is not None]
    heats = [each.temperature for each in same if each.temperature is not None]
    errors = [each.errors for each in same if each.errors is not None]
    first, second = (sum((pair[side] for pair in errors), Fraction(0)) / count for side in (0, 1))
    return replace(
        region,
        mean=sum(means, Fraction(0)) / len(means),
        temperature=sum(heats, Fraction(0)) / len(heats),
        errors=(first, second),
    )
