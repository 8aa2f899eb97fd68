#!/usr/bin/python
# Copyright: Storage Tuner contributors
# GNU General Public License v3.0+ (see COPYING or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Returns disks and their settings, as Storage Tuner sees them."""

from __future__ import annotations

DOCUMENTATION = r"""
module: storage_tuner_info
short_description: Get disks, arrays and their I/O settings
version_added: 0.1.0
description:
  - Returns disks, arrays and RAID controllers with their I/O settings. Needs no privileges.
author:
  - Storage Tuner contributors (@storage-tuner)
requirements:
  - storage-tuner on the managed host
options: {}
attributes:
  check_mode:
    description: Changes nothing.
    support: full
"""

EXAMPLES = r"""
- name: Read the disks
  storage_tuner.tuning.storage_tuner_info:
  register: storage

- name: Show the scheduler of each device
  ansible.builtin.debug:
    msg: "{{ storage.devices | items2dict(key_name='name', value_name='scheduler') }}"
"""

RETURN = r"""
devices:
  description:
    - Disks, arrays and other block devices. The keys are those of C(devices) in
      C(/usr/share/storage-tuner/schema/devices.schema.json).
  returned: success
  type: list
  elements: dict
  sample:
    - name: sda
      model: ST8000NM000A-2KE101
      scheduler: {active: mq-deadline, available: [none, mq-deadline, bfq]}
      settings: {scheduler: mq-deadline, nr_requests: "64", read_ahead_kb: "128"}
controllers:
  description: 3ware controllers with their units.
  returned: success
  type: list
  elements: dict
"""

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.storage_tuner.tuning.plugins.module_utils.command import call

ARGUMENTS = {}


def main() -> None:
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    found = call(module, ["devices"])
    module.exit_json(devices=found["devices"], controllers=found["controllers"])


if __name__ == "__main__":
    main()
