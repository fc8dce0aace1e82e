"""Moves of a region by name (hane, monkey jump, throw-in): which are worth a look."""
