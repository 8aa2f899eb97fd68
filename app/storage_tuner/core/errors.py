"""The error tree. Every error shown to the user is one of these.

    StorageTunerError
    ├── InvalidInput          an invalid word or file given by the user
    │   ├── UnreadableResult  a result file can't be parsed
    │   ├── NoSuchRun         no saved run has that name
    │   ├── RunsRefused       the file of saved runs can't be used
    │   └── UnreadableWorkload  a file of workloads can't be parsed
    ├── NotMeasurable         a condition prevents measuring, from the start or since then
    ├── DeviceError           data: device
    │   ├── UnknownDevice
    │   ├── NotAWholeDisk     a partition; data: disk
    │   ├── OnlyAPath         one of the paths to an NVMe drive; data: drive
    │   ├── DeviceGone        removed while in use
    │   ├── DeviceHangs       completes no requests
    │   ├── NoHealth          not a drive with health data
    │   ├── DeviceBusy        in use by another program
    │   ├── ChangedMeanwhile  a setting has changed since it was read
    │   ├── NotForThisDisk    a result of another disk
    │   └── NotEmpty          has data that must not be overwritten
    ├── ToolError             data: tool
    │   ├── ToolMissing
    │   │   └── NoSuchProgram the path given by the user isn't a program
    │   ├── ToolTooOld
    │   └── ToolFailed        a child process failed
    │       ├── QuestionFailed  one that only queries facts
    │       └── CommandFailed   the user's own command
    ├── HelperError           errors of the root process
    │   ├── HelperUnavailable can't be started
    │   │   └── HelperNotInstalled  this installation has none
    │   ├── HelperGone        ended unexpectedly
    │   ├── NotAuthorized     denied or wrong password
    │   ├── NoAuthenticationAgent   no agent to ask for the password
    │   ├── Dismissed         the user closed the password dialog
    │   └── OperationRefused  data: name, as in docs/helper-protocol.md
    │       ├── ValueNotTaken the kernel refused or changed the value
    │       │   └── ControllerRefused  a 3ware controller refused it
    │       ├── RiskNotAllowed  it can lose data and wasn't allowed by name
    │       ├── NotKept       it can't be made permanent
    │       └── NotRestored   a previous setting couldn't be restored; data: device
    ├── RunsDamaged           the file of saved runs is damaged; data: path
    ├── NoKnowledge           the supplied published rules can't be read
    ├── NoSpace               a disk is full
    ├── NoDisplay
    └── Cancelled             stopped by the user

``summary`` is one sentence on what is wrong, ``remedy`` one on what to do; both are for the user.
All wording is defined here, so that the window and the terminal agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from storage_tuner.core.message import Text, closed, sentence, together
from storage_tuner_protocol.interface import ErrorName

if TYPE_CHECKING:
    from storage_tuner.core.measurement import SessionRecord


class StorageTunerError(Exception):
    """Root of the tree; ``str()`` gives summary and remedy as one line.

    ``record`` holds the results so far when the error ended a measurement, ``by_device`` the error
    of each of several devices if the helper reported them, this error first.
    """

    exit_code = 1
    record: SessionRecord | None = None
    by_device: Mapping[str, StorageTunerError] = MappingProxyType({})

    def __init__(self, summary: Text, remedy: Text = "") -> None:
        super().__init__()
        self.summary = summary
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.summary} {self.remedy}".strip()


class InvalidInput(StorageTunerError):
    exit_code = 2


class NotMeasurable(StorageTunerError):
    exit_code = 8


class UnreadableResult(InvalidInput):
    def __init__(self, path: str, reason: Text) -> None:
        super().__init__(
            sentence("{path} can't be read as a result: {reason}.", path=path, reason=reason),
            sentence(
                "Check the path: it must be a results.json or a CSV written by Storage Tuner."
            ),
        )
        self.path = path
        self.reason = reason


class NoSuchRun(InvalidInput):
    def __init__(self, identifier: str) -> None:
        super().__init__(
            sentence("There is no saved result {identifier!r}.", identifier=identifier),
            sentence("Run 'storage-tuner runs list' to see the saved results."),
        )
        self.identifier = identifier


class RunsRefused(InvalidInput):
    """``path`` is the file of saved runs; it's left unchanged."""

    def __init__(self, path: str, summary: Text, remedy: Text) -> None:
        super().__init__(summary, remedy)
        self.path = path


class RunsDamaged(StorageTunerError):
    """``path`` is the file of saved runs; it's set aside the next time it's opened."""

    def __init__(self, path: str, reason: Text) -> None:
        super().__init__(
            sentence("{path} can't be used: {reason}.", path=path, reason=reason),
            sentence("Start the program again: it sets a damaged file aside."),
        )
        self.path = path


class UnreadableWorkload(InvalidInput):
    """``reason`` includes the place in the file."""

    def __init__(self, file: str, reason: Text) -> None:
        super().__init__(
            sentence(
                "{file} can't be used as a workload file: {reason}.", file=file, reason=reason
            ),
            sentence("Fix or remove the file; docs/workloads.md describes the format."),
        )
        self.file = file
        self.reason = reason


