"""What is said to an OpenAI-like endpoint, and how a forced continuation is read.

The log-probability of a given continuation can be had in two ways. `echo`: the endpoint repeats the prompt
with the log-probability of each of its tokens (vLLM and others; OpenAI's own no longer does). `grammar`:
decoding is confined to the tokens of the continuation, and the endpoint says how likely each was before it
was confined (llama.cpp, and so `gguf:`). Confined to its letters only, a model may spell it in odd pieces
(` `, `t`, `able`), so its tokens are asked for first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefair.errors import DataError
from corefair.systems.language.asking import Api
from corefair.systems.language.model import TOP, of_reply, probability, the_choice

_SETTINGS = {"temperature": 0, "seed": 0}


def request(
    model: str, prompt: str, *, api: Api, n_tokens: int, probabilities: bool
) -> tuple[str, dict[str, Any]]:
    """The path and the body that ask for an answer."""
    body: dict[str, Any] = {"model": model, **_SETTINGS, "max_tokens": n_tokens}
    if api == "chat":
        if probabilities:
            body |= {"logprobs": True, "top_logprobs": TOP}
        return "/chat/completions", {**body, "messages": [{"role": "user", "content": prompt}]}
    if probabilities:
        body["logprobs"] = TOP
    return "/completions", {**body, "prompt": prompt}


def echo_request(model: str, prompt: str, continuation: str) -> tuple[str, dict[str, Any]]:
    """The path and the body that ask for a text to be repeated with its log-probabilities."""
    text = {"prompt": prompt + continuation, "max_tokens": 0, "echo": True, "logprobs": 1}
    return "/completions", {"model": model, **_SETTINGS, **text}


def forced_request(model: str, prompt: str, tokens: Sequence[int]) -> tuple[str, dict[str, Any]]:
    """The path and the body that ask for these tokens after a prompt, and how likely each was."""
    grammar = "root ::= " + " ".join(f"<[{token}]>" for token in tokens)
    text = {"prompt": prompt, "max_tokens": len(tokens) + 1, "logprobs": 1, "grammar": grammar}
    return "/completions", {"model": model, **_SETTINGS, **text}


@of_reply()
def own_tokens(prompt: Any, whole: Any) -> list[int]:
    """The tokens that a continuation adds to a prompt, from the answers of /tokenize to the two texts."""
    before, both = (each.get("tokens") if isinstance(each, Mapping) else None for each in (prompt, whole))
    if not isinstance(before, list) or not isinstance(both, list):
        raise DataError("the endpoint says no tokens: scoring by grammar is for llama.cpp servers")
    if both[: len(before)] != before or len(both) == len(before):
        raise DataError("prompt and continuation share a token: end the prompt with a whole word")
    return [int(token) for token in both[len(before) :]]


@of_reply()
def read_echoed(found: Mapping[str, Any], prompt: str, continuation: str) -> list[float]:
    """The log-probabilities of the tokens after the prompt, in a response that repeats it."""
    choice = the_choice(found)
    logprobs = choice.get("logprobs")
    if choice.get("text") != prompt + continuation or not isinstance(logprobs, Mapping):
        raise DataError(
            "the endpoint does not repeat the prompt with its log-probabilities (echo): ask by choice, or, "
            "of a llama.cpp server, with --scoring grammar"
        )
    tokens, values = logprobs.get("tokens"), logprobs.get("token_logprobs")
    if not isinstance(tokens, list) or not isinstance(values, list) or len(tokens) != len(values):
        raise DataError("the repeated prompt comes without a log-probability a token")
    at, sums = 0, []
    for token, value in zip(tokens, values, strict=True):
        end = at + len(str(token))
        if end > len(prompt):  # a token that begins in the prompt and ends after it belongs to what follows
            sums.append(probability(value, of=str(token)))
        at = end
    if at != len(prompt + continuation):
        raise DataError("the tokens of the repeated prompt do not spell it")
    return sums


@of_reply()
def read_forced(found: Mapping[str, Any], continuation: str) -> list[float]:
    """The log-probabilities of the tokens of a reply that was confined to the continuation."""
    choice = the_choice(found)
    logprobs = choice.get("logprobs")
    steps = logprobs.get("content") if isinstance(logprobs, Mapping) else None
    if not isinstance(steps, list):
        raise DataError("the endpoint gives no log-probabilities of a reply confined by a grammar")
    spelt, sums = b"", []
    for step in steps:
        if len(spelt) >= len(continuation.encode()):
            break  # the end of the reply, which is no part of the continuation
        spelt += bytes(step["bytes"]) if step.get("bytes") else str(step["token"]).encode()
        sums.append(probability(step.get("logprob"), of=str(step["token"])))
    if spelt != continuation.encode():
        said = spelt.decode("utf-8", errors="replace")[:60]
        raise DataError(f"the reply is {said!r}, not the continuation: the endpoint takes no grammar")
    return sums
