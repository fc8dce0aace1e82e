"""Attack the proofs of life and territory in the shared games: attack-proofs.

Each proof plays its own answers on the real board, against random attackers, against all sequences
of a few moves, and against GNU Go's reading of life and death and our own tree. With `--results`
it goes on where that file ends.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.errors import EngineError
from gtpengine.laboratory.studies.attackers import GnuGo, Tree
from gtpengine.laboratory.studies.proofs import GAMES, shared_games
from gtpengine.match.client import Client
from gtpengine.partition.alternating import safety
from gtpengine.partition.bits import bits_of, components, points_of, stones_of
from gtpengine.reading.attack import Attack, Refutation
from gtpengine.reading.frame import Stones, targets_of
from gtpengine.reading.prover import Prover
from gtpengine.reading.side import SafeGroup
from gtpengine.reading.strategy import Strategy

BEFORE_END = (0, 10, 20, 30, 40, 60)
RANDOM_GAMES = 100  # against all proofs of a colour
RANDOM_MOVES = 80
DEPTH = 4  # of all sequences against one proof
SEQUENCES = 2000
AREA_GAMES = 20  # in one territory
GUIDED_MOVES = 20  # of an attacker who reads


@dataclass
class Tally:
    """What was attacked."""

    life: int = 0
    searched: int = 0  # territories that a search proved
    enclosed: int = 0  # territories without room between safe stones
    games: int = 0
    sequences: int = 0
    by_gnugo: int = 0
    by_tree: int = 0
    refuted: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count what another tally holds."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def __str__(self) -> str:
        return (
            f"{self.life} proofs of life, {self.searched} of territory by"
            f" search and {self.enclosed} between safe stones: {self.games} random games,"
            f" {self.sequences} sequences, {self.by_gnugo} attacks by GNU Go,"
            f" {self.by_tree} by our tree; {len(self.refuted)} refuted"
        )


@dataclass(frozen=True)
class Scene:
    """All proofs of one colour in a position, and where other kinds of proof answer."""

    position: Position
    colour: int
    stones: Stones
    proofs: list[tuple[SafeGroup, Strategy]]
    barred: int
    enclosed: list[int]

    def alone(self, index: int) -> Attack:
        """Return the attack on one proof; the zones of the others are left alone."""
        barred = self.barred
        for other, (group, _) in enumerate(self.proofs):
            if other != index:
                barred |= group.zone
        return Attack(self.stones, [self.proofs[index]], barred)


def main(argv: list[str]) -> int:
    """Attack; a line for each refutation and a summary on stdout, progress on stderr."""
    parser = argparse.ArgumentParser(prog="attack-proofs", description=__doc__)
    parser.add_argument("--games", type=int, default=150, help="how many games (150)")
    parser.add_argument("--seconds", type=float, default=5.0, help="for the proofs of one (5)")
    parser.add_argument("--seed", type=int, default=1, help="of the random attackers (1)")
    parser.add_argument(
        "--gnugo", type=int, default=0, metavar="N", help="let GNU Go attack every Nth proof"
    )
    parser.add_argument(
        "--tree", type=int, default=0, metavar="N", help="let our tree attack every Nth proof"
    )
    parser.add_argument("--folder", type=Path, default=GAMES, help="of the games' records")
    parser.add_argument("--results", type=Path, help="keep what was done there, and go on")
    arguments = parser.parse_args(argv)
    tally = Tally()
    done = read_results(arguments.results)
    for each in done.values():
        tally.add(each)
    try:
        paths = shared_games(arguments.games, arguments.folder)
        with ExitStack() as stack:
            client = None
            if arguments.gnugo:
                client = stack.enter_context(Client(["gnugo", "--mode", "gtp"]))
            for number, path in enumerate(paths, 1):
                record = load_record(path, JAPANESE)
                for before in BEFORE_END:
                    name = f"{path.name}, {before} before the end"
                    if name in done:
                        continue
                    position = record.position(max(1, len(record.moves()) - before + 1))
                    found = Tally()
                    rng = random.Random(f"{arguments.seed} {name}")
                    for scene in scenes_of(position, arguments.seconds):
                        attack(scene, name, rng, found)
                        attack_by_readers(
                            scene, name, client, arguments.gnugo, arguments.tree, found
                        )
                    tally.add(found)
                    if arguments.results:
                        write_result(arguments.results, name, found)
                sys.stderr.write(f"{number} of {len(paths)}: {tally}\n")
    except EngineError as error:
        sys.stderr.write(f"attack-proofs: {error}\n")
        return 1
    sys.stdout.write(f"{tally}\n")
    return 1 if tally.refuted else 0


def read_results(path: Path | None) -> dict[str, Tally]:
    """Return what was attacked before, by the position's name."""
    found: dict[str, Tally] = {}
    if path is not None and path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            fields = json.loads(line)
            name = fields.pop("name")
            found[name] = Tally(**fields)
    return found


