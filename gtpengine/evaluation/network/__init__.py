"""A small convolutional network of our own: moves of both players, ownership and score."""
