"""Searches over game graphs; any game that can expand a node will do."""
