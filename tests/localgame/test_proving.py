"""Solutions by proof: what is listed, and what is not."""

from gtpengine.localgame.proving import ProvingSolver
from gtpengine.localgame.solution import LocalKind
from gtpengine.partition.region import Region

# White's nine stones have a pyramid of four for eyes.
PYRAMID = """
    - X o . . . o X -
    - X o o . o o X -
    - - X o o o X - -
    - - - X X X - - -
    """


def test_few_points_with_many_stones_are_proved_instead_of_listed():
    solution = ProvingSolver().solve(Region.from_diagram(PYRAMID))
    value = solution.value()
    # by hand: Black's move in the middle takes nine stones on thirteen points, less the move: 21;
    # White's makes three eyes
    assert (value.mean, value.temperature) == (9, 12)
    assert solution.kind is LocalKind.GOTE
    # of 655,554 positions
    assert solution.graph.nodes < 5000
