"""The report as one HTML page: style and charts inside, nothing loaded from elsewhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.content import report_content
from storage_tuner.store.atomic import write_atomically

if TYPE_CHECKING:
    from jinja2 import Template


def render_html(record: SessionRecord, judgement: Judgement) -> str:
    """The whole page. Texts of devices and users are escaped."""
    return _template().render(report=report_content(record, judgement))


def write_html(record: SessionRecord, judgement: Judgement, path: Path) -> None:
    """Write the page to ``path``. Raises ``NoSpace`` and ``InvalidInput``."""
    write_atomically(path, render_html(record, judgement).encode())


@cache
def _template() -> Template:
    # every terminal command imports this module, and Jinja2 takes longer than all the rest
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("storage_tuner.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # the two texts that are markup on purpose: our own style sheet and our own charts
    environment.filters["own_markup"] = Markup
    return environment.get_template("report.html")
