"""Loopy games: thermographs of game graphs with kos.

walls (exact lines) -> rules (equations of the komaster game) -> solver (walls and bounds) -> run ->
analysis, the way in. sidling bounds, threats scaffolds, unrolling prepares.
"""
