"""Two blocks that can only live by capturing each other, played out liberty by liberty."""

from functools import cache

KILL, SEKI, DIE = 1, 0, -1


@cache
def outcome(own, other, shared, passed=False):
    """Return what the player to move can enforce; own and other are (outside, eye) liberties.

    Eye liberties are those of one big eye: the last of them can be filled only when it is the
    block's last liberty at all. Two passes leave both alive.
    """
    results = []
    if passed:
        results.append(SEKI)
    else:
        results.append(-outcome(other, own, shared, True))
    outside, eye = other
    if outside:
        results.append(after(own, (outside - 1, eye), shared))
    if eye > 1 or (eye == 1 and outside + shared == 0):
        results.append(after(own, (outside, eye - 1), shared))
    if shared:
        left = shared - 1
        if sum(own) + left or sum(other) + left == 0:
            results.append(after(own, other, left))
    return max(results)


def after(own, other, shared):
    if sum(other) + shared == 0:
        return KILL
    return -outcome(other, own, shared)
