"""Making another system's root file system leaves this one alone."""

from __future__ import annotations

import subprocess

from tests.bootstrap import APART


def test_what_makes_another_system_sees_no_process_of_this_one() -> None:
    """The scripts of its packages end daemons by their program's path."""
    argv = [*APART, "sh", "-c", "echo /proc/[0-9]*"]
    seen = subprocess.run(argv, capture_output=True, text=True, check=True).stdout
    assert seen.split() == ["/proc/1"]
