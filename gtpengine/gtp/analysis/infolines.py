"""A decision as a line of lz-analyze or kata-analyze.

    info move D4 visits 120 winrate 0.5321 scoreLead 1.3 prior 0.2 lcb 0.52 order 0 pv D4 Q16

All moves stand in one line. Before `pv` there are only pairs of key and value, and `pv` comes last,
unless the client asked for more: Sabaki reads no other form. In the dialect of Leela Zero rates are
integers up to 10000. `worth` is ours: what a move gains in its region, in points.
"""

import math
from enum import Enum

from gtpengine.board.colours import BLACK
from gtpengine.board.points import point_at, vertex_of
from gtpengine.engine.decision import Candidate, Decision
from gtpengine.gtp.analysis.wishes import Wishes

_LCB_DEVIATIONS = 1.96
_SHOWN_VISITS = 10  # Sabaki labels no move with fewer


class Dialect(Enum):
    """Whose form of the line it is."""

    LZ = "lz"
    KATA = "kata"


def info_line(decision: Decision, wishes: Wishes, dialect: Dialect) -> str:
    """Return all moves in one line; empty if there is none to show."""
    moves = shown_moves(decision, wishes)
    parts = [_move(move, order, decision, wishes, dialect) for order, move in enumerate(moves)]
    if not parts:
        return ""
    if wishes.root_info and dialect is Dialect.KATA:
        parts.append(_root(decision))
    if wishes.ownership:
        parts.append("ownership " + " ".join(f"{value:.3f}" for value in owners(decision)))
    return " ".join(parts)


def shown_moves(decision: Decision, wishes: Wishes) -> list[Candidate]:
    """Return the moves that a client wants to see, the best first."""
    visible = decision.without(wishes.hidden)
    moves = list(visible.candidates)
    if not moves and wishes.hidden:
        moves = list(visible.others[:1])
    missing = max(0, wishes.least - len(moves))
    moves += [move for move in visible.others if move not in moves][:missing]
    return moves if wishes.most is None else moves[: wishes.most]


def owners(decision: Decision) -> list[float]:
    """Return whose each point will be, row by row from the upper left, 1 for the player to move."""
    position = decision.position
    sign = 1 if position.to_move == BLACK else -1
    return [
        sign * decision.ownership.get(point_at(row, column), 0.0)
        for row in range(position.height, 0, -1)
        for column in range(1, position.width + 1)
    ]


def lcb(move: Candidate) -> float:
    """Return a win rate that the move has with some certainty, from 0 to 1."""
    visits = max(1, move.visits)
    spread = math.sqrt(max(move.win_rate * (1 - move.win_rate), 1 / (4 * visits)) / visits)
    return max(0.0, move.win_rate - _LCB_DEVIATIONS * spread)


def _move(move: Candidate, order: int, decision: Decision, wishes: Wishes, dialect: Dialect) -> str:
    pairs: list[tuple[str, str]] = [
        ("move", vertex_of(move.point)),
        ("visits", str(max(_SHOWN_VISITS, move.visits))),
    ]
    if dialect is Dialect.LZ:
        pairs += [
            ("winrate", _whole(move.win_rate)),
            ("prior", _whole(move.prior)),
            ("lcb", _whole(lcb(move))),
            ("order", str(order)),
        ]
    else:
        pairs += [
            ("winrate", f"{move.win_rate:.6f}"),
            ("scoreMean", f"{move.lead:.3f}"),
            ("scoreStdev", f"{decision.stdev:.3f}"),
            ("scoreLead", f"{move.lead:.3f}"),
            ("prior", f"{move.prior:.6f}"),
            ("lcb", f"{lcb(move):.6f}"),
            ("order", str(order)),
        ]
        if move.worth is not None:
            pairs.append(("worth", f"{float(move.worth):.3f}"))
    text = "info " + " ".join(f"{key} {value}" for key, value in pairs)
    text += " pv " + " ".join(vertex_of(point) for point in move.line)
    if wishes.pv_visits:
        text += " pvVisits " + " ".join(str(visits) for visits in move.line_visits)
    return text


def _root(decision: Decision) -> str:
    text = (
        f"rootInfo visits {decision.visits} winrate {decision.win_rate:.6f} "
        f"scoreMean {decision.lead:.3f} scoreStdev {decision.stdev:.3f} "
        f"scoreLead {decision.lead:.3f}"
    )
    if decision.temperature is not None:
        text += f" temperature {float(decision.temperature):.3f}"
    return text


def _whole(rate: float) -> str:
    return str(min(10000, max(0, round(10000 * rate))))
