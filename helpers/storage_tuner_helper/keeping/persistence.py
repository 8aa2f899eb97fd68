"""Settings that outlast a reboot: written to our two files, made effective, verified.

What isn't finished leaves no trace: the file from before is noted first, and comes back when a step
fails, or at the next start when the helper was killed in between.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import syslog
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from storage_tuner_helper.devices import targets
from storage_tuner_helper.devices.identity import Identity, identity_of
from storage_tuner_helper.devices.sysfs import PinnedDevice, current_diskseq, pinned, visible_names
from storage_tuner_helper.errors import (
    Busy,
    DeviceChanged,
    EditedByHand,
    NoSuchDevice,
    NotApplied,
    NotSupported,
    Refusal,
)
from storage_tuner_helper.files import (
    read_record,
    remove_half_written,
    remove_record,
    storing_refusal,
    write_record,
)
from storage_tuner_helper.keeping import sysctl_file, udev_daemon, udev_rules
from storage_tuner_helper.keeping.own_file import OwnFile
from storage_tuner_helper.restoring import settings
from storage_tuner_protocol.message import Message, said
from storage_tuner_protocol.tunables import BY_NAME, VIRTUAL_MEMORY, Scope

NO_UDEV = said("No udev daemon runs here, so the rule takes effect only where one does.")

_WAIT_SECONDS = 30.0

Parsed = TypeVar("Parsed")


@dataclass(frozen=True)
class Preview:
    """``text``: this device's part of the file at ``path`` as it would be; ``replaces``: as it is
    now, or nothing; ``identity``: by what the device is recognised."""

    path: str
    text: str
    replaces: str
    identity: str


@dataclass(frozen=True)
class Persisted:
    """Every tunable as it is then, and a sentence when not all could be verified."""

    tunables: dict[str, str]
    note: Message | None


@dataclass(frozen=True)
class _Change:
    """From one text of a whole file to another; ``mark`` is the new part's."""

    file: OwnFile
    before: str
    after: str
    preview: Preview
    mark: str = ""


