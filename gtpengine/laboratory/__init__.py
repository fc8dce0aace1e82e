"""Where ideas are tried and measured: nothing that plays, analyses or reviews imports it."""
