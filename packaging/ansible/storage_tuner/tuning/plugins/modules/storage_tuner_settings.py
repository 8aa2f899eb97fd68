#!/usr/bin/python
# Copyright: Storage Tuner contributors
# GNU General Public License v3.0+ (see COPYING or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets and restores settings of disks with Storage Tuner."""

from __future__ import annotations

DOCUMENTATION = r"""
module: storage_tuner_settings
short_description: Set or restore I/O settings of disks
version_added: 0.1.0
description:
  - Sets I/O settings of disks, arrays and virtual memory, such as the scheduler, or restores them.
  - If a setting fails, none is changed on any of the devices. If the connection is lost or the
    machine restarts meanwhile, Storage Tuner restores the previous settings.
author:
  - Storage Tuner contributors (@storage-tuner)
requirements:
  - storage-tuner on the managed host
options:
  devices:
    description:
      - Names such as C(sda), links in C(/dev/disk), or C(vm) for virtual memory. At most eight of
        them can change together.
    type: list
    elements: str
  all:
    description:
      - Everything that Storage Tuner changed, with I(state=restored) or I(state=absent).
      - Can't be combined with I(devices).
    type: bool
  settings:
    description:
      - The settings for each device, with I(state=present). C(storage-tuner show DEVICE) lists
        names and allowed values.
      - Put words that YAML parses as something else in quotes, such as C("on").
    type: dict
  state:
    description:
      - C(present) sets I(settings).
      - C(restored) restores the settings from before Storage Tuner changed them, and removes
        permanent ones.
      - C(absent) only removes permanent settings; the current values stay until reboot.
    type: str
    choices: [present, restored, absent]
    default: present
  persist:
    description: Make the settings permanent, with I(state=present).
    type: bool
    default: false
  members:
    description: Set all member disks instead of the array, with I(state=present).
    type: bool
    default: false
  allow_risks:
    description: Risks to allow, as C(--allow-risk) of C(storage-tuner set).
    type: list
    elements: str
attributes:
  check_mode:
    description: Reports what would be changed, without a change.
    support: full
  diff_mode:
    description: Shows the settings, and the files of permanent ones; the same in check mode.
    support: full
"""

EXAMPLES = r"""
- name: Use bfq on two disks, also after a reboot
  storage_tuner.tuning.storage_tuner_settings:
    devices: [sda, sdb]
    settings:
      scheduler: bfq
      nr_requests: 64
    persist: true
  become: true

- name: Restore everything that Storage Tuner changed
  storage_tuner.tuning.storage_tuner_settings:
    all: true
    state: restored
  become: true
"""

RETURN = r"""
before:
  description: The settings of each device before.
  returned: success
  type: dict
after:
  description:
    - The settings of each device afterwards. In check mode without those whose value the kernel
      chooses itself, such as those of a new scheduler.
  returned: success
  type: dict
notes:
  description: Notes, such as on udev not being available.
  returned: with I(state=present)
  type: list
  elements: str
removed:
  description: The settings of each device that are no longer permanent.
  returned: with I(state=restored) and I(state=absent)
  type: dict
left:
  description: What couldn't be restored; the module fails if there is anything.
  returned: with I(state=restored) and I(state=absent)
  type: list
  elements: str
rc:
  description: The exit code of C(storage-tuner).
  returned: failure
  type: int
"""

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.storage_tuner.tuning.plugins.module_utils.command import (
    changed_by,
    restored_by,
    setting_words,
)

ARGUMENTS = {
    "devices": {"type": "list", "elements": "str"},
    "all": {"type": "bool"},
    "settings": {"type": "dict"},
    "state": {
        "type": "str",
        "choices": ["present", "restored", "absent"],
        "default": "present",
    },
    "persist": {"type": "bool", "default": False},
    "members": {"type": "bool", "default": False},
    "allow_risks": {"type": "list", "elements": "str"},
}

_ONLY_PRESENT = ("settings", "persist", "members", "allow_risks")


def main() -> None:
    module = AnsibleModule(
        argument_spec=ARGUMENTS,
        mutually_exclusive=[("devices", "all")],
        required_one_of=[("devices", "all")],
        required_if=[("state", "present", ("devices", "settings"))],
        supports_check_mode=True,
    )
    if module.params["state"] == "present":
        set_settings(module)
    else:
        restore_settings(module)


def set_settings(module: AnsibleModule) -> None:
    given = module.params
    try:
        settings = setting_words(given["settings"])
    except ValueError as error:
        module.fail_json(msg=str(error))
    words = ["set", *given["devices"], *settings]
    words += [f"--{name}" for name in ("persist", "members") if given[name]]
    for risk in given["allow_risks"] or ():
        words += ["--allow-risk", risk]
    module.exit_json(**changed_by(module, words))


def restore_settings(module: AnsibleModule) -> None:
    for name in _ONLY_PRESENT:
        if module.params[name]:
            module.fail_json(msg=f"{name} needs state=present.")
    words = ["restore", *(["--all"] if module.params["all"] else module.params["devices"] or [])]
    words += ["--only-permanent"] if module.params["state"] == "absent" else []
    result = restored_by(module, words)
    if result["left"]:
        module.fail_json(msg="Not restored: " + "; ".join(result["left"]), **result)
    module.exit_json(**result)


if __name__ == "__main__":
    main()
