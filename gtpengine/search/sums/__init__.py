"""Exact sums: what several solved local games are worth together, and which move is best."""
