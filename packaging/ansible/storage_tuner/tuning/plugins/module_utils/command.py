# Copyright: Storage Tuner contributors
# GNU General Public License v3.0+ (see COPYING or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls the command line of Storage Tuner, and turns its JSON into the results of modules.

The formats are those of devices.schema.json in Storage Tuner. Nothing is imported from Ansible.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

PROGRAM = "storage-tuner"

ENVIRONMENT = {"LANGUAGE": "en", "LC_ALL": "C.UTF-8"}
"""Messages in English, whatever the connection's locale."""


def call(module: Any, words: Sequence[str]) -> dict[str, Any]:
    """Return the JSON document that the program prints for ``words``.

    Ends the module with the program's message after an error, except for values that couldn't be
    restored: these are in the document's ``left``.
    """
    program = module.get_bin_path(PROGRAM, required=True)
    code, output, errors = module.run_command(
        [program, *words, "--json"], environ_update=ENVIRONMENT
    )
    document = parsed(code, output)
    if document is None:
        module.fail_json(msg=errors.strip() or f"{PROGRAM} ended with exit code {code}.", rc=code)
    return document or {}


def parsed(code: int, output: str) -> dict[str, Any] | None:
    """Return the document in ``output``, None after an error."""
    if code not in (0, 1):
        return None
    try:
        found: dict[str, Any] = json.loads(output)
    except ValueError:
        return None
    return found


def changed_by(module: Any, words: Sequence[str]) -> dict[str, Any]:
    """Call ``set`` or ``apply``, in check mode with --dry-run, and return the module's result."""
    document = call(module, [*words, *_dry_run(module)])
    for warning in document["warnings"]:
        module.warn(warning)
    return change_result(document)


def restored_by(module: Any, words: Sequence[str]) -> dict[str, Any]:
    """Call ``restore``, in check mode with --dry-run, and return the module's result."""
    return restore_result(call(module, [*words, *_dry_run(module)]))


def _dry_run(module: Any) -> list[str]:
    return ["--dry-run"] if module.check_mode else []


def setting_words(settings: Mapping[str, Any]) -> list[str]:
    """Return NAME=VALUE for each setting.

    Raises ``ValueError`` for a value that YAML turned into something else, such as on into true.
    """
    for name, value in settings.items():
        if not isinstance(value, (str, int)) or isinstance(value, bool):
            raise ValueError(f"Put the value of {name} in quotes: YAML parsed it as {value!r}.")
    return [f"{name}={value}" for name, value in sorted(settings.items())]


def change_result(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the module's result for the document of ``set`` or ``apply``."""
    names = ("changed", "before", "after", "notes", "devices", "decided", "settings")
    result = {name: document[name] for name in names if name in document}
    result["diff"] = [
        *(_written(each) for each in document["changes"] if each["writes"]),
        *(_file(each) for each in document["persistent"] if each["text"] != each["replaces"]),
    ]
    return result


def restore_result(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the module's result for the document of ``restore``."""
    names = ("changed", "before", "after", "removed", "left")
    result = {name: document[name] for name in names}
    result["diff"] = [*_restored(document), *_removed(document)]
    return result


def _written(change: Mapping[str, Any]) -> dict[str, str]:
    """Return the difference, which is the same before the change as after it: the requested
    settings, and those that disappear with the old scheduler. Others are known only afterwards."""
    old = {each["tunable"]: each["old"] for each in change["writes"] if each["old"] is not None}
    new = {each["tunable"]: each["new"] for each in change["writes"]}
    return _difference(change["device"], {**change["lost"], **old}, new)


def _file(text: Mapping[str, str]) -> dict[str, str]:
    return _of_texts(text["path"], text["replaces"], text["text"])


def _restored(document: Mapping[str, Any]) -> list[dict[str, str]]:
    found = []
    for device, before in sorted(document["before"].items()):
        after = document["after"].get(device, {})
        names = [name for name in before if after.get(name, before[name]) != before[name]]
        if names:
            old, new = ({name: values[name] for name in names} for values in (before, after))
            found.append(_difference(device, old, new))
    return found


def _removed(document: Mapping[str, Any]) -> list[dict[str, str]]:
    return [
        _difference(f"{device}, permanent", settings, {})
        for device, settings in sorted(document["removed"].items())
    ]


def _difference(title: str, old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    return _of_texts(title, _lines(old), _lines(new))


def _of_texts(title: str, old: str, new: str) -> dict[str, str]:
    return {"before_header": title, "after_header": title, "before": old, "after": new}


def _lines(settings: Mapping[str, str]) -> str:
    return "".join(f"{name}={value}\n" for name, value in sorted(settings.items()))
