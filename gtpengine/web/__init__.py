"""The browser app: a local server that explores games, plays, and trains the endgame."""
