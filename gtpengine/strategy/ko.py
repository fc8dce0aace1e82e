"""Kos on the board: the threats of both sides, who is komaster, and what to do about it."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from gtpengine.strategy.choice import Choice
from gtpengine.strategy.kofight import Action, Fight, Pending, Stage
from gtpengine.strategy.outlook import BLACK, WHITE, Ko, Outlook
from gtpengine.strategy.situation import Situation
from gtpengine.strategy.words import mixed, player, points


class Rank(StrEnum):
    """What a threat is good for in a given ko.

    A primary one has to be answered. A secondary one is ignored, which brings compensation. One
    that is too small is not worth playing.
    """

    PRIMARY = "primary"
    SECONDARY = "secondary"
    TOO_SMALL = "too small"


class KoThreat(NamedTuple):
    """A threat and where it is."""

    side: int
    region: int
    move: int
    size: Fraction
    rank: Rank


@dataclass(frozen=True, slots=True)
class KoReport:
    """A ko with all that decides it.

    Attributes:
        region: where it is.
        ko: what it is.
        temperature: what a move elsewhere is worth.
        black: Black's threats outside of it, the largest first.
        white: White's.
        komaster: who ends the ko if the holder's opponent takes it now, or has just been taken
            from; None if nobody will end it at this temperature.
    """

    region: int
    ko: Ko
    temperature: Fraction
    black: tuple[KoThreat, ...]
    white: tuple[KoThreat, ...]
    komaster: int | None

    def threats(self, side: int) -> tuple[KoThreat, ...]:
        """Return the threats of one side."""
        return self.black if side == BLACK else self.white

    @property
    def text(self) -> str:
        """The report in words."""
        sides = [f"{player(side)} has {_listed(self.threats(side))}" for side in (BLACK, WHITE)]
        master = "nobody" if self.komaster is None else player(self.komaster)
        return f"{'; '.join(sides)}; komaster is {master}"


@dataclass(frozen=True, slots=True)
class KoAdvice:
    """What to do about a ko; `choice` is None if the best is to leave it alone for now."""

    report: KoReport
    action: Action
    choice: Choice | None


def rank(size: Fraction, ko: Fraction, t: Fraction) -> Rank:
    """Return what a threat of `size` is good for beside a ko of size `ko` at temperature `t`.

    Up to 2/3 of the ko it is secondary while a move elsewhere is worth less than half of it; above,
    it is ignored only if the rest of the ko is worth more than a move elsewhere.
    """
    if 3 * size <= 2 * ko:
        return Rank.SECONDARY if 2 * t < size else Rank.TOO_SMALL
    return Rank.SECONDARY if t < ko - size else Rank.PRIMARY


def threats_beside(
    situation: Situation, region: int, ko: Fraction, t: Fraction
) -> tuple[tuple[KoThreat, ...], tuple[KoThreat, ...]]:
    """Return Black's and White's threats outside of a region, the largest first.

    A region that offers a side several threats is counted once for each; forbidden moves are none.
    """
    found = [
        KoThreat(threat.side, outlook.region, threat.move, threat.size, rank(threat.size, ko, t))
        for outlook in situation.outlooks
        if outlook.region != region
        for threat in outlook.threats
        if threat.size > 0 and threat.move not in situation.banned
    ]
    found.sort(key=lambda threat: -threat.size)
    black, white = (
        tuple(threat for threat in found if threat.side == side) for side in (BLACK, WHITE)
    )
    return black, white


def advise(situation: Situation) -> KoAdvice | None:
    """Return what to do about the largest ko; None if there is none that can be played now.

    The fight is searched beside an environment as hot as the hottest other region. A region that
    the opponent's last move left hotter than all others is taken for a threat.
    """
    kos = [(each.ko.size, each) for each in situation.outlooks if each.ko is not None]
    if not kos:
        return None
    outlook = max(kos, key=lambda pair: pair[0])[1]
    ko = outlook.ko
    assert ko is not None
    threatened = _threatened(situation, outlook)
    temperature = _elsewhere(situation, outlook, threatened)
    black, white = threats_beside(situation, outlook.region, ko.size, temperature)
    if threatened is not None:
        # What the region still offers once it was played in is part of its own fight.
        black, white = (
            tuple(each for each in side if each.region != threatened.region)
            for side in (black, white)
        )
    side = situation.side
    fight = Fight(
        ko,
        [each.size for each in black],
        [each.size for each in white],
        temperature,
        situation.is_late,
    )
    stage = Stage(
        side,
        ko.holder,
        ko.holder != side and (ko.banned or ko.take in situation.banned),
        None if threatened is None else Pending(-side, 2 * threatened.temperature),
    )
    report = KoReport(outlook.region, ko, temperature, black, white, _komaster(fight, ko, stage))
    values = fight.values(stage)
    if ko.finish in situation.banned:
        values.pop(Action.FINISH, None)
    action = max(values, key=lambda each: side * values[each])
    move, region = _move(situation, report, action, threatened)
    if move is None or region is None:
        return KoAdvice(report, Action.ELSEWHERE, None)
    gain = side * (values[action] - values[Action.ELSEWHERE])
    reason = (
        f"{situation.show(move)}: {player(side)} {action.value}, {points(gain)} better than "
        f"playing elsewhere for {mixed(temperature)}; {points(ko.size)} between winning and losing "
        f"the ko in {outlook.name}"
    )
    return KoAdvice(report, action, Choice(move, region, "ko", (reason, report.text)))


def _threatened(situation: Situation, ko: Outlook) -> Outlook | None:
    """Return the region, not the ko's, that the last move left hottest and above all others."""
    changed = [
        outlook
        for outlook in situation.playable()
        if outlook.last_changed and outlook.region != ko.region
    ]
    hottest = max(changed, key=lambda outlook: outlook.temperature, default=None)
    if hottest is None or hottest.temperature <= _elsewhere(situation, ko, hottest):
        return None
    return hottest


