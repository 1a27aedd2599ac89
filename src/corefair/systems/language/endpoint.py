"""`openai:MODEL@URL`: a model behind any OpenAI-like endpoint, asked patiently and never twice."""

from __future__ import annotations

import email.utils
import json
import random
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from corefair.errors import DataError
from corefair.systems.checking import as_text
from corefair.systems.language.asking import Api, Scoring
from corefair.systems.language.budget import Budget, BudgetSpent
from corefair.systems.language.forms import (
    echo_request,
    forced_request,
    own_tokens,
    read_echoed,
    read_forced,
    request,
)
from corefair.systems.language.http import Poster, Response, Unanswered
from corefair.systems.language.kept import Kept, request_key
from corefair.systems.language.keys import key_from, redacted, without_key
from corefair.systems.language.model import Reply, read_reply
from corefair.systems.language.pacing import Pace

T = TypeVar("T")
ATTEMPTS = 6
FAILURES = 5  # requests in a row, each with all its attempts, after which nobody is asked any more
_LONGEST_MESSAGE = 20_000  # characters of what an endpoint says of an error that are looked at
_SETTING = re.compile(r"\b(max_tokens|temperature|seed)\b")
_AS_IT_LIKES = "corefair: without a temperature"  # in a kept answer
_NO_TEMPERATURE = "it takes no temperature but its own: its answers may differ from one time to the next"
_LONGEST_WAIT = 120.0  # seconds that an endpoint may ask us to wait


