"""The schemas of what the command line prints."""

from __future__ import annotations

import json
from pathlib import Path

from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).parents[1] / "resources" / "schema"


def devices_schema(definition: str = "") -> Draft202012Validator:
    """For ``devices --json``, or for one of the definitions in its schema, such as ``show``."""
    schema = json.loads((SCHEMAS / "devices.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    if definition:
        schema = {"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]}
    return Draft202012Validator(schema)
