"""Update the generated files in the repository:

    python -m setup.made_files

These are the manual page in each language, shell completion, docs/dbus-interface.md and the icon's
pictures. A test fails when one of them is outdated.
"""

from __future__ import annotations

from pathlib import Path

from setup.application_icons import SIZES, painted
from setup.bus_interface import bus_interface
from setup.completions import SHELLS, completion
from setup.manual import manual
from storage_tuner.core.language import speaking
from storage_tuner.store.languages import known_languages, language

ROOT = Path(__file__).parents[1]
ICON = "org.storagetuner.StorageTuner"


def texts() -> dict[Path, str]:
    """Return path → text."""
    resources = ROOT / "resources"
    return {
        resources / "man" / "storage-tuner.1": manual(),
        **{
            resources / "man" / code / "storage-tuner.1": _manual_in(code)
            for code in known_languages()
            if code != "en"
        },
        ROOT / "docs" / "dbus-interface.md": bus_interface(),
        **{
            resources / "completions" / f"storage-tuner.{shell}": completion(shell)
            for shell in SHELLS
        },
    }


def _manual_in(code: str) -> str:
    with speaking(language(code)):
        return manual()


def picture_path(size: int) -> Path:
    folder = ROOT / "resources" / "icons" / "hicolor" / f"{size}x{size}" / "apps"
    return folder / f"{ICON}.png"


def write() -> None:
    for path, text in texts().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for size in SIZES:
        path = picture_path(size)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(painted(size))


if __name__ == "__main__":
    write()
