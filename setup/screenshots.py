"""Redraw docs/screenshots from the examples in tests/ui/pictures:

    python -m setup.screenshots

The measurement result shown is from a real session; everything else is sample data. Needed after
the window has changed; takes a few minutes. Review the pictures before a commit.
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
    "result": "result-real",
}
"""Name of the screenshot → name of the example."""


def draw() -> None:
    with tempfile.TemporaryDirectory() as name:
        for screenshot, example in DRAWN.items():
            # drawn together with its neighbours, after which scrolling has settled
            whole = f"{example.partition('-')[0]}-*"
            if screens.main(Path(name), [SCHEME], whole) != 0:
                raise SystemExit(f"Drawing {example} failed, see above.")
            made = Path(name, f"{example}-{SCHEME}.png")
            shutil.copyfile(made, FOLDER / f"{screenshot}-{SCHEME}.png")


if __name__ == "__main__":
    draw()
