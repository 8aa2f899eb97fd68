"""Numbers that other programs measured, or another computer: read as sessions of ours.

What a file is tells its content, never its name. Whatever stands in it, reading gives sessions and
problems, and no errors; docs/importing.md tells what becomes of the figures.
"""

from storage_tuner.store.importing.entry import import_content, import_path
from storage_tuner.store.importing.values import Imported, Problem

__all__ = ["Imported", "Problem", "import_content", "import_path"]
