"""Positions studied for people who watch: what is known so far, as clients want to read it."""
