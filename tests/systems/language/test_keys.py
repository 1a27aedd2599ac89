"""A key is read from the environment, and no part of it is written, whatever an endpoint says."""

from __future__ import annotations

import http.client
import json

import pytest

from corefair.errors import DataError
from corefair.systems.language.endpoint import Endpoint
from corefair.systems.language.http import Poster, Unanswered
from corefair.systems.language.keys import key_from, redacted, without_key

KEY = "Zq7supersecret0LongKey9p0xyz"


@pytest.mark.parametrize("key", [f"{KEY}\nmore", f"{KEY} more", f"{KEY}\r", f"{KEY}é", f"{KEY}\x1b["])
def test_what_no_header_can_hold_is_no_key_and_is_not_quoted(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINE", f"a{key}b")
    with pytest.raises(DataError, match="the key in MINE holds a space, a line break") as error:
        key_from("MINE")
    assert "secret" not in str(error.value)
    monkeypatch.setenv("MINE", f"  {KEY}\n")
    assert key_from("MINE") == KEY  # as a file of one line gives it


def test_an_error_of_the_library_is_not_quoted() -> None:
    poster = Poster("http://127.0.0.1:9/v1", key=f"{KEY}\nmore", timeout=1.0)
    poster._here.connection = http.client.HTTPConnection("127.0.0.1", 9)
    poster._here.connection.sock = None
    poster._here.connection.connect = lambda: None
    with pytest.raises(Unanswered, match="no HTTP") as error:
        poster.post("/chat/completions", {})
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    "told",
    [
        KEY,
        KEY[:10] + "***" + KEY[-6:],
        KEY[:9],
        KEY[7:20],
        "Zq7***xyz",
        "••••9p0xyz",
        KEY[:12] + "..." + KEY[-4:],
    ],
)
def test_no_piece_of_a_key_is_told(told: str) -> None:
    said = redacted(f"bad key <{told}> sent", KEY)
    assert said == "bad key <(key)> sent"


def test_what_only_looks_like_it_is_left() -> None:
    for text in ("Zq7supe and ecret", "**nurse**", "the nurse... I think", "a supersonic plane"):
        assert redacted(text, KEY) == text
    found = {"model": "tiny", "choices": [{"text": "**nurse**"}]}
    assert without_key(found, KEY) is found


def test_an_answer_with_pieces_of_a_key_is_cleaned() -> None:
    odd = 'a"b\\c"d\\e"f\\g"h'
    for key in (KEY, odd):
        cleaned = without_key({key: 1, "n": [{"x": f"<{key[:12]}>"}, None, 2.5]}, key)
        assert cleaned == {"(key)": 1, "n": [{"x": "<(key)>"}, None, 2.5]}


@pytest.mark.parametrize("n", [180, 186, 195, 1985, 19_990])
def test_a_message_is_cut_after_the_key_is_out(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COREFAIR_API_KEY", KEY)
    model = Endpoint("tiny", "http://127.0.0.1:9/v1")
    for body in (json.dumps({"error": {"message": "x" * n + KEY}}), " " * n + KEY, "x" * n + f" {KEY}"):
        assert "Zq7super" not in model._said(body.encode())
