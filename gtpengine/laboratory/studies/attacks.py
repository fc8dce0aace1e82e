"""Attack the proofs of life and territory in the shared games: attack-proofs.

Each proof plays its own answers on the real board, against random attackers, against all sequences
of a few moves, and against GNU Go's reading of life and death.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.errors import EngineError
from gtpengine.laboratory.studies.proofs import shared_games
from gtpengine.match.client import Client
from gtpengine.partition.alternating import safety
from gtpengine.partition.bits import components, points_of, stones_of
from gtpengine.reading.attack import Attack, Refutation
from gtpengine.reading.frame import Stones, targets_of
from gtpengine.reading.prover import Prover, SafeGroup
from gtpengine.reading.strategy import Strategy

BEFORE_END = (0, 10, 20, 30, 40, 60)
RANDOM_GAMES = 100  # against all proofs of a colour
RANDOM_MOVES = 80
DEPTH = 4  # of all sequences against one proof
SEQUENCES = 2000
AREA_GAMES = 20  # in one territory
PARTNER_MOVES = 20
PARTNER_SECONDS = 60.0


@dataclass
class Tally:
    """What was attacked."""

    life: int = 0
    searched: int = 0  # territories that a search proved
    enclosed: int = 0  # territories without room between safe stones
    games: int = 0
    sequences: int = 0
    by_partner: int = 0
    refuted: list[str] = field(default_factory=list)


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
    arguments = parser.parse_args(argv)
    rng = random.Random(arguments.seed)
    tally = Tally()
    try:
        paths = shared_games(arguments.games)
        with ExitStack() as stack:
            partner = None
            if arguments.gnugo:
                partner = stack.enter_context(Client(["gnugo", "--mode", "gtp"]))
            for number, path in enumerate(paths, 1):
                record = load_record(path, JAPANESE)
                for before in BEFORE_END:
                    position = record.position(max(1, len(record.moves()) - before + 1))
                    name = f"{path.name}, {before} before the end"
                    for scene in scenes_of(position, arguments.seconds):
                        attack(scene, name, rng, tally)
                        if partner is not None:
                            attack_by_partner(scene, name, partner, arguments.gnugo, tally)
                sys.stderr.write(
                    f"{number} of {len(paths)}: {tally.life} of life, {tally.searched} and"
                    f" {tally.enclosed} of territory, {len(tally.refuted)} refuted\n"
                )
    except EngineError as error:
        sys.stderr.write(f"attack-proofs: {error}\n")
        return 1
    sys.stdout.write(
        f"{tally.life} proofs of life, {tally.searched} of territory by search and"
        f" {tally.enclosed} between safe stones: {tally.games} random games,"
        f" {tally.sequences} sequences, {tally.by_partner} attacks by GNU Go;"
        f" {len(tally.refuted)} refuted\n"
    )
    return 1 if tally.refuted else 0


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


def attack_by_partner(scene: Scene, name: str, partner: Client, every: int, tally: Tally) -> None:
    """Let GNU Go attack some of the proofs."""
    before = tally.life - sum(bool(group.chains) for group, _ in scene.proofs)
    for index, (group, _) in enumerate(scene.proofs):
        if not group.chains or (before + index) % every:
            continue
        attacker = _Partner(partner, scene, next(points_of(group.chains)))
        tally.by_partner += 1
        refutation = scene.alone(index).by(attacker.move, PARTNER_MOVES)
        _report(refutation, f"{name}, by GNU Go", tally)


class _Partner:
    """GNU Go, asked how to kill one chain."""

    def __init__(self, client: Client, scene: Scene, stone: int) -> None:
        self._client = client
        self._stone = vertex_of(stone)
        self._colours = ("white", "black") if scene.colour == BLACK else ("black", "white")
        self._told = 0
        self._ask(f"boardsize {scene.position.width}")
        self._ask("clear_board")
        for colour, word in ((BLACK, "black"), (WHITE, "white")):
            for point in scene.position.stones(colour):
                self._ask(f"play {word} {vertex_of(point)}")
        self._size = scene.position.width, scene.position.height

    def _ask(self, command: str) -> str:
        return self._client.ask(command, PARTNER_SECONDS)

    def move(self, moves: Sequence[int]) -> int:
        """Return where GNU Go would attack; 0 where it gives up."""
        for index in range(self._told, len(moves)):
            vertex = vertex_of(moves[index]) if moves[index] else "pass"
            self._ask(f"play {self._colours[index % 2]} {vertex}")
        self._told = len(moves)
        words = self._ask(f"owl_attack {self._stone}").split()
        if len(words) < 2 or words[0] == "0":
            return 0
        point = point_of(words[1], *self._size)
        return 0 if point == PASS else point


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
