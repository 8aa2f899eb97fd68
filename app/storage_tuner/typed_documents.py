"""Reads JSON and TOML as frozen dataclasses with cattrs. Values that don't fit are refused with the
key's path, the expected and the found value. Pure: text → values; ``store.documents`` writes them.

A missing or null key gets the field's default: documents of earlier versions have fewer keys.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import operator
import tomllib
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Protocol,
    TypeGuard,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from storage_tuner.core.errors import StorageTunerError, UnreadableResult
from storage_tuner.core.message import Message, Text, sentence

if TYPE_CHECKING:
    from cattrs import Converter

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""A JSON value as ``json.loads`` returns it."""

Value = TypeVar("Value")
PathPart = str | int
"""A part of a path: the key of an object, or the index in a list."""

Hook = Callable[[Any, Any], Any]
"""A reader in the form that cattrs calls: with a value and its type."""

LARGEST = 1e15
SMALLEST = 1e-30
"""The smallest accepted number except 0: calculations with smaller ones would overflow."""

LARGEST_WHOLE = 2**64
"""The largest accepted whole number: the kernel's counters have 64 bits."""

_LONGEST = 40
"""The maximum number of characters of a value in a message."""

_TEXT_PAIRS = tuple[tuple[str, str], ...]
"""Pairs of texts, stored as an object in the file."""

_COLUMNS: dict[Any, frozenset[type]] = {
    float: frozenset({float, int}),
    float | None: frozenset({float, int, types.NoneType}),
}
"""The types of lists of numbers, which may have a million items and are checked as a whole."""


def is_measurable(number: float) -> bool:
    return number == 0 or SMALLEST <= abs(number) <= LARGEST


class Unfit(ValueError):
    """The reason why a value is refused; ``path`` leads from the value to the fault inside it.
    Raised by readers and ``__post_init__``; ``TypedDocument`` converts it to its own error."""

    def __init__(self, reason: Text, *path: PathPart) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = path


@contextlib.contextmanager
def within(*path: PathPart) -> Iterator[None]:
    """Prepends ``path`` to the path of every ``Unfit`` raised in the block."""
    try:
        yield
    except Unfit as unfit:
        raise Unfit(unfit.reason, *path, *unfit.path) from None


class FileShape(Protocol):
    """A dataclass that represents another value in a file."""

    def meant(self) -> object:
        """The represented value. Raises ``Unfit``."""


@dataclass(frozen=True)
class Range:
    """The bounds of a whole number: ``Annotated[int, Range(1, 8)]``."""

    least: int = 0
    most: int = LARGEST_WHOLE


@dataclass(frozen=True, eq=False)
class Format:
    """The format of one kind of document, beyond the fields of its dataclasses.

    ``readers`` are custom readers of types, ``shapes`` the types that represent others in the file.
    ``fields`` are fields with another type than declared, ``keys`` those whose name differs from
    their key. ``unknown_key`` returns the error for a key that isn't among the known ones; None:
    such keys are ignored.
    """

    readers: Mapping[Any, Callable[[Any], Any]] = field(default_factory=dict)
    shapes: Mapping[Any, type[FileShape]] = field(default_factory=dict)
    fields: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    unknown_key: Callable[[str, Collection[str]], Text] | None = None


@dataclass(frozen=True)
class TypedDocument:
    """The content of ``file`` as JSON values; ``error`` is raised for values that don't fit."""

    file: str
    content: Any
    error: Callable[[str, Text], StorageTunerError] = UnreadableResult

    def read(self, kind: type[Value], form: Format) -> Value:
        """Returns the whole document as ``kind``, a dataclass."""
        try:
            return _converter(form).structure(self.content, kind)
        except (ExceptionGroup, Unfit) as error:
            unfit, path = _located(error, form)
        raise self.refused(unfit.reason, *path)

    @contextlib.contextmanager
    def checking(self) -> Iterator[None]:
        """Converts an ``Unfit`` raised in the block to the document's error."""
        try:
            yield
        except Unfit as unfit:
            raise self.refused(unfit.reason, *unfit.path) from None

    def refused(self, reason: Text, *path: PathPart) -> StorageTunerError:
        """Returns the error that names ``path``."""
        where = _shown_path(self.content, path) or sentence("the top level")
        return self.error(self.file, sentence("at {where}: {reason}", where=where, reason=reason))


def parse_json(file: str, content: bytes) -> TypedDocument:
    """Parses JSON in UTF-8. NaN and Infinity aren't JSON. Raises ``UnreadableResult``."""
    try:
        document = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise UnreadableResult(file, sentence("it isn't text in UTF-8")) from None
    except ValueError as error:
        raise UnreadableResult(file, sentence("it isn't JSON ({error})", error=error)) from None
    except RecursionError:
        raise UnreadableResult(file, sentence("it is nested too deeply")) from None
    return TypedDocument(file, document)


