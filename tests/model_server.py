"""A file server for the tests of models/: each request gets the next of the behaviours it was given."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Behaviour = Callable[["Request"], None]


class Request(BaseHTTPRequestHandler):
    """One request, with what a behaviour needs to answer it."""

    protocol_version = "HTTP/1.1"
    server: FileServer

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        self.server.ranges.append(wanted)
        self.close_connection = True
        self.server.next_behaviour()(self)

    @property
    def start(self) -> int:
        wanted = self.headers.get("Range")
        return int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted else 0

    def head(self, status: int, **headers: object) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Tests are quiet."""


class FileServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, content: bytes) -> None:
        super().__init__(("127.0.0.1", 0), Request)
        self.content = content
        self.behaviours: list[Behaviour] = [ranged]
        self.ranges: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/model.zip"

    def next_behaviour(self) -> Behaviour:
        return self.behaviours.pop(0) if len(self.behaviours) > 1 else self.behaviours[0]

    def handle_error(self, *_: object) -> None:
        """A client that hangs up is part of the tests."""


@contextmanager
def serving(content: bytes, *behaviours: Behaviour) -> Iterator[FileServer]:
    """The last behaviour repeats; without any the server is a good one."""
    with FileServer(content) as server:
        server.behaviours = list(behaviours) or [ranged]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def ranged(request: Request) -> None:
    content = request.server.content
    _head_of_range(request)
    request.wfile.write(content[request.start :])


def breaks_off(after: int) -> Behaviour:
    """Closes the connection after so many bytes of the body."""

    def behaviour(request: Request) -> None:
        _head_of_range(request)
        request.wfile.write(request.server.content[request.start : request.start + after])

    return behaviour


def ignores_range(request: Request) -> None:
    content = request.server.content
    request.head(200, Content_Length=len(content))
    request.wfile.write(content)


def breaks_off_and_ignores_range(after: int) -> Behaviour:
    def behaviour(request: Request) -> None:
        content = request.server.content
        request.head(200, Content_Length=len(content))
        request.wfile.write(content[:after])

    return behaviour


def claims(length: int) -> Behaviour:
    """Names another length than the content has."""

    def behaviour(request: Request) -> None:
        request.head(200, Content_Length=length)
        request.wfile.write(request.server.content[:length])

    return behaviour


def sends_more(surplus: int) -> Behaviour:
    """Names no length and sends too much."""

    def behaviour(request: Request) -> None:
        request.head(200)
        request.wfile.write(request.server.content + bytes(surplus))

    return behaviour


def sends_another_file(request: Request) -> None:
    content = bytes(byte ^ 0xFF for byte in request.server.content)
    request.head(200, Content_Length=len(content))
    request.wfile.write(content)


def says(status: int) -> Behaviour:
    def behaviour(request: Request) -> None:
        request.head(status, Content_Length=0)

    return behaviour


def refuses_ranges(request: Request) -> None:
    if request.headers.get("Range"):
        request.head(416, Content_Length=0)
    else:
        ignores_range(request)


def answers_another_range(request: Request) -> None:
    content = request.server.content
    request.head(206, Content_Range=f"bytes 0-{len(content) - 1}/{len(content)}", Content_Length=len(content))
    request.wfile.write(content)


def goes_silent(after: int, pause_s: float) -> Behaviour:
    """Keeps the connection and sends nothing more."""

    def behaviour(request: Request) -> None:
        _head_of_range(request)
        request.wfile.write(request.server.content[request.start : request.start + after])
        time.sleep(pause_s)

    return behaviour


def _head_of_range(request: Request) -> None:
    content = request.server.content
    if request.start:
        last = len(content) - 1
        request.head(
            206,
            Content_Range=f"bytes {request.start}-{last}/{len(content)}",
            Content_Length=len(content) - request.start,
        )
    else:
        request.head(200, Content_Length=len(content))
