"""The likelihood of a continuation, by an echo or by a grammar; what an endpoint cannot do is said."""

from __future__ import annotations

import pytest

from corefair.errors import DataError
from corefair.systems.language.forms import forced_request, own_tokens, read_echoed, read_forced
from corefair.systems.language.model import read_reply


def echoed(tokens: list[str], values: list[float | None]) -> dict[str, object]:
    logprobs = {"tokens": tokens, "token_logprobs": values}
    return {"choices": [{"text": "".join(tokens), "logprobs": logprobs}]}


def test_only_the_tokens_after_the_prompt_count() -> None:
    found = echoed(["She", " is", " the", " nurse"], [None, -1.0, -2.0, -3.0])
    assert read_echoed(found, "She is", " the nurse") == [-2.0, -3.0]
    with pytest.raises(DataError, match="null"):
        read_echoed(
            echoed(["She", " is", " the", " nurse"], [None, -1.0, -2.0, None]), "She is", " the nurse"
        )
    with pytest.raises(DataError, match="does not repeat the prompt"):
        read_echoed({"choices": [{"text": " a"}]}, "She is", " the nurse")


@pytest.mark.parametrize(
    "found",
    [
        {"choices": [{"message": {"content": "x"}, "logprobs": {"content": [{}]}}]},
        {"choices": [{"message": {"content": "x"}, "logprobs": {"content": [1]}}]},
        {
            "choices": [
                {"message": {"content": "x"}, "logprobs": {"content": [{"token": "x", "bytes": [999]}]}}
            ]
        },
        {"tokens": [1, "two"]},
    ],
)
def test_a_response_of_another_form_is_told(found: dict[str, object]) -> None:
    with pytest.raises(DataError):
        read_reply(found, probabilities=True)
    with pytest.raises(DataError):
        read_forced(found, "x")
    with pytest.raises(DataError):
        own_tokens({"tokens": [1]}, found)


def test_a_grammar_of_tokens_keeps_a_model_to_them() -> None:
    assert own_tokens({"tokens": [5, 6]}, {"tokens": [5, 6, 260, 3252]}) == [260, 3252]
    with pytest.raises(DataError, match="share a token"):
        own_tokens({"tokens": [5, 6]}, {"tokens": [5, 7, 8]})
    path, body = forced_request("m", "She is", [260, 3252])
    assert path == "/completions" and body["grammar"] == "root ::= <[260]> <[3252]>"
    steps = [
        {"token": token, "bytes": list(token.encode()), "logprob": value}
        for token, value in ((" the", -0.5), (" table", -8.0), ("", -11.0))
    ]
    found = {"choices": [{"text": " the table", "logprobs": {"content": steps}}]}
    assert read_forced(found, " the table") == [-0.5, -8.0]  # the end of the reply is no part of it
    with pytest.raises(DataError, match="takes no grammar"):
        read_forced(found, " the chair")
