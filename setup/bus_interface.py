"""docs/dbus-interface.md, made from the interface's XML and the helper's table of methods."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from storage_tuner_helper.dispatcher import METHODS, Access

ROOT = Path(__file__).parents[1]
INTERFACE = ROOT / "resources" / "org.storagetuner.Helper1.xml"
POLICY = ROOT / "resources" / "org.storagetuner.policy"

_HEAD = """# The helper on D-Bus

Made by `python -m setup.made_files` from `resources/org.storagetuner.Helper1.xml` (installed in
`/usr/share/dbus-1/interfaces`), the helper's own table of methods and the polkit policy.
[helper-protocol.md](helper-protocol.md) tells the arguments of each, the errors, and what the
helper guarantees.

| | |
|---|---|
| bus | system |
| name | `{name}` |
| object | `/org/storagetuner/Helper1` |
| interface | `{name}` |
"""
_WHO = {Access.ANYBODY: "anybody", Access.OWNER: "who owns the session or practice disk"}


@dataclass(frozen=True)
class _Member:
    """A method or signal; ``said`` is the comment that stands above it."""

    name: str
    said: str
    inwards: str
    outwards: str


def bus_interface() -> str:
    """The page as Markdown."""
    interface = _interface()
    lines = [
        _HEAD.format(name=interface.get("name")),
        "## Methods\n",
        "| method | takes | gives | allowed to | what it does |",
        "|---|---|---|---|---|",
        *(
            f"| `{each.name}` | {each.inwards} | {each.outwards} | {_who(each.name)} "
            f"| {each.said} |"
            for each in _members(interface, "method")
        ),
        "\n## Signals\n",
        "To the owner of the session or practice disk only.\n",
        "| signal | carries | what it tells |",
        "|---|---|---|",
        *(
            f"| `{each.name}` | {each.outwards} | {each.said} |"
            for each in _members(interface, "signal")
        ),
        "\n## Actions of polkit\n",
        "Who may is decided by an administrator's rules; by default:\n",
        "| action | what it's for | at this computer | elsewhere |",
        "|---|---|---|---|",
        *_actions(),
    ]
    return "\n".join(lines) + "\n"


def _interface() -> ElementTree.Element:
    builder = ElementTree.TreeBuilder(insert_comments=True)
    parser = ElementTree.XMLParser(target=builder)  # noqa: S314 - a file of ours
    tree = ElementTree.parse(INTERFACE, parser)  # noqa: S314
    found = tree.getroot().find("interface")
    assert found is not None
    return found


def _members(interface: ElementTree.Element, kind: str) -> Iterator[_Member]:
    said = ""
    for each in interface:
        if not isinstance(each.tag, str):  # a comment
            said = " ".join((each.text or "").split())
        elif each.tag == kind:
            inwards, outwards = _signature(each, "in"), _signature(each, "out")
            yield _Member(each.get("name", ""), said, inwards, outwards)


def _signature(member: ElementTree.Element, direction: str) -> str:
    """A signal's arguments have no direction: they go out."""
    found = [arg for arg in member.iter("arg") if arg.get("direction", "out") == direction]
    return ", ".join(f"`{arg.get('type')}` {arg.get('name')}" for arg in found)


def _who(method: str) -> str:
    access = METHODS[method].access
    if isinstance(access, Access):
        return _WHO[access]
    owned = ("Persist", "AllowOverwriting", "AllowRisk")
    owner = ", and who owns the session" if method in owned else ""
    return f"`{access}`{owner}"


def _actions() -> Iterator[str]:
    tree = ElementTree.parse(POLICY)  # noqa: S314 - a file of ours
    for action in tree.getroot().iter("action"):
        here, elsewhere = (
            action.findtext(f"defaults/{name}") for name in ("allow_active", "allow_any")
        )
        said = action.findtext("description")
        yield f"| `{action.get('id')}` | {said} | {here} | {elsewhere} |"
