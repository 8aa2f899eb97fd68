"""Draws docs/screenshots anew, out of the examples that tests/ui/pictures show:

    python -m setup.screenshots

For a window that has changed; takes some minutes. Look at what is drawn before it's committed.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from tests import screens

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
SCHEME = "light"

DRAWN = {
    "main": "main-array",
    "settings": "settings-array",
    "live": "main-live",
    "benchmark": "tabs-benchmark",
    "measure": "measuring-half",
    "result": "result-array",
}
"""The screenshot's name → that of the example."""


def draw() -> None:
    with tempfile.TemporaryDirectory() as name:
        for screenshot, example in DRAWN.items():
            # as its neighbours leave it: what is scrolled has settled then
            whole = f"{example.partition('-')[0]}-*"
            if screens.main(Path(name), [SCHEME], whole) != 0:
                raise SystemExit(f"{example} can't be drawn, see above.")
            made = Path(name, f"{example}-{SCHEME}.png")
            shutil.copyfile(made, FOLDER / f"{screenshot}-{SCHEME}.png")


if __name__ == "__main__":
    draw()
