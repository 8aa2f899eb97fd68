"""Settings that outlast a reboot: written to our two files, made effective, verified.

An unfinished change leaves no trace: the previous file is recorded first, and restored when a step
fails, or at the next start when the helper was killed in between.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import syslog
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from storage_tuner_helper.devices import targets
from storage_tuner_helper.devices.identity import Identity, identity_of
from storage_tuner_helper.devices.nvme_paths import drive_of
from storage_tuner_helper.devices.sysfs import PinnedDevice, current_diskseq, pinned, visible_names
from storage_tuner_helper.errors import (
    Busy,
    DeviceChanged,
    EditedByHand,
    NoSuchDevice,
    NotApplied,
    NotSupported,
    Refusal,
    about,
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
from storage_tuner_protocol.tunables import VIRTUAL_MEMORY, Scope, find

NO_UDEV = said("No udev daemon is running here, so the rule takes effect only where one is.")

_WAIT_SECONDS = 30.0
_ALSO = "also"
"""The key of the other files' changes in the record of an unfinished change."""

Parsed = TypeVar("Parsed")


def _nothing() -> None:
    """Do nothing else."""


@dataclass(frozen=True)
class Preview:
    """The part of a file for one device. ``text``: the device's new part of the file at ``path``;
    ``replaces``: its present part, or empty; ``identity``: identifies the device."""

    path: str
    text: str
    replaces: str
    identity: str


@dataclass(frozen=True)
class Persisted:
    """Every resulting tunable, and a sentence when not all could be verified."""

    tunables: dict[str, str]
    note: Message | None


class Instance(NamedTuple):
    """A device when it was looked at; ``vm`` with 0 for the virtual memory."""

    name: str
    diskseq: int


Wanted = Mapping[Instance, Mapping[str, str]]
_Disks = Sequence[tuple[PinnedDevice, Mapping[str, str]]]


@dataclass(frozen=True)
class _Change:
    """A change of a whole file from one text to another."""

    file: OwnFile
    before: str
    after: str

    def record(self) -> dict[str, str]:
        return {"path": str(self.file.path), "before": self.before, "after": self.after}


@dataclass(frozen=True)
class _Plan:
    """A planned change of a file. ``previews`` by device name; ``marks`` of the devices' new
    parts."""

    change: _Change
    previews: dict[str, Preview]
    marks: dict[str, str] = field(default_factory=dict)


