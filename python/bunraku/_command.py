"""The command ``bunraku``, as the wheel installs it."""

import signal
import sys

from ._bunraku import command


def main() -> int:
    """Runs the command of the process's arguments; gives its exit status."""
    # Python's own handler would run only when the command has ended
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return command(["bunraku", *sys.argv[1:]])
