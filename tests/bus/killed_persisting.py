"""Keeps settings, and kills itself with SIGKILL before its N-th step that others could notice.

``killed_persisting.py STATE DEVICE DISKSEQ N NAME=VALUE…``; writes the number of steps when it gets
to the end. A step is what Python tells of to an audit hook: opening a file to write, renaming,
removing one, changing its mode, starting a child process.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

HELPERS = Path(__file__).resolve().parents[2] / "helpers"
STEPS = ("os.rename", "os.remove", "os.chmod", "subprocess.Popen")


def main(state: Path, device: str, diskseq: int, last: int, values: dict[str, str]) -> None:
    sys.path.insert(0, str(HELPERS))
    from storage_tuner_helper.keeping.persistence import Instance, Persistence

    done = 0
    counting = True
    told: set[tuple[object, ...]] = set()

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal done
        if not counting or not (event in STEPS or opens_to_write(event, arguments)):
            return
        if event == "open" and Path(str(arguments[0])).name == "uevent":
            # udev is told once more where it was slow, which isn't a step of each run
            if arguments in told:
                return
            told.add(arguments)
        done += 1
        if done == last:
            os.kill(os.getpid(), signal.SIGKILL)

    persistence = Persistence(state)
    of_device = {name: value for name, value in values.items() if name != "swappiness"}
    of_memory = {name: value for name, value in values.items() if name == "swappiness"}
    sys.addaudithook(count)
    persistence.persist({Instance(device, diskseq): of_device, Instance("vm", 0): of_memory})
    counting = False
    print(done)


def opens_to_write(event: str, arguments: tuple[object, ...]) -> bool:
    flags = arguments[-1]
    return event == "open" and isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR))


if __name__ == "__main__":
    os.umask(0o077)
    folder, name, number, step, *pairs = sys.argv[1:]
    wanted = dict(pair.split("=", 1) for pair in pairs)
    main(Path(folder), name, int(number), int(step), wanted)