class Persistence:
    """Our files in /etc. Helpers that share a state folder change them one after the other."""

    def __init__(self, state: Path) -> None:
        self._lock = state / "persisting.lock"
        self._unfinished = state / "persisting.json"
        self._rules = OwnFile(udev_rules.PATH)
        self._sysctl = OwnFile(sysctl_file.PATH)

    def preview(self, wanted: Wanted) -> dict[str, Preview]:
        """Return what ``persist`` would write. Raises the same errors, except for
        ``NotApplied``."""
        with _pinned(wanted) as disks:
            plans = self._plans(disks, _of_machine(wanted))
        return {name: preview for plan in plans for name, preview in plan.previews.items()}

    def persist(self, wanted: Wanted, then: Callable[[], None] = _nothing) -> dict[str, Persisted]:
        """Keep ``wanted``, which must be set already, for all devices or none; then run ``then``.

        Raises ``NotApplied`` when it isn't set, or doesn't stay so, ``NotSupported`` when a device
        can't be identified after a reboot, ``InvalidArgument``, ``EditedByHand``, ``NoSpace``,
        ``KernelRefused``, ``Busy``, ``NoSuchDevice`` or ``DeviceChanged``, and what ``then``
        raises: the files are then unchanged.
        """
        machine = _of_machine(wanted)
        with self._alone(_WAIT_SECONDS), _pinned(wanted) as disks:
            _read_set(disks, machine)
            plans = self._plans(disks, machine)
            changes = [plan.change for plan in plans]
            with self._undone_on_failure(changes):
                for change in changes:
                    change.file.write(change.after)
                note = _made_effective(disks, plans)
                present = _read_set(disks, machine)
            try:
                then()
            except BaseException:
                _put_back(changes)
                raise
        notes = {disk.name: note for disk, _ in disks}
        return {name: Persisted(found, notes.get(name)) for name, found in present.items()}

    def unpersist(self, name: str) -> list[str]:
        """Remove what is kept for the device; return whose it was. Present values stay set. Raises
        ``EditedByHand``, ``NoSpace``, ``KernelRefused``, ``Busy``, ``NoSuchDevice`` or
        ``DeviceChanged``."""
        with self._alone(_WAIT_SECONDS):
            if name == VIRTUAL_MEMORY:
                return self._without_machine()
            identity = _identity_now(name)
            # nothing can be kept for a device without one, whatever the state of the file
            return self._without_disks(lambda who: who == identity) if identity else []

    def unpersist_all(self, spared: Collection[str] = ()) -> list[str]:
        """Remove all that is kept, like ``unpersist``, except ``spared``: identities as text, and
        ``vm``."""
        with self._alone(_WAIT_SECONDS):
            removed = self._without_disks(lambda who: str(who) not in spared)
            if VIRTUAL_MEMORY not in spared:
                removed += self._without_machine()
        return removed

    def lines(self) -> list[str]:
        """Return what is kept: ``KEY=value tunable=value …``, or ``vm tunable=value …``. A file
        that was edited by hand counts as empty."""
        kept: dict[str, Mapping[str, str]] = {}
        with contextlib.suppress(EditedByHand):
            kept.update({str(who): values for who, values in self._parts()[1].items()})
        with contextlib.suppress(EditedByHand):
            kept[VIRTUAL_MEMORY] = self._machine_values()[1]
        return [_line(who, values) for who, values in kept.items() if values]

    def identities(self) -> frozenset[str]:
        """Return the identities, as text, that something is kept for, and ``vm``."""
        return frozenset(line.partition(" ")[0] for line in self.lines())

    def recover(self) -> list[Message]:
        """Undo what a killed helper left unfinished; return sentences on that. Changes that a
        running one is making aren't touched."""
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
            changes = self._read_unfinished()
        except Exception:
            self._unfinished.replace(self._unfinished.with_suffix(".unreadable"))
            return [said("{file} can't be read and was set aside.", file=self._unfinished.name)]
        undone = [_undone(change) for change in changes]
        _withdraw_if_possible()
        remove_record(self._unfinished)
        return undone

    @contextlib.contextmanager
    def _alone(self, wait_seconds: float) -> Iterator[None]:
        """Hold the lock for writing. Raises ``Busy`` when another helper holds it for longer."""
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            descriptor = os.open(self._lock, flags, 0o600)
        except OSError as error:
            raise storing_refusal(error) from None
        deadline = time.monotonic() + wait_seconds
        try:
            while not _try_lock(descriptor):
                if time.monotonic() >= deadline:
                    raise Busy(
                        said(
                            "Settings are being made permanent by another Storage Tuner; try again "
                            "in a moment."
                        )
                    )
                time.sleep(0.05)
            yield
        finally:
            os.close(descriptor)

    def _plans(self, disks: _Disks, machine: Mapping[str, str]) -> list[_Plan]:
        """Return a plan for each file that has to change."""
        plans = []
        if disks:
            plans.append(self._planned_for_disks(disks))
        if machine:
            plans.append(self._planned_for_machine(machine))
        return plans

    def _planned_for_disks(self, disks: _Disks) -> _Plan:
        before, parts = self._parts()
        identities: dict[str, Identity] = {}
        replaced = {}
        for device, wanted in disks:
            with about(device.name):
                _check_belongs(device, wanted)
                identity = _only_identity(device)
            replaced[device.name] = (
                udev_rules.render_part(identity, parts[identity]) if identity in parts else ""
            )
            identities[device.name] = identity
            values = udev_rules.merged(parts.get(identity, {}), wanted)
            parts = {**parts, identity: values}
        return _Plan(
            _Change(self._rules, before, udev_rules.render(parts)),
            {
                name: Preview(
                    udev_rules.PATH,
                    udev_rules.render_part(identity, parts[identity]),
                    replaced[name],
                    str(identity),
                )
                for name, identity in identities.items()
            },
            {name: udev_rules.mark(who, parts[who]) for name, who in identities.items()},
        )

    def _planned_for_machine(self, wanted: Mapping[str, str]) -> _Plan:
        with about(VIRTUAL_MEMORY):
            _check_belongs(targets.VirtualMemory(), wanted)
        before, kept = self._machine_values()
        values = sysctl_file.merged(kept, wanted)
        text, replaces = sysctl_file.render_values(values), sysctl_file.render_values(kept)
        return _Plan(
            _Change(self._sysctl, before, sysctl_file.render(values)),
            {VIRTUAL_MEMORY: Preview(sysctl_file.PATH, text, replaces, VIRTUAL_MEMORY)},
        )

    def _without_disks(self, is_going: Callable[[Identity], bool]) -> list[str]:
        _, parts = self._parts()
        gone = [who for who in parts if is_going(who)]
        if gone:
            left = {who: values for who, values in parts.items() if who not in gone}
            self._rules.write(udev_rules.render(left))
            _withdraw_if_possible()
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
    def _undone_on_failure(self, changes: Sequence[_Change]) -> Iterator[None]:
        try:
            write_record(self._unfinished, _record(changes))
        except OSError as error:
            raise storing_refusal(error) from None
        try:
            yield
        except BaseException:
            _put_back(changes)
            remove_record(self._unfinished)
            raise
        try:
            remove_record(self._unfinished)
        except OSError as error:
            _put_back(changes)
            raise storing_refusal(error) from None

    def _read_unfinished(self) -> list[_Change]:
        """Read the record of an unfinished change. Raises an exception of any kind if it's
        invalid."""
        record = read_record(self._unfinished)
        return [self._change_in(one) for one in (record, *record.get(_ALSO, ()))]

    def _change_in(self, record: Mapping[str, str]) -> _Change:
        path, before, after = record["path"], record["before"], record["after"]
        texts: dict[str, tuple[OwnFile, Callable[[str], object]]] = {
            udev_rules.PATH: (self._rules, udev_rules.parse),
            sysctl_file.PATH: (self._sysctl, sysctl_file.parse),
        }
        file, parse = texts[path]
        for text in (before, after):
            parse(text)
        return _Change(file, before, after)


