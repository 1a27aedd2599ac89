"""`gguf:FILE`: a model in a file, run here by xllamacpp; prompts share what they begin with."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar
from urllib.request import urlopen

from corefair.errors import DataError, MissingExtra
from corefair.runs.content import digest
from corefair.systems.language.asking import Api
from corefair.systems.language.forms import forced_request, own_tokens, read_forced, request
from corefair.systems.language.http import Poster, Unanswered
from corefair.systems.language.kept import Kept, request_key
from corefair.systems.language.model import Reply, read_reply

T = TypeVar("T")
_ERRORS = 1  # what the library writes to stderr; by default several lines a question
_REMEMBERED = 2048  # MiB of prompts it may keep, so that another prompt about a text shares its beginning


class Gguf:
    """Loaded at once if nothing is kept, or at the first question that is not; one question at a time."""

    parallel = 1

    def __init__(
        self,
        path: Path | str,
        *,
        api: Api = "chat",
        kept: Kept | None = None,
        context: int = 4096,
        threads: int | None = None,
    ) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise DataError("there is no such file", path=str(path))
        with self.path.open("rb") as file:
            if file.read(4) != b"GGUF":
                raise DataError("this is no GGUF file: it does not begin with GGUF", path=str(path))
        self.name, self.api = self.path.stem, api
        self.hash = digest([self.path])
        self.context, self.threads = context, threads or int(os.environ.get("OMP_NUM_THREADS", 0)) or None
        self.warnings: list[str] = []
        self._kept = Kept() if kept is None else kept
        self._server: Any = None
        self._lock = threading.Lock()
        if not len(self._kept):
            self._loaded()

    @property
    def facts(self) -> Mapping[str, str]:
        """What identifies the model: the hash of its file, which holds its chat template too."""
        template = "none" if self.api == "completions" else "the file's own"
        return {"model": self.name, "sha256": self.hash[:16], "api": self.api, "template": template}

    def reply(self, prompt: str, *, n_tokens: int, probabilities: bool) -> Reply:
        """Its likeliest answer to a prompt."""
        path, body = request(self.name, prompt, api=self.api, n_tokens=n_tokens, probabilities=probabilities)
        return self._answer(path, body, lambda found: read_reply(found, probabilities=probabilities))

    def stop(self) -> None:
        """Nothing to stop: one question at a time."""

    def rest(self) -> None:
        """Nothing to close: the model stays loaded."""

    def likelihoods(self, prompt: str, continuation: str) -> Sequence[float]:
        """The log-probability of each token of a continuation of the bare prompt."""
        texts = (prompt, prompt + continuation)
        tokens = own_tokens(*(self._answer("/tokenize", {"content": text}, dict) for text in texts))
        path, body = forced_request(self.name, prompt, tokens)
        return self._answer(path, body, lambda found: read_forced(found, continuation))

    @property
    def address(self) -> str:
        """Where the same model is served on loopback, in OpenAI's way: append /v1."""
        return str(self._loaded().listening_address)

    def template(self) -> str:
        """The hash of the chat template in use."""
        with urlopen(f"{self.address}/props", timeout=30) as response:  # loopback
            return sha256(str(json.load(response).get("chat_template")).encode()).hexdigest()[:16]

    def _answer(self, path: str, body: Mapping[str, Any], read: Callable[[Mapping[str, Any]], T]) -> T:
        key = request_key("gguf", self.hash, path, body)
        with self._lock:
            known = self._kept.get(key)
            if known is None:
                known = self._ask(path, dict(body))
                read(known)  # what cannot be read is not kept
                self._kept.put(key, known)
        return read(known)

    def _ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        server = self._loaded()
        if path == "/tokenize":  # which the library gives on its loopback address alone
            try:
                poster = Poster(self.address, key=None, timeout=60)
                found = json.loads(poster.post(path, body).body)
                poster.close()
            except (Unanswered, ValueError) as error:
                raise DataError(f"the text cannot be cut into tokens: {error}") from None
        else:
            ask = server.handle_chat_completions if path.startswith("/chat") else server.handle_completions
            found = ask(body)
        if not isinstance(found, dict):
            raise DataError(f"xllamacpp answered {str(found)[:80]!r}")
        return found

    def _loaded(self) -> Any:
        if self._server is None:
            try:
                import xllamacpp
            except ImportError:
                raise MissingExtra("xllamacpp", extra="llm") from None
            params = xllamacpp.CommonParams()
            params.model.path = str(self.path)
            params.n_ctx, params.n_parallel, params.warmup = self.context, 1, False
            params.verbosity = _ERRORS
            params.cache_ram_mib = _REMEMBERED
            if self.threads:
                params.cpuparams.n_threads = params.cpuparams_batch.n_threads = self.threads
            with _quiet():
                try:
                    self._server = xllamacpp.Server(params)
                except Exception as error:  # noqa: BLE001  a broken file may raise anything
                    raise DataError(f"cannot be loaded: {error}", path=str(self.path)) from None
        return self._server


@contextmanager
def _quiet() -> Iterator[None]:
    """The library writes pages to stderr while it loads."""
    kept, sink = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(sink, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(sink)
