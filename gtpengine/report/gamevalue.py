"""Everything that `gtpengine value` tells about one game, gathered before it is worded or drawn.

A loop-free game has one view. A loopy game has one for each komaster that was asked for: with Black
or White winning all kos, or with nobody having a threat. Left is Black throughout.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from gtpengine.values.formatting import format_graph
from gtpengine.values.games import canonical
from gtpengine.values.graph import GameGraph, Option
from gtpengine.values.kinds import LEFT, RIGHT, MoveRange, kind, move_ranges
from gtpengine.values.loopy.analysis import Analysis, UnresolvedLoop, analyse
from gtpengine.values.loopy.result import Range, kind_of
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.notation import parse
from gtpengine.values.thermograph import Thermograph, thermographs
from gtpengine.values.trajectory import Trajectory, where_at_least

LOOPY = (Komaster.BLACK, Komaster.WHITE)
UNDECIDED = "undecided ko"
NO_DROP = Fraction(0)


@dataclass(frozen=True, slots=True)
class Play:
    """A move, as the notation of what it leads to, and where it costs its player nothing."""

    option: str
    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """What one player can do: the moves that are best somewhere, and what they mean.

    `moves` stays empty in loopy games, where sente and gote depend on the kos.
    """

    plays: tuple[Play, ...]
    moves: tuple[MoveRange, ...] = ()

    @property
    def highest(self) -> Fraction | None:
        """The highest temperature of a play without loss; None: there is none, or no end."""
        tops = [high for play in self.plays for _, high in play.ranges]
        return None if not tops or None in tops else max(top for top in tops if top is not None)


@dataclass(frozen=True, slots=True)
class View:
    """The game for one komaster, or as it is (`komaster` None) where it has no loop."""

    komaster: Komaster | None
    mean: Fraction
    temperature: Fraction
    left: Trajectory
    right: Trajectory
    black: Side
    white: Side


@dataclass(frozen=True, slots=True)
class GameValue:
    """A game as it was written, its kind, its canonical form if it has one, its views.

    `refused` names, for every komaster without a view, the loop that stays undecided. `drop` is how
    far a komaster's threats let the temperature fall, None for as far as she likes.
    """

    game: str
    floor: Fraction
    kind: str
    canonical: str | None
    views: tuple[View, ...]
    warnings: tuple[str, ...] = ()
    refused: tuple[tuple[Komaster, str], ...] = ()
    drop: Fraction | None = NO_DROP

    @property
    def is_loopy(self) -> bool:
        """Whether a position can repeat."""
        return self.canonical is None


def evaluate(
    notation: str,
    komasters: Sequence[Komaster] = (),
    floor: int = 0,
    drop: Fraction | None = NO_DROP,
) -> GameValue:
    """Return the value of a game; without `komasters` a loopy one is seen for Black and White.

    `drop` is how far komaster's threats let the temperature fall before she has to win a ko, None
    for as far as she likes.

    Raises:
        BadNotation: the notation has a mistake.
        UnresolvedLoop: no komaster that was asked for can settle it.
        BadInput: floor -1 and a number that is not dyadic, or a drop that makes no sense.
    """
    graph = parse(notation).pruned()
    game = " ".join(notation.split())
    if graph.is_loop_free:
        return _loop_free(game, graph, komasters, floor)
    return _loopy(game, graph, tuple(komasters) or LOOPY, floor, drop)


def option_text(graph: GameGraph, option: Option) -> str:
    """Return what a move leads to: its name if it has one and loops, else its notation."""
    node = graph.nodes[option.node]
    if node.number is not None:
        return str(node.number + option.offset)
    part = graph.rooted_at(option.node).pruned()
    text = node.name if node.name and not part.is_loop_free else format_graph(part)
    if not option.offset:
        return text
    sign = "+" if option.offset > 0 else "-"
    grouped = f"({text})" if "|" in text else text
    return f"{grouped}{sign}{abs(option.offset)}"


def _loop_free(game: str, graph: GameGraph, komasters: Sequence[Komaster], floor: int) -> GameValue:
    found = thermographs(graph)
    own = found[graph.root].from_floor(floor)
    view = View(
        None,
        own.mean,
        own.temperature,
        own.left,
        own.right,
        _side(graph, found, own, LEFT),
        _side(graph, found, own, RIGHT),
    )
    warnings = ("the game has no loop: it is the same for every komaster",) if komasters else ()
    return GameValue(game, own.floor, kind(own), str(canonical(graph)), (view,), warnings)


def _side(graph: GameGraph, found: list[Thermograph], own: Thermograph, side: int) -> Side:
    node = graph.nodes[graph.root]
    plays = []
    for option in node.left if side == LEFT else node.right:
        after = found[option.node].from_floor(own.floor)
        if side == LEFT:
            line = after.right.shifted(option.offset).tilted(-1)
            ranges = where_at_least(line, own.left)
        else:
            line = after.left.shifted(option.offset).tilted(1)
            ranges = where_at_least(own.right, line)
        if ranges:
            plays.append(Play(option_text(graph, option), tuple(ranges)))
    return Side(tuple(plays), tuple(move_ranges(own, side)))


def _loopy(
    game: str,
    graph: GameGraph,
    komasters: tuple[Komaster, ...],
    floor: int,
    drop: Fraction | None,
) -> GameValue:
    analyses = {
        who: analyse(graph, who, floor, drop=drop) for who in dict.fromkeys((*komasters, *LOOPY))
    }
    views, refused = [], []
    warned: dict[str, list[str]] = {}
    for who in komasters:
        analysis = analyses[who]
        try:
            views.append(_view(graph, analysis))
        except UnresolvedLoop as loop:
            refused.append((who, str(loop)))
        for text in analysis.warnings:
            warned.setdefault(text, []).append(f"{who.value} komaster: {text}")
    if not views:
        # Says again which loop, as an error this time.
        analyses[komasters[0]].thermograph()
    # What holds for every komaster is said once.
    warnings = [
        line
        for text, named in warned.items()
        for line in ([text] if len(named) == len(komasters) else named)
    ]
    return GameValue(
        game,
        Fraction(floor),
        _ko_kind(analyses),
        None,
        tuple(views),
        tuple(warnings),
        tuple(refused),
        drop,
    )


def _ko_kind(analyses: dict[Komaster, Analysis]) -> str:
    black, white = (analyses[who] for who in LOOPY)
    if not (black.is_resolved() and white.is_resolved()):
        return UNDECIDED
    return f"{kind_of(black.thermograph(), white.thermograph()).value} ko"


def _view(graph: GameGraph, analysis: Analysis) -> View:
    own = analysis.thermograph()
    sides = [
        Side(
            tuple(
                Play(option_text(graph, option), tuple(ranges))
                for option, ranges in analysis.best_moves(black=black)
            )
        )
        for black in (True, False)
    ]
    return View(analysis.komaster, own.mast, own.temperature, own.left_wall, own.right_wall, *sides)
