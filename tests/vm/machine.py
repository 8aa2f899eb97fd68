"""A computer under QEMU: started, frozen, continued from a frozen one, cut off."""

from __future__ import annotations

import ctypes
import shutil
import signal
import subprocess
import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from tests.vm import disks
from tests.vm.agent import BOOT_ID, Agent, Done
from tests.vm.disks import Backend, Disk
from tests.vm.image import image
from tests.vm.kernel import kernel
from tests.vm.qmp import PATIENCE_SECONDS, Qmp

MEMORY = "1536M"
_KERNEL_WORDS = (
    "console=ttyS0 loglevel=4 mitigations=off nokaslr net.ifnames=0 audit=0 apparmor=0 nowatchdog "
    "no_timer_check tsc=reliable raid=noautodetect panic=5 systemd.show_status=0"
)
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Start:
    """What a machine begins with. ``version`` is its kernel's, ``folder`` has (or gets) its files.
    ``backing`` has the files that its disks lie over; ``memory`` is a file with a frozen machine's
    memory, which ``keeps_memory`` writes to and others only read. ``exchanged`` are two disks that
    are plugged in at each other's places."""

    version: str
    folder: Path
    backing: Path | None = None
    memory: Path | None = None
    keeps_memory: bool = False
    is_frozen: bool = False
    backends: Mapping[str, Backend] = field(default_factory=lambda: MappingProxyType({}))
    exchanged: tuple[Disk, Disk] | None = None


class Machine:
    def __init__(self, start: Start) -> None:
        self.start = start
        self.folder = start.folder
        self._again: Machine | None = None
        argv = _arguments(start)
        for name in ("qmp", "agent"):
            (self.folder / name).unlink(missing_ok=True)
        with (self.folder / "qemu.log").open("ab") as log:
            self._process = subprocess.Popen(
                argv, stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=_die_with_us
            )
        try:
            self.qmp = Qmp(self.folder / "qmp")
            self.agent = Agent(self.folder / "agent")
        except BaseException:
            self.cut_power()
            raise

    def wait_booted(self, former: str = "") -> None:
        """Until a system is up (another than ``former``), and udev has done its first work."""
        self.agent.wait_ready(former)
        state = self.agent.execute("systemctl", "is-system-running", "--wait")
        assert state.output.strip() in ("running", "degraded"), state
        self.run("udevadm", "settle", "--timeout=120")

    def execute(
        self, *argv: str, user: str = "", text_input: str = "", seconds: float = PATIENCE_SECONDS
    ) -> Done:
        return self.agent.execute(*argv, user=user, text_input=text_input, seconds=seconds)

    def run(self, *argv: str, user: str = "", seconds: float = PATIENCE_SECONDS) -> str:
        """Its output; it must succeed."""
        done = self.execute(*argv, user=user, seconds=seconds)
        assert done.code == 0, f"{argv}: {done.code}\n{done.output}\n{done.errors}"
        return done.output

    def shell(self, script: str, user: str = "") -> str:
        return self.run("sh", "-ec", script, user=user)

    def read(self, path: str) -> str:
        return self.agent.get(path).decode("utf-8", "replace").strip()

    def kernel_name(self, disk: Disk) -> str:
        """What the kernel calls it now, such as sda."""
        return self.name_behind(f"disk/by-id/{disk.by_id}")

    def name_behind(self, link: str) -> str:
        """The kernel's name of what a link below /dev leads to, such as md127."""
        return self.run("readlink", "-f", f"/dev/{link}").strip().removeprefix("/dev/")

    def reboot(self) -> None:
        former = self.read(BOOT_ID)
        self.agent.begin("systemctl", "reboot")
        self.wait_booted(former)

    def pull(self, device: str) -> None:
        """Take out a device (QEMU's id) that may be plugged while the machine runs."""
        self.qmp.call("device_del", id=device)
        self.qmp.wait_event("DEVICE_DELETED", device)

    def plug(self, disk: Disk) -> None:
        """Put a disk in whose node isn't there yet."""
        node = {**disks.node_of(self.folder, disk), "node-name": disk.name}
        self.qmp.call_with("blockdev-add", node)
        self.plug_again(disk)

    def plug_again(self, disk: Disk) -> None:
        """Put a disk back in that was pulled."""
        driver, *words = disk.options.split(",")
        options = dict(word.split("=", 1) for word in words)
        self.qmp.call_with(
            "device_add",
            {"driver": driver, "id": f"d-{disk.name}", "drive": disk.name, **options},
        )
        self.shell(
            f"until test -e /dev/disk/by-id/{disk.by_id}; do sleep 0.1; done; udevadm settle"
        )

    def freeze(self, state: Path) -> None:
        """Stop it for good; what isn't in its memory's file or its disks goes to ``state``."""
        self.run("sync")
        self.qmp.call("stop")
        _share_memory(self.qmp)
        self.qmp.call("migrate-set-parameters", max_bandwidth=1 << 40)
        self.qmp.call("migrate", uri=f"exec:cat > {state}")
        _wait_migrated(self.qmp)
        self.qmp.call("quit")
        self._process.wait(PATIENCE_SECONDS)
        self._let_go()

    def thaw(self, state: Path) -> None:
        """Go on where another one was frozen; its clock is put right."""
        _share_memory(self.qmp)
        self.qmp.call("migrate-incoming", uri=f"exec:cat {state}")
        _wait_migrated(self.qmp)
        self.qmp.call("cont")
        self.agent.wait_ready()
        self.run("date", "--set", f"@{time.time():.3f}")

    def cut_power(self) -> None:
        """At once; without effect on one that is off."""
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._let_go()

    def started_again(self, exchanged: tuple[Disk, Disk] | None = None) -> Machine:
        """The same computer, switched on after its power was cut (now, if it still runs). It's gone
        with this one."""
        self.cut_power()
        start = replace(self.start, memory=None, is_frozen=False, exchanged=exchanged)
        self._again = _booted(start)
        return self._again

    @property
    def latest(self) -> Machine:
        """This computer as it was last switched on."""
        return self._again.latest if self._again else self

    def console(self) -> str:
        file = self.folder / "console.log"
        return file.read_text("utf-8", "replace") if file.exists() else ""

    def remove(self) -> None:
        """Cut it off, and throw its files away."""
        self.latest.cut_power()
        shutil.rmtree(self.folder)

    def _let_go(self) -> None:
        for end in ("qmp", "agent"):
            if hasattr(self, end):
                getattr(self, end).close()


