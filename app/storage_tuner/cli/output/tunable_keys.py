"""A tunable as the command line's JSON and its texts tell it, with the limits of one device."""

from __future__ import annotations

from typing import Any

from storage_tuner.core.tunable import Tunable
from storage_tuner.core.tunable_target import Tuned
from storage_tuner.store.documents import document_of


def tunable_keys(tunable: Tunable, tuned: Tuned) -> dict[str, Any]:
    """The keys of resources/schema/devices.schema.json, #/$defs/tunable."""
    minimum, maximum = tuned.bounds(tunable)
    value = tuned.settings.get(tunable.name)
    return {
        "name": tunable.name,
        "value": value,
        "reason": (tuned.missing if value is None else tuned.locked).get(tunable.name),
        "unit": tunable.unit or None,
        "minimum": minimum,
        "maximum": maximum,
        "choices": list(tuned.choices(tunable)),
        "words": list(tunable.words),
        "default": tuned.default(tunable),
        "owners": [document_of(owner) for owner in tuned.owners_of(tunable)],
    }
