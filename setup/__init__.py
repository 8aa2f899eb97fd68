"""Scripts for a checkout; adds its application and helper to the import path."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("app", "helpers")]
