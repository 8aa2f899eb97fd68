"""Finds the files that a program and its descendants open, by tracing it once, ptrace(2).

Each process stops at every system call; a descriptor that open(2) or openat(2) returned is looked
up in /proc meanwhile. What the loader and exec map is in /proc/PID/maps. Files that other processes
open for the program (a server, io_uring) aren't found. A set-user-ID program runs without its
privileges.
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct
from contextlib import suppress
from pathlib import Path

_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
_LIBC.ptrace.restype = ctypes.c_long

_SYSCALL, _SETOPTIONS, _GET_SYSCALL_INFO = 24, 0x4200, 0x420E
_SYSGOOD, _FORKS, _EXEC, _EXITKILL = 1, 2 | 4 | 8, 0x10, 0x100000
_OPTIONS = _SYSGOOD | _FORKS | _EXEC | _EXITKILL
_EVENT_EXEC = 4
_SYSCALL_STOP = signal.SIGTRAP | 0x80
_ENTRY, _EXIT = 1, 2
_INFO = struct.Struct("=B3xIQQQ")
"""op, arch, instruction and stack pointer, then the number at entry, the result at exit: the begin
of ptrace_syscall_info in include/uapi/linux/ptrace.h, since Linux 5.3."""
_INFO_BYTES = 88
_OPENING = {
    0xC000003E: (2, 257, 437),  # x86-64
    0x40000003: (5, 295, 437),  # i386
    0xC00000B7: (56, 437),  # AArch64
    0xC00000F3: (56, 437),  # RISC-V
    0x40000028: (5, 322, 437),  # Arm
}
"""open, openat and openat2, by AUDIT_ARCH_… of include/uapi/linux/audit.h."""
_WALL = 0x40000000
"""__WALL of waitpid(2): threads, too."""

_NOT_ON_A_DISK = ("/proc/", "/sys/", "/dev/")


class OpenedFiles:
    """The files opened by a ``TracedProgram`` and its descendants. ``follow`` must be called
    whenever a child of this process changes its state (SIGCHLD)."""

    def __init__(self) -> None:
        self._paths: dict[str, None] = {}
        self._known: set[int] = set()
        self._opening: set[int] = set()

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths found so far, in the order of opening."""
        return tuple(self._paths)

    def follow(self, program: int) -> None:
        """Resume every stopped process; doesn't block. ``program`` is the number of the traced one,
        which isn't reaped."""
        options = os.WEXITED | os.WSTOPPED | os.WNOHANG
        with suppress(ChildProcessError):
            while found := os.waitid(os.P_ALL, 0, options | os.WNOWAIT):
                has_ended = found.si_code in (os.CLD_EXITED, os.CLD_KILLED, os.CLD_DUMPED)
                if has_ended and found.si_pid == program:
                    return
                pid, status = os.waitpid(found.si_pid, os.WNOHANG | _WALL)
                if os.WIFSTOPPED(status):
                    self._resume(pid, status)
                else:
                    self._known.discard(pid)

    def _begin(self, pid: int) -> None:
        """Trace it and, from then on, its descendants, which inherit the options."""
        _LIBC.ptrace(_SETOPTIONS, pid, None, _OPTIONS)
        self._note_maps(pid)
        self._known.add(pid)

    def _resume(self, pid: int, status: int) -> None:
        stop, event = os.WSTOPSIG(status), status >> 16
        passed_on = 0
        if pid not in self._known:
            self._begin(pid)  # the stop by exec, or the one that every descendant begins with
        elif stop == _SYSCALL_STOP:
            self._note_call(pid)
        elif event == _EVENT_EXEC:
            self._note_maps(pid)
        elif not event:
            passed_on = stop
        _LIBC.ptrace(_SYSCALL, pid, None, passed_on)

    def _note_call(self, pid: int) -> None:
        content = ctypes.create_string_buffer(_INFO_BYTES)
        if _LIBC.ptrace(_GET_SYSCALL_INFO, pid, _INFO_BYTES, content) < 0:
            return
        kind, architecture, _, _, value = _INFO.unpack_from(content)
        if kind == _ENTRY:
            if value in _OPENING.get(architecture, ()):
                self._opening.add(pid)
        elif pid in self._opening:
            self._opening.discard(pid)
            with suppress(OSError):  # the call failed
                self._note(str(Path(f"/proc/{pid}/fd/{value}").readlink()))

    def _note_maps(self, pid: int) -> None:
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/maps").read_text("utf-8", "surrogateescape").split("\n"):
                self._note(line[line.find("/") :] if "/" in line else "")

    def _note(self, path: str) -> None:
        if path.startswith("/") and not path.startswith(_NOT_ON_A_DISK):
            self._paths[path] = None
