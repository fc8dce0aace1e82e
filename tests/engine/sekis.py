"""Sekis and fights that only look like them, as pictures. Outer groups have two eyes each."""

# Name: picture, dead chains (their first stone) and chains in seki.
SEKIS = {
    "two shared liberties": (
        """
        . X . X O X X O .
        X X X X O X X O O
        X X X X O X X O .
        X X X X O X X O O
        X X X X O X X O O
        X X X X O . X O O
        X X X X O . X O O
        """,
        "E1 G1",
    ),
    "three shared liberties": (
        """
        . X . X O X X O .
        X X X X O X X O O
        X X X X O X X O .
        X X X X O . X O O
        X X X X O . X O O
        X X X X O . X O O
        """,
        "E1 G1",
    ),
    "an eye each": (
        """
        . X . X O O O X X X O . O .
        X X X X O . O X . X O O O O
        X X X X O O O X X X O O O O
        X X X X O O . X X X O O O O
        """,
        "E1 H1",
    ),
    "an eye of two points each": (
        """
        . X . X O O O X X X O . O .
        X X X X O . O X . X O O O O
        X X X X O . O X . X O O O O
        X X X X O O O X X X O O O O
        X X X X O O . X X X O O O O
        """,
        "E1 H1",
    ),
    "three in a row inside an eye": (
        """
        . X . X X X X . X
        X X X X X X X X X
        X O O O O O O O X
        X O . X X X . O X
        """,
        "B1 D1",
    ),
    "four in a row inside an eye": (
        """
        . X . X X X X X . X
        X X X X X X X X X X
        X O O O O O O O O X
        X O . X X X X . O X
        """,
        "B1 D1",
    ),
}

# Name: picture, and the one chain that is dead.
FIGHTS = {
    "an eye against none": (
        """
        . X . X O O O X X X O . O .
        X X X X O . O X X X O O O O
        X X X X O O O X X X O O O O
        X X X X O O . X X X O O O O
        X X X X O O . X X X O O O O
        """,
        "H1",
    ),
    "a large eye against a small one": (
        """
        . X . X O O O X X X X O . O .
        X X X X O . O X . . X O O O O
        X X X X O O O X . . X O O O O
        X X X X O O . X X X X O O O O
        """,
        "E1",
    ),
    "more liberties": (
        """
        . X . X O X X O .
        X X X X O X X O O
        X X X X O X X O .
        X X X . O X X O O
        X X X . O . X O O
        X X X . O . X O O
        """,
        "G1",
    ),
    "two in a row inside an eye": (
        """
        . X . X X X . X
        X X X X X X X X
        X O O O O O O X
        X O . X X . O X
        """,
        "B1",
    ),
}

# By rules that count territory White's corner is dead, beside a seki.
BENT_FOUR = """
    . X . X X X X . X O X X O . .
    X X X X X X X X X O X X O O O
    X X X X X X X X X O X X O . O
    O O O O X X X X X O X X O O O
    . O O O O X X X X O . X O O O
    X X X . O X X X X O . X O O O
    """

# A seki, and a stone that is dead beyond doubt on each side.
DEAD_BESIDE = """
    . . . . X O X X O . . . .
    . O . . X O X X O . . X .
    . . . . X O X X O . . . .
    X X X X X O X X O O O O O
    X X X X X O . X O . . . .
    X . X . X O . X O O . O O
    """


def swapped(picture):
    """Return the same with the colours exchanged."""
    return picture.translate(str.maketrans("XO", "OX"))
