"""The searches of the TDS paper (Mueller, Enzenberger and Schaeffer, 2004), on any game in a pool.

alphabeta (games that grow) -> exact, heuristic, ko: mean and temperature; hotstrat and globalsearch
play sums with that. What the engine uses of it is in gtpengine.search.tds.
"""
