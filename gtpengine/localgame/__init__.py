"""Local games: from a region's stones to its complete graph of positions and their exact values."""
