"""The search of a whole board that a network leads."""
