"""The schemas of what the command line prints. Each is checked once, which takes 0.1 s."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

SCHEMAS = Path(__file__).parents[1] / "resources" / "schema"


@cache
def schema(name: str) -> Draft202012Validator:
    """Of the file ``<name>.schema.json``."""
    found = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(found)
    return Draft202012Validator(found, registry=_others())


def _others() -> Registry[Any]:
    """What a schema may refer to: those beside it."""
    return Registry().with_resources(
        (path.name, Resource.from_contents(json.loads(path.read_text(encoding="utf-8"))))
        for path in SCHEMAS.glob("*.json")
    )


@cache
def devices_schema(definition: str = "") -> Draft202012Validator:
    """For ``devices --json``, or for one of the definitions in its schema, such as ``show``."""
    schema = json.loads((SCHEMAS / "devices.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    if definition:
        schema = {"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]}
    return Draft202012Validator(schema)
