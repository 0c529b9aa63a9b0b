"""The command ``bunraku``, as the wheel installs it."""

import signal
import sys

from ._bunraku import command


def main() -> int:
    """Runs the command with the arguments of this process. Returns its exit status."""
    # Python's own handler would only run after the command has ended
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return command(["bunraku", *sys.argv[1:]])
