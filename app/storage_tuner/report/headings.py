"""The words that every report has: headings, and names of columns."""

from __future__ import annotations

from dataclasses import dataclass

from storage_tuner.core.message import Message, sentence


@dataclass(frozen=True)
class Headings:
    variant: Message = sentence("Variant")
    commands: Message = sentence("Commands to repeat it")
    commands_use: Message = sentence(
        "Each run was one of these; set the variant’s settings before it."
    )
    no_commands: Message = sentence(
        "The size of what was measured is not recorded, so the commands can’t be given."
    )
    page: Message = sentence(
        "Page {page} of {pages}", page='" counter(page) "', pages='" counter(pages) "'
    )
    """Part of a style sheet, which counts the pages."""