class Persistence:
    """Our files in /etc. Helpers that share a state folder change them one after the other."""

    def __init__(self, state: Path) -> None:
        self._lock = state / "persisting.lock"
        self._unfinished = state / "persisting.json"
        self._rules = OwnFile(udev_rules.PATH)
        self._sysctl = OwnFile(sysctl_file.PATH)

    def preview(self, name: str, diskseq: int, wanted: Mapping[str, str]) -> Preview:
        """What ``persist`` would write. Raises as it does, except for ``NotApplied``."""
        if name == VIRTUAL_MEMORY:
            _check_belongs(targets.VirtualMemory(), wanted)
            return self._planned_for_machine(wanted).preview
        with pinned(name, diskseq) as device:
            _check_belongs(device, wanted)
            return self._planned_for_disk(device, wanted).preview

    def persist(self, name: str, diskseq: int, wanted: Mapping[str, str]) -> Persisted:
        """Keep ``wanted``, which must be set already.

        Raises ``NotApplied`` when it isn't, or doesn't stay so, ``NotSupported`` when the device
        can't be recognised after a reboot, ``InvalidArgument``, ``EditedByHand``, ``NoSpace``,
        ``KernelRefused``, ``Busy``, ``NoSuchDevice`` or ``DeviceChanged``: the file is then as it
        was.
        """
        with self._alone(_WAIT_SECONDS):
            if name == VIRTUAL_MEMORY:
                return self._persist_for_machine(wanted)
            return self._persist_for_disk(name, diskseq, wanted)

    def unpersist(self, name: str) -> list[str]:
        """Take out what is kept for the device; whose it was. What is set now stays so. Raises
        ``EditedByHand``, ``NoSpace``, ``KernelRefused``, ``Busy``, ``NoSuchDevice`` or
        ``DeviceChanged``."""
        with self._alone(_WAIT_SECONDS):
            if name == VIRTUAL_MEMORY:
                return self._without_machine()
            identity = _identity_now(name)
            # nothing can be kept for what has none, whatever became of the file
            return self._without_disks(lambda who: who == identity) if identity else []

    def unpersist_all(self, spared: Collection[str] = ()) -> list[str]:
        """As ``unpersist``, of all but some: identities as text, and ``vm``."""
        with self._alone(_WAIT_SECONDS):
            removed = self._without_disks(lambda who: str(who) not in spared)
            if VIRTUAL_MEMORY not in spared:
                removed += self._without_machine()
        return removed

    def lines(self) -> list[str]:
        """What is kept: ``KEY=value tunable=value …``, or ``vm tunable=value …``. A file that was
        edited by hand counts as nothing."""
        kept: dict[str, Mapping[str, str]] = {}
        with contextlib.suppress(EditedByHand):
            kept.update({str(who): values for who, values in self._parts()[1].items()})
        with contextlib.suppress(EditedByHand):
            kept[VIRTUAL_MEMORY] = self._machine_values()[1]
        return [_line(who, values) for who, values in kept.items() if values]

    def identities(self) -> frozenset[str]:
        """Of whom something is kept: their identities as text, and ``vm``."""
        return frozenset(line.partition(" ")[0] for line in self.lines())

    def recover(self) -> list[Message]:
        """Undo what a killed helper hadn't finished; sentences on that. What a living one is at
        isn't touched."""
        try:
            with self._alone(0):
                return self._undo_unfinished()
        except Busy:
            return []

    def _undo_unfinished(self) -> list[Message]:
        with contextlib.suppress(OSError):
            self._rules.remove_half_written()
            self._sysctl.remove_half_written()
            remove_half_written(self._unfinished.parent)
        if not self._unfinished.exists():
            return []
        try:
            change = self._read_unfinished()
        except Exception:
            self._unfinished.replace(self._unfinished.with_suffix(".unreadable"))
            return [said("{file} can't be read and was set aside.", file=self._unfinished.name)]
        undone = said(
            "Keeping settings was interrupted: {path} is as it was before.", path=change.file.path
        )
        try:
            if change.file.read() == change.after != change.before:
                change.file.write(change.before)
                _reload_if_possible()
        except EditedByHand:
            undone = said(
                "Keeping settings was interrupted. {path} was edited by hand; move it away, then "
                "try again.",
                path=change.file.path,
            )
        remove_record(self._unfinished)
        return [undone]

    @contextlib.contextmanager
    def _alone(self, wait_seconds: float) -> Iterator[None]:
        """Raises ``Busy`` when another helper is at it for longer."""
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            descriptor = os.open(self._lock, flags, 0o600)
        except OSError as error:
            raise storing_refusal(error) from None
        deadline = time.monotonic() + wait_seconds
        try:
            while not _try_lock(descriptor):
                if time.monotonic() >= deadline:
                    raise Busy(said("Another Storage Tuner keeps settings at the moment."))
                time.sleep(0.05)
            yield
        finally:
            os.close(descriptor)

    def _planned_for_disk(self, device: PinnedDevice, wanted: Mapping[str, str]) -> _Change:
        identity = identity_of(device)
        if identity is None:
            raise NotSupported(
                said(
                    "{device} has nothing to recognise it by after a restart of the "
                    "computer, so nothing can be kept for it.",
                    device=device.name,
                )
            )
        _check_only_one(device, identity)
        before, parts = self._parts()
        values = udev_rules.merged(parts.get(identity, {}), wanted)
        replaces = udev_rules.render_part(identity, parts[identity]) if identity in parts else ""
        text = udev_rules.render_part(identity, values)
        return _Change(
            self._rules,
            before,
            udev_rules.render({**parts, identity: values}),
            Preview(udev_rules.PATH, text, replaces, str(identity)),
            udev_rules.mark(identity, values),
        )

    def _planned_for_machine(self, wanted: Mapping[str, str]) -> _Change:
        before, kept = self._machine_values()
        values = sysctl_file.merged(kept, wanted)
        text, replaces = sysctl_file.render_values(values), sysctl_file.render_values(kept)
        return _Change(
            self._sysctl,
            before,
            sysctl_file.render(values),
            Preview(sysctl_file.PATH, text, replaces, VIRTUAL_MEMORY),
        )

    def _persist_for_disk(self, name: str, diskseq: int, wanted: Mapping[str, str]) -> Persisted:
        with pinned(name, diskseq) as device:
            _check_belongs(device, wanted)
            _check_set(wanted, settings.read_tunables(device))
            change = self._planned_for_disk(device, wanted)
            with self._undone_on_failure(change):
                change.file.write(change.after)
                effective = udev_daemon.reload_rules()
                if effective:
                    udev_daemon.apply_rules(device, change.mark)
                present = settings.read_tunables(device)
                _check_set(wanted, present)
        return Persisted(present, None if effective else NO_UDEV)

    def _persist_for_machine(self, wanted: Mapping[str, str]) -> Persisted:
        machine = targets.VirtualMemory()
        _check_belongs(machine, wanted)
        present = settings.read_tunables(machine)
        _check_set(wanted, present)
        change = self._planned_for_machine(wanted)
        with self._undone_on_failure(change):
            change.file.write(change.after)
        return Persisted(present, None)

    def _without_disks(self, is_going: Callable[[Identity], bool]) -> list[str]:
        _, parts = self._parts()
        gone = [who for who in parts if is_going(who)]
        if gone:
            left = {who: values for who, values in parts.items() if who not in gone}
            self._rules.write(udev_rules.render(left))
            _reload_if_possible()
        return [str(who) for who in gone]

    def _without_machine(self) -> list[str]:
        _, kept = self._machine_values()
        if not kept:
            return []
        self._sysctl.write("")
        return [VIRTUAL_MEMORY]

    def _parts(self) -> tuple[str, dict[Identity, dict[str, str]]]:
        return _parsed(self._rules, udev_rules.parse)

    def _machine_values(self) -> tuple[str, dict[str, str]]:
        return _parsed(self._sysctl, sysctl_file.parse)

    @contextlib.contextmanager
    def _undone_on_failure(self, change: _Change) -> Iterator[None]:
        record = {"path": str(change.file.path), "before": change.before, "after": change.after}
        try:
            write_record(self._unfinished, record)
        except OSError as error:
            raise storing_refusal(error) from None
        try:
            yield
        except BaseException:
            change.file.write(change.before)
            _reload_if_possible()
            remove_record(self._unfinished)
            raise
        try:
            remove_record(self._unfinished)
        except OSError as error:
            change.file.write(change.before)
            raise storing_refusal(error) from None

    def _read_unfinished(self) -> _Change:
        """Raises an exception of whatever kind when it's no record of ours."""
        record = read_record(self._unfinished)
        path, before, after = record["path"], record["before"], record["after"]
        texts: dict[str, tuple[OwnFile, Callable[[str], object]]] = {
            udev_rules.PATH: (self._rules, udev_rules.parse),
            sysctl_file.PATH: (self._sysctl, sysctl_file.parse),
        }
        file, parse = texts[path]
        for text in (before, after):
            parse(text)
        return _Change(file, before, after, Preview(path, "", "", ""))


