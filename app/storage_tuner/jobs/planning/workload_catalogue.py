"""All known workloads: built-in ones, and the user's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from storage_tuner.bench.catalogue import Catalogue, Entry, NotExpressed, read_catalogue
from storage_tuner.bench.recorded_starts import recorded_starts
from storage_tuner.core.errors import InvalidInput, UnreadableWorkload
from storage_tuner.core.message import Text, sentence, together
from storage_tuner.core.suggestion import did_you_mean
from storage_tuner.core.workload import Workload
from storage_tuner.store.workload_files import WorkloadFile, own_files, shipped_files

STARTS = "starts"
"""The group of the recorded starts, which aren't in a file."""

_WILDCARDS = frozenset("*?")


@dataclass(frozen=True)
class CatalogueEntry:
    """``file`` is the user's file that contains it; None for built-in ones. ``group`` is the file's
    name without its extension, by which built-in ones are grouped."""

    entry: Entry
    file: Path | None = None
    group: str = ""

    @property
    def workload(self) -> Workload:
        return self.entry.workload


@dataclass(frozen=True)
class WorkloadCatalogue:
    """``broken`` are the user's files that can't be used; the others still count."""

    entries: tuple[CatalogueEntry, ...]
    not_expressed: tuple[NotExpressed, ...] = ()
    broken: tuple[UnreadableWorkload, ...] = ()

    def find(self, name: str) -> CatalogueEntry:
        """The entry called ``name``. Raises ``InvalidInput`` with similar names."""
        for known in self.entries:
            if known.workload.name == name:
                return known
        unknown = sentence("There is no workload {name!r}.", name=name[:60])
        raise InvalidInput(
            together((unknown, *(problem.summary for problem in self.broken))),
            did_you_mean(
                name,
                (each.workload.name for each in self.entries),
                sentence("Run 'storage-tuner workloads' to list the available workloads."),
            ),
        )


def known_workloads(folder: Path | None = None) -> WorkloadCatalogue:
    """``folder`` as in ``own_files``. A user's file that can't be used, because of its content or
    because a name is already in use, is listed in ``broken``."""
    files = shipped_files()
    ours = [_catalogue(file) for file in files]
    entries = [
        CatalogueEntry(entry, group=file.path.stem)
        for file, catalogue in zip(files, ours, strict=True)
        for entry in catalogue.entries
    ]
    entries += [CatalogueEntry(entry, group=STARTS) for entry in recorded_starts()]
    broken: list[UnreadableWorkload] = []
    for file in own_files(folder):
        try:
            found = _catalogue(file).entries
            _require_free_names(file, found, entries)
        except UnreadableWorkload as problem:
            broken.append(problem)
        else:
            entries += [CatalogueEntry(entry, file.path, file.path.stem) for entry in found]
    not_expressed = tuple(each for catalogue in ours for each in catalogue.not_expressed)
    return WorkloadCatalogue(tuple(entries), not_expressed, tuple(broken))


def find_workloads(names: Iterable[str], known: WorkloadCatalogue) -> tuple[Workload, ...]:
    """The workloads with ``names``, each once, in their order; ``*`` and ``?`` in a name stand for
    any characters and for one. Raises ``InvalidInput`` for unknown ones."""
    return tuple(dict.fromkeys(entry.workload for name in names for entry in _meant(name, known)))


def _meant(name: str, known: WorkloadCatalogue) -> Sequence[CatalogueEntry]:
    if _WILDCARDS.isdisjoint(name):
        return (known.find(name),)
    found = [each for each in known.entries if fnmatchcase(each.workload.name, name)]
    return found or (known.find(name),)


def operation_labels(known: WorkloadCatalogue) -> dict[str, Text]:
    """The displayed labels, by the operation's name."""
    return {
        operation.name: operation.label
        for each in known.entries
        for operation in each.workload.operations
    }


def _catalogue(file: WorkloadFile) -> Catalogue:
    if file.problem:
        raise file.problem
    return read_catalogue(file.text, str(file.path))


def _require_free_names(
    file: WorkloadFile, found: Sequence[Entry], taken: Sequence[CatalogueEntry]
) -> None:
    owners = {known.workload.name: known.file for known in taken}
    for entry in found:
        name = entry.workload.name
        if name in owners:
            owner = owners[name]
            reason = (
                sentence("the name {name!r} belongs to a built-in workload", name=name)
                if owner is None
                else (
                    sentence("the name {name!r} is already used in {owner}", name=name, owner=owner)
                )
            )
            raise UnreadableWorkload(str(file.path), reason)
