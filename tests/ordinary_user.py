"""Doing something without root's rights to every file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

_NOBODY = 65534


@contextmanager
def as_an_ordinary_user() -> Iterator[None]:
    """Permissions count within, also when root runs the tests."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(before)
