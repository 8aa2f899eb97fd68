"""Notes a session and keeps it, as a helper does, and kills itself before its N-th step.

``killed_noting.py STATE DEVICE DISKSEQ N``; writes the number of steps when it gets to the end. A
step is what Python tells of to an audit hook: opening a file to write, locking, shortening,
renaming or removing one.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

HELPERS = Path(__file__).resolve().parents[2] / "helpers"
STEPS = ("fcntl.flock", "os.truncate", "os.rename", "os.remove")
SESSION = "0123456789abcdef0123456789abcdef"


def main(state: Path, device: str, diskseq: int, last: int) -> None:
    sys.path.insert(0, str(HELPERS))
    from storage_tuner_helper.devices.targets import opened
    from storage_tuner_helper.practice.disk import PracticeFolder, PracticeRecord, lock_key
    from storage_tuner_helper.restoring import settings
    from storage_tuner_helper.restoring.journal import Journal, Snapshot
    from storage_tuner_helper.restoring.locks import Locks

    journal, locks, practice = Journal(state), Locks(state), PracticeFolder(state)
    done = 0

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal done
        if event not in STEPS and not opens_to_write(event, arguments):
            return
        done += 1
        if done == last:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    made = locks.take(lock_key("ab" * 8), "a test")
    practice.write(PracticeRecord("ab" * 8))
    taken = locks.take(device, "a test")
    with opened(device, diskseq) as target:
        snapshot = Snapshot.of(target, settings.read(target), SESSION)
    journal.sessions.put(snapshot)
    journal.keep([snapshot], [])
    assert made is not None and taken is not None
    locks.give_back(device, taken)
    practice.remove("ab" * 8)
    locks.give_back(lock_key("ab" * 8), made)
    print(done)


def opens_to_write(event: str, arguments: tuple[object, ...]) -> bool:
    flags = arguments[-1]
    return event == "open" and isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR))


if __name__ == "__main__":
    os.umask(0o077)
    folder, name, number, step = sys.argv[1:]
    main(Path(folder), name, int(number), int(step))
