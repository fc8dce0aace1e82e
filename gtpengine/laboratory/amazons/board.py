"""Amazons positions as three sets of squares. Square = (row + 1) * 7 + column, row 0 is the lowest.

A set is an integer with one bit per square. The seventh column and the rows around the board belong
to nobody, so a step that leaves the board meets a square that is not in any set. Everything that is
neither empty nor an amazon is an arrow or the edge.
"""

from dataclasses import dataclass

from gtpengine.errors import BadInput

STRIDE = 7
LARGEST_SIDE = 6
COLUMNS = "ABCDEF"
BLACK, WHITE, EMPTY, ARROW = "X", "O", ".", "#"


def square_of(row: int, column: int) -> int:
    """Return the square, counted from the lower left corner."""
    return (row + 1) * STRIDE + column


def square_name(square: int) -> str:
    """Return "A1" for the lower left square."""
    row, column = divmod(square, STRIDE)
    return f"{COLUMNS[column]}{row}"


def named_square(name: str) -> int:
    """Return the square called `name`.

    Raises:
        BadInput: it is not on the largest board.
    """
    column = COLUMNS.find(name[:1].upper())
    if column < 0 or name[1:] not in ("1", "2", "3", "4", "5", "6"):
        raise BadInput(f"no square is named '{name}'")
    return square_of(int(name[1:]) - 1, column)


def move_text(move: int) -> str:
    """Return a move code as "A2-A3xB2": from, to, arrow."""
    origin, rest = divmod(move, 1 << 12)
    target, arrow = divmod(rest, 1 << 6)
    return f"{square_name(origin)}-{square_name(target)}x{square_name(arrow)}"


@dataclass(frozen=True, slots=True)
class AmazonsPosition:
    """Who stands where: sets of empty squares, of black and of white amazons."""

    empty: int
    black: int
    white: int

    @staticmethod
    def from_rows(rows: str) -> "AmazonsPosition":
        """Read rows from the top, divided by "|" or line ends: "X.O|.#.". X is Black.

        Raises:
            BadInput: unknown characters, rows of different lengths, or more than 6 x 6.
        """
        lines = [line.strip() for line in rows.replace("|", "\n").split("\n") if line.strip()]
        widths = {len(line) for line in lines}
        if len(widths) != 1 or max(widths) > LARGEST_SIDE or len(lines) > LARGEST_SIDE:
            raise BadInput(f"an Amazons board has up to 6 equal rows of up to 6 squares: {rows!r}")
        sets = {EMPTY: 0, BLACK: 0, WHITE: 0, ARROW: 0}
        for row, line in enumerate(reversed(lines)):
            for column, character in enumerate(line):
                if character not in sets:
                    raise BadInput(f"unknown square '{character}' in {rows!r}")
                sets[character] |= 1 << square_of(row, column)
        return AmazonsPosition(sets[EMPTY], sets[BLACK], sets[WHITE])

    def to_rows(self, width: int = LARGEST_SIDE, height: int = LARGEST_SIDE) -> str:
        """Return what `from_rows` reads."""

        def at(row: int, column: int) -> str:
            bit = 1 << square_of(row, column)
            for squares, character in (
                (self.empty, EMPTY),
                (self.black, BLACK),
                (self.white, WHITE),
            ):
                if squares & bit:
                    return character
            return ARROW

        return "|".join(
            "".join(at(row, column) for column in range(width)) for row in reversed(range(height))
        )

    def swapped(self) -> "AmazonsPosition":
        """Return the position with the colours exchanged."""
        return AmazonsPosition(self.empty, self.white, self.black)
