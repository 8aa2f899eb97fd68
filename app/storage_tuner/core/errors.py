"""The one error tree. Every error a person can meet is one of these.

    StorageTunerError
    ├── InvalidInput          a word or file given by the user makes no sense
    │   └── UnreadableResult  a result file can't be understood
    ├── DeviceError           data: device
    │   ├── UnknownDevice
    │   ├── NotAWholeDisk     a partition; data: disk
    │   ├── DeviceGone        it vanished in the middle
    │   ├── NoHealth          it is no drive that could tell of its health
    │   └── DeviceBusy        somebody else uses it
    ├── ToolError             data: tool
    │   ├── ToolMissing
    │   │   └── NoSuchProgram the path that the user gave leads to no program
    │   ├── ToolTooOld
    │   └── ToolFailed        a child process failed
    │       └── QuestionFailed  one that was only asked for facts
    ├── HelperError           the root process
    │   ├── HelperUnavailable it can't be started
    │   ├── HelperGone        it ended in the middle
    │   ├── NotAuthorized     denied or wrong password
    │   ├── NoAuthenticationAgent   nobody there to ask for the password
    │   ├── Dismissed         the user closed the password dialog
    │   └── OperationRefused  data: name, as in docs/helper-protocol.md
    │       ├── ValueNotTaken the kernel refused or changed what was set
    │       └── NotKept       it can't be kept for good
    ├── NoSpace               a disk is full
    ├── NoDisplay
    └── Cancelled             the user stopped it

``summary`` is one sentence saying what is wrong, ``remedy`` one saying what to do; both are for
persons. The wording stands here and nowhere else, so that the window and the terminal agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage_tuner.core.measurement import SessionRecord


class StorageTunerError(Exception):
    """Root of the tree; ``str()`` gives summary and remedy as one line.

    ``record`` holds what had been measured when the error ended a measurement.
    """

    exit_code = 1
    record: SessionRecord | None = None

    def __init__(self, summary: str, remedy: str = "") -> None:
        super().__init__(f"{summary} {remedy}".strip())
        self.summary = summary
        self.remedy = remedy


class InvalidInput(StorageTunerError):
    exit_code = 2


class UnreadableResult(InvalidInput):
    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"{path} can't be read as a result: {reason}.",
            "Give a results.json or a CSV written by Storage Tuner.",
        )
        self.path = path
        self.reason = reason


class DeviceError(StorageTunerError):
    exit_code = 3

    def __init__(self, device: str, summary: str, remedy: str = "") -> None:
        super().__init__(summary, remedy)
        self.device = device


class UnknownDevice(DeviceError):
    def __init__(self, device: str) -> None:
        super().__init__(
            device,
            f"There is no block device {device!r} on this computer.",
            "'storage-tuner devices' lists what there is.",
        )


class NotAWholeDisk(DeviceError):
    """``disk`` is the path of the disk that the partition ``device`` is on."""

    def __init__(self, device: str, disk: str) -> None:
        super().__init__(
            device,
            f"{device} is a partition: its settings are those of the whole disk.",
            f"Give {disk} instead.",
        )
        self.disk = disk


class DeviceGone(DeviceError):
    def __init__(self, device: str) -> None:
        super().__init__(
            device,
            f"{device} is no longer the device it was: it was removed or exchanged.",
            "Connect it again and start anew; nothing of it is left changed.",
        )


class NoHealth(DeviceError):
    """``reason`` says in whole sentences why; ``drives`` are those that can be asked instead."""

    def __init__(self, device: str, reason: str, drives: Sequence[str] = ()) -> None:
        super().__init__(device, reason, f"Ask its drives: {', '.join(drives)}." if drives else "")


class DeviceBusy(DeviceError):
    """``reason`` is a sentence without its full stop: who uses the device, and how."""

    def __init__(self, device: str, reason: str) -> None:
        super().__init__(device, f"{reason}.", "Choose another device, or try again later.")


class ToolError(StorageTunerError):
    exit_code = 4

    def __init__(self, tool: str, summary: str, remedy: str = "") -> None:
        super().__init__(summary, remedy)
        self.tool = tool


class ToolMissing(ToolError):
    def __init__(self, tool: str) -> None:
        super().__init__(tool, f"{tool} is not installed.", f"Install it: sudo apt install {tool}.")


class NoSuchProgram(ToolMissing):
    def __init__(self, path: str) -> None:
        ToolError.__init__(
            self,
            path,
            f"There is no program {path} that can be started.",
            "Check the path, and that the file may be executed.",
        )


class ToolTooOld(ToolError):
    def __init__(self, tool: str, found: str, needed: str) -> None:
        super().__init__(
            tool,
            f"{tool} {found} is too old: {needed} or later is needed.",
            f"Upgrade the package {tool}.",
        )


class ToolFailed(ToolError):
    def __init__(self, tool: str, reason: str) -> None:
        super().__init__(tool, f"{tool} failed: {reason}.", "Nothing is left changed.")
        self.reason = reason


class QuestionFailed(ToolFailed):
    """Nothing would have been changed anyway."""

    def __init__(self, tool: str, reason: str) -> None:
        super().__init__(tool, reason)
        self.remedy = "Try again, or see whether it is the right program."
        self.args = (f"{self.summary} {self.remedy}",)


class HelperError(StorageTunerError):
    exit_code = 5


class HelperUnavailable(HelperError):
    def __init__(self, reason: str) -> None:
        super().__init__(
            f"The privileged helper can't be started: {reason}.",
            "Run as root (sudo), or install Storage Tuner with its system service.",
        )


class HelperGone(HelperError):
    def __init__(self) -> None:
        super().__init__(
            "The privileged helper ended in the middle of the work.",
            "The old settings come back by themselves when it starts again.",
        )


class NotAuthorized(HelperError):
    def __init__(self) -> None:
        super().__init__(
            "You were not authorised.",
            "Check the password, ask an administrator, or start as root.",
        )


class NoAuthenticationAgent(HelperError):
    def __init__(self) -> None:
        super().__init__(
            "A password is needed, but there is no authentication agent to ask for it.",
            "Log in to a desktop session, or start as root: sudo storage-tuner.",
        )


class Dismissed(HelperError):
    def __init__(self) -> None:
        super().__init__(
            "The password dialog was closed.",
            "Nothing was changed; start again when you are ready.",
        )


class OperationRefused(HelperError):
    """``name`` is the last part of the helper's error name, such as 'NotApplied'."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"The helper refused: {message}.")
        self.name = name
        self.reason = message


class ValueNotTaken(OperationRefused):
    """The kernel refused a value, ignored it, or took another one."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(name, message)
        clipped = "The kernel took another value: " if name == "NotApplied" else ""
        self.summary = f"{clipped}{message}."
        self.remedy = "Everything is as it was before."
        self.args = (f"{self.summary} {self.remedy}",)


class NotKept(OperationRefused):
    """It can't be kept for good: there is nothing to recognise the device by, somebody else sets
    it to something else, or our file was edited."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(name, message)
        self.summary = f"{message}."
        self.remedy = "Nothing was kept for good."
        self.args = (f"{self.summary} {self.remedy}",)


class NoSpace(StorageTunerError):
    exit_code = 6

    def __init__(self, where: str) -> None:
        super().__init__(
            f"There is not enough free space {where}.",
            "Free some space or choose a smaller size.",
        )


class NoDisplay(StorageTunerError):
    exit_code = 7

    def __init__(self) -> None:
        super().__init__(
            "There is no display to open a window on.",
            "In a terminal use 'storage-tuner tune --practice' or 'storage-tuner --help'.",
        )


class Cancelled(StorageTunerError):
    exit_code = 130

    def __init__(self) -> None:
        super().__init__("Stopped.", "The settings from before are back.")
