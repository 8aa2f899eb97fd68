"""A bus client that does what it's told on standard input; runs as any user.

In: ``{"id", "member", "signature", "body", …}``, one JSON object a line; a variant is written
``{"type": "x", "value": 1}`` where the signature wants one. Out: the reply, or a signal.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

from dbus_fast import BusType, Message, MessageFlag, MessageType, Variant
from dbus_fast.aio import MessageBus

NAME = "org.storagetuner.Helper1"
PATH = "/org/storagetuner/Helper1"


def said(values: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()


def with_variants(value: object) -> object:
    if isinstance(value, dict) and set(value) == {"type", "value"}:
        return Variant(value["type"], with_variants(value["value"]))
    if isinstance(value, dict):
        return {key: with_variants(part) for key, part in value.items()}
    if isinstance(value, list):
        return [with_variants(part) for part in value]
    return value


def without_variants(value: object) -> object:
    if isinstance(value, Variant):
        return without_variants(value.value)
    if isinstance(value, dict):
        return {key: without_variants(part) for key, part in value.items()}
    if isinstance(value, list):
        return [without_variants(part) for part in value]
    return value


def on_message(message: Message) -> None:
    if message.message_type is MessageType.SIGNAL and message.interface == NAME:
        device, arguments = message.body
        said({"event": message.member, "device": device, "arguments": without_variants(arguments)})


async def carry_out(bus: MessageBus, order: dict[str, Any]) -> None:
    """What the library itself refuses to send is told under a name of its own."""
    try:
        await send(bus, order)
    except Exception as error:
        said({"id": order["id"], "error": "Unsendable", "body": [f"{error!r:.200}"]})


async def send(bus: MessageBus, order: dict[str, Any]) -> None:
    flags = MessageFlag.NONE
    if order.get("interactive"):
        flags |= MessageFlag.ALLOW_INTERACTIVE_AUTHORIZATION
    if order.get("no_reply"):
        flags |= MessageFlag.NO_REPLY_EXPECTED
    message = Message(
        destination=order.get("destination", NAME),
        path=order.get("path", PATH),
        interface=order.get("interface", NAME),
        member=order["member"],
        signature=order["signature"],
        body=[with_variants(part) for part in order["body"]],
        flags=flags,
    )
    if order.get("without_interface"):
        message.interface = None
    if order.get("no_reply"):
        await bus.send(message)
        said({"id": order["id"], "error": None, "body": []})
        return
    reply = await bus.call(message)
    said({"id": order["id"], "error": reply.error_name, "body": without_variants(reply.body)})


async def main() -> None:
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    bus.add_message_handler(on_message)
    if "--listen" in sys.argv:
        await bus.call(
            Message(
                destination="org.freedesktop.DBus",
                path="/org/freedesktop/DBus",
                interface="org.freedesktop.DBus",
                member="AddMatch",
                signature="s",
                body=[f"type='signal',interface='{NAME}'"],
            )
        )
    said({"ready": bus.unique_name, "pid": os.getpid()})
    loop = asyncio.get_running_loop()
    tasks = set()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        task = asyncio.ensure_future(carry_out(bus, json.loads(line)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    os._exit(0)


asyncio.run(main())
