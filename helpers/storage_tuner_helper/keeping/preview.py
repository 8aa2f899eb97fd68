"""``storage-tuner-helper preview NAME DISKSEQ TUNABLE=VALUE…``: prints what making these settings
permanent would write. Any user may run it: it only reads world-readable files, and changes
nothing."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import asdict
from pathlib import Path

from storage_tuner_helper.devices import targets
from storage_tuner_helper.errors import InvalidArgument, Refusal
from storage_tuner_helper.keeping.persistence import Instance, Persistence, Preview
from storage_tuner_helper.restoring import tunables
from storage_tuner_protocol.message import said, with_code

_DISKSEQ = re.compile(r"[0-9]{1,19}", re.ASCII)
_NO_STATE = Path("/nonexistent")
"""No state folder is needed where nothing is changed."""


def run(words: list[str]) -> int:
    """Print the preview, or the refusal, as one line of JSON; return the exit code."""
    try:
        reported = _preview(words)
    except Refusal as refusal:
        reported = {"error": {"name": refusal.name, **with_code("message", refusal.message)}}
    sys.stdout.write(json.dumps(reported) + "\n")
    return 1 if "error" in reported else 0


def _preview(words: list[str]) -> dict[str, object]:
    if len(words) < 3 or not _DISKSEQ.fullmatch(words[1]):
        raise InvalidArgument(
            said("Expected a name, its sequence number and at least one setting.")
        )
    name, diskseq, *settings = words
    pairs = [word.partition("=") for word in settings]
    wanted = {tunable: tunables.checked(tunable, value) for tunable, _, value in pairs}
    _, rest = tunables.parted(wanted)
    if not rest:
        return asdict(Preview("", "", "", ""))
    device = Instance(targets.check_name(name), int(diskseq))
    return asdict(Persistence(_NO_STATE).preview({device: rest})[name])
