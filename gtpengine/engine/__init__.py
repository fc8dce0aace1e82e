"""What stands behind GTP: the clock, the player, the judge of dead stones, the warm-up."""
