"""A server on loopback that answers in the form of CoreNLP's, by a rule."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar


class CoreNlp(BaseHTTPRequestHandler):
    """Answers as the server does: the first word of a text and each pronoun are one."""

    said: ClassVar[list[str]] = []

    def log_message(self, *_: object) -> None:
        """Nothing to the terminal."""

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.said.append(text)
        lines = [line.split() for line in text.split("\n")]
        chain = [{"sentNum": 1, "startIndex": 1, "endIndex": 3}]
        for number, words in enumerate(lines, 1):
            for at, word in enumerate(words, 1):
                if word.lower() in ("she", "he", "they"):
                    chain.append({"sentNum": number, "startIndex": at, "endIndex": at + 1})
        found = {"sentences": [{"tokens": [{}] * len(words)} for words in lines], "corefs": {"1": chain}}
        body = json.dumps(found).encode()
        self.send_response(200 if "boom" not in text else 500)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def corenlp() -> Iterator[str]:
    """The address of the server, for as long as the block lasts."""
    CoreNlp.said.clear()
    with HTTPServer(("127.0.0.1", 0), CoreNlp) as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{made.server_address[1]}"
        made.shutdown()
        thread.join(5)
