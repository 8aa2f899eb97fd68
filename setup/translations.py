"""Update the translations:

    python -m setup.translations extract
    python -m setup.translations release [FOLDER]

``extract`` adds every text for people to the catalogues (.po, for gettext) and removes unused ones;
new texts have no translation yet. ``release`` compiles the catalogues to the files that the
application reads (.mo), in the same folders or below another one; ``./run`` does this
automatically.
"""

from __future__ import annotations

import ast
import os
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from storage_tuner.core.message import lowered

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "resources" / "translations"
_CODE = (ROOT / "app" / "storage_tuner", ROOT / "helpers", ROOT / "setup")
_CALLS: dict[str, Any] = {
    "sentence": (1,),
    "tr": (1,),
    "counted": (2, 3),
    "trn": (2, 3),
}
"""Function → numbers of the arguments with the text, or with its singular and plural."""
_HELPERS_CALL: dict[str, Any] = {"said": (1,)}
"""The helper's texts are looked up without their full stop (``client/messages.py``)."""
_WIDTH = 100

Text = str | tuple[str, str]
"""A text, or its singular and plural."""


def sources() -> list[Path]:
    return sorted(FOLDER.glob("*/LC_MESSAGES/storage-tuner.po"))


def texts() -> list[Text]:
    """Return every text once, in a stable order."""
    found: dict[Text, None] = {}
    for folder in _CODE:
        for path in sorted(folder.rglob("*.py")):
            found.update(dict.fromkeys(_in_code(path)))
    found.update(dict.fromkeys(_in_data()))
    return sorted(found, key=lambda text: text if isinstance(text, str) else text[0])


def _in_code(path: Path) -> Iterator[Text]:
    for _, text, _, _ in extract_from_file("python", path, keywords=_CALLS):
        yield text if isinstance(text, str) else (text[0], text[1])
    for _, text, _, _ in extract_from_file("python", path, keywords=_HELPERS_CALL):
        yield str(text).removesuffix(".")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name("Operation" | "Workload"), args=arguments):
                yield from map(lowered, _literals_in(arguments))


def _literals_in(arguments: Iterable[ast.expr]) -> Iterator[str]:
    """Yield the labels among the arguments, which also occur within sentences."""
    for argument in arguments:
        match argument:
            case ast.Call(func=ast.Name("sentence"), args=[ast.Constant(str(text))]):
                yield text


def _in_data() -> Iterator[str]:
    """Yield the texts of workloads and published rules."""
    for workload in _tables("workloads", "workload"):
        yield from (workload[key] for key in ("label", "purpose", "simulates") if key in workload)
        yield from (each["label"] for each in workload.get("stream", ()) if "label" in each)
        yield lowered(workload["label"])
    for left_out in _tables("workloads", "not_expressed"):
        yield from (left_out["operation"], left_out["reason"])
    for rule in _tables("knowledge", "rule"):
        said = (rule["statement"], rule["today_note"], rule["applies_when"].get("question", ""))
        yield from filter(None, said)
    yield from (flaw["text"] for flaw in _tables("knowledge", "flaw"))


def _tables(folder: str, name: str) -> Iterator[dict[str, Any]]:
    for path in sorted((ROOT / "resources" / folder).glob("*.toml")):
        yield from tomllib.loads(path.read_text(encoding="utf-8")).get(name, ())


def read(file: Path) -> Catalog:
    """Read a catalogue; an empty file starts a new language."""
    with file.open("rb") as stream:
        return read_po(stream, locale=file.parts[-3])


def extract(files: Iterable[Path]) -> None:
    template = Catalog()
    for text in texts():
        template.add(text)
    for file in files:
        catalogue = read(file)
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        save(catalogue, file)


def save(catalogue: Catalog, file: Path) -> None:
    with file.open("wb") as stream:
        write_po(stream, catalogue, width=_WIDTH, no_location=True, sort_output=True)


def release(files: Iterable[Path], folder: Path = FOLDER) -> None:
    """Compile ``files`` to the same paths below ``folder``, replacing each atomically."""
    for file in files:
        place = folder / file.relative_to(FOLDER)
        place.parent.mkdir(parents=True, exist_ok=True)
        made = place.with_suffix(f".{os.getpid()}")
        with made.open("wb") as stream:
            write_mo(stream, read(file))
        made.replace(place.with_suffix(".mo"))


if __name__ == "__main__":
    {"extract": extract, "release": release}[sys.argv[1]](sources(), *map(Path, sys.argv[2:]))
