"""The weights as kernels see them: one flat float32 vector. This module alone knows what is where.

    knobs | gammas of shapes for playouts | gammas of features | gammas of shapes for priors

A *gamma* is a Bradley-Terry strength: positive, 1 is neutral, and those of one move's features
multiply. A *shape* is the code of the eight neighbours of a point, seen by the player to move
(`gtpengine.evaluation.shapes`); a shape for priors also says which of its four sides are in atari.
A *feature* has one value out of up to 64 for every move (`gtpengine.evaluation.kernels.features`).
"""

from typing import Final

# Knobs of the playout policy: probabilities that a rule is asked at all, and masses.
ASK_ATARI: Final = 0  # answers to ataris beside the last move
ASK_WEAK: Final = 1  # chains with two liberties beside the last move
ASK_NAKADE: Final = 2
TENUKI: Final = 3  # mass of an empty point elsewhere, against the gammas around the last move
FAR_DRAWS: Final = 4  # points elsewhere that compete by their gammas
KNOBS_LEN: Final = 32

# Gammas of shapes in playouts: around the last move and elsewhere.
SHAPES: Final = 1 << 16
NEAR_SHAPE: Final = KNOBS_LEN
FAR_SHAPE: Final = NEAR_SHAPE + SHAPES

# Gammas of features for priors: FEATURES + FEATURE_ROOM * feature + value.
CAPTURE: Final = 0
SAVE: Final = 1
SELF_ATARI: Final = 2
ATARI: Final = 3
STRENGTHEN: Final = 4
DISTANCE: Final = 5  # to the last move
DISTANCE_BEFORE: Final = 6  # to the one before
LINE: Final = 7
EYE: Final = 8
FEATURE_COUNT: Final = 9
FEATURE_BITS: Final = 6
FEATURE_ROOM: Final = 1 << FEATURE_BITS
FEATURES: Final = FAR_SHAPE + SHAPES

# Gammas of shapes with atari bits, for priors.
ATARI_SHAPES: Final = 1 << 20
PRIOR_SHAPE: Final = FEATURES + FEATURE_ROOM * FEATURE_COUNT
WEIGHTS_LEN: Final = PRIOR_SHAPE + ATARI_SHAPES
