"""What the strategies would play, and what both sides have for a ko, from one survey.

Importing this module loads, or compiles, the kernels of local games.
"""

from fractions import Fraction

from gtpengine.board.colours import EMPTY
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.gtp.analysis.goguiviews import label_of
from gtpengine.model.kos import SIDE
from gtpengine.model.situations import situation_of
from gtpengine.model.survey import Survey
from gtpengine.model.worths import worths
from gtpengine.report.words import mixed
from gtpengine.strategy import outlook as strategy
from gtpengine.strategy.chooser import Chooser, Policy, Strategy
from gtpengine.strategy.ko import KoReport, Rank, advise
from gtpengine.strategy.outlook import Threat
from gtpengine.strategy.words import player

_HEADS = ("strategy", "move", "worth", "why")


def strategies_table(position: Position, survey: Survey) -> str:
    """Return the move of each strategy and of the player's own choice, with worth and reason."""
    situation = situation_of(position, survey)
    choices = [(each.value, each.decide(situation)) for each in Strategy]
    choices.append(("chooser", Chooser(Policy()).choose(situation)))
    rows = [_HEADS]
    for name, choice in choices:
        worth = next((each.worth for each in choice.candidates if each.move == choice.move), None)
        rows.append(
            (
                name,
                "pass" if choice.move is None else vertex_of(choice.move),
                "-" if worth is None else str(worth),
                choice.reasons[0] if choice.reasons else "",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS) - 1)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])
        for row in rows
    )


def threats_gfx(position: Position, survey: Survey) -> str:
    """Return the ko threats of both sides: Black's in circles, White's in squares, with sizes.

    Where both have one, the label is the size of the larger.

    Beside a ko these are the threats that are good for it; without one, those that are worth more
    than two moves elsewhere, so that a player would answer.
    """
    situation = situation_of(position, survey)
    advice = advise(situation)
    if advice is not None:
        text = _fight(advice.report)
        threats = [
            Threat(each.side, each.move, each.size)
            for each in (*advice.report.black, *advice.report.white)
            if each.rank is not Rank.TOO_SMALL
        ]
    else:
        text = "no ko on the board"
        least = 2 * max(Fraction(0), survey.ambient or Fraction(0))
        threats = [
            threat
            for outlook in situation.outlooks
            for threat in outlook.threats
            if threat.size > least
        ]
    found: dict[int, list[Threat]] = {}
    for threat in threats:
        if _is_legal(position, threat):
            found.setdefault(threat.move, []).append(threat)
    lines = []
    for side, sign in ((strategy.BLACK, "CIRCLE"), (strategy.WHITE, "SQUARE")):
        points = [point for point, each in found.items() if any(t.side == side for t in each)]
        if points:
            lines.append(f"{sign} {' '.join(vertex_of(point) for point in sorted(points))}")
    if found:
        labels = [
            f"{vertex_of(point)} {label_of(max(threat.size for threat in each))}"
            for point, each in sorted(found.items())
        ]
        lines.append(f"LABEL {' '.join(labels)}")
    return "\n".join([*lines, f"TEXT {text}"])


def _fight(report: KoReport) -> str:
    """Return both sides' threats and who wins the ko, short enough for a status bar."""
    parts = []
    for side in (strategy.BLACK, strategy.WHITE):
        sizes = [
            threat.size for threat in report.threats(side) if threat.rank is not Rank.TOO_SMALL
        ]
        many = f"{len(sizes)} threats, the largest" if len(sizes) > 1 else "1 threat of"
        told = f"{many} {mixed(max(sizes))}" if sizes else "no threats"
        parts.append(f"{player(side)} has {told}")
    master = "nobody" if report.komaster is None else player(report.komaster)
    return f"{'; '.join(parts)}; komaster is {master}"


def move_values(position: Position, survey: Survey) -> str:
    """Return pairs of point and worth for the player to move, the largest first."""
    colour = position.to_move
    found: dict[int, Fraction] = {}
    for report in survey.regions:
        for point, worth in worths(report, colour).items():
            legal = position.colour_at(point) == EMPTY and position.is_legal(colour, point)
            if worth > 0 and legal:
                found[point] = max(worth, found.get(point, worth))
    ordered = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    return " ".join(f"{vertex_of(point)} {label_of(worth)}" for point, worth in ordered)


def _is_legal(position: Position, threat: Threat) -> bool:
    colour = next(colour for colour, side in SIDE.items() if side == threat.side)
    return position.colour_at(threat.move) == EMPTY and position.is_legal(colour, threat.move)
