"""Systems that Ansible reaches by SSH, and the computer that it runs on.

Each system has its own processes, mounts, host name, state, udev rules and loop device. They share
the kernel, and so /sys.
"""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.loop_device import LoopDevice
from tests.other_mounts import WITHOUT_OTHER_MOUNTS
from tests.packages import PACKAGES
from tests.system.conftest import until

ROOT = Path(__file__).parents[2]
HELPER = ROOT / "helpers/storage-tuner-helper"

_INSIDE = """set -e
for folder in /run /root /etc/udev /etc/sysctl.d; do mount -t tmpfs tmpfs $folder; done
mkdir -p /run/sshd /etc/udev/rules.d
hostname {name}
{helper} recover
exec /usr/sbin/sshd -D -e -f {folder}/sshd_config
"""

_SSHD_CONFIG = """Port {port}
ListenAddress 127.0.0.1
HostKey {key}
AuthorizedKeysFile {key}.pub
StrictModes no
UsePAM no
PidFile none
Subsystem sftp internal-sftp
SetEnv PATH={folder}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
"""

_SSH_OPTIONS = "-o ControlMaster=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
"""No connection outlives the playbook, and no keys of the systems are saved."""


@dataclass(frozen=True)
class System:
    """A system that isn't running yet; ``folder`` has all that survives a power cut."""

    name: str
    folder: Path
    key: Path
    port: int
    device: LoopDevice

    @property
    def measurement(self) -> Path:
        """Where the role keeps the device's measurement."""
        return self.folder / "measurements" / self.device.path.strip("/").replace("/", "-")

    @property
    def inventory_line(self) -> str:
        values = {
            "ansible_host": "127.0.0.1",
            "ansible_port": str(self.port),
            "ansible_user": "root",
            "ansible_python_interpreter": "/usr/bin/python3",
            "device": self.device.path,
            "measurements": str(self.measurement.parent),
        }
        return " ".join((self.name, *(f"{name}={value}" for name, value in values.items())))

    @contextmanager
    def running(self) -> Iterator[subprocess.Popen[bytes]]:
        """As after a boot: with what the restore service does. All its processes end at the end, or
        when the process is killed, as in a power cut."""
        helper = shlex.join(["env", *map("=".join, self._environment.items()), str(HELPER)])
        script = _INSIDE.format(name=self.name, folder=self.folder, helper=helper)
        own = ("--mount", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc")
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                ["unshare", *own, *WITHOUT_OTHER_MOUNTS, "sh", "-c", script], stdout=log, stderr=log
            )
        try:
            until(self._answers, f"{self.name} answers")
            yield process
        finally:
            process.kill()
            process.wait()

    def prepare(self) -> System:
        for name in ("state", "runtime", "bin"):
            (self.folder / name).mkdir(parents=True, mode=0o700)
        write_program(self.folder / "bin/storage-tuner", self._environment)
        config = _SSHD_CONFIG.format(port=self.port, key=self.key, folder=self.folder)
        (self.folder / "sshd_config").write_text(config, encoding="ascii")
        return self

    @property
    def _environment(self) -> dict[str, str]:
        return {
            "STATE_DIRECTORY": str(self.folder / "state"),
            "RUNTIME_DIRECTORY": str(self.folder / "runtime"),
        }

    def _answers(self) -> bool:
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self.port)) == 0


@dataclass(frozen=True)
class Played:
    """The end of a playbook: per host the number of changed tasks, -1 after a failure. The
    differences are those of all hosts, in no order."""

    changed: Mapping[str, int]
    differences: frozenset[str]
    output: str


@dataclass(frozen=True)
class Controller:
    """Where Ansible runs, with a program and saved results of its own."""

    folder: Path
    key: Path

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "HOME": str(self.folder),
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
            "XDG_DATA_HOME": str(self.folder / "data"),
            "LC_ALL": "C.UTF-8",
            "ANSIBLE_COLLECTIONS_PATH": str(self.folder / "collections"),
            "ANSIBLE_HOST_KEY_CHECKING": "false",
            "ANSIBLE_PRIVATE_KEY_FILE": str(self.key),
            "ANSIBLE_SSH_ARGS": _SSH_OPTIONS,
            "ANSIBLE_NOCOLOR": "1",
            "ANSIBLE_RETRY_FILES_ENABLED": "false",
        }

    def prepare(self, systems: Sequence[System]) -> Controller:
        (self.folder / "bin").mkdir(parents=True)
        write_program(self.folder / "bin/storage-tuner", {})
        collections = self.folder / "collections/ansible_collections"
        collections.mkdir(parents=True)
        (collections / "storage_tuner").symlink_to(ROOT / "packaging/ansible/storage_tuner")
        lines = [system.inventory_line for system in systems]
        (self.folder / "hosts").write_text("\n".join((*lines, "")), encoding="ascii")
        return self

    def start(self, playbook: str, *words: str) -> subprocess.Popen[str]:
        """In a process group of its own, together with its connections."""
        path = self.folder / "playbook.yml"
        path.write_text(playbook, encoding="utf-8")
        return subprocess.Popen(
            ["ansible-playbook", "-i", "hosts", path.name, *words],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def play(self, playbook: str, *words: str) -> Played:
        output, _ = self.start(playbook, *words).communicate(timeout=1200)
        recap = re.findall(
            r"^(\S+) +: ok=\d+ +changed=(\d+) +unreachable=(\d+) +failed=(\d+)",
            output,
            re.MULTILINE,
        )
        changed = {
            host: int(count) if unreachable == failed == "0" else -1
            for host, count, unreachable, failed in recap
        }
        differences = re.findall(r"^--- before.*\n(?:[-+@ ].*\n)+", output, re.MULTILINE)
        return Played(changed, frozenset(differences), output)


def write_program(path: Path, environment: Mapping[str, str]) -> None:
    """Write the program ``storage-tuner`` of this checkout."""
    lines = [f"export {shlex.quote(f'{name}={value}')}" for name, value in environment.items()]
    python = f"PYTHONPATH={PACKAGES} exec {sys.executable} -m storage_tuner"
    path.write_text("\n".join(("#!/bin/sh", *lines, f'{python} "$@"', "")), encoding="ascii")
    path.chmod(0o755)


def free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        port: int = server.getsockname()[1]
        return port
