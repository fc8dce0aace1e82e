"""What an unsettled position is worth: heavy playouts, learned patterns, ownership."""
