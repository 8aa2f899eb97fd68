"""An authentication agent for one process: a real agent as polkit knows it, with polkit's own
setuid program asking PAM. ``agent.py PID ADMIN PASSWORD|--dismiss``
"""

from __future__ import annotations

import asyncio
import pwd
import sys
from pathlib import Path
from typing import Any

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

AUTHORITY = "org.freedesktop.PolicyKit1.Authority"
AGENT = "org.freedesktop.PolicyKit1.AuthenticationAgent"
OBJECT = "/org/storagetuner/test/Agent"
HELPERS = ("/usr/lib/polkit-1/polkit-agent-helper-1", "/usr/libexec/polkit-agent-helper-1")


def start_time(pid: int) -> int:
    text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    return int(text.rsplit(")", 1)[1].split()[19])


async def ask_pam(cookie: str, admin: str, password: str) -> None:
    program = next(place for place in HELPERS if Path(place).exists())
    process = await asyncio.create_subprocess_exec(program, admin, stdin=-1, stdout=-1)
    assert process.stdin and process.stdout
    process.stdin.write(f"{cookie}\n".encode())
    while line := (await process.stdout.readline()).decode():
        if line.startswith("PAM_PROMPT_ECHO_OFF"):
            process.stdin.write(f"{password}\n".encode())
        if line.startswith(("SUCCESS", "FAILURE")):
            break
    process.stdin.close()
    await process.wait()


async def begin(bus: MessageBus, call: Message, admin: str, password: str) -> None:
    action, text, _, details, cookie, identities = call.body
    print(
        "asked", action, text, {key: details[key] for key in details if key == "device"}, flush=True
    )
    if password == "--dismiss":
        name = "org.freedesktop.PolicyKit1.Error.Cancelled"
        await bus.send(Message.new_error(call, name, "closed"))
        return
    wanted = pwd.getpwnam(admin).pw_uid
    assert any(kind == "unix-user" and who["uid"].value == wanted for kind, who in identities)
    if password != "--wait":
        await ask_pam(cookie, admin, password)
        await bus.send(Message.new_method_return(call))


async def main(pid: int, admin: str, password: str) -> None:
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    tasks: set[Any] = set()

    def handle(message: Message) -> Message | bool | None:
        if message.message_type is not MessageType.METHOD_CALL or message.interface != AGENT:
            return None
        if message.member != "BeginAuthentication":
            print("cancelled", flush=True)
            return Message.new_method_return(message)
        task = asyncio.ensure_future(begin(bus, message, admin, password))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        return True

    bus.add_message_handler(handle)
    subject = [
        "unix-process",
        {"pid": Variant("u", pid), "start-time": Variant("t", start_time(pid))},
    ]
    reply = await bus.call(
        Message(
            destination="org.freedesktop.PolicyKit1",
            path="/org/freedesktop/PolicyKit1/Authority",
            interface=AUTHORITY,
            member="RegisterAuthenticationAgent",
            signature="(sa{sv})ss",
            body=[subject, "en_US.UTF-8", OBJECT],
        )
    )
    print(
        "registered" if reply.message_type is MessageType.METHOD_RETURN else reply.body, flush=True
    )
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main(int(sys.argv[1]), sys.argv[2], sys.argv[3]))
