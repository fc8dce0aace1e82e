"""Loopy games: thermographs of game graphs with kos. The way in is analysis.py.

unrolling (loops of one player) -> rules (equations of the komaster game) -> solver (walls, bounds)
-> run (scales) -> analysis. Beside them: walls and simplest (exact lines and numbers), terminals,
result, bulk (the same by kernels), sidling (loop-free bounds), threats (a ko beside threats).
"""
