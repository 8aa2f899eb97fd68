"""Imports results of other programs, or of another computer, as sessions of ours.

The format is detected by a file's content, never by its name. For any content, reading returns
sessions and problems and raises no errors; docs/importing.md describes how the figures are used.
"""

from storage_tuner.store.importing.entry import import_content, import_path
from storage_tuner.store.importing.values import Imported, Problem

__all__ = ["Imported", "Problem", "import_content", "import_path"]