def parse_toml(
    file: str, content: str, error: Callable[[str, Text], StorageTunerError] = UnreadableResult
) -> TypedDocument:
    """Parses TOML. Raises ``error``."""
    try:
        return TypedDocument(file, tomllib.loads(content), error)
    except (ValueError, RecursionError) as problem:
        reason: object = problem or sentence("nested too deeply")
        raise error(file, sentence("it isn't TOML ({error})", error=reason)) from None


def no_such_key(key: str, known: Collection[str]) -> Message:
    """Names the keys that are known: a ``Format.unknown_key``."""
    return sentence(
        "there is no key {key}; known keys are {known}", key=shown(key), known=", ".join(known)
    )


def unexpected(expected: Text, value: object) -> Unfit:
    """Returns the error that ``expected`` was expected in place of ``value``."""
    return Unfit(
        sentence("expected {expected}, found {content}", expected=expected, content=_kind_of(value))
    )


def unexpected_count(count: int, found: int) -> Unfit:
    return Unfit(sentence("expected {count} values, found {found}", count=count, found=found))


def one_of(known: Mapping[str, Value], value: object) -> Value:
    """Returns the value in ``known`` with the key ``value``. Raises ``Unfit``, as every reader."""
    if text(value) not in known:
        raise unexpected(sentence("one of {known}", known=", ".join(known)), value)
    return known[text(value)]


def text(value: object) -> str:
    if isinstance(value, Message):
        return value.english
    if not isinstance(value, str):
        raise unexpected(sentence("a string"), value)
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        raise Unfit(sentence("the string contains a lone surrogate (half a character)"))
    return value


def message(value: object) -> Text:
    """Returns a text or a message. Raises ``Unfit``."""
    return value if isinstance(value, Message) else text(value)


def truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise unexpected(sentence("true or false"), value)
    return value


def whole(value: object, bounds: Range = Range()) -> int:
    if not is_number(value) or isinstance(value, float):
        raise unexpected(sentence("a whole number"), value)
    if not bounds.least <= value <= bounds.most:
        raise unexpected(_in_words(bounds, value), value)
    return value


def number(value: object) -> float:
    """Returns a finite number that isn't negative, as all our quantities are."""
    if not is_number(value):
        raise unexpected(sentence("a number"), value)
    if value < 0:
        raise unexpected(_in_words(Range(), value), value)
    if not is_measurable(value):
        expected = sentence(
            "0 or a number from {least:g} to {most:g}", least=SMALLEST, most=LARGEST
        )
        raise unexpected(expected, value)
    return float(value)


def is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def shown(value: object) -> Text:
    """Quotes ``value``, cut to what fits into a message."""
    if isinstance(value, int) and value.bit_length() > 1000:
        return sentence("a number of {bits} bits", bits=value.bit_length())
    word = str(value).lower() if isinstance(value, bool) else repr(value)
    return word if len(word) <= _LONGEST else f"{word[: _LONGEST - 1]}…"


def at(value: object, *keys: str) -> object:
    """Returns the value under nested ``keys`` of unchecked JSON, or None."""
    for key in keys:
        if not isinstance(value, Mapping):
            return None
        value = value.get(key)
    return value


def _in_words(bounds: Range, value: float) -> Message:
    if value < bounds.least and bounds.most == LARGEST_WHOLE:
        return sentence("{least} or more", least=bounds.least)
    return sentence("a number from {least} to {most}", least=bounds.least, most=bounds.most)


def _kind_of(value: object) -> Text:
    if isinstance(value, dict):
        return sentence("an object")
    if isinstance(value, list):
        return sentence("a list")
    return sentence("nothing") if value is None else shown(value)