def _record(changes: Sequence[_Change]) -> dict[str, Any]:
    """Return the record of the changes. The second of two files is stored inside the first, whose
    format earlier versions can read."""
    first, *more = (change.record() for change in changes)
    return {**first, _ALSO: more} if more else {**first}


def _put_back(changes: Sequence[_Change]) -> None:
    for change in changes:
        change.file.write(change.before)
    _withdraw_if_possible()


def _undone(change: _Change) -> Message:
    """Undo an interrupted change; return a sentence on that."""
    try:
        if change.file.read() == change.after != change.before:
            change.file.write(change.before)
    except EditedByHand:
        return said(
            "Making settings permanent was interrupted. {path} was edited by hand; move it "
            "away, then try again.",
            path=change.file.path,
        )
    return said(
        "Making settings permanent was interrupted; {path} is restored.", path=change.file.path
    )


@contextlib.contextmanager
def _pinned(wanted: Wanted) -> Iterator[_Disks]:
    """Open the disks of ``wanted``. Raises ``NoSuchDevice`` or ``DeviceChanged``."""
    with contextlib.ExitStack() as stack:
        disks = []
        for one, values in wanted.items():
            if one.name != VIRTUAL_MEMORY:
                with about(one.name):
                    disks.append((stack.enter_context(pinned(*one)), values))
        yield disks


def _of_machine(wanted: Wanted) -> Mapping[str, str]:
    return next((values for one, values in wanted.items() if one.name == VIRTUAL_MEMORY), {})


