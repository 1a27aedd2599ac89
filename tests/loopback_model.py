"""An OpenAI-like endpoint on loopback that answers by a rule, and misbehaves as it is told to.

`behave(number, path, body)` is called for each request, in the order of their coming, and says what is to be
done with it: "ok", "429", "500", "401", "garbage", "drop", "cut", "cut-chunk", "trickle", "slow", "null",
"nan", "other", "two", "renamed", "renamed-anew", "tell-key", "moved", "trickle-head", "continue", "429-long",
"429-key", "429-quota", "429-quota-type", "none" (no log-probabilities), "babble", "gzip", "brotli",
"no-max_tokens" or another setting that it does not take, "think" (as long as it may).
"""

from __future__ import annotations

import gzip
import json
import math
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behave = Callable[[int, str, dict[str, Any]], str]


class Server(ThreadingHTTPServer):
    """What was asked, and how often it was answered."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, behave: Behave, *, latency: float = 0.0, tokens: int = 60, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.behave, self.latency, self.tokens = behave, latency, tokens
        self.lock = threading.Lock()
        self.asked: list[dict[str, Any]] = []
        self.answered: list[str] = []  # bodies that got a whole answer
        self.keys: set[str] = set()
        self.at_once = self.most_at_once = 0
        self.moments: list[float] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # headers and body are two small writes
    server: Server

    def log_message(self, *_: object) -> None:
        """Nothing to the terminal."""

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        body = json.loads(raw)
        server = self.server
        with server.lock:
            server.asked.append(body)
            server.moments.append(time.monotonic())
            number = len(server.asked)
            server.keys.add(self.headers.get("Authorization", ""))
            server.at_once += 1
            server.most_at_once = max(server.most_at_once, server.at_once)
        try:
            how = server.behave(number, self.path, body)
            if how == "slow":
                time.sleep(3)
            elif server.latency:
                time.sleep(server.latency)
            self._answer(how, body, raw.decode())
        finally:
            with server.lock:
                server.at_once -= 1

    def _answer(self, how: str, body: dict[str, Any], raw: str) -> None:
        if how == "drop":
            self.close_connection = True
            self.connection.close()
            return
        if how in ("429", "429-soon"):
            wait = {"Retry-After": "1"} if how == "429" else {"retry-after-ms": "20"}
            self._send(429, b'{"error": {"message": "slow down"}}', wait)
            return
        if how == "429-long":
            self._send(429, b"{}", {"Retry-After": "100"})
            return
        if how == "429-key":
            said = {"message": f"quota exceeded for {self.headers['Authorization']}"}
            self._send(429, json.dumps({"error": said}).encode(), {"retry-after-ms": "20"})
            return
        if how in ("429-quota", "429-quota-type"):
            kind = "type" if how == "429-quota-type" else "code"
            said = {"message": f"{self.headers['Authorization']} has no credit", kind: "insufficient_quota"}
            self._send(429, json.dumps({"error": said}).encode(), {"Retry-After": "1"})
            return
        if how in ("trickle-head", "continue"):
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-A: " if how == "trickle-head" else b"")
            for _ in range(40):
                self.wfile.write(b"a" if how == "trickle-head" else b"HTTP/1.1 100 Continue\r\n\r\n")
                self.wfile.flush()
                time.sleep(0.1)
            self.close_connection = True
            return
        if how == "500":
            self._send(500, b"oops")
            return
        if how == "401":
            self._send(
                401, json.dumps({"error": {"message": f"wrong key {self.headers['Authorization']}"}}).encode()
            )
            return
        if how.startswith("no-"):
            said = {
                "message": f"Unsupported parameter: '{how[3:]}' is not supported with this model.",
                "param": how[3:],
                "code": "unsupported_parameter",
            }
            self._send(400, json.dumps({"error": said}).encode())
            return
        if how == "400":
            self._send(400, b'{"error": {"message": "logprobs are not supported"}}')
            return
        if how == "garbage":
            self._send(200, b"<html>welcome</html>")
            return
        if how == "moved":
            self._send(307, b"", {"Location": "http://127.0.0.1:9/v1/chat/completions"})
            return
        found = answer(body, how, tokens=self.server.tokens)
        if how == "tell-key":
            found["choices"][0]["message"]["content"] = f"Your key is {self.headers['Authorization']}"
        said = json.dumps(found).encode()
        if how == "cut-chunk":
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.wfile.write(f"{len(said):x}\r\n".encode() + said[: len(said) // 2])
            self.wfile.flush()
            self.close_connection = True
            return
        if how == "trickle":
            self.send_response(200)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            for at in range(20):  # a byte now and then: no single read takes long
                self.wfile.write(said[at : at + 1])
                self.wfile.flush()
                time.sleep(0.1)
            self.close_connection = True
            return
        if how == "cut":
            self.send_response(200)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said[: len(said) // 2])
            self.wfile.flush()
            self.close_connection = True
            return
        with self.server.lock:
            self.server.answered.append(raw)
        if how in ("gzip", "brotli"):
            said = gzip.compress(said)
        self._send(
            200, said, {"gzip": {"Content-Encoding": "gzip"}, "brotli": {"Content-Encoding": "br"}}.get(how)
        )

    def _send(self, status: int, said: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(said)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(said)


def answer(body: dict[str, Any], how: str, *, tokens: int) -> dict[str, Any]:
    """It takes the option that comes first in the alphabet, at two to one; of a free question likewise."""
    text = body["messages"][-1]["content"] if "messages" in body else body["prompt"]
    found = re.search(r'who is "[^"]*": (.*?)\?', text)
    named = re.split(r", | or ", found[1]) if found else re.findall(r"\b[Tt]he (\w+)", text)[:2]
    options = sorted(re.sub(r"^(the|my) ", "", name) for name in named) or ["nobody"]
    probability: list[float | None] = [math.log(2 / 3), math.log(1 / 3)]
    if how == "null":
        probability = [None, None]
    top = [
        {"token": option, "logprob": value, "bytes": list(option.encode())}
        for option, value in zip(options, probability, strict=False)
    ]
    choice: dict[str, Any] = {"index": 1 if how == "other" else 0, "finish_reason": "stop"}
    choice["message"] = {"role": "assistant", "content": options[0]}
    if how == "refuse":
        choice["message"]["content"] = "I'm sorry, I can't help with that."
        top = [{"token": "I", "logprob": -0.01, "bytes": [73]}]
    if how == "babble":
        choice["message"]["content"] = "Hello!"
        top = [{"token": "Hello", "logprob": -0.01, "bytes": [72]}]
    if how == "think":
        choice["message"] = {"role": "assistant", "content": None, "reasoning_content": "Hm. The nurse"}
        choice["finish_reason"] = "length"
    if how == "nan":
        top[0]["logprob"] = float("nan")
    if "logprobs" in body and how != "none":
        choice["logprobs"] = {"content": [{**top[0], "top_logprobs": top}]}
    names = {"renamed": "another", "renamed-anew": f"other-\ud800{time.monotonic_ns()}{'x' * 500}"}
    return {
        "id": "x",
        "model": names.get(how, body["model"]),
        "choices": [choice, choice] if how == "two" else [choice],
        "usage": {"prompt_tokens": tokens, "completion_tokens": 1, "total_tokens": tokens + 1},
    }


@contextmanager
def endpoint(behave: Behave = lambda *_: "ok", **settings: Any) -> Iterator[Server]:
    """The server at work, for as long as the block lasts."""
    server = Server(behave, **settings)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
