"""What udev's rules find out about one device while they are gone through for one event."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.probe.block.attributes import read_attribute, read_table
from storage_tuner.probe.owners.sysfs_node import UNKNOWN, SysfsNode, Value
from storage_tuner.probe.owners.truth import Presumed, Truth, matches, truth
from storage_tuner.probe.owners.udev_syntax import Token

_PARENT_KEYS = frozenset({"KERNELS", "SUBSYSTEMS", "DRIVERS", "ATTRS", "TAGS"})
_AT_LAST = {"TEST": 3, "PROGRAM": 4, "IMPORT": 5, "RESULT": 6}
_RANKS = {"KERNEL": 0, "ACTION": 2, **_AT_LAST}

_IMPORTS = {
    "ata_id": ("ID_",),
    "scsi_id": ("ID_",),
    "usb_id": ("ID_",),
    "path_id": ("ID_PATH", "ID_SAS_PATH"),
    "blkid": ("ID_FS_", "ID_PART_"),
    "btrfs": ("ID_BTRFS",),
    "cdrom_id": ("ID_CDROM",),
    "dmsetup": ("DM_",),
    "multipath": ("DM_MULTIPATH",),
    "mdadm": ("MD_", "UDISKS_MD_"),
    "kmod": ("KMOD",),
}
"""What properties of well-known programs begin with; any other may set every property."""

_SUBSTITUTION = re.compile(
    r"""\$\$ | %% |
    (?:\$(?P<word>devnode|tempnode|attr|sysfs|env|kernel|number|driver|devpath|id|major|minor
        |result|parent|name|links|root|sys)
      |%(?P<letter>[NsEknpbMmcPDrSdL]))
    (?:\{(?P<argument>[^}]*)\})?""",
    re.VERBOSE,
)
_WORDS = {
    "N": "devnode", "tempnode": "devnode", "s": "attr", "sysfs": "attr", "E": "env",
    "k": "kernel", "n": "number", "p": "devpath", "M": "major", "m": "minor", "D": "name",
    "r": "root", "S": "sys",
}  # fmt: skip


def imported_by(token: Token) -> tuple[str, ...]:
    """What the names of the properties begin with that an IMPORT can set; "" is any."""
    if token.name == "parent":
        return (re.split(r"[*?\[]", token.value, maxsplit=1)[0],)
    if token.name in ("db", "cmdline"):
        return (token.value,)
    if token.name == "file":
        return ("",)
    words = token.value.split()
    return _IMPORTS.get(words[0].rpartition("/")[2], ("",)) if words else ()


@dataclass(frozen=True)
class Tests:
    """The matches of a line in the order in which udev asks them, the costly ones last."""

    of_device: tuple[Token, ...]
    of_parents: tuple[Token, ...]
    at_last: tuple[Token, ...]


def tests_of(tokens: Iterable[Token]) -> Tests:
    asked = sorted(tokens, key=lambda token: _RANKS.get(token.key, 1))
    return Tests(
        tuple(token for token in asked if token.key not in _PARENT_KEYS | _AT_LAST.keys()),
        tuple(token for token in asked if token.key in _PARENT_KEYS),
        tuple(token for token in asked if token.key in _AT_LAST),
    )


class Event:
    """``action`` on the device ``node``; ``sources`` says whether any rule sets a property.

    A property that udev's database knows isn't there yet before a rule sets or imports it; that is
    why a rule that comes too early can't ask for it. ``asked_for_action`` tells whether another
    action could come out differently.
    """

    def __init__(
        self, base: str, node: SysfsNode, action: str, sources: Callable[[str], bool]
    ) -> None:
        self._base, self._node, self._action, self._sources = base, node, action, sources
        self.asked_for_action = False
        self._properties: dict[str, Value] = {}
        self._imported: set[str] = set()
        self._changed: set[str] = set()

    def test(self, tests: Tests) -> Truth:
        """Whether all of a line's matches hold. IMPORT takes effect only when the others do."""
        result = Truth.YES
        for token in tests.of_device:
            result = min(result, self._compare(token, self._value(token)))
            if result is Truth.NO:
                return result
        if tests.of_parents:
            result = min(result, self._on_parents(tests.of_parents))
        for token in tests.at_last:
            if result is Truth.NO:
                return result
            result = min(result, self._test(token))
        return result

    def _on_parents(self, tokens: tuple[Token, ...]) -> Truth:
        """All of them must hold for one and the same device: this one or one above it."""
        best = Truth.NO
        for node in self._node.line:
            held = (self._compare(token, self._of_parent(node, token)) for token in tokens)
            best = max(best, min(held))
            if best is Truth.YES:
                break
        return best

    def _of_parent(self, node: SysfsNode, token: Token) -> Value:
        if token.key == "KERNELS":
            return node.kernel_name
        if token.key == "SUBSYSTEMS":
            return node.attribute("subsystem")
        if token.key == "DRIVERS":
            return node.attribute("driver")
        return UNKNOWN if token.key == "TAGS" else node.attribute(token.name)

    def _compare(self, token: Token, value: Value) -> Truth:
        """An attribute that isn't there holds neither for == nor for !=."""
        if value is None and token.key in ("ATTR", "ATTRS"):
            return Truth.NO
        found = matches(token.value, value, ignore_case=token.ignore_case)
        if token.operator != "!=":
            return found
        return min(found.opposite, Truth.MAYBE) if isinstance(value, Presumed) else found.opposite

    def _test(self, token: Token) -> Truth:
        if token.key == "IMPORT":
            return self._import(token)
        if token.key == "TEST":
            return self._exists(token)
        return Truth.MAYBE

    def _value(self, token: Token) -> Value:
        if token.key == "KERNEL":
            return self._node.kernel_name
        if token.key == "ACTION":
            return self.property("ACTION")
        if token.key == "SUBSYSTEM":
            return self._node.attribute("subsystem")
        if token.key == "DRIVER":
            return self._node.attribute("driver")
        if token.key == "DEVPATH":
            return self._node.devpath
        if token.key == "ENV":
            return self.property(token.name)
        if token.key == "ATTR":
            return self._attribute(token.name)
        if token.key == "SYSCTL":
            return self._kernel_parameter(token.name)
        return UNKNOWN

    def _attribute(self, name: str) -> Value:
        plain = self.substituted(name)
        if not isinstance(plain, str) or plain.startswith(("[", "/")):
            return UNKNOWN
        # whether udev sees what a rule wrote before depends on its version, and on earlier reads
        return UNKNOWN if plain in self._changed else self._node.attribute(plain)

    def _kernel_parameter(self, name: str) -> Value:
        read = read_attribute(f"{self._base}/proc/sys/{name.replace('.', '/')}")
        return read.text if read.text is not None else UNKNOWN

    def property(self, name: str) -> Value:
        """A property as a rule sees it that stands at this place."""
        if name in self._properties:
            return self._properties[name]
        if name == "ACTION":
            self.asked_for_action = True
            return self._action
        if name == "DEVPATH":
            return self._node.devpath
        if name == "SUBSYSTEM":
            return self._node.attribute("subsystem")
        return self._node.uevent[name] if name in self._node.uevent else self._stored(name)

    def _stored(self, name: str) -> Value:
        """What udev's database says in the end, if it can be there already."""
        imported = any(name.startswith(start) for start in self._imported)
        if name.startswith("."):  # such a property lives only while an event is handled
            return UNKNOWN if imported else None
        if not imported and self._sources(name):
            return None
        database = self._node.database
        if database is None:
            return UNKNOWN
        value = database.get(name)
        return value if imported or value is None else Presumed(value)

    def _import(self, token: Token) -> Truth:
        if token.name == "cmdline":
            found = self._on_command_line(token.value)
            self._properties[token.value] = found
        elif token.name == "db":
            database = self._node.database
            found = UNKNOWN if database is None else database.get(token.value)
            self._properties[token.value] = found
        else:
            self._imported.update(imported_by(token))
            found = UNKNOWN
        holds = Truth.MAYBE if found is UNKNOWN else truth(found is not None)
        return holds.opposite if token.operator == "!=" else holds

    def _on_command_line(self, name: str) -> Value:
        """The last word wins; one without a value counts as 1."""
        words = read_table(f"{self._base}/proc/cmdline").split()
        found = [word for word in words if word == name or word.startswith(f"{name}=")]
        return (found[-1].partition("=")[2] or "1") if found else None

    def _exists(self, token: Token) -> Truth:
        path = self.substituted(token.value)
        if not isinstance(path, str) or "/*/" in path or path.startswith("["):
            return Truth.MAYBE
        if path.startswith("/"):
            if self._base and not path.startswith("/sys/"):
                return Truth.MAYBE  # a captured tree doesn't hold everything
            path = self._base + path
        else:
            path = f"{self._node.folder}/{path}"
        found = _has_mode(path, token.name)
        return found.opposite if token.operator == "!=" else found

    def write(self, name: str, value: Value) -> None:
        """A rule may give an attribute another value."""
        if value != self._node.attribute(name):
            self._changed.add(name)

    def assign(self, token: Token, certainty: Truth) -> None:
        """ENV{name}="value", or += to a list."""
        value = self.substituted(token.value)
        before = self.property(token.name)
        if token.operator == "+=" and before is not None:
            known = isinstance(value, str) and isinstance(before, str)
            value = f"{before} {value}" if known else UNKNOWN
        if value == "":
            value = None
        if value is UNKNOWN or (certainty is Truth.MAYBE and value != before):
            self._properties[token.name] = self._in_the_end(token.name)
        else:
            self._properties[token.name] = value

    def _in_the_end(self, name: str) -> Value:
        database = self._node.database
        if database is None or name not in database:
            return UNKNOWN
        return Presumed(database[name])

    def substituted(self, text: str) -> Value:
        """``text`` with udev's $name and %k replaced; UNKNOWN when a part of it isn't known."""
        replaced, is_known = self._replaced(text)
        return replaced if is_known else UNKNOWN

    def as_far_as_known(self, text: str) -> str:
        """The same, with "?" for the parts that aren't known."""
        return self._replaced(text)[0]

    def _replaced(self, text: str) -> tuple[str, bool]:
        if "$" not in text and "%" not in text:
            return text, True
        unknown = False

        def replaced(match: re.Match[str]) -> str:
            nonlocal unknown
            if match[0] in ("$$", "%%"):
                return match[0][0]
            value = self._replacement(match["word"] or match["letter"], match["argument"] or "")
            if value is UNKNOWN or isinstance(value, Presumed):
                unknown = True
                return "?"
            return value or ""

        result = _SUBSTITUTION.sub(replaced, text)
        return result, not unknown

    def _replacement(self, word: str, argument: str) -> Value:
        word, node = _WORDS.get(word, word), self._node
        simple: dict[str, Value] = {
            "kernel": node.kernel_name,
            "devpath": node.devpath,
            "root": "/dev",
            "sys": "/sys",
            "number": re.sub(r"^.*?(\d*)$", r"\1", node.kernel_name, flags=re.DOTALL),
        }
        if word in simple:
            return simple[word]
        if word == "env":
            return self.property(argument)
        if word == "attr":
            value = self._attribute(argument)
            return UNKNOWN if value is None else value
        if word in ("major", "minor"):
            return node.uevent.get(word.upper(), UNKNOWN)
        if word in ("devnode", "name"):
            path = node.uevent.get("DEVNAME", f"/dev/{node.kernel_name}")
            return path if word == "devnode" else path.removeprefix("/dev/")
        return UNKNOWN


def _has_mode(path: str, mask: str) -> Truth:
    try:
        mode = Path(path).stat().st_mode
    except OSError as error:
        return Truth.MAYBE if isinstance(error, PermissionError) else Truth.NO
    except ValueError:
        return Truth.NO
    if not mask:
        return Truth.YES
    return (
        truth(bool(stat.S_IMODE(mode) & int(mask, 8)))
        if re.fullmatch("[0-7]{1,5}", mask)
        else Truth.MAYBE
    )