class Endpoint:
    """Chat (or plain completions) with log-probabilities where the endpoint gives them.

    The key is read from the environment (`COREFAIR_API_KEY`, else `OPENAI_API_KEY`; `key_name` names another
    variable) and is written nowhere.
    """

    def __init__(
        self,
        model: str,
        url: str,
        *,
        api: Api = "chat",
        scoring: Scoring = "echo",
        concurrency: int = 10,
        timeout: float = 60.0,
        budget: Budget | None = None,
        kept: Kept | None = None,
        key_name: str | None = None,
        first_wait: float = 0.5,
    ) -> None:
        if concurrency < 1:
            raise DataError("concurrency must be 1 or more")
        self._key = key_from(key_name)
        self._poster = Poster(url, key=self._key, timeout=timeout)
        self.name, self.url, self.api, self.scoring = model, self._poster.url, api, scoring
        self.budget, self._kept = budget or Budget(), Kept() if kept is None else kept
        self._pace = Pace(concurrency)
        self.parallel = self._pace.most
        self._first_wait = first_wait
        self.warnings: list[str] = []
        self._lock = threading.Lock()
        self._asking: dict[str, threading.Lock] = {}
        self._answered_as: set[str] = set()
        self._refused: set[str] = set()  # settings that it does not take
        self._failures, self._gave_up = 0, ""

    @property
    def facts(self) -> Mapping[str, str]:
        """What identifies the model: an endpoint shows no weights, so no more than its name and address."""
        return {
            "model": self.name,
            "at": self.url,
            "api": self.api,
            "template": "the endpoint's own" if self.api == "chat" else "none",
        }

    def reply(self, prompt: str, *, n_tokens: int, probabilities: bool) -> Reply:
        """Its likeliest answer to a prompt."""
        path, body = request(self.name, prompt, api=self.api, n_tokens=n_tokens, probabilities=probabilities)
        return self._answer(
            path, body, n_tokens, lambda found: read_reply(found, probabilities=probabilities)
        )

    def likelihoods(self, prompt: str, continuation: str) -> Sequence[float]:
        """The log-probability of each token of a continuation; the endpoint must echo, or take a grammar."""
        if self.scoring == "echo":
            path, body = echo_request(self.name, prompt, continuation)
            return self._answer(path, body, 0, lambda found: read_echoed(found, prompt, continuation))
        texts = (prompt, prompt + continuation)
        tokens = own_tokens(*(self._answer("/tokenize", {"content": text}, 0, dict) for text in texts))
        path, body = forced_request(self.name, prompt, tokens)
        return self._answer(path, body, len(tokens) + 1, lambda found: read_forced(found, continuation))

    def stop(self) -> None:
        """Nobody waits for the answers any more: what is on its way may come, and is kept."""
        self._pace.stop()

    def rest(self) -> None:
        """Close its connections; another question opens one."""
        self._poster.close_all()
        self._pace.resume()

    def _answer(
        self, path: str, body: Mapping[str, Any], n_tokens: int, read: Callable[[Mapping[str, Any]], T]
    ) -> T:
        """What a response says, from what is kept or from the endpoint; two who ask the same share it."""
        key = request_key(self.url, path, body)
        with self._lock:
            turn = self._asking.setdefault(key, threading.Lock())
        with turn:
            known = self._kept.get(key)
            if known is not None:
                self._as_it_likes(known)
                return read(known)
            found = self._fetch(path, body, n_tokens, read)
            self._kept.put(key, found)
        return read(found)

    def _fetch(
        self, path: str, body: Mapping[str, Any], n_tokens: int, read: Callable[[Mapping[str, Any]], T]
    ) -> dict[str, Any]:
        why = ""
        for attempt in range(ATTEMPTS):
            with self._pace.one():
                try:
                    found = self._one_attempt(path, body, n_tokens)
                    read(found)  # a DataError here, such as a null, is an error of this case: not kept
                except _Fatal as error:
                    raise self._give_up(str(error)) from None
                except (BudgetSpent, _GaveUp):
                    raise
                except DataError as error:
                    self._failed(str(error))
                    raise
                except (Unanswered, _Again) as error:
                    if isinstance(error, Unanswered) and error.nobody and not self._answered_as:
                        raise self._give_up(str(error)) from None  # a wrong address, most likely
                    why = redacted(str(error), self._key)
                    wait = self._first_wait * 2**attempt * (1 + random.random() / 4)
                    if isinstance(error, _Otherwise):
                        wait = 0.0
                    elif isinstance(error, _Again) and error.too_much:
                        wait = max(wait, error.seconds) if error.seconds else wait
                        self._pace.slow_down(wait)
                        wait = 0.0
                else:
                    self._pace.went_well()
                    self._note(found)
                    return found
            self._pace.pause(min(wait, _LONGEST_WAIT))
        self._failed(why)
        raise DataError(f"no answer in {ATTEMPTS} attempts; the last: {why}")

    def _one_attempt(self, path: str, body: Mapping[str, Any], n_tokens: int) -> dict[str, Any]:
        """A response that is an answer, paid for from the budget."""
        if self._gave_up:
            raise _GaveUp(self._gave_up)
        set_aside, spent = self.budget.set_aside(len(json.dumps(body).encode()), n_tokens), None
        left_out = self._refused & body.keys()
        try:
            response = self._poster.post(path, _without(body, left_out))
            if (name := _refused_setting(response)) in body and name not in left_out:
                self._refused.add(name)
                raise _Otherwise(f"HTTP {response.status}: {self._said(response.body)}")
            found = self._checked(response)
            if "temperature" in left_out:
                found[_AS_IT_LIKES] = True
            usage = found.get("usage")
            total = usage.get("total_tokens") if isinstance(usage, Mapping) else None
            spent = total if isinstance(total, int) and not isinstance(total, bool) else None
        finally:
            self.budget.used(set_aside, spent)
        return found

    def _failed(self, why: str) -> None:
        with self._lock:
            self._failures += 1
            if self._failures >= FAILURES:
                self._gave_up = (
                    f"not asked, for {FAILURES} requests before it failed one after the other: {why}"
                )

    def _checked(self, response: Response) -> dict[str, Any]:
        status = response.status
        if status == 429 and _is_spent(response.body):
            raise _Fatal(
                "HTTP 429: the quota is used up (insufficient_quota): raise it or use another key, then run "
                f"this again; it says: {self._said(response.body)}"
            )
        if status == 429 or status == 503:
            said = self._said(response.body)
            why = "too many requests" if status == 429 else "not available"
            why += f"; it says: {said}" if said else ""
            raise _Again(f"HTTP {status}: {why}", too_much=True, seconds=_retry_after(response.headers))
        if status >= 500 or status in (408, 409, 425):
            raise _Again(f"HTTP {status}: {self._said(response.body)}")
        if status in (401, 402, 403, 404, 405, 501):
            raise _Fatal(f"HTTP {status}: {self._said(response.body)}")
        if 300 <= status < 400:  # the key goes nowhere but to the address that was named
            where = response.headers.get("location", "another address")
            raise _Fatal(f"HTTP {status}: it sends us on to {where}; name that address itself")
        try:
            found = json.loads(response.body)
        except (ValueError, RecursionError):
            raise _Again(f"HTTP {status} with no JSON: {self._said(response.body)}") from None
        if not isinstance(found, dict):
            raise _Again(f"HTTP {status} with no JSON object: {self._said(response.body)}")
        if status != 200:
            raise DataError(f"HTTP {status}: {self._said(response.body)}")
        return without_key(found, self._key)

    def _said(self, body: bytes) -> str:
        """What the endpoint says of an error, without the key, and short."""
        text: object = body[:_LONGEST_MESSAGE].decode("utf-8", errors="replace")
        try:
            error = json.loads(body).get("error")
            text = error.get("message", text) if isinstance(error, dict) else error or text
        except (ValueError, AttributeError, RecursionError):
            pass
        return as_text(redacted(" ".join(str(text)[:_LONGEST_MESSAGE].split()), self._key)[:200])

    def _give_up(self, why: str) -> DataError:
        """No other request would fare better: a wrong key, an unknown model or address."""
        why = redacted(why, self._key)
        with self._lock:
            self._gave_up = self._gave_up or f"not asked: {why}"
        return DataError(why)

    def _note(self, found: Mapping[str, Any]) -> None:
        name = as_text(found.get("model", self.name))[:100]
        with self._lock:
            self._failures = 0
            if name not in self._answered_as:
                self._answered_as.add(name)
                others = _other_names(self.name, sorted(self._answered_as - {as_text(self.name)[:100]}))
                self.warnings[:] = [*others, *(each for each in self.warnings if each == _NO_TEMPERATURE)]
        self._as_it_likes(found)

    def _as_it_likes(self, found: Mapping[str, Any]) -> None:
        """Note that an answer was given at the endpoint's own temperature."""
        with self._lock:
            if _AS_IT_LIKES in found and _NO_TEMPERATURE not in self.warnings:
                self.warnings.append(_NO_TEMPERATURE)


