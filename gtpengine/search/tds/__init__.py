"""Temperature discovery search (Mueller, Enzenberger and Schaeffer, 2004), on any game in a pool.

pool (the game) and stack (the coupons) -> dynamic (complete games) or alphabeta (growing ones) ->
samples (mean and temperature) -> exact, heuristic, ko, intervals, hotstrat: the ways in.
"""
