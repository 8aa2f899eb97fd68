#!/usr/bin/python3 -I
"""Starts the helper as of a version that doesn't describe mq-deadline's fifo_batch: a real
attribute of this machine's kernel is then without description, as those of adios are."""

import sys
from pathlib import Path

launcher = Path(__file__).resolve()
sys.path.insert(0, str(launcher.parents[2] / "helpers"))
sys.dont_write_bytecode = True

from storage_tuner_protocol import tunables  # noqa: E402

forgotten = tunables.BY_NAME.pop("fifo_batch")
tunables.ALLOWED = tuple(one for one in tunables.ALLOWED if one is not forgotten)
del tunables.DESCRIBED_BY_ATTRIBUTE[forgotten.attribute]

from storage_tuner_helper.main import main  # noqa: E402

sys.exit(main(launcher, sys.argv[1:]))
