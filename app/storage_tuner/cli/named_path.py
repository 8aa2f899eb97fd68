"""A file or folder that is named on the command line."""

from __future__ import annotations

import argparse
from pathlib import Path


def named_path(text: str) -> Path:
    """What argparse's ``type`` takes: an empty word, such as a variable that isn't set, would be
    the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)
