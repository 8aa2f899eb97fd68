"""``python -m storage_tuner``."""

import sys

from storage_tuner.cli.main import main

sys.exit(main())
