"""The temperature over a game as SVG, with the lead and what each move cost below it."""

from fractions import Fraction

from gtpengine.board.colours import BLACK
from gtpengine.board.points import vertex_of
from gtpengine.report.language import say
from gtpengine.report.movereview import MoveReview
from gtpengine.report.regionwords import name_of
from gtpengine.report.review import Review
from gtpengine.report.reviewwords import amount
from gtpengine.report.svg import element, path, picture, text_of, words

WIDTH, HEAT_HEIGHT, LEAD_HEIGHT, COST_HEIGHT = 920.0, 180.0, 96.0, 120.0
_LEFT, _RIGHT, _TOP, _GAP, _BOTTOM = 44.0, 14.0, 30.0, 34.0, 34.0
_LEAD_TOP = _TOP + HEAT_HEIGHT + _GAP
_COST_TOP = _LEAD_TOP + LEAD_HEIGHT + _GAP
HEIGHT = _COST_TOP + COST_HEIGHT + _BOTTOM
_LABEL_WIDE, _LABEL_HIGH = 28.0, 13.0
_STEPS = (1, 2, 5, 10, 20, 50, 100)


def game_plot(found: Review, *, standalone: bool = False) -> str:
    """Return the picture; each move can be pointed at.  Pre: there are moves."""
    moves = found.moves
    wide = (WIDTH - _LEFT - _RIGHT) / len(moves)
    hottest = float(max((m.account.ambient for m in moves if m.account), default=Fraction(1)))
    dearest = float(max((m.loss for m in moves), default=Fraction(0)))
    heat = _Scale(_TOP + HEAT_HEIGHT, HEAT_HEIGHT, max(hottest, 1.0))
    cost = _Scale(_COST_TOP + COST_HEIGHT, COST_HEIGHT, max(dearest, 1.0))
    parts = [
        element("rect", width=WIDTH, height=HEIGHT, class_="paper"),
        words(say("Temperature: what the largest move was worth"), _LEFT, _TOP - 12, "caption"),
        words(
            say("Cost of each move: black bars Black's, white bars White's"),
            _LEFT,
            _COST_TOP - 10,
            "caption",
        ),
        _lead(moves, wide),
        _grid(heat),
        _grid(cost),
        _curve(moves, wide, heat),
        _numbers(moves, wide),
    ]
    parts += [_bar(move, place, wide, cost) for place, move in enumerate(moves)]
    parts += _worst(found, wide, cost)
    if not standalone:
        parts += [_spot(move, place, wide) for place, move in enumerate(moves)]
    label = say(
        "Temperature, lead and cost of moves {first} to {last}",
        first=moves[0].number,
        last=moves[-1].number,
    )
    return picture("".join(parts), WIDTH, HEIGHT, label, "plot", standalone=standalone)


class _Scale:
    """Maps a number of points to a height in one of the two panels."""

    def __init__(self, base: float, height: float, most: float) -> None:
        self.base = base
        self.height = height
        step = next((s for s in _STEPS if most / s <= 4.5), _STEPS[-1])
        self.ticks = [tick * step for tick in range(int(most / step) + 1)]
        self.most = max(most * 1.12, 1.0)

    def y(self, value: float) -> float:
        return self.base - value / self.most * self.height


def _grid(scale: _Scale) -> str:
    parts = []
    for tick in scale.ticks:
        y = scale.y(float(tick))
        parts.append(path([[(_LEFT, y), (WIDTH - _RIGHT, y)]], class_="grid"))
        parts.append(words(str(tick), _LEFT - 7, y + 4, "tick end"))
    return "".join(parts)


def _curve(moves: list[MoveReview], wide: float, scale: _Scale) -> str:
    """Return the temperature as steps, broken where it is not known."""
    lines: list[list[tuple[float, float]]] = [[]]
    for place, move in enumerate(moves):
        if move.account is None:
            lines.append([])
            continue
        y = scale.y(float(move.account.ambient))
        lines[-1] += [(_LEFT + place * wide, y), (_LEFT + (place + 1) * wide, y)]
    shown = [line for line in lines if line]
    areas = "".join(
        element(
            "polygon",
            points=" ".join(f"{x:.1f},{y:.1f}" for x, y in _closed(line, scale)),
            class_="heatarea",
        )
        for line in shown
    )
    return areas + path(shown, class_="heatline")