def _elsewhere(situation: Situation, *excepted: Outlook | None) -> Fraction:
    """Return what a move is worth outside of some regions; moves are never worth less than 0."""
    regions = {outlook.region for outlook in excepted if outlook is not None}
    others = [each.temperature for each in situation.outlooks if each.region not in regions]
    return max([Fraction(0), *others])


def _komaster(fight: Fight, ko: Ko, stage: Stage) -> int | None:
    """Return who ends the ko: from the stage as it is if it was just taken, else once it is."""
    if stage.banned or stage.pending is not None:
        return fight.winner(stage)
    taken = fight.after(Stage(-ko.holder, ko.holder), Action.TAKE)
    return fight.winner(taken)


def _move(
    situation: Situation, report: KoReport, action: Action, threatened: Outlook | None
) -> tuple[int | None, int | None]:
    """Return the move and region of an action; None for playing elsewhere."""
    if action is Action.TAKE:
        return report.ko.take, report.region
    if action is Action.FINISH:
        return report.ko.finish, report.region
    if action is Action.THREATEN:
        largest = report.threats(situation.side)[0]
        return largest.move, largest.region
    if action is Action.ANSWER:
        assert threatened is not None
        return situation.own_move(threatened), threatened.region
    return None, None


def _listed(threats: tuple[KoThreat, ...]) -> str:
    """Return threats in words: "3 threats (22 primary, 6 and 5 secondary)"."""
    if not threats:
        return "no threat"
    parts = []
    for each in Rank:
        sizes = [mixed(threat.size) for threat in threats if threat.rank is each]
        if sizes:
            parts.append(f"{' and '.join(sizes)} {each.value}")
    count = "1 threat" if len(threats) == 1 else f"{len(threats)} threats"
    return f"{count} ({', '.join(parts)})"
