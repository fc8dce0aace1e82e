"""How right is what is read about groups in professional games? KataGo judges: criticals.

A group that is called critical should be lost when the attacker plays the move that is said to kill
it, and kept when its owner plays the one that is said to save it.
"""

import argparse
import sys
import time
from dataclasses import dataclass, field

from gtpengine.board.colours import BLACK, opponent
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.errors import EngineError
from gtpengine.evaluation.katago.keeper import PartnerSettings
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.evaluation.katago.question import Question
from gtpengine.evaluation.playouts import field as playouts_of
from gtpengine.laboratory.studies.proofs import shared_games
from gtpengine.reading.groups import Group, GroupReader, Standing

BEFORE_END = (30, 45, 60)
PLAYOUTS = 400


@dataclass
class Tally:
    """What was read, and what the judge said."""

    standings: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    positions: int = 0
    kills: list[float] = field(default_factory=list)  # what the owner has of it afterwards
    saves: list[float] = field(default_factory=list)


def main(argv: list[str]) -> int:
    """Read and ask; a line for each critical group and a summary on stdout."""
    parser = argparse.ArgumentParser(prog="criticals", description=__doc__)
    parser.add_argument("--katago", required=True, help="its command line")
    parser.add_argument("--games", type=int, default=150, help="how many games (150)")
    parser.add_argument("--skip", type=int, default=0, help="begin after so many (0)")
    parser.add_argument("--seconds", type=float, default=0.5, help="for one position (0.5)")
    parser.add_argument("--visits", type=int, default=50, help="of the judge (50)")
    parser.add_argument("--smallest", type=int, default=2, help="stones of a chain (2)")
    arguments = parser.parse_args(argv)
    tally = Tally()
    try:
        with KataGo(PartnerSettings.of_line(arguments.katago)) as katago:
            every = shared_games(sys.maxsize)
            step = max(1, len(every) // max(1, arguments.games))
            for path in every[arguments.skip :: step][: arguments.games]:
                record = load_record(path, JAPANESE)
                for before in BEFORE_END:
                    position = record.position(max(1, len(record.moves()) - before + 1))
                    name = f"{path.name}, {before} before the end"
                    for group in read(position, arguments.seconds, tally):
                        if len(group.stones) >= arguments.smallest:
                            judge(name, position, group, katago, arguments.visits, tally)
    except EngineError as error:
        sys.stderr.write(f"criticals: {error}\n")
        return 1
    sys.stdout.write(summary(tally))
    return 0


def read(position: Position, seconds: float, tally: Tally) -> list[Group]:
    """Return the critical groups of a position."""
    playouts = playouts_of(position, PLAYOUTS)
    ownership = {point: playouts.ownership(point) for point in position.points()}
    started = time.process_time()
    found = GroupReader().critical_groups(position, ownership, seconds)
    tally.seconds += time.process_time() - started
    tally.positions += 1
    for group in found:
        word = group.standing.value + (", proved" if group.proved else "")
        tally.standings[word] = tally.standings.get(word, 0) + 1
    return [group for group in found if group.standing is Standing.CRITICAL]


def judge(
    name: str, position: Position, group: Group, katago: KataGo, visits: int, tally: Tally
) -> None:
    """Ask the judge about a group after the move that kills it, and after the one that saves it."""
    words = [f"{name}: {vertex_of(group.stones[0])}, {len(group.stones)} stones"]
    if group.ko:
        words.append("ko")
    attacker = opponent(group.colour)
    for verb, mover, move, shares in (
        ("killed at", attacker, group.kill, tally.kills),
        ("saved at", group.colour, group.save, tally.saves),
    ):
        if move is None:
            continue
        after = position.copy()
        after.play(mover, move)
        answer = katago.ask(Question(after, visits, first=opponent(mover), ownership=True))
        sign = 1 if group.colour == BLACK else -1
        share = sign * sum(answer.ownership[stone] for stone in group.stones) / len(group.stones)
        if not group.ko:
            shares.append(share)
        words.append(f"{verb} {vertex_of(move)}: {share:+.2f}")
    sys.stdout.write("; ".join(words) + "\n")
    sys.stdout.flush()


def summary(tally: Tally) -> str:
    """Return what it came to."""
    killed = sum(share < 0 for share in tally.kills)
    saved = sum(share > 0 for share in tally.saves)
    counts = ", ".join(f"{count} {word}" for word, count in sorted(tally.standings.items()))
    return (
        f"{tally.positions} positions, {tally.seconds / max(1, tally.positions):.2f} s each:"
        f" {counts}; without ko {killed} of {len(tally.kills)} die when the attacker is first,"
        f" {saved} of {len(tally.saves)} live when the owner is\n"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