class DeviceError(StorageTunerError):
    exit_code = 3

    def __init__(self, device: str, summary: Text, remedy: Text = "") -> None:
        super().__init__(summary, remedy)
        self.device = device


class UnknownDevice(DeviceError):
    def __init__(self, device: str) -> None:
        super().__init__(
            device,
            sentence("There is no block device {device!r} on this computer.", device=device),
            sentence("Run 'storage-tuner devices' to list the available devices."),
        )


class NotAWholeDisk(DeviceError):
    """``disk`` is the path of the disk that the partition ``device`` is on."""

    def __init__(self, device: str, disk: str) -> None:
        super().__init__(
            device,
            sentence("{device} is a partition; settings apply to the whole disk.", device=device),
            sentence("Use {disk} instead.", disk=disk),
        )
        self.disk = disk


class OnlyAPath(DeviceError):
    """``drive`` is the path of the NVMe drive that ``device`` leads to."""

    def __init__(self, device: str, drive: str) -> None:
        super().__init__(
            device,
            sentence(
                "{device} is a path to {drive}; the paths to a drive are used and set together.",
                device=device,
                drive=drive,
            ),
            sentence("Use {disk} instead.", disk=drive),
        )
        self.drive = drive


class DeviceGone(DeviceError):
    def __init__(self, device: str) -> None:
        super().__init__(
            device,
            sentence(
                "{device} is no longer the same device: it was removed or replaced.",
                device=device,
            ),
            sentence("Reconnect it and start over. All its settings are at their previous values."),
        )


class DeviceHangs(DeviceError):
    def __init__(self, device: str) -> None:
        super().__init__(
            device,
            sentence("{device} stopped completing requests.", device=device),
            sentence("Check its cables and the kernel log (dmesg), then start over."),
        )


class NoHealth(DeviceError):
    """``reason`` is in whole sentences; ``drives`` are those that can be queried instead."""

    def __init__(self, device: str, reason: Text, drives: Sequence[str] = ()) -> None:
        super().__init__(
            device,
            reason,
            sentence("Query its drives instead: {drives}.", drives=together(drives, ", "))
            if drives
            else "",
        )


class DeviceBusy(DeviceError):
    """``reason`` is a sentence without its full stop on the program using the device, and how."""

    def __init__(self, device: str, reason: Text) -> None:
        super().__init__(
            device, closed(reason), sentence("Choose another device, or try again later.")
        )


class ChangedMeanwhile(DeviceError):
    """``tunable`` had the value ``seen`` when the change was decided, and has ``present`` now."""

    def __init__(self, device: str, tunable: str, seen: str, present: str) -> None:
        super().__init__(
            device,
            sentence(
                "Another program has since changed {tunable} of {device} from {seen} to {present}.",
                tunable=tunable,
                device=device,
                seen=seen,
                present=present,
            ),
            sentence("No setting was changed. Check the current values, then apply again."),
        )
        self.tunable = tunable
        self.present = present


class NotForThisDisk(DeviceError):
    """A result that is to be applied isn't of ``device``; ``reason`` is a sentence."""

    exit_code = 12

    def __init__(self, device: str, reason: Text, remedy: Text = "") -> None:
        super().__init__(
            device, reason, remedy or sentence("Nothing was changed. Measure this disk instead.")
        )


class NotEmpty(DeviceError):
    """``reason`` is a sentence without its full stop on the device's content."""

    def __init__(self, device: str, reason: Text) -> None:
        super().__init__(
            device,
            closed(reason),
            sentence("Nothing was written. Choose an empty disk, or a folder on this one."),
        )


class ToolError(StorageTunerError):
    exit_code = 4

    def __init__(self, tool: Text, summary: Text, remedy: Text = "") -> None:
        super().__init__(summary, remedy)
        self.tool = tool


class ToolMissing(ToolError):
    def __init__(self, tool: str) -> None:
        super().__init__(
            tool,
            sentence("{tool} isn't installed.", tool=tool),
            sentence("Install the package {tool}.", tool=tool),
        )


class NoSuchProgram(ToolMissing):
    def __init__(self, path: str) -> None:
        ToolError.__init__(
            self,
            path,
            sentence("There is no executable program {path}.", path=path),
            sentence("Check the path and the file's permissions."),
        )


class ToolTooOld(ToolError):
    def __init__(self, tool: str, found: str, needed: str) -> None:
        super().__init__(
            tool,
            sentence(
                "{tool} {found} is too old; version {needed} or later is needed.",
                tool=tool,
                found=found,
                needed=needed,
            ),
            sentence("Upgrade the package {tool}.", tool=tool),
        )


class ToolFailed(ToolError):
    def __init__(self, tool: Text, reason: Text) -> None:
        super().__init__(
            tool,
            sentence("{tool} failed: {reason}", tool=tool, reason=_closed_once(reason)),
            sentence("The previous settings are active."),
        )
        self.reason = reason


def _closed_once(reason: Text) -> Text:
    return reason if str(reason).endswith(".") else closed(reason)


