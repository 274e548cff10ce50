"""A headless Chromium for tests, driven through its debugging pipe, which needs nothing else."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

# Chrome first: where both are there, Chromium may be a snap, which cannot read a test's files.
_NAMES: Final = ("google-chrome", "google-chrome-stable", "chromium", "chromium-browser")

_PATIENCE: Final = 60
"""Seconds for an answer, on a machine that is busy with other tests too."""


def find() -> str | None:
    """The browser that is installed; None where there is none that could be driven."""
    # The pipe is two file descriptors that are handed down, which Windows does not know.
    if sys.platform == "win32":
        return None
    found = os.environ.get("GUANDAN_CHROMIUM")
    return found or next((path for path in map(shutil.which, _NAMES) if path), None)


class Browser:
    """One page of a browser."""

    def __init__(self, path: str, folder: Path, *, wide: int = 1280, high: int = 800) -> None:
        to_child, self._write = os.pipe()
        self._read, from_child = os.pipe()
        options = [
            "--headless=new",
            "--remote-debugging-pipe",
            f"--user-data-dir={folder}",
            f"--window-size={wide},{high}",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-extensions",
            "--hide-scrollbars",
            "--no-first-run",
            # Chromium refuses to run as root in its sandbox; what it opens are our own files.
            *(["--no-sandbox"] if os.geteuid() == 0 else []),
        ]
        # It reads commands from descriptor 3 and answers on 4.
        line = 'exec "$@" 3<&"$GUANDAN_IN" 4>&"$GUANDAN_OUT"'
        self._process = subprocess.Popen(
            ["bash", "-c", line, "bash", path, *options, "about:blank"],
            pass_fds=(to_child, from_child),
            env=os.environ | {"GUANDAN_IN": str(to_child), "GUANDAN_OUT": str(from_child)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_child)
        os.close(from_child)
        self._number = 0
        self._rest = b""
        self._loaded = False
        self.session: str | None = None
        self.complaints: list[str] = []
        self.requests: list[str] = []
        targets = self.send("Target.getTargets")["targetInfos"]
        (target,) = (one["targetId"] for one in targets if one["type"] == "page")
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.terminate()
        self._process.wait(timeout=20)
        os.close(self._write)
        os.close(self._read)

    def send(self, method: str, **params: object) -> dict[str, Any]:
        """Send a command and return its result; what the page says meanwhile is noted."""
        self._number += 1
        command: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if self.session is not None:
            command["sessionId"] = self.session
        os.write(self._write, json.dumps(command).encode() + b"\0")
        while True:
            message = self._next()
            if message.get("id") == self._number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                result: dict[str, Any] = message["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._read], [], [], _PATIENCE)
            data = os.read(self._read, 1 << 16) if ready else b""
            if not data:
                raise RuntimeError("the browser has gone, or does not answer")
            self._rest += data
        line, self._rest = self._rest.split(b"\0", 1)
        message: dict[str, Any] = json.loads(line)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, params: dict[str, Any]) -> None:
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.complaints.append(str(params["args"]))
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(str(params["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.complaints.append(str(params["entry"]["text"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def size(self, wide: int, high: int, *, phone: bool = False) -> None:
        """Make the window as large as a screen; a phone has two pixels for one."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=wide,
            height=high,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )

    def open(self, page: Path) -> None:
        """Open a file and wait until it is there."""
        self._loaded = False
        self.send("Page.navigate", url=page.as_uri())
        while not self._loaded:
            self._next()

    def run(self, code: str) -> Any:
        """Evaluate code in the page and return its value, awaited."""
        answer = self.send(
            "Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def key(self, key: str) -> None:
        """Press a key as a person does."""
        text = {"text": key} if len(key) == 1 else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, into: Path) -> None:
        """Take a screenshot."""
        data = self.send("Page.captureScreenshot", format="png")["data"]
        into.write_bytes(base64.b64decode(data))
