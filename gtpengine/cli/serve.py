"""`gtpengine serve`: games explored, played and practised in a browser."""

import argparse
import sys

DEFAULT_PORT = 8321


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gtpengine serve`."""
    parser.add_argument("file", metavar="FILE.sgf", nargs="?", help="a game record to begin with")
    parser.add_argument(
        "--port",
        type=int,
        default=DEFAULT_PORT,
        metavar="N",
        help=f"where to listen ({DEFAULT_PORT}); 0: any port that is free",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address of this machine (127.0.0.1: no other machine can reach it)",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="another name under which pages may reach it; may be repeated",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from gtpengine.errors import BadInput

    if not 0 <= arguments.port <= 65_535:
        raise BadInput(f"--port {arguments.port} is not between 0 and 65535")
    try:
        from gtpengine.web.server import LOOPBACK, Place, serve
    except ModuleNotFoundError as error:
        raise BadInput(
            f"{error.name} is missing: pip install 'gtpengine[web]', or run scripts/gtpengine serve"
        ) from None
    place = Place(arguments.host, arguments.port, tuple(arguments.name))
    if arguments.host not in LOOPBACK:
        sys.stderr.write("everybody who can reach this address can use the engine\n")
    try:
        serve(
            place,
            arguments.file,
            browser=not arguments.no_browser,
            say=print_line,
        )
    except KeyboardInterrupt:
        return 0
    return 0


def print_line(text: str) -> None:
    """Write a line to stderr, where people and scripts look for the address."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
