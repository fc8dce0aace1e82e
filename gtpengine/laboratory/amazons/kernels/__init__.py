"""The compiled parts of Amazons."""
