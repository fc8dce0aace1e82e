"""The compiled parts of temperature discovery search."""