def _booted(start: Start, hangs_borne: int = 1) -> Machine:
    """A machine whose system is up. Emulated processors hang now and then, both busy, before the
    first process says a word: then it's switched on once more, and that is told."""
    machine = Machine(start)
    said = machine.console()
    try:
        machine.wait_booted()
    except BaseException as error:
        machine.cut_power()
        hung = isinstance(error, TimeoutError) and machine.console() == said
        if not hung or not hangs_borne:
            raise
        warnings.warn("A kernel hung in the emulation and was started again.", stacklevel=2)
        return _booted(start, hangs_borne - 1)
    return machine


def _arguments(start: Start) -> list[str]:
    boot, folder = kernel(start.version), start.folder
    root = start.backing / "root.qcow2" if start.backing else image(start.version)
    disks.overlay(folder / "root.qcow2", root)
    machine = "q35"
    memory = []
    if start.memory:
        machine += ",memory-backend=memory"
        share = "on" if start.keeps_memory else "off"
        options = f"memory-backend-file,id=memory,size={MEMORY},mem-path={start.memory}"
        memory = ["-object", f"{options},share={share}"]
    return [
        *("qemu-system-x86_64", "-name", "storage-tuner-guest"),
        *("-accel", "tcg,thread=multi,tb-size=512"),
        *("-machine", machine, "-cpu", "Nehalem", "-smp", "2", "-m", MEMORY),
        *("-nodefaults", "-no-user-config", "-display", "none", "-vga", "none"),
        *("-kernel", str(boot.image), "-initrd", str(boot.ramdisk), "-append", _KERNEL_WORDS),
        *("-chardev", f"file,id=console,path={folder}/console.log,append=on"),
        *("-serial", "chardev:console"),
        *("-qmp", f"unix:{folder}/qmp,server=on,wait=off"),
        *("-object", "rng-random,id=random,filename=/dev/urandom"),
        *("-device", "virtio-rng-pci,rng=random"),
        *("-blockdev", f"qcow2,node-name=root,file.driver=file,file.filename={folder}/root.qcow2"),
        *("-device", "virtio-blk-pci,drive=root,serial=ROOT"),
        *("-device", "virtio-serial-pci,id=ports"),
        *("-chardev", f"socket,id=agent,path={folder}/agent,server=on,wait=off"),
        *("-device", "virtserialport,bus=ports.0,chardev=agent,name=storage-tuner.agent"),
        *disks.arguments(folder, start.backing, start.backends, start.exchanged),
        *memory,
        *(["-incoming", "defer"] if start.is_frozen else []),
    ]


def _share_memory(qmp: Qmp) -> None:
    """The memory is in a file that both know."""
    wanted = {"capability": "x-ignore-shared", "state": True}
    qmp.call("migrate-set-capabilities", capabilities=[wanted])


def _wait_migrated(qmp: Qmp) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (status := qmp.call("query-migrate").get("status")) != "completed":
        if status == "failed" or time.monotonic() > deadline:
            raise RuntimeError(f"QEMU doesn't move the machine: {status}")
        time.sleep(0.02)


def _die_with_us() -> None:
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