class _Again(Exception):
    """Another attempt may fare better."""

    def __init__(self, why: str, *, too_much: bool = False, seconds: float = 0.0) -> None:
        super().__init__(why)
        self.too_much, self.seconds = too_much, min(seconds, _LONGEST_WAIT)


class _Otherwise(_Again):
    """Without a setting that the endpoint does not take."""


class _GaveUp(DataError):
    """Nobody is asked any more."""


class _Fatal(Exception):
    """No attempt will."""


def _other_names(asked: str, names: Sequence[str]) -> list[str]:
    more = f" and {len(names) - 1:,} other names" if len(names) > 1 else ""
    return [f"asked for {asked}, the endpoint answered as {names[0]}{more}"] if names else []


def _without(body: Mapping[str, Any], refused: set[str]) -> dict[str, Any]:
    """A request without the settings that an endpoint refused; the length of a reply is said otherwise."""
    left = {name: value for name, value in body.items() if name not in refused}
    return left | ({"max_completion_tokens": body["max_tokens"]} if "max_tokens" in refused else {})


def _refused_setting(response: Response) -> str:
    """The setting that an error names as the one it does not take, of those that can be left out; else ""."""
    error = _error_of(response.body) if response.status in (400, 422) else {}
    said = str(error.get("message", ""))
    named = str(error.get("param") or next(iter(_SETTING.findall(said)), ""))
    unsupported = str(error.get("code")).startswith("unsupported") or "support" in said
    return named if unsupported and named in ("max_tokens", "temperature", "seed") else ""


def _error_of(body: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    error = found.get("error") if isinstance(found, dict) else None
    return error if isinstance(error, dict) else {}


def _is_spent(body: bytes) -> bool:
    """Whether an error's code or type is that of a quota without anything left, for which no wait helps."""
    error = _error_of(body)
    return "insufficient_quota" in (error.get("code"), error.get("type"))


def _retry_after(headers: Mapping[str, str]) -> float:
    """Seconds, or a date, or milliseconds as some write; 0 where nothing is said."""
    said = headers.get("retry-after", "")
    try:
        if headers.get("retry-after-ms"):
            return float(headers["retry-after-ms"]) / 1000
        if re.fullmatch(r"\s*\d+(?:\.\d*)?\s*", said):
            return float(said)
        return max(email.utils.parsedate_to_datetime(said).timestamp() - time.time(), 0.0) if said else 0.0
    except (ValueError, TypeError, OverflowError):
        return 0.0
