"""What a language model must be able to do, and what its replies are, wherever it runs."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from corefair.errors import DataError

TOP = 20  # tokens whose probability is asked for at each place: what OpenAI's own endpoint gives at most
WORDS = 6  # tokens an answer among options may take: articles, quotes, and the first word that decides
FREE = 48  # and a free one
_THOUGHTS = ("reasoning_content", "reasoning", "thinking")  # where endpoints put what is no part of a reply
_THOUGHT_BEGINS = re.compile(r"\s*(?:<(?:think|thinking|thought|reasoning)>|\[THINK\])")
_THOUGHT_ENDS = re.compile(r"</(?:think|thinking|thought|reasoning)>|\[/THINK\]")


@dataclass(frozen=True)
class Step:
    """One token of a reply, and the likeliest tokens at its place, each with its log-probability."""

    token: str
    top: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Reply:
    """What a model wrote, and how: `steps` is empty where the endpoint gives no log-probabilities.

    `refused`: the endpoint itself says that this is no answer, whatever its words.
    """

    text: str
    steps: tuple[Step, ...] = ()
    refused: bool = False


class LanguageModel(Protocol):
    """A model behind an endpoint, in a file, or in a folder."""

    name: str
    parallel: int  # questions that may be asked at once
    warnings: list[str]

    @property
    def facts(self) -> Mapping[str, str]:
        """What identifies it: its hash or address, its chat template, how it decodes."""
        ...

    def reply(self, prompt: str, *, n_tokens: int, probabilities: bool) -> Reply:
        """Its likeliest answer to a prompt; with `probabilities`, every step's likeliest tokens."""
        ...

    def likelihoods(self, prompt: str, continuation: str) -> Sequence[float]:
        """The log-probability of each token of a continuation of the bare prompt."""
        ...

    def stop(self) -> None:
        """Nobody waits for the answers any more: ask none of what is not on its way; until `rest`."""
        ...

    def rest(self) -> None:
        """Nothing more will be asked for now: close what need not be open."""
        ...


@contextmanager
def of_reply() -> Iterator[None]:
    """Within it, what goes wrong is the fault of the response, whose form is another than we know."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        short = f"{type(error).__name__}: {error}"[:80]
        raise DataError(f"the response has not the form of an answer ({short})") from None


@of_reply()
def read_reply(found: Mapping[str, Any], *, probabilities: bool) -> Reply:
    """The one reply in what an OpenAI-like endpoint sends, chat or completions, in either form."""
    choice = the_choice(found)
    message = choice.get("message")
    text = message.get("content") if isinstance(message, Mapping) else choice.get("text")
    if isinstance(message, Mapping) and message.get("refusal"):
        return Reply(str(message["refusal"]), refused=True)
    if not text and choice.get("finish_reason") == "content_filter":
        return Reply("withheld by the endpoint's filter", refused=True)
    kept_apart = isinstance(message, Mapping) and any(message.get(name) for name in _THOUGHTS)
    text = after_thought(text, thought=kept_apart)
    if not isinstance(text, str):
        raise DataError("the reply holds no text")
    return Reply(text, read_steps(choice) if probabilities else ())


def after_thought(content: object, *, thought: bool = False) -> object:
    """What a model wrote after thinking, often in the same text; a DataError if it is nothing.

    `thought`: that it did think is known otherwise.
    """
    if isinstance(content, list):  # in parts, of which those of another kind than text are thoughts
        thought = thought or any(part.get("type") != "text" for part in content)
        content = "".join(str(part["text"]) for part in content if part.get("type") == "text")
    if isinstance(content, str):
        ends = list(_THOUGHT_ENDS.finditer(content))
        begins = _THOUGHT_BEGINS.match(content)
        thought = thought or bool(ends or begins)
        content = content[ends[-1].end() :] if ends else "" if begins else content
    if thought and not str(content or "").strip():
        raise DataError(
            "the model thought, and gave no answer within the tokens it had: turn its thinking off at the "
            "endpoint, or give it more (--answer-tokens)"
        )
    return content


def the_choice(found: Mapping[str, Any]) -> Mapping[str, Any]:
    """The one choice of a response; several, or one with another number, answer something else."""
    if "error" in found:
        error = found["error"]
        raise DataError(str(error.get("message", error)) if isinstance(error, Mapping) else str(error))
    choices = found.get("choices")
    if not isinstance(choices, list) or len(choices) != 1 or not isinstance(choices[0], Mapping):
        n = len(choices) if isinstance(choices, list) else 0
        raise DataError(f"the response holds {n} replies, expected one: is this an OpenAI-like endpoint?")
    if choices[0].get("index", 0) != 0:
        raise DataError(f"the response is reply {choices[0]['index']!r}, but 0 was asked for")
    return choices[0]


def read_steps(choice: Mapping[str, Any]) -> tuple[Step, ...]:
    """Tokens with their likeliest alternatives; a null or NaN among them is a DataError."""
    found = choice.get("logprobs")
    if not isinstance(found, Mapping):
        raise DataError(
            "the endpoint gives no log-probabilities: ask with a prompt that generates (--prompt open)"
        )
    if isinstance(found.get("content"), list):
        return tuple(_step(each["token"], each.get("logprob"), _listed(each)) for each in found["content"])
    columns: list[Any] = [found.get(name) for name in ("tokens", "token_logprobs", "top_logprobs")]
    if not all(isinstance(column, list) for column in columns) or len(set(map(len, columns))) > 1:
        raise DataError("the log-probabilities have none of the two known forms")
    return tuple(_step(token, own, top.items()) for token, own, top in zip(*columns, strict=True))


def probability(value: object, *, of: str) -> float:
    """A log-probability, or a DataError that names the token which has none."""
    if value is None or isinstance(value, bool) or not isinstance(value, int | float):
        raise DataError(f"the log-probability of {of!r} is {'null' if value is None else repr(value)}")
    if math.isnan(value) or value > 1e-3:
        raise DataError(f"{value} is no log-probability (of {of!r})")
    return min(float(value), 0.0)


def _listed(each: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    return [(one["token"], one.get("logprob")) for one in each.get("top_logprobs") or []]


def _step(token: object, own: object, listed: Iterable[tuple[Any, Any]]) -> Step:
    """A token that was written is among the likeliest, whether it is listed there or not."""
    top = [(_spelt(each), probability(value, of=str(each))) for each, value in listed]
    first = (_spelt(token), probability(own, of=str(token)))
    return Step(first[0], tuple(top if any(each == first[0] for each, _ in top) else [first, *top]))


def _spelt(token: object) -> str:
    """A token as text: some endpoints write the space before it as vocabularies of bytes do."""
    text = str(token)
    return f" {text[1:]}" if text.startswith("Ġ") else text
