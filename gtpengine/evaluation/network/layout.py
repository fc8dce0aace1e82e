"""The input planes of the network, and a scale. This module alone knows which plane means what.

All of them are seen by the player to move: *own* stones are that player's. Planes hold 0 or 1, but
the two of strengths, which hold the logarithm of the pattern model's chance of the move.
"""

from typing import Final

BOARD: Final = 0  # 1 everywhere: tells the board from the zeros beyond its edge
OWN: Final = 1
OTHER: Final = 2
OWN_LIBERTIES: Final = 3  # three planes: stones of chains with 1, 2, 3 liberties
OTHER_LIBERTIES: Final = 6
KO: Final = 9  # where the simple ko rule forbids the player's move
LAST: Final = 10  # the opponent's last move
BEFORE_LAST: Final = 11
LINES: Final = 12  # three planes: first, second, third line from the edge
LEGAL: Final = 15  # moves of the player
OTHER_LEGAL: Final = 16  # moves of the opponent, if it were its turn
OWN_EYE: Final = 17
OTHER_EYE: Final = 18
OWN_CAUGHT: Final = 19  # stones in atari that no ladder run saves, or two liberties and a ladder
OTHER_CAUGHT: Final = 20
STRENGTH: Final = 21
OTHER_STRENGTH: Final = 22
PLANES: Final = 23

# A strength is (ln(chance) - STRENGTH_MEAN) / STRENGTH_SCALE, chances cut off at exp(-LEAST).
STRENGTH_MEAN: Final = -6.0
STRENGTH_SCALE: Final = 3.0
STRENGTH_LEAST: Final = -12.0  # also what an illegal move gets

LADDER_NODES: Final = 120  # that a ladder is read for; one across 19x19 takes about 80

LEAD_SCALE: Final = 10.0  # points that one unit of the head adds to the sum of the owners
# The spread is LEAST_SPREAD + SPREAD_SCALE * ln(1 + exp(output)): learning cannot saturate it.
LEAST_SPREAD: Final = 0.2
SPREAD_SCALE: Final = 10.0
