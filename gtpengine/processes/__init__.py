"""Other programs as processes of ours: found, timed, and ended with us however we end."""
