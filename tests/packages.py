"""How a child program that a test starts finds the application."""

from __future__ import annotations

import os

from storage_tuner.process import OWN_FOLDERS

PACKAGES = os.pathsep.join(OWN_FOLDERS)
"""For its PYTHONPATH."""
