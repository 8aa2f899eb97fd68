"""Scripts that belong to a checkout; they find the application beside them."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "app"))
