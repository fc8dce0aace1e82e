"""Generated regions and endgames on which searches are tried."""
