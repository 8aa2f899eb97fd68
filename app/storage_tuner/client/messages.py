"""The helper's messages as translatable sentences.

The helper imports nothing of ours and says everything in English. What a person may read of it is
known here by its form; anything else stays as it was said. A test holds the forms against the
helper's own literals.
"""

from __future__ import annotations

import re
from functools import cache

from storage_tuner.core.message import Message, Text, closed

FORMS = (
    "Every free loop device was taken by somebody else; try again",
    "Keeping settings was interrupted: {path} is as it was before",
    "No udev daemon runs here, so the rule takes effect only where one does",
    "The helper met an error of its own; its log tells more",
    "The helper's state folder can't be written: {reason}",
    "The helper's state folder has no free space to note this",
    "The helper's state folder is in memory, where a practice disk can't tell anything",
    "The controller keeps it by itself",
    "The controller didn't take {value} for {name} of {device}",
    "The controller of {device} ({model}) has no {name}",
    "The helper has no permission to ask 3ware controllers here",
    "The kernel refused the loop device: {reason}",
    "The kernel refused to open {name}: {reason}",
    "The practice disk's file can't be written: {reason}",
    "This computer has no loop devices",
    "This computer runs from {name}",
    "A benchmark runs on {device} already",
    "A benchmark runs on {device}; let it end first",
    "A file system on {name} is mounted",
    "A practice disk is being made for you already",
    "All benchmarks together may have {most} threads, and {count} are at work",
    "Another Storage Tuner keeps settings at the moment",
    "Settings are being kept for good by {holder}; try again in a moment",
    "The unit of {device} doesn't tell any more what it told before",
    "The unit of {device} doesn't tell its status; only one that is OK is changed",
    "The unit of {device} doesn't tell its {name}, so it isn't set",
    "The unit of {device} is being changed through another one of its disks",
    "The unit of {device} is {status}; only one that is OK is changed",
    "The unit of {device} still has to be brought back to what it was before",
    "There is no free loop device: {reason}",
    "It isn't certain which unit of a 3ware controller {device} is",
    "It isn't known whether the controller of {device} has {name}",
    "Too many devices are being tuned at once",
    "You have too many sessions open",
    "{device} ({identity}) isn't there; its old settings are kept until it comes back",
    "{device} and {name} have the same {key}, so nothing can be kept for one of them",
    "{device} has nothing to recognise it by after a restart of the computer, so nothing can be "
    "kept for it",
    "tw_cli can't be asked any more",
    "tw_cli couldn't be started",
    "tw_cli didn't answer within {seconds} s",
    "tw_cli said more than can be right",
    "tw_cli was ended by signal {number}",
    "tw_cli, the vendor's program, isn't installed where only root can write",
    "{device} is a practice disk: nothing can be kept for it",
    "{device} is not a disk of a 3ware controller",
    "The zones of {device} must be written in order, for which Linux before 6.10 needs mq-deadline",
    "{name}={value} of {device} can lose data when the power fails, and that wasn't allowed",
    "{name}={value} of {device} can lose data when the power fails, since no battery is ready, and "
    "that wasn't allowed",
    "{device} is being measured; ask when that is done",
    "{device} is being restored; try again in a moment",
    "{device} is being tuned already, by {holder}; let that end first",
    "{device} is being tuned; end that first",
    "{device} is gone or was restarted, so nothing was left to restore",
    "{device} is somebody else's practice disk",
    "{device} was restarted or exchanged; its kept settings are forgotten",
    "{device} was restarted or exchanged; nothing was left to restore",
    "{device}: brought back {what}",
    "{names} of {device} could not be brought back",
    "{name} and {twin} say that they are the same disk",
    "{name} became {found} instead of {wanted}",
    "{name} belongs to {owner}, which {device} doesn't use",
    "{name} can't be changed while {device} is being synchronised",
    "{name} has no medium",
    "{name} has zones, which can't be written in any order",
    "{name} is in use by another program",
    "{name} is locked by another program",
    "{name} is used as swap",
    "{name} is {found}, so {value} can't be kept",
    "{path} was edited by hand; move it away, then try again",
    "{who}: nothing is set any more when the computer starts",
)
"""Without their full stops; those with more words of their own come before those that they fit."""


def heard(message: str) -> Text:
    """``message`` with or without its full stop, as a sentence where its form is known."""
    if message.endswith("."):
        known = heard(message[:-1])
        return closed(known) if isinstance(known, Message) else message
    for form in FORMS:
        if found := _pattern(form).fullmatch(message):
            return Message(form, tuple(found.groupdict().items()))
    return message


@cache
def _pattern(form: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", form)
    names = (
        f"(?P<{piece}>.+?)" if number % 2 else re.escape(piece)
        for number, piece in enumerate(pieces)
    )
    return re.compile("".join(names), re.DOTALL)
