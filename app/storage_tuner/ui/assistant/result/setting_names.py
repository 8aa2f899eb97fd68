"""Display names of settings and values in a result."""

from __future__ import annotations

from storage_tuner.core.tunable import BY_NAME
from storage_tuner.present.setting import label
from storage_tuner.present.wording import printable
from storage_tuner.ui.settings import names


def setting_name(name: str) -> str:
    """ "Queue depth" for queue_depth; what isn't known is called as it is."""
    shown = str(label(name))
    return shown[:1].upper() + shown[1:] if name not in BY_NAME else shown


def setting_value(name: str, value: str) -> str:
    """With its unit, or what it stands for."""
    return names.value(value, BY_NAME[name]) if name in BY_NAME else printable(value)