def _closed(line: list[tuple[float, float]], scale: _Scale) -> list[tuple[float, float]]:
    return [(line[0][0], scale.base), *line, (line[-1][0], scale.base)]


def _lead(moves: list[MoveReview], wide: float) -> str:
    """Return who was ahead before each move, broken where that is not known."""
    leads = [None if move.before.lead is None else float(move.before.lead) for move in moves]
    most = max((abs(lead) for lead in leads if lead is not None), default=1.0)
    middle = _LEAD_TOP + LEAD_HEIGHT / 2
    scale = _Scale(middle, LEAD_HEIGHT / 2, max(most, 1.0))
    caption = say("Lead: Black's above the line, White's below")
    parts = [words(caption, _LEFT, _LEAD_TOP - 10, "caption")]
    for tick in dict.fromkeys((0, scale.ticks[-1], -scale.ticks[-1])):
        y = scale.y(float(tick))
        parts.append(path([[(_LEFT, y), (WIDTH - _RIGHT, y)]], class_="grid"))
        name = f"{'B' if tick > 0 else 'W'}+{abs(tick)}" if tick else "0"
        parts.append(words(name, _LEFT - 7, y + 4, "tick end"))
    lines: list[list[tuple[float, float]]] = [[]]
    for place, lead in enumerate(leads):
        if lead is None:
            lines.append([])
        else:
            lines[-1].append((_LEFT + (place + 0.5) * wide, scale.y(lead)))
    shown = [line for line in lines if len(line) > 1]
    return "".join(parts) + (path(shown, class_="leadline") if shown else "")


def _numbers(moves: list[MoveReview], wide: float) -> str:
    step = next((s for s in (1, 2, 5, 10, 20, 50, 100) if len(moves) / s <= 14), 100)
    return "".join(
        words(str(move.number), _LEFT + (place + 0.5) * wide, HEIGHT - 12, "tick middle")
        for place, move in enumerate(moves)
        if move.number % step == 0
    )


def _bar(move: MoveReview, place: int, wide: float, scale: _Scale) -> str:
    if not move.loss:
        return ""
    y = scale.y(float(move.loss))
    side = "black" if move.colour == BLACK else "white"
    lost = " lost" if move.loses_sente else ""
    return element(
        "rect",
        x=_LEFT + (place + 0.14) * wide,
        y=y,
        width=max(wide * 0.72, 1.5),
        height=scale.base - y,
        class_=f"cost {side}{lost}",
        data_key=f"m{move.number}",
    )


def _worst(found: Review, wide: float, scale: _Scale) -> list[str]:
    """Return the numbers of the costliest moves, above their bars and never on each other."""
    worst = {move.number for move in found.worst()}
    placed: list[tuple[float, float]] = []
    parts = []
    for place, move in enumerate(found.moves):
        if move.number in worst:
            x, y = _LEFT + (place + 0.5) * wide, scale.y(float(move.loss)) - 4
            while any(
                abs(x - left) < _LABEL_WIDE and abs(y - top) < _LABEL_HIGH for left, top in placed
            ):
                y -= 1
            placed.append((x, y))
            parts.append(words(str(move.number), x, y, "worst"))
    return parts


def _spot(move: MoveReview, place: int, wide: float) -> str:
    told = say(
        "Move {number}, {who} {move}",
        number=move.number,
        who=name_of(move.colour),
        move=vertex_of(move.point),
    )
    if move.loss:
        told += say(", cost {points}", points=amount(move.loss, sure=move.sure))
    slot = element(
        "rect",
        x=_LEFT + place * wide,
        y=_TOP,
        width=wide,
        height=HEIGHT - _TOP - _BOTTOM,
        class_="slot",
    )
    return element(
        "g",
        element("title", text_of(told)) + slot,
        class_="spot",
        data_key=f"m{move.number}",
        tabindex=0 if move.loss else None,
        role="button" if move.loss else None,
        aria_label=told if move.loss else None,
    )
