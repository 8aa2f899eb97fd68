"""What tests ask of a guest: its devices, its settings, Storage Tuner in it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from tests.vm.agent import Done
from tests.vm.disks import FROZEN, Disk
from tests.vm.image import PASSWORD
from tests.vm.installed import COMMAND, WITH_AGENT
from tests.vm.machine import Machine

PERSON = "tester"
STATE = "/var/lib/storage-tuner"
OUR_RULES = "/etc/udev/rules.d/99-storage-tuner.rules"
_RESULTS = f"/home/{PERSON}/.local/share/storage-tuner/interrupted"
_PATIENCE_SECONDS = 900.0
_SETTABLE = (
    "find /sys/block/*/queue /sys/block/*/md /sys/block/*/device/queue_depth -maxdepth 2 -type f "
    "-perm -u=rw -print0 2>/dev/null | xargs -0 grep -sHm1 '' || true"
)
_CHANGING = ("/md/", ("sync_", "resync_", "array_state", "safe_mode_delay", "bitmap", "suspend_"))
"""What md changes by itself while it works."""


def tuner(guest: Machine, *words: str, user: str = PERSON) -> Done:
    """Storage Tuner's command line, as a person who may (see ``installed.ALLOWED``)."""
    return guest.execute(COMMAND, *words, user=user, seconds=_PATIENCE_SECONDS)


def succeeds(guest: Machine, *words: str, user: str = PERSON) -> str:
    done = tuner(guest, *words, user=user)
    assert done.code == 0, f"{words}: {done.code}\n{done.output}\n{done.errors}"
    return done.output


def called(guest: Machine, name: str) -> str:
    """What must be typed before anything writes on a disk (``client.overwriting``)."""
    model = guest.shell(f"cat /sys/block/{name}/device/model 2>/dev/null || true").split()
    return " ".join(model) or f"{name} {512 * int(guest.read(f'/sys/block/{name}/size'))}"


def with_password(guest: Machine, *words: str, password: str = PASSWORD) -> Done:
    """As a person whom polkit's own agent asks for an administrator's password."""
    argv = (WITH_AGENT, password, COMMAND, *words)
    return guest.execute(*argv, user=PERSON, seconds=_PATIENCE_SECONDS)


def devices(guest: Machine) -> dict[str, dict[str, Any]]:
    """By kernel name, as ``devices --json`` tells them."""
    told = json.loads(succeeds(guest, "devices", "--json"))
    return {device["name"]: device for device in told["devices"]}


def settings(guest: Machine) -> dict[str, str]:
    """Every attribute of every block device that root could set, but what changes by itself. Of the
    schedulers the active one: which others there are depends on who has loaded their modules."""
    lines = guest.shell(_SETTABLE).splitlines()
    pairs = (line.split(":", 1) for line in lines)
    folder, prefixes = _CHANGING
    return {
        path: _active(value) if path.endswith("/queue/scheduler") else value
        for path, value in pairs
        if not (folder in path and path.rsplit("/", 1)[1].startswith(prefixes))
    }


def begin(guest: Machine, *words: str, user: str = PERSON) -> tuple[int, float]:
    """As ``tuner``, in the background: for ``guest.agent.finish``."""
    return guest.agent.begin(COMMAND, *words, user=user, seconds=_PATIENCE_SECONDS)


def wait_until(guest: Machine, condition: str, what: str) -> None:
    """Until a shell's condition is true in the guest."""
    loop = f"n=0; until {condition}; do n=$((n + 1)); test $n -lt 600 || exit 1; sleep 0.5; done"
    assert guest.execute("sh", "-c", loop, seconds=_PATIENCE_SECONDS).code == 0, what


def wait_measuring(guest: Machine, name: str) -> None:
    """Until fio reads from a disk in a session whose scheduler isn't the one from before."""
    wait_until(guest, f'test -n "$(ls {STATE}/sessions)" && pgrep -x fio', "a measurement")
    reads = int(guest.read(f"/sys/block/{name}/stat").split()[0])
    more = f"test $(cut -c1-9 /sys/block/{name}/stat) -gt {reads + 200}"
    wait_until(guest, more, "fio's reads")


def wait_measured(guest: Machine) -> None:
    """Until something is measured that mustn't be lost: a first block."""
    wait_until(guest, f"grep -qs . -r {_RESULTS}", "a first result")


def results(guest: Machine) -> dict[str, list[str]]:
    """By path, the lines of each journal of what was measured until it was broken off."""
    files = guest.shell(f"find {_RESULTS} -name '*.jsonl' 2>/dev/null || true").splitlines()
    return {file: guest.read(file).splitlines() for file in files}


def keeps_what_was_measured(guest: Machine) -> bool:
    """As a run among the others, or to go on from."""
    return bool(results(guest)) or bool(
        json.loads(succeeds(guest, "runs", "list", "--json"))["runs"]
    )


def without(found: dict[str, str], names: Iterable[str]) -> dict[str, str]:
    """Without those of disks that were taken away, also as members of an array."""
    parts = [part for name in names for part in (f"/block/{name}/", f"/md/dev-{name}/")]
    return {path: value for path, value in found.items() if not any(part in path for part in parts)}


def of_disk(found: dict[str, str], name: str) -> dict[str, str]:
    """One disk's, by what's behind its name."""
    folder = f"/sys/block/{name}/"
    return {path.removeprefix(folder): found[path] for path in found if path.startswith(folder)}


def by_disk(guest: Machine) -> dict[str, dict[str, str]]:
    """The settings of each disk by QEMU's name of it, whatever the kernel's is now."""
    found = settings(guest)
    links = [f"/dev/disk/by-id/{disk.by_id}" for disk in FROZEN]
    nodes = guest.run("readlink", "--canonicalize-existing", *links).splitlines()
    names = [node.removeprefix("/dev/") for node in nodes]
    return {disk.name: of_disk(found, name) for disk, name in zip(FROZEN, names, strict=True)}


def scheduler(guest: Machine, disk: Disk) -> str:
    return _active(guest.read(f"/sys/block/{guest.kernel_name(disk)}/queue/scheduler"))


def _active(choices: str) -> str:
    """The one in brackets; an array's has none."""
    return choices.partition("[")[2].partition("]")[0] or choices


def queue_depth(guest: Machine, disk: Disk) -> int:
    return int(guest.read(f"/sys/block/{guest.kernel_name(disk)}/device/queue_depth"))


def journal(guest: Machine) -> list[str]:
    """What the helper would have to undo."""
    folders = f"{STATE}/sessions {STATE}/practice"
    return guest.shell(f"find {folders} -type f 2>/dev/null || true").splitlines()


def content(guest: Machine, names: Iterable[str]) -> dict[str, str]:
    """A digest of all that's on each disk."""
    return {
        name: guest.run("sha256sum", f"/dev/{name}", seconds=_PATIENCE_SECONDS).split()[0]
        for name in names
    }