def _parsed(file: OwnFile, parse: Callable[[str], Parsed]) -> tuple[str, Parsed]:
    """The text of a file of ours, and what it says. Raises ``EditedByHand``."""
    text = file.read()
    try:
        return text, parse(text)
    except ValueError:
        raise EditedByHand(str(file.path)) from None


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _check_belongs(target: targets.Target, wanted: Mapping[str, str]) -> None:
    """Raises ``NotSupported`` for what the target hasn't got, and ``InvalidArgument`` for a
    scheduler that it doesn't offer; values of a scheduler may be there only after a switch."""
    present = settings.read_tunables(target)
    of_schedulers = Scope.SCHEDULER if Scope.SCHEDULER in target.scopes else None
    for name in wanted:
        if name not in present and BY_NAME[name].scope is not of_schedulers:
            raise NotSupported(said("{device} has no {name}.", device=target.name, name=name))
    settings.check_scheduler(target, wanted)


def _check_set(wanted: Mapping[str, str], present: Mapping[str, str]) -> None:
    for name, value in wanted.items():
        found = present.get(name, "nothing")
        if found != value:
            raise NotApplied(
                said(
                    "{name} is {found}, so {value} can't be kept.",
                    name=name,
                    found=found,
                    value=value,
                )
            )


def _check_only_one(device: PinnedDevice, identity: Identity) -> None:
    """Raises ``NotSupported`` when another disk says that it's the same one, unless both are ways
    to one disk (multipath), which then stands on both."""
    for name in visible_names() - {device.name}:
        try:
            with pinned(name, current_diskseq(name)) as other:
                same = identity_of(other) == identity
                together = set(other.names("holders")) & set(device.names("holders"))
        except (NoSuchDevice, DeviceChanged, NotSupported):
            continue
        if same and not together:
            raise NotSupported(
                said(
                    "{device} and {name} have the same {key}, so nothing can be kept for "
                    "one of them.",
                    device=device.name,
                    name=name,
                    key=identity.key,
                )
            )


def _identity_now(name: str) -> Identity | None:
    with pinned(name, current_diskseq(name)) as device:
        return identity_of(device)


def _reload_if_possible() -> None:
    """udev looks by itself from time to time whether its rules have changed."""
    try:
        udev_daemon.reload_rules()
    except Refusal as refusal:
        syslog.syslog(syslog.LOG_WARNING, str(refusal))


def _line(who: str, values: Mapping[str, str]) -> str:
    return " ".join([who, *(f"{name}={value}" for name, value in values.items())])
