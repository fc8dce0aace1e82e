"""Proofs as players: their answers hold on the real board, and an attack finds what is wrong."""

import random
from dataclasses import replace

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE, TROMP_TAYLOR
from gtpengine.laboratory.studies.attackers import Tree
from gtpengine.laboratory.studies.attacks import Tally, read_results, write_result
from gtpengine.partition.alternating import safety
from gtpengine.partition.bits import bits_of, stones_of
from gtpengine.reading.attack import Attack
from gtpengine.reading.frame import Stones
from gtpengine.reading.prover import Prover
from tests.partition.boards import scattered

OPEN_BORDER = """
    O O O O O O O
    X X X X X O .
    . . . . X O .
    X X . . . . O
    . . X X . O O
    """


def attacks(position: Position, seconds: float):
    """Yield an attack on all proofs of each colour."""
    prover = Prover(keep_strategies=True)
    found = prover.prove(position, seconds)
    full, black, white = stones_of(position)
    for colour, own, foe in ((BLACK, black, white), (WHITE, white, black)):
        proofs = [(each, prover.strategies[each]) for each in found.groups if each.colour == colour]
        if proofs:
            yield Attack(Stones(full, own, foe), proofs, safety(full, own, foe).owed), proofs


def test_a_proof_answers_all_sequences():
    position = Position.from_diagram(OPEN_BORDER, rules=JAPANESE)
    ((attack, _),) = attacks(position, 5.0)
    refutation, tried = attack.by_all_moves(5, 20_000)
    assert refutation is None
    assert tried > 100


def test_proofs_on_random_boards_hold_against_random_attackers():
    rng = random.Random(11)
    proofs = 0
    for _ in range(30):
        position = scattered(rng, rng.choice([7, 9]), 9)
        for attack, found in attacks(position, 0.05):
            proofs += len(found)
            for _ in range(20):
                assert attack.at_random(rng, 40) is None, position.diagram()
            assert attack.by_all_moves(3, 1000)[0] is None, position.diagram()
    assert proofs > 3


def test_an_attack_refutes_a_claim_that_is_false():
    # The proof is of five points in the corner; with a white stone among them it is none.
    position = Position.from_diagram(OPEN_BORDER, rules=JAPANESE)
    ((_, proofs),) = attacks(position, 5.0)
    full, black, white = stones_of(position)
    white |= bits_of([point_of("B3", 7, 5), point_of("E1", 7, 5)])
    attack = Attack(Stones(full, black, white), proofs, 0)
    rng = random.Random(1)
    assert any(attack.at_random(rng, 40) is not None for _ in range(100))


def test_our_tree_attacks_and_takes_what_is_not_alive():
    position = Position.from_diagram(
        """
        X X X X X O
        X . . . X O
        X X X X X O
        O O O O O O
        . . . . . .
        """,
        rules=JAPANESE,
    )
    _, black, _ = stones_of(position)
    tree = Tree(position, BLACK, black, bits_of([point_of(v, 6, 5) for v in ("B4", "C4", "D4")]))
    assert vertex_of(tree.move([])) == "C4"


def test_attacks_are_resumed_where_the_file_of_results_ends(tmp_path):
    first, second = Tally(life=2, games=5), Tally(life=1, by_tree=3, refuted=["a"])
    path = tmp_path / "results"
    assert read_results(path) == {}
    write_result(path, "first", first)
    write_result(path, "second", second)
    assert read_results(path) == {"first": first, "second": second}
    first.add(second)
    assert first == Tally(life=3, games=5, by_tree=3, refuted=["a"])


def test_nothing_is_proved_where_suicide_is_allowed():
    position = Position.from_diagram(OPEN_BORDER, rules=replace(TROMP_TAYLOR, suicide=True))
    assert Prover().prove(position, 5.0).points == 0