def items(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise unexpected(sentence("a list"), value)
    return value


def _members(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise unexpected(sentence("an object"), value)
    return value


def _refuse_constant(name: str) -> Json:
    raise ValueError(sentence("{name} isn't a number", name=name))


def _located(error: Exception, form: Format) -> tuple[Unfit, tuple[PathPart, ...]]:
    """Finds the first of the errors that cattrs grouped, and its recorded path."""
    path: list[PathPart] = []
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
        path += [_part(note, form) for note in getattr(error, "__notes__", ())]
    if not isinstance(error, Unfit):
        raise error
    return error, (*path, *error.path)


def _part(note: Any, form: Format) -> PathPart:  # noqa: ANN401 - cattrs' note of a field or an item
    part: PathPart = form.keys.get(note.name, note.name) if hasattr(note, "name") else note.index
    return part


def _shown_path(content: Any, path: Iterable[PathPart]) -> str:  # noqa: ANN401 - any JSON
    """Formats a path, such as ``plan.variants[2] ('bfq').settings``, with the names of a list's
    objects."""
    words = ""
    for part in path:
        with contextlib.suppress(KeyError, IndexError, TypeError):
            content = content[part]
        if isinstance(part, str) and part.replace("-", "_").isidentifier():
            words += f".{part}" if words else part
        else:
            words += f"[{shown(part)}]"
        if isinstance(part, int) and isinstance(content, dict):
            name = content.get("name", content.get("id"))
            words += f" ({shown(name)})" if isinstance(name, str) else ""
    return words


@functools.cache
def _converter(form: Format) -> Converter:
    # imported here, since most commands read no document
    from cattrs import Converter

    made = Converter()
    made.register_structure_hook_factory(
        lambda _: True, lambda kind, made: _reader(kind, made, form)
    )
    made.register_structure_hook(StrEnum, lambda value, kind: one_of(_words(kind), value))
    for kind, read in {str: text, bool: truth, int: whole, float: number, **form.readers}.items():
        if isinstance(kind, type):
            made.register_structure_hook(kind, _hook(read))
    return made


def _hook(read: Callable[[Any], Any]) -> Hook:
    return lambda value, _: read(value)


@functools.cache
def _words(kind: type[StrEnum]) -> Mapping[str, StrEnum]:
    return {member.value: member for member in kind}


def _reader(kind: Any, converter: Converter, form: Format) -> Hook:  # noqa: ANN401 - any type
    """Makes the reader of a type that isn't plain."""
    if kind in form.readers:
        return _hook(form.readers[kind])
    if shape := form.shapes.get(kind):
        read = converter.get_structure_hook(shape)
        return lambda value, _: read(value, shape).meant()
    if dataclasses.is_dataclass(kind):
        return _object_reader(kind, converter, form)
    origin, kinds = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return lambda value, _: whole(value, *kind.__metadata__)
    if origin is dict:
        return _mapping_reader(kinds[1], converter)
    if kind == _TEXT_PAIRS:
        mapping = _mapping_reader(str, converter)
        return lambda value, kind: tuple(mapping(value, kind).items())
    if origin is tuple:
        return _list_reader(kinds, converter)
    inner = functools.reduce(operator.or_, (one for one in kinds if one is not types.NoneType))
    if inner == Text and types.NoneType not in kinds:
        return _hook(form.readers.get(Text, message))
    read = converter.get_structure_hook(inner)
    return lambda value, _: None if value is None else read(value, inner)


def _object_reader(kind: Any, converter: Converter, form: Format) -> Hook:  # noqa: ANN401 - a type
    """Makes the reader of a dataclass, which also accepts a finished value."""
    from cattrs.gen import make_dict_structure_fn, override

    hints = get_type_hints(kind, include_extras=True)
    known = {form.keys.get(each.name, each.name): each for each in dataclasses.fields(kind)}
    overrides: Any = {}  # cattrs' function also has arguments of other types
    for key, each in known.items():
        hint = form.fields.get(each.name, {}).get(hints[each.name], hints[each.name])
        read = converter.get_structure_hook(hint)
        overrides[each.name] = override(rename=key, struct_hook=read)
    structure = make_dict_structure_fn(kind, converter, **overrides)
    required = [
        key
        for key, each in known.items()
        if each.default is each.default_factory is dataclasses.MISSING
    ]

    def read_object(value: object, _: object) -> Any:  # noqa: ANN401 - a value of ``kind``
        if isinstance(value, kind):
            return value
        found = _members(value)
        if form.unknown_key and (unknown := [key for key in found if key not in known]):
            raise Unfit(form.unknown_key(unknown[0], known))
        given = {key: each for key, each in found.items() if each is not None}
        return structure(dict.fromkeys(required) | given, kind)

    return read_object


def _mapping_reader(kind: Any, converter: Converter) -> Hook:  # noqa: ANN401 - any type
    read = converter.get_structure_hook(kind)

    def read_mapping(value: object, _: object) -> dict[str, Any]:
        found = _members(value)
        for key in found:
            text(key)
        return dict(zip(found, _each(read, kind, found.items()), strict=True))

    return read_mapping


def _list_reader(kinds: tuple[Any, ...], converter: Converter) -> Hook:
    """Makes the reader of any number of items, or of exactly as many as ``kinds``, all equal."""
    kind, is_open = kinds[0], kinds[-1] is Ellipsis
    read = converter.get_structure_hook(kind)
    sound = _COLUMNS.get(kind, frozenset()) if is_open else frozenset()

    def read_list(value: object, _: object) -> tuple[Any, ...]:
        found = items(value)
        if not is_open and len(found) != len(kinds):
            raise unexpected_count(len(kinds), len(found))
        numbers = [*filter(None, found)] if sound.issuperset(map(type, found)) else [-1]
        if min(numbers, default=0) >= 0 and max(numbers, default=0) <= LARGEST:
            return tuple([None if item is None else float(item) for item in found])
        return tuple(_each(read, kind, enumerate(found)))

    return read_list


def _each(read: Hook, kind: Any, found: Iterable[tuple[PathPart, Any]]) -> list[Any]:  # noqa: ANN401
    """Reads all items as ``kind``, up to the first that doesn't fit: a hostile file may have
    millions."""
    from cattrs.errors import IterableValidationError, IterableValidationNote

    done: list[Any] = []
    part: PathPart = ""
    try:
        for part, item in found:  # noqa: B007 - which one failed is asked below
            done.append(read(item, kind))
    except (ExceptionGroup, Unfit) as error:
        error.add_note(IterableValidationNote("", part, kind))
        raise IterableValidationError("", [error], kind) from None
    return done
