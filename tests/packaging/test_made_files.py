"""What is made from other files is up to date, and what validators think of what is installed."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from setup import made_files
from setup.application_icons import SIZES, painted
from setup.completions import SHELLS
from storage_tuner import __version__
from tests.loop_device import block_devices

ROOT = Path(__file__).parents[2]
RESOURCES = ROOT / "resources"
METAINFO = RESOURCES / "org.storagetuner.StorageTuner.metainfo.xml"
PAGES = sorted((RESOURCES / "man").rglob("*.[158]"))


def said(*command: str) -> str:
    """What a validator that is content prints: both of its outputs."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    "path", made_files.texts(), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_texts_are_what_would_be_made_now(path: Path) -> None:
    """Otherwise: python -m setup.made_files."""
    assert path.read_text(encoding="utf-8") == made_files.texts()[path]


@pytest.mark.parametrize("size", SIZES)
def test_the_icon_s_pictures_show_its_drawing(size: int) -> None:
    """As far as other versions of Qt's painter would see it: not to the last bit of a pixel."""
    kept = QImage(str(made_files.picture_path(size)))
    assert (kept.width(), kept.height()) == (size, size)
    drawn = QImage.fromData(painted(size))
    for x in range(0, size, max(1, size // 16)):
        for y in range(0, size, max(1, size // 16)):
            one, other = kept.pixelColor(x, y), drawn.pixelColor(x, y)
            differences = (
                abs(one.red() - other.red()),
                abs(one.green() - other.green()),
                abs(one.blue() - other.blue()),
                abs(one.alpha() - other.alpha()),
            )
            assert max(differences) < 32, (x, y)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_manual_pages_have_nothing_to_warn_of(page: Path) -> None:
    assert len(PAGES) == 4
    assert said("mandoc", "-T", "lint", "-W", "warning", str(page)) == ""
    shown = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(page)],
        env={"LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "80", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout and shown.stderr == ""


def test_software_centres_find_nothing_wrong() -> None:
    """The pedantic remark on letters in the name is the only one: the desktop knows us by it.
    Of what it's told twice, old readers don't know one."""
    told = said("appstreamcli", "validate", "--pedantic", "--no-net", "--no-color", str(METAINFO))
    remarks = re.findall(r"^[EWIP]: \S+ ([a-z-]+)", told.replace(":~:", ":0:"), re.MULTILINE)
    assert set(remarks) <= {"cid-contains-uppercase-letter", "unknown-tag"}, told


def test_the_desktop_entry_has_words_in_german_too() -> None:
    text = (RESOURCES / "org.storagetuner.StorageTuner.desktop").read_text(encoding="utf-8")
    translated = set(re.findall(r"^(\w+)\[de\]=", text, re.MULTILINE))
    assert translated == {"GenericName", "Comment", "Keywords", "Name"}


def test_all_that_tells_the_version_tells_the_same() -> None:
    changelog = (ROOT / "packaging/debian/changelog").read_text(encoding="utf-8")
    release = ElementTree.parse(METAINFO).find("releases/release")
    assert release is not None
    assert changelog.startswith(f"storage-tuner ({__version__}) ")
    assert release.get("version") == __version__


def test_every_file_that_is_named_is_there() -> None:
    """Screenshots of the metainfo are those of docs; the units are those that scripts speak of."""
    pictures = re.findall(r"/screenshots/([\w-]+\.png)", METAINFO.read_text(encoding="utf-8"))
    assert pictures
    assert [name for name in pictures if not (ROOT / "docs/screenshots" / name).exists()] == []
    scripts = [(ROOT / "packaging/debian" / name).read_text() for name in ("postinst", "prerm")]
    units = set(re.findall(r"storage-tuner-\w+\.service", "".join(scripts)))
    assert units == {path.name for path in (ROOT / "packaging").glob("*.service")}


@pytest.mark.parametrize("shell", SHELLS)
def test_shells_understand_their_completion(shell: str) -> None:
    assert said(shell, "-n", str(RESOURCES / f"completions/storage-tuner.{shell}")) == ""


def test_bash_completes_commands_options_and_devices() -> None:
    script = RESOURCES / "completions/storage-tuner.bash"

    def completed(*words: str) -> set[str]:
        line = " ".join(f"'{word}'" for word in words)
        code = (
            f"source {script}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; "
            "_shtab_storage_tuner; printf '%s\\n' \"${COMPREPLY[@]}\""
        )
        return {word.strip() for word in said("bash", "-c", code).splitlines()}

    assert completed("storage-tuner", "dev") == {"devices"}
    assert "--persist" in completed("storage-tuner", "tune", "--per")
    before = block_devices()
    offered = completed("storage-tuner", "show", "")
    staying = before & block_devices()  # other tests remove loop devices meanwhile
    assert staying and staying <= offered
