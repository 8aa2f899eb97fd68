"""Scripts that belong to a checkout; they find the application and the helper beside them."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("app", "helpers")]
