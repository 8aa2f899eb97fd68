"""A child process: ``python -m storage_tuner.report.render_pdf IN.html OUT.pdf``.

WeasyPrint takes half a second and 60 MB to load, which no window and no command should carry.
Exit codes: 0 written, 6 no space, 1 anything else, with the reason as last line of standard error.
"""

from __future__ import annotations

import errno
import logging
import sys
from pathlib import Path

from storage_tuner.core.errors import NoSpace

PDF_VARIANT = "pdf/ua-1"
"""Tagged, so that screen readers can read it; all fonts embedded."""


def main(arguments: list[str]) -> int:
    source, destination = map(Path, arguments)
    try:
        render(source.read_text(encoding="utf-8"), destination)
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
        return NoSpace.exit_code if full else 1
    return 0


def render(html: str, destination: Path) -> None:
    """Lay out ``html`` into ``destination``. Nothing is loaded from anywhere: no network."""
    import weasyprint
    from weasyprint.urls import URLFetcher

    logging.getLogger("weasyprint").addHandler(logging.NullHandler())
    document = weasyprint.HTML(string=html, url_fetcher=URLFetcher(allowed_protocols=()))
    document.write_pdf(destination, pdf_variant=PDF_VARIANT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
