"""From stones to local games: what is safe, what is settled, and the regions that are left."""
