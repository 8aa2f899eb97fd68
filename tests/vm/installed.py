"""Storage Tuner's package installed, and arrays to tune, in a frozen machine."""

from __future__ import annotations

from pathlib import Path

from tests.vm.artefacts import key
from tests.vm.disks import PULLABLE_SATA, SAS, SATA
from tests.vm.frozen import Frozen
from tests.vm.kernel import GUEST
from tests.vm.machine import Machine
from tests.vm.package import package

COMMAND = "/usr/bin/storage-tuner"
WITH_AGENT = "/usr/local/bin/with-agent"
RULES = "/etc/polkit-1/rules.d/10-test.rules"
ALLOWED = (
    'polkit.addRule(function(action, subject) { if (action.id.indexOf("org.storagetuner.") == 0 '
    '&& subject.user == "tester") return polkit.Result.YES; });'
)
_PACKAGE = "/root/storage-tuner.deb"

RAID_1, RAID_5, RAID_10 = "md/mirror", "md/parity", "md/striped"
"""Below /dev: two SATA disks; three partitions; four disks, two SSDs and two SAS, in far layout."""

_PATIENT_BUS = (
    '<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN" '
    '"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">'
    '<busconfig><limit name="service_start_timeout">240000</limit></busconfig>'
)
"""Starting the helper takes 11 s in an emulated computer that has nothing else to do; the bus gives
up after 25 s."""

_NOTHING_IS_WRITTEN = (
    "(was=$(cat /sys/block/sd*/stat | awk '{print $5}'); sleep 5; "
    'test "$was" = "$(cat /sys/block/sd*/stat | awk \'{print $5}\')")'
)
"""md clears bits of its bitmap a while after it wrote, which is to be no test's doing."""

_PARITY_MEMBERS = (SATA[2], SATA[3], PULLABLE_SATA)
_STRIPED_MEMBERS = (SATA[4], SATA[5], *SAS)


def with_everything(booted: Frozen) -> Frozen:
    """``booted`` with Storage Tuner installed and three arrays made."""
    recipe = key(package().parent.name, Path(__file__).read_text(encoding="utf-8"))
    return booted.derive("installed", recipe, _prepare)


def _prepare(guest: Machine) -> None:
    install(guest)
    _make_arrays(guest)


def install(guest: Machine) -> None:
    guest.agent.put("/etc/dbus-1/system-local.conf", _PATIENT_BUS.encode())
    guest.agent.put(WITH_AGENT, (GUEST / "with_agent.py").read_bytes(), 0o755)
    guest.shell("systemctl reload dbus")
    install_package(guest, package())


def install_package(guest: Machine, file: Path) -> None:
    """Anew, or in the place of another version."""
    guest.agent.put(_PACKAGE, file.read_bytes())
    guest.run("dpkg", "--install", _PACKAGE, seconds=1800)
    guest.run("rm", _PACKAGE)


def _make_arrays(guest: Machine) -> None:
    mirror = _links(SATA[0].by_id, SATA[1].by_id)
    parity = _links(*(f"{disk.by_id}-part1" for disk in _PARITY_MEMBERS))
    striped = _links(*(disk.by_id for disk in _STRIPED_MEMBERS))
    create = "mdadm --create --quiet --run --assume-clean --metadata=1.2"
    for disk in _PARITY_MEMBERS:
        guest.shell(f"echo ,,fd | sfdisk --quiet /dev/disk/by-id/{disk.by_id}")
    guest.shell(
        "udevadm settle; mkdir -p /etc/mdadm\n"
        f"{create} /dev/{RAID_1} --level=1 --raid-devices=2 --bitmap=internal --delay=1 {mirror}\n"
        f"{create} /dev/{RAID_5} --level=5 --raid-devices=3 --chunk=64K {parity}\n"
        f"{create} /dev/{RAID_10} --level=10 --layout=f2 --raid-devices=4 --chunk=512K {striped}\n"
        "mdadm --detail --scan > /etc/mdadm/mdadm.conf; udevadm settle; sync"
    )
    guest.run("timeout", "300", "sh", "-c", f"until {_NOTHING_IS_WRITTEN}; do :; done")


def _links(*names: str) -> str:
    return " ".join(f"/dev/disk/by-id/{name}" for name in names)
