"""The `gtpengine` command."""

import sys


def main() -> int:
    """Run the command line and return the exit code."""
    from gtpengine.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
