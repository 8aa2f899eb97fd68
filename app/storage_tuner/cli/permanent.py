"""Permanent settings compared with the current ones: ``show --permanent``."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from storage_tuner.cli.options.exit_codes import UNDONE
from storage_tuner.cli.output.terminal import GAP, UNKNOWN, columns, folded, print_json, wrapped
from storage_tuner.client.connecting import connect
from storage_tuner.client.kept_settings import can_ask_quietly, kept_state
from storage_tuner.core.drift import Drift, OwnChanges, drift_of
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.member_settings import tunable_devices
from storage_tuner.core.message import tr
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.core.tunable_target import Tuned, tuned_device, tuned_memory
from storage_tuner.present.permanent import difference, remedies, state
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.virtual_memory import read_virtual_memory
from storage_tuner.store.documents import document_of


def show_permanent(names: Sequence[str], root: Path, *, as_json: bool) -> int:
    """Print the permanent settings of the devices, or of all for no ``names``. Return 9 if another
    program undid one, otherwise 0. Raises ``UnknownDevice`` and ``NotAWholeDisk``."""
    drifts = compared(list(targets_of(names, root)), root)
    if as_json:
        print_json({"permanent": [permanent_keys(drift) for drift in drifts]})
    else:
        print("\n".join(_lines(drifts)))
    return UNDONE if any(drift.undone for drift in drifts) else 0


def compared(targets: Sequence[Tuned], root: Path) -> list[Drift]:
    """The targets that have permanent settings. The helper is asked only if one of them differs,
    and only where that needs no password."""
    targets = [tuned for tuned in targets if tuned.permanent]
    drifts = [drift_of(tuned, OwnChanges()) for tuned in targets]
    if tree_root(root) or not can_ask_quietly() or not any(drift.undone for drift in drifts):
        return drifts
    with contextlib.suppress(StorageTunerError):
        own = kept_state(connect).own
        return [drift_of(tuned, own) for tuned in targets]
    return drifts


def permanent_keys(drift: Drift) -> dict[str, Any]:
    """As JSON, with what to do about each undone setting."""
    return {
        "device": drift.device,
        "settings": [
            {**document_of(one), "remedies": list(remedies(drift.device, one))}
            for one in drift.settings
        ],
    }


def targets_of(names: Sequence[str], root: Path) -> Iterator[Tuned]:
    """The devices, with the members of arrays, each once."""
    devices = read_devices(root, include_empty=True)
    known = {device.name: device for device in devices}
    wanted = dict.fromkeys(known) if not names else dict[str, None]()
    for name in names:
        if name != VIRTUAL_MEMORY:
            device = find_device(name, devices, root)
            wanted[device.name] = None
            wanted.update(dict.fromkeys(one.name for one in tunable_devices(device, known)))
    for name in wanted:
        yield tuned_device(known[name])
    if not names or VIRTUAL_MEMORY in names:
        yield tuned_memory(VIRTUAL_MEMORY, read_virtual_memory(root))


def _lines(drifts: Sequence[Drift]) -> list[str]:
    if not drifts:
        return [tr("No settings are permanent.")]
    heading = (tr("DEVICE"), tr("SETTING"), tr("PERMANENT"), tr("NOW"), tr("STATE"))
    rows = [
        (drift.device, one.tunable, one.value, one.current or UNKNOWN, state(one))
        for drift in drifts
        for one in drift.settings
    ]
    undone = undone_lines(drifts)
    return [*folded([heading, *rows], columns(), (4,)), *(["", *undone] if undone else [])]


def undone_lines(drifts: Sequence[Drift]) -> list[str]:
    """A sentence on each undone setting, and what to do about it."""
    lines = []
    for drift in drifts:
        for one in drift.undone:
            lines += wrapped(f"{difference(drift.device, one)}.", "", columns())
            for remedy in remedies(drift.device, one):
                lines += wrapped(remedy, GAP, columns())
    return lines
