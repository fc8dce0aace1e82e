"""Steps of heat: the few colours in which a temperature is shown, the same in every picture."""

from fractions import Fraction

# The lowest territory temperature of each step; the first step takes everything below.
STEPS = (None, Fraction(1, 1000), Fraction(1), Fraction(2), Fraction(4), Fraction(8))
# What the legend calls them.
STEP_NAMES = {
    "territory": ("nothing", "under 1", "1 to 2", "2 to 4", "4 to 8", "8 and more"),
    "area": ("1 at most", "1 to 2", "2 to 3", "3 to 5", "5 to 9", "9 and more"),
}


def heat_step(temperature: Fraction | None, scoring: str = "territory") -> int | None:
    """Return the step of a temperature, from 0; None if it is not known.

    Area temperatures are one point higher than territory ones for the same move, and get the same
    colour.
    """
    if temperature is None:
        return None
    t = temperature - (1 if scoring == "area" else 0)
    return sum(1 for low in STEPS if low is not None and t >= low)


def heat_class(temperature: Fraction | None, scoring: str = "territory") -> str:
    """Return the class that colours a temperature."""
    step = heat_step(temperature, scoring)
    return "heat-x" if step is None else f"heat-{step}"
