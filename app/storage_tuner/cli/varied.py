"""Words of the command line that name several things: ``A,B`` and ``NAME=V1,V2``."""

from __future__ import annotations

import argparse

from storage_tuner.bench.ncq import NCQ, OFF, ON
from storage_tuner.bench.variant_series import Parameter
from storage_tuner.cli.wanted import parse_settings
from storage_tuner.core.errors import InvalidInput


def several(text: str) -> tuple[str, ...]:
    """``none,bfq`` → each of them once, in their order."""
    return tuple(dict.fromkeys(word for word in text.split(",") if word))


def parameter(text: str) -> Parameter:
    """``nr_requests=64,128`` → the tunable and its values as the kernel writes them; ``ncq=on,off``
    as it is: which tunable that is depends on the disk."""
    name, separator, rest = text.partition("=")
    words = several(rest)
    if not separator or not words:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=V1,V2")
    if name == NCQ:
        if not set(words) <= {ON, OFF}:
            raise argparse.ArgumentTypeError(f"{text!r}: ncq is on or off")
        return Parameter(name, words)
    try:
        values = [parse_settings([f"{name}={word}"])[name] for word in words]
    except InvalidInput as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return Parameter(name, tuple(dict.fromkeys(values)))
