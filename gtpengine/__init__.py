"""A Go engine that thinks in local games: each has a mean and a temperature, the move follows."""

__version__ = "0.1.0"