def write_result(path: Path, name: str, tally: Tally) -> None:
    """Add what was attacked in one position to the file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"name": name, **asdict(tally)}) + "\n")


def scenes_of(position: Position, seconds: float) -> list[Scene]:
    """Prove what can be proved, for both colours."""
    prover = Prover(keep_strategies=True)
    found = prover.prove(position, seconds)
    strategies = prover.strategies or {}
    full, black, white = stones_of(position)
    scenes = []
    for colour, own, foe in ((BLACK, black, white), (WHITE, white, black)):
        proofs = [(group, strategies[group]) for group in found.groups if group.colour == colour]
        if proofs:
            barred = safety(full, own, foe).owed
            searched = targets_of([group.territory for group, _ in proofs])
            enclosed = [
                area
                for area in components(found.territory[colour] & ~searched)
                if not area & barred
            ]
            scenes.append(Scene(position, colour, Stones(full, own, foe), proofs, barred, enclosed))
    return scenes


def attack(scene: Scene, name: str, rng: random.Random, tally: Tally) -> None:
    """Attack all proofs at random and each by all sequences of a few moves."""
    enclosed = targets_of(scene.enclosed)
    together = Attack(scene.stones, scene.proofs, scene.barred, enclosed)
    for _ in range(RANDOM_GAMES):
        tally.games += 1
        if _report(together.at_random(rng, RANDOM_MOVES), f"{name}, at random", tally):
            break
    searched = [group.territory for group, _ in scene.proofs if group.territory]
    tally.searched += len(searched)
    tally.enclosed += len(scene.enclosed)
    for area in (*searched, *scene.enclosed):
        for _ in range(AREA_GAMES):
            tally.games += 1
            if _report(together.at_random(rng, RANDOM_MOVES, area), f"{name}, inside", tally):
                break
    for index, (group, _) in enumerate(scene.proofs):
        tally.life += bool(group.chains)
        refutation, tried = scene.alone(index).by_all_moves(DEPTH, SEQUENCES)
        tally.sequences += tried
        _report(refutation, f"{name}, by all moves", tally)


def attack_by_readers(
    scene: Scene, name: str, client: Client | None, gnugo: int, tree: int, tally: Tally
) -> None:
    """Let GNU Go attack every so manieth proof of life, and our tree."""
    before = tally.life - sum(bool(group.chains) for group, _ in scene.proofs)
    for index, (group, strategy) in enumerate(scene.proofs):
        if not group.chains:
            continue
        number = before + index
        attackers: list[tuple[str, Callable[[Sequence[int]], int]]] = []
        if client is not None and number % gnugo == 0:
            tally.by_gnugo += 1
            stone = next(points_of(group.chains))
            attackers.append(("GNU Go", GnuGo(client, scene.position, scene.colour, stone).move))
        if tree and number % tree == 0:
            tally.by_tree += 1
            near = bits_of(strategy.points())
            attackers.append(
                ("our tree", Tree(scene.position, scene.colour, group.chains, near).move)
            )
        for word, attacker in attackers:
            refutation = scene.alone(index).by(attacker, GUIDED_MOVES)
            _report(refutation, f"{name}, by {word}", tally)


def _report(refutation: Refutation | None, name: str, tally: Tally) -> bool:
    """Write a refutation; tell whether there is one."""
    if refutation is None:
        return False
    moves = " ".join(vertex_of(move) if move else "-" for move in refutation.moves)
    chains = refutation.group.chains if refutation.group else 0
    stones = " ".join(vertex_of(stone) for stone in points_of(chains))
    tally.refuted.append(name)
    sys.stdout.write(f"{name}: {refutation.why}; {stones or 'territory'}; {moves}\n")
    sys.stdout.flush()
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
