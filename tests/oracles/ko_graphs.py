"""Random game graphs with kos, for tests. `rng` is a random.Random: same seed, same graph."""

from fractions import Fraction

from gtpengine.values.graph import GameGraph


def iterated(states, size):
    """The n-iterated ko S0 = {size|S1}, ..., Sn = {S(n-1)|0} with n + 1 = `states`."""
    names = [f"S{i}" for i in range(states)]
    sides = [[size], *([name] for name in names[:-1])], [*([name] for name in names[1:]), [0]]
    return GameGraph.from_options(dict(zip(names, zip(*sides, strict=True), strict=True)))


def loop_free_option(rng, spec, depth, low, high):
    """Return an option text: a number from low to high or a new loop-free node."""
    if depth == 0 or rng.random() < 0.4:
        return rng.randint(low, high)
    name = f"D{len(spec)}"
    spec[name] = None
    middle = rng.randint(low, high)
    left = loop_free_option(rng, spec, depth - 1, middle, high)
    right = loop_free_option(rng, spec, depth - 1, low, middle)
    spec[name] = ([left], [right])
    return name


def chain(rng, longest=4):
    """A ko of up to `longest` stages; ends and some stages lead into random loop-free games.

    Covers simple kos, iterated kos and approach kos: a stage may be left by either player.
    """
    names = [f"S{i}" for i in range(rng.randint(2, longest + 1))]
    spec = dict.fromkeys(names)
    for i, name in enumerate(names):
        left = [names[i - 1]] if i else []
        right = [names[i + 1]] if i + 1 < len(names) else []
        if not left or rng.random() < 0.3:
            left.append(loop_free_option(rng, spec, 2, 0, 9))
        if not right or rng.random() < 0.3:
            right.append(loop_free_option(rng, spec, 2, -9, 0))
        spec[name] = (left, right)
    return GameGraph.from_options(spec)


def tangled(rng):
    """A few positions in a row, moves forward at random, and one or two kos across them."""
    names = [f"N{i}" for i in range(rng.randint(3, 7))]
    spec = {}
    for i, name in enumerate(names):
        sides = []
        for sign in (1, -1):
            options = []
            for _ in range(rng.randint(1, 2)):
                if i + 1 < len(names) and rng.random() < 0.5:
                    options.append(rng.choice(names[i + 1 :]))
                else:
                    options.append(sign * rng.randint(-2, 9))
            sides.append(list(dict.fromkeys(options)))
        spec[name] = tuple(sides)
    for _ in range(rng.randint(1, 2)):
        taker, taken = rng.sample(names, 2)
        for side, start, end in ((0, taker, taken), (1, taken, taker)):
            if end not in spec[start][side]:
                spec[start][side].append(end)
    return GameGraph.from_options(spec)


def anything(rng, most=12):
    """Any directed graph at all: eternal loops, loops of one player, empty sides, offsets."""
    names = [f"N{i}" for i in range(rng.randint(1, most))]
    density = rng.choice((0.5, 1, 2))
    spec = {}
    for name in names:
        sides = []
        for _ in range(2):
            options = []
            for _ in range(min(6, int(rng.expovariate(1 / density) + 0.5))):
                if rng.random() >= 0.6:
                    options.append(rng.randint(-9, 9))
                elif rng.random() < 0.9:
                    options.append(rng.choice(names))
                else:
                    options.append((rng.choice(names), Fraction(rng.randint(-4, 4), 2)))
            sides.append(list(dict.fromkeys(options)))
        spec[name] = tuple(sides)
    return GameGraph.from_options(spec)
