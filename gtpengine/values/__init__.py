"""Exact values of combinatorial games: numbers, games, thermographs, kos. Knows no Go."""
