"""The values allowed in a file that outlasts a reboot: the allow-list, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from storage_tuner_helper.errors import InvalidArgument
from storage_tuner_helper.restoring.tunables import checked
from storage_tuner_protocol.tunables import Scope, find

Values = Mapping[str, str]

_VALUE = re.compile(r"-?[a-z0-9][a-z0-9_-]{0,31}", re.ASCII)


def check(values: Values, scopes: Collection[Scope]) -> None:
    """Raise ``ValueError`` unless each is a tunable of one of ``scopes``, with its value in the
    kernel's notation."""
    for name, value in values.items():
        tunable = find(name)
        if tunable is None or tunable.scope not in scopes or not _is_value(name, value):
            raise ValueError("no value that may be kept here")


def _is_value(name: str, value: str) -> bool:
    if not _VALUE.fullmatch(value):
        return False
    try:
        return checked(name, value) == value
    except InvalidArgument:
        return False
