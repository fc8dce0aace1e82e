"""The temperature of a region by tree searches beside coupon stacks, with a stated uncertainty.

At the top coupon tau both players are searched first. Where the best move is better than the coupon
the region is hotter than tau. For a gote the difference falls by 2 per point of tau below the
region's temperature and by 1 above it, so each probe tells where the next one should be. Area
scoring: dame have temperature 1; estimates all of it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import NO_POINT
from gtpengine.board.position import Position
from gtpengine.parameters import SearchSettings
from gtpengine.partition.bits import Bits
from gtpengine.search.findings import Findings, MoveFinding
from gtpengine.search.tree.search import COUPON, TreeSearch

# A probe this close to the temperature that it points to is the last one.
_CLOSE = 0.15
_LEAST_TAU = 0.25


@dataclass(frozen=True)
class Probe:
    """Both players first beside the stack of top `tau`.

    `black_gain` and `white_gain` are what the player's best move is worth more than the coupon, for
    that player; `error` is one standard error of the larger of the two.
    """

    tau: float
    black_gain: float
    white_gain: float
    black_score: float  # of the region and the stack, Black first
    white_score: float
    black_move: int  # NO_POINT where there is none
    white_move: int
    error: float

    @property
    def gain(self) -> float:
        """The larger gain: above 0 the region is hotter than tau."""
        return max(self.black_gain, self.white_gain)

    @property
    def is_hotter(self) -> bool:
        """Whether a move in the region beats the coupon, for one player at least."""
        return self.gain > 0

    @property
    def pointed(self) -> float:
        """The temperature that the gain points to."""
        return max(0.0, self.tau + (self.gain / 2 if self.gain > 0 else self.gain))


@dataclass(frozen=True)
class RegionEstimate:
    """Mean and temperature of a region with one standard error each, playouts' bias left out."""

    mean: float  # Black's points in the region, area scoring
    mean_error: float
    temperature: float
    temperature_error: float
    black_move: int
    white_move: int
    probes: tuple[Probe, ...]