def _read_set(disks: _Disks, machine: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Read every tunable of all devices. Raises ``NotApplied`` unless the values to keep are set,
    and ``NotSupported`` and ``InvalidArgument`` for tunables that are missing or can never be
    set."""
    every: list[tuple[targets.Target, Mapping[str, str]]] = [*disks]
    if machine:
        every.append((targets.VirtualMemory(), machine))
    found = {}
    for target, wanted in every:
        with about(target.name):
            _check_belongs(target, wanted)
            found[target.name] = settings.read(target)
            _check_set(wanted, found[target.name])
    return found


def _made_effective(disks: _Disks, plans: Sequence[_Plan]) -> Message | None:
    """Have udev apply the new rules; return a sentence where there is no udev."""
    if not disks:
        return None
    if not udev_daemon.reload_rules():
        return NO_UDEV
    marks = {name: mark for plan in plans for name, mark in plan.marks.items()}
    for disk, _ in disks:
        with about(disk.name):
            udev_daemon.apply_rules(disk, marks[disk.name])
    return None


def _only_identity(device: PinnedDevice) -> Identity:
    """Return the device's identity. Raises ``NotSupported`` if it has none, or shares it."""
    if drive := drive_of(device.name):
        raise NotSupported(
            said(
                "{device} is a path to {drive}. udev isn't notified of paths, so their settings "
                "can't be made permanent.",
                device=device.name,
                drive=drive,
            )
        )
    identity = identity_of(device)
    if identity is None:
        raise NotSupported(
            said(
                "{device} has no persistent ID, so its settings can't be made permanent.",
                device=device.name,
            )
        )
    _check_only_one(device, identity)
    return identity


def _parsed(file: OwnFile, parse: Callable[[str], Parsed]) -> tuple[str, Parsed]:
    """Return the text of a file of ours, and its parsed contents. Raises ``EditedByHand``."""
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
    """Check that the target supports ``wanted``. Raises ``NotSupported`` for missing tunables and
    for those of a host that connects other disks as well, and
    ``InvalidArgument`` for a scheduler that it doesn't list; values of a scheduler may appear only
    after a switch."""
    present = settings.read(target)
    scheduler = wanted.get("scheduler", present.get("scheduler", ""))
    for name in wanted:
        if name not in present and not _may_come(target, name, scheduler, present):
            raise NotSupported(said("{device} has no {name}.", device=target.name, name=name))
    settings.check_host(target, wanted)
    settings.check_scheduler(target, wanted)


def _may_come(
    target: targets.Target, name: str, scheduler: str, present: Mapping[str, str]
) -> bool:
    tunable = find(name)
    if tunable is None or Scope.SCHEDULER not in target.scopes:
        return False
    if tunable.scheduler:
        return True
    return settings.may_come(target, tunable, scheduler, present)


def _check_set(wanted: Mapping[str, str], present: Mapping[str, str]) -> None:
    for name, value in wanted.items():
        found = present.get(name, "nothing")
        if found != value:
            raise NotApplied(
                said(
                    "{name} is {found}, so {value} can't be made permanent.",
                    name=name,
                    found=found,
                    value=value,
                )
            )


def _check_only_one(device: PinnedDevice, identity: Identity) -> None:
    """Raise ``NotSupported`` when another disk has the same identity, unless both are paths to one
    disk (multipath), with the mapped device on both."""
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
                    "{device} and {name} have the same {key}, so settings of only one of "
                    "them can't be made permanent.",
                    device=device.name,
                    name=name,
                    key=identity.key,
                )
            )


def _identity_now(name: str) -> Identity | None:
    with pinned(name, current_diskseq(name)) as device:
        return identity_of(device)


def _withdraw_if_possible() -> None:
    """Have udev forget the rules from before; on failure, it checks itself for changed ones from
    time to time."""
    try:
        udev_daemon.withdraw_rules()
    except Refusal as refusal:
        syslog.syslog(syslog.LOG_WARNING, str(refusal))


def _line(who: str, values: Mapping[str, str]) -> str:
    return " ".join([who, *(f"{name}={value}" for name, value in values.items())])
