"""Whether a tool that is installed also works: its service is switched on, or it runs."""

from __future__ import annotations

from storage_tuner.probe.owners.files import entries, exists, locate

_UNITS = "/etc/systemd/system"


def is_active(base: str, service: str, *runtime_files: str) -> bool:
    """Whether systemd starts ``service`` (without ".service"), or a file shows that it runs.

    Where nothing is known of systemd's units, as in a captured tree, an installed tool counts.
    """
    if any(exists(base, path) for path in runtime_files):
        return True
    unit = f"{service}.service"
    if locate(base, f"{_UNITS}/{unit}") == "/dev/null":
        return False
    folders = entries(base, _UNITS)
    wants = (name for name in folders if name.endswith((".wants", ".requires")))
    return not folders or any(unit in entries(base, f"{_UNITS}/{name}") for name in wants)
