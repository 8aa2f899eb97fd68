"""Previews the text that making settings permanent would write, without root or a password.

The text comes from the helper's own code, so it's exactly what the helper would write.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from storage_tuner.client.connecting import INSTALLED, LAUNCHER
from storage_tuner.client.helper import error_from
from storage_tuner.client.setting_changes import (
    ChangeTarget,
    PersistentText,
    refusals_to_keep,
)
from storage_tuner.core.errors import HelperNotInstalled, HelperUnavailable
from storage_tuner.process import run
from storage_tuner_protocol.message import CODED

_TIMEOUT_S = 30


def preview_unprivileged(target: ChangeTarget, wanted: Mapping[str, str]) -> PersistentText:
    """The text that would make ``wanted`` permanent. Raises ``NotKept`` with the reason when it
    can't be, ``DeviceError``, and ``HelperUnavailable`` when the helper's program is missing or
    fails."""
    program = next((path for path in (LAUNCHER, INSTALLED) if path.is_file()), None)
    if program is None:
        raise HelperNotInstalled
    settings = (f"{name}={value}" for name, value in wanted.items())
    argv = (str(program), "preview", target.name, str(target.diskseq), *settings)
    outcome = run(argv, timeout=_TIMEOUT_S)
    try:
        reported = json.loads(outcome.output)
        if "error" in reported:
            error = reported["error"]
            coded = error.get(f"message{CODED}")
            with refusals_to_keep():
                raise error_from(error["name"], error["message"], target.name, coded)
        return PersistentText(
            target.name,
            reported["path"],
            reported["text"],
            reported["replaces"],
            reported["identity"],
        )
    except (ValueError, KeyError, TypeError):
        raise HelperUnavailable(outcome.reason) from None
