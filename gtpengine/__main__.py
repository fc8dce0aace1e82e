"""The `gtpengine` command."""

import sys


def main() -> int:
    """Run the command line and return the exit code."""
    try:
        from gtpengine.cli.main import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:  # before there was anything to say about it
        return 130


if __name__ == "__main__":
    sys.exit(main())
