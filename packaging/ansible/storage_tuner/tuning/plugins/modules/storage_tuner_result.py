#!/usr/bin/python
# Copyright: Storage Tuner contributors
# GNU General Public License v3.0+ (see COPYING or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Applies what a result of Storage Tuner recommends."""

from __future__ import annotations

DOCUMENTATION = r"""
module: storage_tuner_result
short_description: Apply the settings that a benchmark recommends
version_added: 0.1.0
description:
  - Applies what a result of Storage Tuner recommends, to the disk that was measured, which is
    recognised by its serial number, WWN or UUID.
  - Changes nothing if the measurement was inconclusive or incomplete, and fails if the result is of
    another disk.
  - If a setting fails, none is changed. If the connection is lost or the machine restarts
    meanwhile, Storage Tuner restores the previous settings.
author:
  - Storage Tuner contributors (@storage-tuner)
requirements:
  - storage-tuner on the managed host
options:
  result:
    description:
      - A C(results.json) or a plan on the managed host, or the name of a saved result as in
        C(storage-tuner runs).
      - A plan must have a single value for each setting, and needs I(devices).
    type: str
    required: true
  devices:
    description: Names such as C(sda). Without them, the measured disk.
    type: list
    elements: str
  same_model:
    description: Also apply to other disks of the measured model, I(devices) or all of them.
    type: bool
    default: false
  persist:
    description: Make the settings permanent.
    type: bool
    default: false
  allow_risky:
    description: Also apply settings that can make the computer hardly respond.
    type: bool
    default: false
attributes:
  check_mode:
    description: Reports what would be changed, without a change.
    support: full
  diff_mode:
    description: Shows the settings, and the files of permanent ones; the same in check mode.
    support: full
"""

EXAMPLES = r"""
- name: Apply the recommended settings, also after a reboot
  storage_tuner.tuning.storage_tuner_result:
    result: /var/lib/storage-tuner-ansible/sda/report/results.json
    persist: true
  become: true

- name: Set all disks of the measured model in the same way
  storage_tuner.tuning.storage_tuner_result:
    result: /root/results.json
    same_model: true
  become: true
"""

RETURN = r"""
devices:
  description: The devices that the result is for.
  returned: success
  type: list
  elements: str
decided:
  description: Whether the measurement was conclusive.
  returned: success
  type: bool
settings:
  description: The recommended settings.
  returned: success
  type: dict
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
  returned: success
  type: list
  elements: str
rc:
  description: The exit code of C(storage-tuner), C(12) if the result is of another disk.
  returned: failure
  type: int
"""

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.storage_tuner.tuning.plugins.module_utils.command import changed_by

ARGUMENTS = {
    "result": {"type": "str", "required": True},
    "devices": {"type": "list", "elements": "str"},
    "same_model": {"type": "bool", "default": False},
    "persist": {"type": "bool", "default": False},
    "allow_risky": {"type": "bool", "default": False},
}


def main() -> None:
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    given = module.params
    options = ("same_model", "persist", "allow_risky")
    words = ["apply", given["result"], *(given["devices"] or [])]
    words += ["--" + name.replace("_", "-") for name in options if given[name]]
    module.exit_json(**changed_by(module, words))


if __name__ == "__main__":
    main()
