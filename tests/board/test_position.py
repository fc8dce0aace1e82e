"""The rules as pictures: capture, suicide, ko, superko, long loops, undo, setup."""

import random
from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import NO_POINT, PASS, point_of
from gtpengine.board.position import BadSetup, CannotUndo, IllegalMove, Position
from gtpengine.board.rules import AGA, CHINESE, JAPANESE, NEW_ZEALAND, RULES, TROMP_TAYLOR


def at(position: Position, vertex: str) -> int:
    return point_of(vertex, position.width, position.height)


def play(position: Position, line: str) -> None:
    """Play 'B D4 W pass ...'."""
    words = line.split()
    for colour, vertex in zip(words[::2], words[1::2], strict=True):
        position.play(BLACK if colour == "B" else WHITE, at(position, vertex))


def plain(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


def snapshot(position: Position):
    return {
        name: value.copy() if hasattr(value, "copy") else value
        for name, value in vars(position).items()
    }


@pytest.mark.parametrize(
    ("before", "line", "after", "prisoners"),
    [
        pytest.param(
            """
            . X .
            X O .
            . X .
            """,
            "B C2",
            """
            . X .
            X . X
            . X .
            """,
            1,
            id="one stone",
        ),
        pytest.param(
            """
            X O . O X
            X O O O X
            . X X X .
            """,
            "B C3",
            """
            X . X . X
            X . . . X
            . X X X .
            """,
            5,
            id="five stones from inside",
        ),
        pytest.param(
            """
            . O . O .
            O X . X O
            . O . O .
            """,
            "W C2",
            """
            . O . O .
            O . O . O
            . O . O .
            """,
            2,
            id="two chains at once",
        ),
        pytest.param(
            """
            . O X .
            O X . X
            . O X .
            """,
            "W C2",
            """
            . O X .
            O . O X
            . O X .
            """,
            1,
            id="a ko is taken",
        ),
    ],
)
def test_captures(before, line, after, prisoners):
    position = Position.from_diagram(before)
    play(position, line)
    assert position.diagram(labelled=False) == plain(after)
    assert sum(position.prisoners) == prisoners


def test_snapback():
    position = Position.from_diagram(
        """
        . . O O .
        . O X X O
        . O X . O
        . X O O O
        . X X X X
        """,
        to_move=WHITE,
        rules=JAPANESE,
    )
    play(position, "W D3")
    assert position.diagram(labelled=False) == plain(
        """
        . . O O .
        . O . . O
        . O . O O
        . X O O O
        . X X X X
        """
    )
    assert position.prisoners[WHITE] == 3


@pytest.mark.parametrize("rules", RULES.values(), ids=lambda rules: rules.name)
def test_suicide(rules):
    """One stone or several: allowed where the rules say so, and then the chain is gone."""
    position = Position.from_diagram(
        """
        . X . .
        X X O .
        O O O .
        """,
        to_move=WHITE,
        rules=rules,
    )
    if not rules.suicide:
        with pytest.raises(IllegalMove, match="suicide"):
            play(position, "W A3")
        return
    # A single stone's suicide changes nothing on the board: positional superko forbids it, while
    # situational superko lets it stand for a pass.
    if rules is TROMP_TAYLOR:
        with pytest.raises(IllegalMove, match="superko"):
            play(position, "W A3")
    else:
        play(position, "W A3")
        assert position.colour_at(at(position, "A3")) == EMPTY
        assert position.prisoners[BLACK] == 1


def test_suicide_of_several_stones():
    position = Position.from_diagram(
        """
        . X O .
        X X O O
        O O . .
        """,
        rules=NEW_ZEALAND,
    )
    play(position, "B A3")
    assert position.diagram(labelled=False) == plain(
        """
        . . O .
        . . O O
        O O . .
        """
    )
    assert position.prisoners[WHITE] == 4


KO = """
    . X O . .
    X . X O .
    . X O . .
"""


def test_simple_ko_bans_the_immediate_recapture_only():
    position = Position.from_diagram(KO, to_move=WHITE, rules=JAPANESE)
    play(position, "W B2")
    assert position.ko_point == at(position, "C2")
    assert not position.is_legal(BLACK, at(position, "C2"))
    assert position.is_legal(WHITE, at(position, "C2"))  # filling it is no recapture
    play(position, "B E3 W E1")
    assert position.ko_point == NO_POINT
    play(position, "B C2")


def test_a_pass_lifts_the_ko():
    position = Position.from_diagram(KO, to_move=WHITE, rules=JAPANESE)
    play(position, "W B2 B pass W pass B C2")
    assert position.colour_at(at(position, "B2")) == EMPTY


def test_taking_two_stones_or_joining_a_chain_is_no_ko():
    position = Position.from_diagram(
        """
        . X O .
        X . X O
        X . X O
        . X O .
        """,
        to_move=WHITE,
        rules=JAPANESE,
    )
    play(position, "W B3 B B2")
    assert position.ko_point == NO_POINT


def test_send_two_return_one():
    """White adds a stone, Black takes both, White retakes one: the first board, Black to move."""
    start = """
        . . . . .
        . . . . .
        X X O . .
        . O . O .
    """
    for rules, legal in ((CHINESE, False), (TROMP_TAYLOR, False), (AGA, True), (JAPANESE, True)):
        position = Position.from_diagram(start, to_move=WHITE, rules=rules)
        play(position, "W A1 B C1")
        assert position.prisoners[BLACK] == 2
        assert position.is_legal(WHITE, at(position, "B1")) is legal
        if legal:
            play(position, "W B1")
            assert position.diagram(labelled=False) == plain(start)


TRIPLE_KO = """
    . X O . . X O . . X O .
    X . X O X . X O X O . O
    . X O . . X O . . X O .
"""


def test_triple_ko_runs_in_circles_only_under_simple_ko():
    """Three kos, two open for White and one for Black: taking them in turn repeats the board."""
    circle = "W B2 B L2 W F2 B C2 W K2 B G2"
    position = Position.from_diagram(TRIPLE_KO, to_move=WHITE, rules=JAPANESE)
    play(position, circle)
    assert position.times_seen() == 2
    play(position, circle)
    assert position.times_seen() == 3
    for rules in (CHINESE, AGA, NEW_ZEALAND, TROMP_TAYLOR):
        position = Position.from_diagram(TRIPLE_KO, to_move=WHITE, rules=rules)
        play(position, circle.rsplit(" ", 2)[0])
        with pytest.raises(IllegalMove, match="superko"):
            play(position, "B G2")


def test_superko_remembers_across_undo():
    position = Position.from_diagram(TRIPLE_KO, to_move=WHITE, rules=CHINESE)
    play(position, "W B2 B L2 W F2 B C2 W K2")
    for _ in range(3):
        position.undo()
    play(position, "W F2 B C2 W K2")
    with pytest.raises(IllegalMove):
        play(position, "B G2")
    position.undo()
    play(position, "W D3 B E3 W K2 B G2")


def test_situational_superko_lets_the_other_player_recreate_a_board():
    """A board may come back if it was never seen with the same player to move."""
    for rules, legal in ((CHINESE, False), (AGA, True)):
        position = Position.from_diagram(KO, to_move=WHITE, rules=rules)
        play(position, "W B2 B pass W pass")
        # Black retakes: the first board again, then with White to move, now too: forbidden by both.
        assert not position.is_legal(BLACK, at(position, "C2"))
        position = Position.from_diagram(KO, to_move=BLACK, rules=rules)
        play(position, "B pass W B2 B pass W pass")
        assert not position.is_legal(BLACK, at(position, "C2"))
        position = Position.from_diagram(KO, to_move=BLACK, rules=rules)
        # White takes out of turn, so the start was only ever seen with Black to move.
        position.play(WHITE, at(position, "B2"))
        position.play(BLACK, PASS)
        position.play(WHITE, PASS)
        assert position.is_legal(BLACK, at(position, "C2")) is legal


def test_eternal_life():
    """Chosei: each side throws in and takes two, forever (the shape is from a real game)."""
    start = """
        . O . . . . X . .
        X O O O X X O O O
        X X X X X O O O .
        . . . . X . . . .
    """
    circle = "W F4 B C4 W E4 B D4"
    position = Position.from_diagram(start, rules=JAPANESE)
    play(position, "B D4")
    for times in (2, 3):
        play(position, circle)
        assert position.times_seen() == times
    for rules in (CHINESE, AGA, NEW_ZEALAND, TROMP_TAYLOR):
        position = Position.from_diagram(start, rules=rules)
        play(position, "B D4 W F4 B C4 W E4")
        with pytest.raises(IllegalMove, match="superko"):
            play(position, "B D4")


def test_a_refused_move_changes_nothing():
    generator = random.Random(3)
    refused = 0
    for _ in range(60):
        position = Position(generator.randrange(2, 6), generator.randrange(2, 6), TROMP_TAYLOR)
        for _ in range(40):
            before = snapshot(position)
            try:
                position.play(generator.choice((BLACK, WHITE)), generator.choice(position.points()))
            except IllegalMove:
                refused += 1
                assert snapshot(position) == before
    assert refused > 500


def test_undo_restores_everything():
    generator = random.Random(4)
    for rules in RULES.values():
        position = Position(4, 5, rules)
        history = []
        for _ in range(150):
            colour = generator.choice((BLACK, WHITE))
            history.append(snapshot(position))
            position.play(colour, generator.choice([PASS, *position.legal_points(colour)]))
        while history:
            position.undo()
            assert snapshot(position) == history.pop()
        with pytest.raises(CannotUndo):
            position.undo()


def test_a_copy_is_independent():
    position = Position(5)
    play(position, "B C3 W D4")
    twin = position.copy()
    play(twin, "B B2 W A1")
    twin.undo()
    assert len(position.moves) == 2
    assert position.colour_at(at(position, "B2")) == EMPTY
    assert twin.colour_at(at(twin, "C3")) == BLACK


def test_handicap_and_setup():
    position = Position(9)
    position.place_handicap([at(position, "C3"), at(position, "G7")])
    assert (position.to_move, position.handicap, position.moves) == (WHITE, 2, [])
    with pytest.raises(CannotUndo):
        position.undo()
    with pytest.raises(BadSetup, match="empty board"):
        position.place_handicap([at(position, "D4"), at(position, "E5")])
    with pytest.raises(BadSetup, match="twice"):
        position.setup(black=[at(position, "D4")], white=[at(position, "D4")])
    with pytest.raises(BadSetup, match="no liberty"):
        Position(2).setup(black=Position(2).points())
    with pytest.raises(BadSetup, match="2 stones"):
        Position(9).place_handicap([at(position, "C3")])
    position.clear()
    assert (position.handicap, position.stones(BLACK)) == (0, [])


def test_size_rules_and_komi():
    position = Position(5, 7, JAPANESE)
    assert (position.width, position.height, position.komi) == (5, 7, Fraction(13, 2))
    assert len(position.points()) == 35
    assert Position(9, komi=Fraction(-3)).komi == -3


def test_all_legal_positions_of_tiny_boards():
    """Tromp's counts of legal positions: 57 on 2x2, 12675 on 3x3."""
    from itertools import product

    for size, expected in ((2, 57), (3, 12675)):
        board = Position(size)
        count = 0
        for stones in product((EMPTY, BLACK, WHITE), repeat=size * size):
            colours = dict(zip(board.points(), stones, strict=True))
            try:
                board.setup(
                    [p for p, c in colours.items() if c == BLACK],
                    [p for p, c in colours.items() if c == WHITE],
                    [p for p, c in colours.items() if c == EMPTY],
                )
            except BadSetup:
                continue
            count += 1
        assert count == expected
