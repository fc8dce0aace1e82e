"""Temperature discovery search (Mueller, Enzenberger and Schaeffer, 2004), on any game in a pool.

pool (the game) and stack (the coupons) -> dynamic (complete games) or growing (others) -> samples
(mean and temperature) -> intervals, anytime: the ways in. The paper's own searches, by alpha-beta,
are in gtpengine.laboratory.tds.
"""
