"""Checks for a display to open a window on. Qt aborts the process where there is none."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from pathlib import Path

from storage_tuner.core.errors import NoDisplay

_X_PORT = 6000
"""The first display's TCP port (X(7))."""

_PATIENCE_S = 3.0


def require_display(environment: Mapping[str, str]) -> None:
    """Raise ``NoDisplay`` where Qt would abort the process.

    Of several displays one that responds is enough, since Qt tries the next. Platforms that need no
    display, such as ``offscreen`` in QT_QPA_PLATFORM, are not checked.
    """
    platforms = _wanted_platforms(environment.get("QT_QPA_PLATFORM", ""))
    if not any(_can_open(platform, environment) for platform in platforms):
        raise NoDisplay


def _wanted_platforms(value: str) -> list[str]:
    """The names in QT_QPA_PLATFORM, which may look like ``wayland;xcb`` or ``vnc:size=800x600``."""
    names = [part.partition(":")[0] for part in value.split(";")]
    return [name for name in names if name] or ["wayland", "xcb"]


def _can_open(platform: str, environment: Mapping[str, str]) -> bool:
    if platform == "xcb":
        return x_answers(environment.get("DISPLAY", ""))
    if platform.startswith("wayland"):
        return wayland_answers(environment)
    return True


def wayland_answers(environment: Mapping[str, str]) -> bool:
    """Whether a compositor listens where libwayland would look for it."""
    display = environment.get("WAYLAND_DISPLAY", "")
    folder = environment.get("XDG_RUNTIME_DIR", "")
    if not display or not (folder or display.startswith("/")):
        return False
    return _accepts(str(Path(folder, display)))


def x_answers(display: str) -> bool:
    """Whether there is an X server at ``display``, ``host:number.screen`` (X(7)).

    A terminal often outlives the server, or the ssh connection, that its DISPLAY names.
    """
    host, _, number = display.rpartition(":")
    number = number.partition(".")[0]
    if not number.isdecimal():
        return False
    if host not in ("", "unix"):
        return _accepts_from_afar(host.strip("[]"), _X_PORT + int(number))
    path = f"/tmp/.X11-unix/X{number}"  # noqa: S108 - the protocol's own place
    return _is_listened_at(path) or _accepts(path)


def _is_listened_at(path: str) -> bool:
    """Whether the kernel lists a socket of that name, in the file system or abstract.

    Looking must not connect: a server without other clients starts anew when a client leaves
    (Xserver(1), -noreset), and the window that comes right after would find it closed.
    """
    try:
        table = Path("/proc/net/unix").read_text("utf-8", "replace")
    except OSError:
        return False
    names = {line.rpartition(" ")[2] for line in table.splitlines()}
    return not names.isdisjoint({path, f"@{path}"})


def _accepts(address: str) -> bool:
    """For Wayland, and for an X server in another network namespace, which isn't listed here."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(_PATIENCE_S)
        try:
            connection.connect(address)
        except OSError:
            return False
    return True


def _accepts_from_afar(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), _PATIENCE_S).close()
    except (OSError, OverflowError, UnicodeError):
        return False
    return True
