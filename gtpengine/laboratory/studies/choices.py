"""Is a move good if the search clearly chose it as well? KataGo judges: choices.

Of the last moves of shared games one of a few is searched, before the move and after it, without
regions. Where the search plays the same and `judging.is_clear`, KataGo says what the move cost: by
how much its lead fell, with more visits where that is much, nothing where it is its first choice.
"""

import argparse
import sys
from dataclasses import dataclass, field, replace

from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.deadline import LONGEST_SECONDS, Deadline
from gtpengine.engine.decision import Decision
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinker import Thinker
from gtpengine.errors import EngineError
from gtpengine.evaluation.katago.judgement import for_player
from gtpengine.evaluation.katago.keeper import PartnerSettings
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.evaluation.katago.question import Question
from gtpengine.laboratory.shared import GAMES
from gtpengine.match.honesty.games import shared_games
from gtpengine.match.honesty.tally import BLUNDER, COSTLY
from gtpengine.report.judging import is_clear

LAST_MOVES = 60
VISITS = (300, 500)  # of our search before the move, and after it
JUDGED = (64, 400)  # of KataGo; with the second where the first tells a cost above DOUBTFUL
DOUBTFUL = 2.0


@dataclass
class Tally:
    """What came of it: moves looked at, those that the search chose, costs of the clear ones."""

    moves: int = 0
    chosen: int = 0
    costs: list[float] = field(default_factory=list)

    def text(self) -> str:
        """Return the figures as a line."""
        costly = sum(cost >= COSTLY for cost in self.costs)
        return (
            f"{self.moves} moves, {self.chosen} the search's choice, {len(self.costs)} clearly; of "
            f"these {costly} cost {COSTLY:g} or more, {sum(c > BLUNDER for c in self.costs)} more "
            f"than {BLUNDER:g}, the worst {max(self.costs, default=0.0):.2f}"
        )


def main(argv: list[str]) -> int:
    """Search and ask; the figures after each game on stdout."""
    parser = argparse.ArgumentParser(prog="choices", description=__doc__)
    parser.add_argument("--katago", required=True, help="its command line")
    parser.add_argument("--other", type=int, default=0, help="games so many places further (0)")
    parser.add_argument("--every", type=int, default=6, help="one move of so many (6)")
    arguments = parser.parse_args(argv)
    tally, thinker = Tally(), Thinker()
    try:
        with KataGo(PartnerSettings.of_line(arguments.katago)) as katago:
            for path in shared_games(GAMES.parent, arguments.other):
                record = load_record(path, JAPANESE)
                last = len(record.moves())
                for number in range(max(last - LAST_MOVES + 1, 1), last + 1, arguments.every):
                    move = record.moves()[number - 1]
                    before = record.position(number)
                    if before.to_move == move.colour:
                        look(before, move.point, thinker, katago, tally)
                sys.stdout.write(f"{path.stem}: {tally.text()}\n")
                sys.stdout.flush()
    except EngineError as error:
        sys.stderr.write(f"choices: {error}\n")
        return 1
    return 0


def look(before: Position, point: int, thinker: Thinker, katago: KataGo, tally: Tally) -> None:
    """Count a move; ask about it if the search clearly chose it as well."""
    tally.moves += 1
    found = searched(thinker, before, VISITS[0])
    if found.point != point:
        return
    tally.chosen += 1
    after = before.copy()
    after.play(before.to_move, point)
    first = found.candidates[0]
    share = first.visits / max(sum(each.visits for each in found.candidates), 1)
    fall = first.lead + searched(thinker, after, VISITS[1]).lead
    if not is_clear(share, fall):
        return
    costs = (cost(before, after, point, katago, visits) for visits in JUDGED)
    told = next(costs)
    tally.costs.append(next(costs) if told > DOUBTFUL else told)


def searched(thinker: Thinker, position: Position, visits: int) -> Decision:
    """Return what the search alone decides."""
    settings = replace(Settings(), visits=visits, one_region=True)
    with Deadline(LONGEST_SECONDS) as deadline:
        return thinker.think(position, deadline, settings)


def cost(before: Position, after: Position, point: int, katago: KataGo, visits: int) -> float:
    """Return by how much KataGo's lead falls with a move; nothing if it is its first choice."""
    first = katago.ask(Question(before, visits))
    if first.best is not None and first.best.point == point:
        return 0.0
    fallen = first.lead - katago.ask(Question(after, visits)).lead
    return max(for_player(fallen, before.to_move), 0.0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
