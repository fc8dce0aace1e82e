"""What holds for all tests."""

import os
import signal

# A shell that starts us in the background ignores Ctrl-C, and so would every process that a test
# starts. With a handler of our own here, they begin with the default again.
signal.signal(signal.SIGINT, signal.default_int_handler)
# The settings of whoever runs the tests must not change what is tested.
os.environ["XDG_CONFIG_HOME"] = os.devnull
