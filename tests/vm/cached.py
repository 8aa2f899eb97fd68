"""``python -m tests.vm.cached``: the exit code tells whether a guest has been made here before, so
that a few scenarios cost minutes and no more."""

from __future__ import annotations

import sys

from tests.vm.artefacts import cache_folder

if __name__ == "__main__":
    sys.exit(0 if any(cache_folder().glob("booted-*")) else 1)
