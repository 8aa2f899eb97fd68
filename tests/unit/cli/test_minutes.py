"""``--minutes``, and where it means nothing."""

from __future__ import annotations

import argparse

import pytest

from storage_tuner.cli.minutes import check_minutes
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.plan import Protocol


@pytest.mark.parametrize("protocol", [Protocol.ARTICLE, Protocol.REPEATS])
def test_protocols_with_a_fixed_course_take_no_minutes(protocol: Protocol) -> None:
    with pytest.raises(InvalidInput, match=f"protocol {protocol}.*no --minutes"):
        check_minutes(argparse.Namespace(protocol=protocol, minutes=60.0))
    check_minutes(argparse.Namespace(protocol=protocol, minutes=None))


@pytest.mark.parametrize("protocol", [Protocol.ADAPTIVE, Protocol.RESTARTS])
def test_the_others_do(protocol: Protocol) -> None:
    check_minutes(argparse.Namespace(protocol=protocol, minutes=60.0))