def probe(
    position: Position,
    allowed: Bits,
    tau: float,
    playouts: int,
    *,
    settings: SearchSettings | None = None,
    seed: int = 1,
    flag: Any = None,
    goal: Bits | None = None,
    settled: Mapping[int, int] | None = None,
) -> Probe:
    """Search the region beside a stack of top `tau`, each player first with half the playouts.

    Moves are made in `allowed`; the points of `goal` are counted, or all of these where it is None.
    The points of `settled` belong to their owners and stand still.
    """
    settings = _roomy(settings or SearchSettings(), allowed, playouts // 2)
    found: dict[int, Findings] = {}
    for colour in (BLACK, WHITE):
        search = TreeSearch(
            to_move_by(position, colour),
            allowed=allowed,
            ambient=tau,
            settings=settings,
            seed=seed + colour,
            goal=goal,
            settled=settled,
        )
        search.run(flag, max(1, playouts // 2))
        found[colour] = search.findings()
    gains, scores, moves, errors = {}, {}, {}, {}
    for colour, findings in found.items():
        best = max(
            (move for move in findings.moves if move.point != COUPON and move.visits),
            key=lambda move: move.visits,
            default=None,
        )
        coupon = findings.move(COUPON)
        gains[colour] = -tau if best is None or coupon is None else best.score - coupon.score
        scores[colour] = max(
            [move.score for move in (best, coupon) if move is not None and move.visits] or [0.0]
        )
        moves[colour] = NO_POINT if best is None else best.point
        errors[colour] = _error(findings, best, coupon)
    hotter = BLACK if gains[BLACK] >= gains[WHITE] else WHITE
    return Probe(
        tau,
        gains[BLACK],
        gains[WHITE],
        scores[BLACK],
        -scores[WHITE],
        moves[BLACK],
        moves[WHITE],
        errors[hotter],
    )


def estimate(
    position: Position,
    allowed: Bits,
    *,
    guess: float = 3.0,
    playouts: int = 12_000,
    probes: int = 3,
    settings: SearchSettings | None = None,
    seed: int = 1,
    flag: Any = None,
    goal: Bits | None = None,
    settled: Mapping[int, int] | None = None,
) -> RegionEstimate:
    """Return mean and temperature of the region by up to `probes` probes that share `playouts`.

    `guess` is where the first one is made. A later one that the flag cuts short is left out.
    `goal` and `settled` are those of `probe`.
    """
    settings = settings or SearchSettings()
    done: list[Probe] = []
    tau = max(_LEAST_TAU, guess)
    for number in range(probes):
        found = probe(
            position,
            allowed,
            tau,
            playouts // probes,
            settings=settings,
            seed=seed + 10 * number,
            flag=flag,
            goal=goal,
            settled=settled,
        )
        if done and _is_raised(flag):
            break
        done.append(found)
        if abs(found.pointed - tau) < _CLOSE:
            break
        tau = max(_LEAST_TAU, found.pointed)
    nearest = min(done, key=lambda one: abs(one.pointed - one.tau))
    # How far the stack's step and the last correction leave the answer open.
    doubt = settings.coupon_step / 4 + abs(nearest.pointed - nearest.tau) / 2
    return RegionEstimate(
        (nearest.black_score + nearest.white_score) / 2,
        nearest.error + settings.coupon_step / 4,
        nearest.pointed,
        math.hypot(nearest.error, doubt),
        nearest.black_move,
        nearest.white_move,
        tuple(done),
    )


@dataclass(frozen=True)
class MoveGain:
    """What one move gains in a region, for its player, with one standard error."""

    gain: float
    error: float


def move_gain(
    position: Position,
    allowed: Bits,
    move: int,
    colour: int,
    tau: float,
    playouts: int,
    *,
    settings: SearchSettings | None = None,
    seed: int = 1,
    flag: Any = None,
    goal: Bits | None = None,
) -> MoveGain | None:
    """Return what a move of `colour` is worth in the region: as a coupon of that size.

    The opponent is searched first, after the move beside a stack of top `tau` and after the top
    coupon beside the rest of it, with half the playouts each. None if the move is illegal or the
    flag leaves no time for both.
    """
    settings = _roomy(settings or SearchSettings(), allowed, playouts // 2)
    waiting = to_move_by(position, opponent(colour))
    moved = to_move_by(position, colour)
    if not moved.is_legal(colour, move):
        return None
    moved.play(colour, move)
    scores, errors = [], []
    for after, top in ((moved, tau), (waiting, max(0.0, tau - settings.coupon_step))):
        search = TreeSearch(
            after, allowed=allowed, ambient=top, settings=settings, seed=seed, goal=goal
        )
        search.run(flag, max(1, playouts // 2))
        findings = search.findings()
        if not findings.playouts:
            return None
        scores.append(findings.score if colour == BLACK else -findings.score)
        errors.append(findings.score_stdev / math.sqrt(findings.playouts))
    more = scores[0] - scores[1] - tau
    return MoveGain(tau + (more / 2 if more > 0 else more), math.hypot(*errors))


def weighed(
    position: Position,
    allowed: Bits,
    found: RegionEstimate,
    playouts: int,
    *,
    settings: SearchSettings | None = None,
    seed: int = 1,
    flag: Any = None,
    goal: Bits | None = None,
) -> RegionEstimate:
    """Return the estimate with the temperature that its best moves show when they are weighed.

    A probe hardly looks at moves beside a coupon that is worth more, so at a top far above the
    temperature chance picks the best one and overrates it. Here the move and the coupon have as
    many playouts, a quarter of all for each of the two players. As it was where there is no time.
    """
    tau = max(_LEAST_TAU, found.temperature)
    gains = [
        gain
        for colour, move in ((BLACK, found.black_move), (WHITE, found.white_move))
        if move != NO_POINT
        and (
            gain := move_gain(
                position,
                allowed,
                move,
                colour,
                tau,
                playouts // 2,
                settings=settings,
                seed=seed,
                flag=flag,
                goal=goal,
            )
        )
    ]
    if len(gains) < 2:
        return found
    best = max(gains, key=lambda each: each.gain)
    heat = max(0.0, best.gain)
    step = (settings or SearchSettings()).coupon_step
    doubt = step / 4 + abs(heat - tau) / 2
    return replace(found, temperature=heat, temperature_error=math.hypot(best.error, doubt))


def to_move_by(position: Position, colour: int) -> Position:
    """Return the position with `colour` to move."""
    other = position.copy()
    other.to_move = colour
    return other


def _roomy(settings: SearchSettings, allowed: Bits, playouts: int) -> SearchSettings:
    """Return the settings with no larger a pool than a tree of so many playouts needs."""
    most = 1000 + max(1, playouts) * (allowed.bit_count() + 1)
    return replace(settings, nodes=min(settings.nodes, most))


def _is_raised(flag: Any) -> bool:
    return flag is not None and bool(np.frombuffer(flag, dtype=np.int64)[0])


def _error(findings: Findings, best: MoveFinding | None, coupon: MoveFinding | None) -> float:
    """Return one standard error of the difference between two moves of the root."""
    seen = [move.visits for move in (best, coupon) if move is not None and move.visits]
    return findings.score_stdev * math.sqrt(sum(1 / visits for visits in seen)) if seen else 0.0
