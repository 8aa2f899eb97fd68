"""Whether permanent settings are still in effect, who undid them, and what to do about that."""

from __future__ import annotations

import re
from collections.abc import Callable

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.drift import Fate, PermanentSetting
from storage_tuner.core.message import Text, sentence, tr
from storage_tuner.core.tunable import find
from storage_tuner.present.wording import printable
from storage_tuner_protocol.interface import UDEV_RULES

_STATES: dict[Fate, Text] = {
    Fate.KEPT: sentence("in effect"),
    Fate.UNTIL_REBOOT: sentence("changed until reboot"),
    Fate.IN_SESSION: sentence("in use by a measurement or trial"),
    Fate.UNAVAILABLE: sentence("not available now"),
}

_PLACE = re.compile(r"(/.*?):(\d+)(?=[:, ]|$)(?:: (\w+))?")
"""A file, a line and, for TLP, a variable."""


def state(setting: PermanentSetting) -> str:
    """What became of the setting: "undone by tuned (/etc/tuned/own/tuned.conf:4)"."""
    if setting.fate is not Fate.UNDONE:
        return str(_STATES[setting.fate])
    if not setting.setters:
        return tr("undone by an unknown program")
    setters = [f"{one.tool} ({one.place})" for one in setting.setters]
    return tr("undone by {setters}", setters=printable(tr(" or ").join(setters)))


def difference(device: str, setting: PermanentSetting) -> str:
    """ "scheduler of sda is kyber instead of bfq: undone by tuned (…)"."""
    return tr(
        "{tunable} of {device} is {current} instead of {value}: {state}",
        tunable=setting.tunable,
        device=device,
        current=printable(setting.current or tr("not available")),
        value=setting.value,
        state=state(setting),
    )


def remedies(device: str, setting: PermanentSetting) -> tuple[str, ...]:
    """What to do about an undone setting, a sentence for each tool that may have undone it."""
    if setting.fate is not Fate.UNDONE:
        return ()
    if not setting.setters:
        tunable = find(setting.tunable)
        path = tunable.path(device) if tunable is not None else setting.tunable
        return (
            tr(
                "Set it again; if it changes back, look for a program or script that writes to "
                "{path}.",
                path=path,
            ),
        )
    return tuple(dict.fromkeys(printable(_remedy(setter)) for setter in setting.setters))


def _remedy(owner: SettingOwner) -> str:
    found = _PLACE.match(owner.place)
    file, line, variable = found.groups(default="") if found else ("", "", "")
    make = _REMEDIES.get(owner.tool)
    if make is not None and file:
        return make(file, line)
    if owner.tool == "TLP" and file:
        return tr(
            "Remove {variable} from {file} and run “tlp start”.", variable=variable, file=file
        )
    if owner.tool == "kernel command line":
        return tr(
            "Remove {parameter} from the kernel command line in the boot loader's configuration.",
            parameter=owner.place,
        )
    return tr("Change the configuration of {tool}: {place}.", tool=owner.tool, place=owner.place)


def _in_tuned(file: str, line: str) -> str:
    return tr(
        "Switch to a tuned profile of your own that includes the active one and overrides line "
        "{line} of {file}, or run “tuned-adm off”.",
        file=file,
        line=line,
    )


def _in_rules(file: str, line: str) -> str:
    name, ours = file.rpartition("/")[2], UDEV_RULES.rpartition("/")[2]
    if name > ours and file.startswith("/etc/"):
        return tr(
            "Rename {file} so that it sorts before {ours}, or remove line {line}.",
            file=file,
            ours=ours,
            line=line,
        )
    return _in_file_below("/etc/udev/rules.d")(file, line)


def _in_file_below(folder: str) -> Callable[[str, str], str]:
    """For files that a file with the same name in ``folder`` replaces."""

    def remedy(file: str, line: str) -> str:
        if file.startswith("/etc/"):
            return _in_file(file, line)
        return tr(
            "Copy {file} to {folder} and remove line {line} from the copy.",
            file=file,
            folder=folder,
            line=line,
        )

    return remedy


def _in_file(file: str, line: str) -> str:
    return tr("Remove line {line} from {file}.", file=file, line=line)


def _in_service(file: str, line: str) -> str:
    unit = re.search(r"/systemd/system/([^/]+?\.service)(?:\.d/[^/]+)?$", file)
    if unit is None:
        return tr("Remove line {line} from {file}, which a service runs.", file=file, line=line)
    return tr(
        "Override line {line} of {file} with “systemctl edit {unit}”, or run “systemctl disable "
        "{unit}”.",
        file=file,
        line=line,
        unit=unit[1],
    )


_REMEDIES: dict[str, Callable[[str, str], str]] = {
    "tuned": _in_tuned,
    "udev rule": _in_rules,
    "tmpfiles.d": _in_file_below("/etc/tmpfiles.d"),
    "sysctl.d": _in_file_below("/etc/sysctl.d"),
    "systemd": _in_service,
    "mdadm.conf": _in_file,
    "rc.local": _in_file,
    "local.d": _in_file,
    "cron": _in_file,
}