class QuestionFailed(ToolFailed):
    """A child process that only queries facts failed, so nothing was changed."""

    def __init__(self, tool: Text, reason: Text) -> None:
        super().__init__(tool, reason)
        self.remedy = sentence("Try again, or check that it is the right program.")


class CommandFailed(ToolFailed):
    """``command`` is the user's own, as typed in a shell."""

    def __init__(self, command: str, reason: Text) -> None:
        super().__init__(command, reason)
        self.remedy = sentence("Try the command in a terminal, in the same folder.")


class HelperError(StorageTunerError):
    exit_code = 5


class HelperUnavailable(HelperError):
    def __init__(self, reason: Text) -> None:
        super().__init__(
            sentence("The privileged helper can't be started: {reason}.", reason=reason),
            sentence("Run as root (sudo), or install Storage Tuner with its system service."),
        )


class HelperNotInstalled(HelperUnavailable):
    def __init__(self) -> None:
        super().__init__(sentence("it isn't installed"))
        self.remedy = sentence(
            "The packages for Debian, Fedora and Arch Linux include it, and so does a clone started"
            " with ./run."
        )


class HelperGone(HelperError):
    def __init__(self) -> None:
        super().__init__(
            sentence("The privileged helper stopped unexpectedly."),
            sentence("It restores the previous settings when it starts again."),
        )


class NotAuthorized(HelperError):
    def __init__(self) -> None:
        super().__init__(
            sentence("Authorisation failed."),
            sentence("Check the password, ask an administrator, or run as root."),
        )


class NoAuthenticationAgent(HelperError):
    def __init__(self) -> None:
        super().__init__(
            sentence("A password is needed, but no authentication agent is running."),
            sentence("Log in to a desktop session, or run as root: sudo storage-tuner."),
        )


class Dismissed(HelperError):
    def __init__(self) -> None:
        super().__init__(
            sentence("The password dialog was closed."),
            sentence("Nothing was changed. Start again when you are ready."),
        )


class OperationRefused(HelperError):
    """``name`` is the last part of the helper's error name, such as 'NotApplied'."""

    def __init__(self, name: str, message: Text) -> None:
        super().__init__(sentence("The helper refused: {message}.", message=message))
        self.name = name
        self.reason = message


class ValueNotTaken(OperationRefused):
    """The kernel refused a value, ignored it, or set another one; ``device`` is given where it
    isn't clear from the context."""

    def __init__(self, name: str, message: Text, device: str = "") -> None:
        super().__init__(name, message)
        said = closed(message)
        if name == ErrorName.NOT_APPLIED:
            said = sentence("The kernel set another value: {message}.", message=message)
        self.summary = together([device, said], ": ")
        self.remedy = sentence("The previous settings are active.")


class ControllerRefused(ValueNotTaken):
    """The 3ware controller, or the program that sets it, refused or didn't respond."""


class RiskNotAllowed(OperationRefused):
    """The helper found that the setting can lose data, for example in a power failure because the
    battery is no longer ready."""

    def __init__(self, message: Text) -> None:
        super().__init__(ErrorName.RISK_NOT_ALLOWED, message)
        self.summary = closed(message)
        self.remedy = sentence("Nothing was changed. To accept the risk, allow it explicitly.")


class NotKept(OperationRefused):
    """Settings can't be made permanent: the device has no persistent ID, another program sets
    them to something else, or our file was edited."""

    def __init__(self, name: str, message: Text) -> None:
        super().__init__(name, message)
        self.summary = closed(message)
        self.remedy = sentence("Nothing was made permanent.")


class NotRestored(OperationRefused):
    """A setting of ``device`` is still changed. The helper has saved the previous value on disk and
    retries whenever it's asked to access the device."""

    exit_code = 1
    """That of other refusals means that nothing is changed."""

    def __init__(self, name: str, message: Text, device: str) -> None:
        super().__init__(name, message)
        self.device = device
        self.summary = sentence(
            "Some previous settings of {device} couldn't be restored: {reason}.",
            device=device,
            reason=message,
        )
        self.remedy = sentence(
            "They are still recorded. Run 'storage-tuner restore {device}' to try again.",
            device=device,
        )


class NoKnowledge(StorageTunerError):
    def __init__(self, reason: Text) -> None:
        super().__init__(
            sentence(
                "The published rules supplied with Storage Tuner can't be read: {reason}.",
                reason=reason,
            ),
            sentence("Reinstall Storage Tuner."),
        )


class NoSpace(StorageTunerError):
    exit_code = 6

    def __init__(self, where: Text) -> None:
        super().__init__(
            sentence("There is not enough free space {where}.", where=where),
            sentence("Free some space, or choose a smaller size."),
        )


class NoDisplay(StorageTunerError):
    exit_code = 7

    def __init__(self) -> None:
        super().__init__(
            sentence("There is no display for a window."),
            sentence(
                "In a terminal, use 'storage-tuner tune --practice' or 'storage-tuner --help'."
            ),
        )


class Cancelled(StorageTunerError):
    """``going_on`` is a sentence on work that continues in the background, if any."""

    exit_code = 130

    def __init__(self, going_on: Text = "") -> None:
        super().__init__(sentence("Stopped."), sentence("The previous settings are restored."))
        self.going_on = going_on
