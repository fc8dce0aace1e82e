"""Amazons, the test game of the TDS paper: a second game for `search`, on boards up to 6 x 6."""
