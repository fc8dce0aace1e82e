"""More at stake than the regions say: searches for points around the chains, whatever the borders.

Regions trust their borders. Where a move threatens two chains of a border at once, or a border and
what it holds, each region alone looks quiet. An alarm is an area in which whoever moves first gains
much more than the regions there are worth.
"""

from collections.abc import Iterable

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import NO_POINT, PASS
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.lives import Seen, seen_around
from gtpengine.engine.survey import Survey
from gtpengine.localgame.solution import Scoring
from gtpengine.partition.bits import Bits, beside, bits_of
from gtpengine.search.montecarlo.fates import close_surroundings
from gtpengine.search.montecarlo.stakes import Stakes, stakes

MARGIN = 3.0  # points by area that an alarm is hotter than the regions in which its moves lie
MOST_REMEMBERED = 2000
MOST_LIBERTIES = 5  # of a chain without a verdict that is looked at
_DAME = 1.0  # what a move gains, by area, where nothing is left
# An alarm is raised if each of these says so: few playouts overrate whoever moves first.
_PLAYOUTS = (800, 4000, 16_000)
# Before it is followed it must hold with as many as these, by another seed.
_CONFIRMING = 64_000
_SEED = 2
_RECENT = 2  # moves whose surroundings come first


class AlarmReader:
    """Looks for alarms; what an area is worth is remembered while nothing near it changes."""

    def __init__(self) -> None:
        self._known: dict[Seen, Stakes] = {}
        self._longer: set[Seen] = set()  # those that a longer search has looked at

    def read(self, survey: Survey, deadline: Deadline) -> tuple[Stakes, ...]:
        """Return the alarms, the hottest first, none of them overlapping, as time allows."""
        position = survey.position
        raised = []
        for area in _areas(survey):
            if deadline.expired():
                break
            known = self._stakes(survey, area, deadline)
            if known is not None and is_alarming(survey, known):
                raised.append(known)
        raised.sort(key=lambda known: -known.heat)
        taken: Bits = 0
        found = []
        for known in raised:
            legal = any(
                point != NO_POINT and position.colour_at(point) == EMPTY
                for point in known.moves.values()
            )
            if legal and not known.area & taken:
                found.append(known)
                taken |= known.area
        return tuple(found)

    def confirmed(
        self, survey: Survey, alarms: tuple[Stakes, ...], deadline: Deadline
    ) -> tuple[tuple[Stakes, Stakes], ...]:
        """Return each alarm with what a longer search says of its area, the alarm itself without.

        Args:
            survey: of the position.
            alarms: what `read` returned; the first are looked at first.
            deadline: for all of them.
        """
        found = []
        for alarm in alarms:
            known = alarm
            key = seen_around(survey.position, alarm.area)
            if key not in self._longer and not deadline.expired():
                known = stakes(
                    survey.position, alarm.area, _CONFIRMING, seed=_SEED, flag=deadline.flag
                )
                if deadline.expired():
                    known = alarm
                else:
                    self._longer.add(key)
                    self._known[key] = known
            found.append((alarm, known))
        return tuple(found)

    def _stakes(self, survey: Survey, area: Bits, deadline: Deadline) -> Stakes | None:
        """Return what an area is worth; None if there is no time to find out."""
        position = survey.position
        key = seen_around(position, area)
        known = self._known.get(key)
        if known is None:
            for playouts in _PLAYOUTS:
                known = stakes(position, area, playouts, flag=deadline.flag)
                if deadline.expired():
                    return None
                if not is_alarming(survey, known):
                    break
            assert known is not None
            while len(self._known) >= MOST_REMEMBERED:
                oldest = next(iter(self._known))
                del self._known[oldest]
                self._longer.discard(oldest)
            self._known[key] = known
        return known


def is_alarming(survey: Survey, known: Stakes) -> bool:
    """Tell whether more is at stake than in the regions in which the moves lie."""
    tax = 0 if survey.scoring is Scoring.AREA else 1
    expected = _DAME
    for point in known.moves.values():
        report = None if point == NO_POINT else survey.at(point)
        heat = None if report is None else report.likely_temperature
        if heat is not None:
            expected = max(expected, float(heat) + tax)
    return known.heat >= expected + MARGIN


def _areas(survey: Survey) -> Iterable[Bits]:
    """Return where to look, once each: around the last moves first, then around large chains."""
    position = survey.position
    proved = survey.partition.safe[BLACK] | survey.partition.safe[WHITE]
    asked = {fate.chain: fate.area for fate in survey.fates}
    played = [move.point for move in position.moves[-_RECENT:] if move.point != PASS]
    recent = bits_of(played) | beside(bits_of(played))
    found: dict[Bits, tuple[bool, int]] = {}
    for chain in position.chains():
        if bits_of(chain.stones) & proved:
            continue
        area = asked.get(chain)
        if area is None and len(chain.liberties) <= MOST_LIBERTIES:
            area = close_surroundings(position, chain, survey.plain)
        if area is not None:
            size = max(len(chain.stones), found.get(area, (False, 0))[1])
            found[area] = (bool(area & recent), size)
    return sorted(found, key=lambda area: (not found[area][0], -found[area][1], area))
