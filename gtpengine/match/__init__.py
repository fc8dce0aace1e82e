"""Matches: engines play each other, two judges count, statistics say what it means."""
