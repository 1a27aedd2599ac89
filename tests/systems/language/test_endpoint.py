"""An endpoint that drops, delays, refuses and babbles: each named, nothing asked twice, nothing overspent."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import corefair
from corefair.errors import DataError
from corefair.suites.coref import participants
from corefair.systems.ask import ask_choices
from corefair.systems.language.asking import Asking
from corefair.systems.language.budget import Budget
from corefair.systems.language.chooser import LanguageChooser
from corefair.systems.language.endpoint import ATTEMPTS, FAILURES, Endpoint
from corefair.systems.language.kept import Kept
from corefair.systems.language.prompts import prompts_of
from corefair.types import Picked, Question
from loopback_model import endpoint

SUITE = participants.build()
KEY = "sk-a-very-secret-key-123456"


def questions(n: int) -> list[Question]:
    step = len(SUITE.cases) // n
    cases = SUITE.cases[::step][:n]
    return [Question(case.given, case.gold.pronoun, case.gold.candidates) for case in cases]


def chooser(url: str, prompt: str = "options", **settings: Any) -> LanguageChooser:
    model = Endpoint("tiny", url, **{"first_wait": 0.01, "timeout": 1.0, **settings})
    return LanguageChooser(model, prompts_of([prompt])[0])


def picks(url: str, n: int = 1, **settings: Any) -> list[Picked]:
    return list(ask_choices(chooser(url, **settings), questions(n)))


def test_both_orders_are_asked_and_averaged() -> None:
    with endpoint() as server:
        (picked,) = picks(server.url)
    assert len(server.asked) == 2
    one, other = (body["messages"][0]["content"] for body in server.asked)
    assert one != other and sorted(one) == sorted(other)  # the same words, the options the other way round
    assert max(picked.scores) == pytest.approx(-0.405465, abs=1e-5)  # ln 2/3, in both orders
    assert picked.takes in ((0, 0), (1, 1)) and picked.unit == "log-probability"


@pytest.mark.parametrize("how", ["drop", "500", "garbage", "cut", "cut-chunk", "429-soon"])
def test_another_attempt_helps(how: str) -> None:
    with endpoint(lambda number, *_: how if number <= 2 else "ok") as server:
        (picked,) = picks(server.url)
    assert picked.status == "ok" and len(server.asked) == 4


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("drop", "the connection was dropped"),
        ("500", "HTTP 500: oops"),
        ("garbage", "no JSON: <html>welcome</html>"),
        ("cut", "the response was cut short"),
        ("cut-chunk", "the response was cut short"),
        ("429-soon", "HTTP 429: too many requests; it says: slow down"),
    ],
)
def test_what_never_comes_right_is_named(how: str, said: str) -> None:
    with endpoint(lambda *_: how) as server:
        (picked,) = picks(server.url, concurrency=1)
        assert (
            picked.status == "error" and said in picked.message and f"{ATTEMPTS} attempts" in picked.message
        )
        assert len(server.asked) % ATTEMPTS == 0


@pytest.mark.parametrize("how", ["slow", "trickle", "trickle-head", "continue"])
def test_a_slow_answer_is_not_waited_for(how: str) -> None:
    with endpoint(lambda number, *_: how if number == 1 else "ok") as server:
        began = time.monotonic()
        (picked,) = picks(server.url, timeout=0.2)
        assert picked.status == "ok" and time.monotonic() - began < 2.5
    with endpoint(lambda *_: "slow") as server:
        model = Endpoint("tiny", server.url, timeout=0.05, first_wait=0.0)
        with pytest.raises(DataError, match=r"no whole response within 0.05 s"):
            model.reply("Hello", n_tokens=1, probabilities=False)
        model.rest()


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("null", "is null"),
        ("nan", "is no log-probability"),
        ("other", "the response is reply 1, but 0 was asked for"),
        ("two", "2 replies, expected one"),
    ],
)
def test_a_wrong_answer_is_an_error_of_its_case_and_is_not_kept(how: str, said: str, tmp_path: Path) -> None:
    kept = Kept(tmp_path / "kept.sqlite")
    with endpoint(lambda number, *_: how if number == 1 else "ok") as server:
        wrong, *others = picks(server.url, 4, kept=kept, concurrency=1)
        assert wrong.status == "error" and said in wrong.message
        assert [each.status for each in others] == ["ok"] * 3
        assert len(kept) == len(server.answered) - 1
        (again,) = picks(server.url, kept=kept)  # asked anew, and right this time
        assert again.status == "ok"


def test_answers_that_cannot_be_kept_are_not_asked_for_again_and_again(tmp_path: Path) -> None:
    """As on a full disk; each request may cost money."""
    kept = Kept(tmp_path / "kept.sqlite")
    kept._base.execute("PRAGMA max_page_count=3")
    with endpoint() as server:
        given = picks(server.url, 20, kept=kept, concurrency=1)
        n_kept = len(server.answered) - 1
        assert 0 < n_kept < 20 and "full" in given[-1].message and "kept.sqlite" in given[-1].message
        assert {each.status for each in given[n_kept // 2 + 1 :]} == {"error"}
        again = picks(server.url, 20, kept=Kept(tmp_path / "kept.sqlite"), concurrency=1)
        assert {each.status for each in again} == {"ok"} and len(server.asked) == 1 + 40


def test_a_damaged_file_of_answers_is_told(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    path.write_bytes(b"SQLite format 3\0" + bytes(4080))
    with pytest.raises(DataError, match=r"kept\.sqlite: answers cannot be kept or found there"):
        Kept(path)
    path.unlink()
    kept = Kept(path)
    kept._base.execute("INSERT INTO answers VALUES ('x', 'no JSON')")
    with pytest.raises(DataError, match="delete the file or name another"):
        kept.get("x")


def test_refusals_are_counted_as_such() -> None:
    with endpoint(lambda *_: "refuse") as server:
        (picked,) = picks(server.url)
    assert picked.status == "refused" and "I'm sorry" in picked.message


def test_retry_after_is_kept_by_all_and_fewer_are_asked_at_once() -> None:
    with endpoint(lambda number, *_: "429" if number == 5 else "ok", latency=0.05) as server:
        asked = chooser(server.url, concurrency=8)
        assert {each.status for each in ask_choices(asked, questions(24))} == {"ok"}
    told = server.moments[4] + 0.05
    in_the_pause = [at for at in server.moments if told + 0.2 < at < told + 0.9]
    assert in_the_pause == []
    after = [at for at in server.moments if at > told + 0.9]
    assert after and len(server.asked) == 48 + 1


def test_a_wrong_key_ends_it_at_once_and_is_told_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COREFAIR_API_KEY", KEY)
    with endpoint(lambda *_: "401") as server:
        given = picks(server.url, 30, concurrency=2)
    assert len(server.asked) <= 4 and server.keys == {f"Bearer {KEY}"}
    assert all(each.status == "error" and "HTTP 401" in each.message for each in given)
    assert not any(KEY in each.message or "secret" in each.message for each in given)


@pytest.mark.parametrize("how", ["429-quota", "429-quota-type"])
def test_a_quota_that_is_used_up_ends_it_at_once(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COREFAIR_API_KEY", KEY)
    with endpoint(lambda *_: how) as server:
        given = picks(server.url, 30, concurrency=1)
    assert len(server.asked) == 1 and {each.status for each in given} == {"error"}
    assert "HTTP 429: the quota is used up (insufficient_quota)" in given[0].message
    assert "has no credit" in given[0].message and "not asked" in given[-1].message
    assert not any(KEY in each.message or "secret" in each.message for each in given)


def test_what_is_said_with_too_many_requests_is_told_without_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COREFAIR_API_KEY", KEY)
    with endpoint(lambda *_: "429-key") as server:
        (picked,) = picks(server.url, concurrency=1)
    assert len(server.asked) % ATTEMPTS == 0 and "quota exceeded for" in picked.message
    assert KEY not in picked.message and "secret" not in picked.message


@pytest.mark.parametrize("prompt", ["open", "options"])
def test_a_key_that_an_endpoint_tells_is_not_told_on(
    prompt: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COREFAIR_API_KEY", KEY)
    kept = Kept(tmp_path / "kept.sqlite")
    with endpoint(lambda *_: "tell-key") as server:
        (picked,) = ask_choices(chooser(server.url, prompt, kept=kept), questions(1))
    kept.close()
    assert len(server.answered) >= 1 and KEY not in repr(picked)
    assert all(KEY.encode() not in file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize("word", ["x", "EMPTY", "none"])
def test_a_word_that_stands_for_a_key_changes_no_answer(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with endpoint() as server:
        plain = picks(server.url, 3)
        monkeypatch.setenv("OPENAI_API_KEY", word)
        kept = Kept(tmp_path / "kept.sqlite")
        assert plain == picks(server.url, 3, kept=kept) == picks(server.url, 3, kept=kept)


def test_an_address_where_nobody_is_ends_it_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with endpoint() as server:
        pass  # its port is free again
    pauses: list[float] = []
    monkeypatch.setattr(
        "corefair.systems.language.pacing.Pace.pause", lambda _, seconds: pauses.append(seconds)
    )
    given = picks(server.url, 30)
    assert pauses == []
    assert all(each.status == "error" and f"nobody answers at {server.url}" in each.message for each in given)


def test_who_goes_away_for_a_moment_is_waited_for() -> None:
    with endpoint() as server:
        asked = chooser(server.url, concurrency=1)
        (first,) = ask_choices(asked, questions(2)[:1])
        port = server.server_address[1]
    with pytest.raises(DataError, match=f"{ATTEMPTS} attempts; the last: nobody answers"):
        asked.model.reply("Hello", n_tokens=1, probabilities=False)
    with endpoint(port=port) as server:
        (second,) = ask_choices(asked, questions(2)[1:])
    assert first.status == second.status == "ok"


def test_a_redirect_is_not_followed_and_ends_it_at_once() -> None:
    with endpoint(lambda *_: "moved") as server:
        (picked,) = picks(server.url)
    assert len(server.asked) == 1 and picked.status == "error"
    assert "HTTP 307" in picked.message and "name that address itself" in picked.message


def test_an_answer_of_another_model_is_noted() -> None:
    with endpoint(lambda *_: "renamed") as server:
        report = corefair.audit(f"openai:tiny@{server.url}", ["participants"], sample=2, resamples=100)
    assert "asked for tiny, the endpoint answered as another" in " ".join(report.results[0].warnings)


def test_what_an_endpoint_cannot_do_is_not_asked_for_a_thousand_times() -> None:
    with endpoint(lambda *_: "400") as server:
        given = picks(server.url, 40, concurrency=1)
    assert len(server.asked) <= FAILURES + 1
    assert "logprobs are not supported" in given[0].message and "not asked" in given[-1].message


@pytest.mark.parametrize("budget", [{"requests": 7}, {"tokens": 3000}])
def test_the_budget_is_never_exceeded_and_the_rest_can_be_asked_later(
    budget: dict[str, int], tmp_path: Path
) -> None:
    kept = Kept(tmp_path / "kept.sqlite")
    flaky = lambda number, *_: "500" if number % 3 == 0 else "ok"  # noqa: E731
    with endpoint(flaky) as server:
        spent = Budget(**budget)
        given = picks(server.url, 12, budget=spent, kept=kept)
        assert len(server.asked) <= budget.get("requests", 10**6)
        assert 61 * len(server.answered) <= budget.get("tokens", 10**6)
        refused = [each.message for each in given if each.status == "error"]  # which ones is a matter of time
        assert spent.requests == len(server.asked)
        assert any("the budget of" in each and "goes on from here" in each for each in refused)
        n_answered = len(server.answered)
        assert n_answered > 0
        rest = picks(server.url, 12, kept=kept)
        assert {each.status for each in rest} == {"ok"}
        assert len(server.answered) == 24 == len(set(server.answered))  # none was answered twice


def test_a_budget_of_tokens_is_used_up_though_many_are_asked_at_once() -> None:
    """Each request sets aside several times what it takes: those that do not fit wait for the others."""
    with endpoint(latency=0.05) as server:
        spent = Budget(tokens=3000)
        given = picks(server.url, 30, budget=spent, concurrency=10)
    assert len(server.answered) >= (3000 - 800) // 61 and spent.tokens == 61 * len(server.answered) <= 3000
    assert "the budget of 3,000 tokens of this run" in given[-1].message


@pytest.mark.parametrize("most", [{"max_requests": 30}, {"max_tokens": 3000}])
def test_a_budget_is_for_all_endpoints_of_a_run(most: dict[str, int]) -> None:
    with endpoint() as server:
        corefair.audit(
            [f"one=openai:a@{server.url}", f"two=openai:b@{server.url}"],
            ["participants"],
            sample=2,
            resamples=100,
            language=Asking(**most),
        )
    assert 20 < len(server.asked) <= most.get("max_requests", 3000 // 61)


@pytest.mark.parametrize("how", ["none", "null", "babble"])
def test_where_no_easy_question_can_be_read_the_others_are_not_asked(how: str) -> None:
    with endpoint(lambda *_: how) as server:
        report = corefair.audit(f"openai:tiny@{server.url}", ["participants"], sample=2, resamples=100)
    assert len(server.asked) <= 20  # ten questions, in one or two orders
    assert not report.results[0].valid
    assert how == "babble" or len(server.asked) < 20


def test_settings_that_an_endpoint_does_not_take_are_left_out(tmp_path: Path) -> None:
    """As models that think: their length has another name, and their temperature is their own."""

    def behave(number: int, path: str, body: dict[str, Any]) -> str:
        return next((f"no-{name}" for name in ("max_tokens", "temperature") if name in body), "ok")

    kept = Kept(tmp_path / "kept.sqlite")
    with endpoint(behave) as server:
        asked = chooser(server.url, kept=kept, concurrency=1)
        assert [each.status for each in ask_choices(asked, questions(4))] == ["ok"] * 4
        assert len(server.asked) == 2 + len(server.answered)  # each setting was refused once
        assert {"max_completion_tokens", "seed"} < server.asked[-1].keys()
        assert asked.warnings == ["it takes no temperature but its own: " + OWN]
        again = chooser(server.url, kept=kept)
        list(ask_choices(again, questions(4)))
        assert len(server.asked) == 2 + len(server.answered) and again.warnings == asked.warnings
    with endpoint(lambda *_: "no-logprobs") as server:
        (picked,) = picks(server.url)
        assert "'logprobs' is not supported" in picked.message


OWN = "its answers may differ from one time to the next"


def test_a_model_that_only_thinks_is_told_so_and_may_have_more_tokens() -> None:
    with endpoint(lambda *_: "think") as server:
        (picked,) = picks(server.url)
        assert "thought, and gave no answer" in picked.message and "--answer-tokens" in picked.message
        model = Endpoint("tiny", server.url)
        for prompt in prompts_of(["options", "open"]):
            asked = LanguageChooser(model, prompt, answer_tokens=900)
            list(ask_choices(asked, questions(1)))
            assert server.asked[-1]["max_tokens"] == 900 and "900 tokens" in asked.signature["decoding"]


def test_what_is_packed_is_read_or_named() -> None:
    with endpoint(lambda *_: "gzip") as server:
        assert picks(server.url)[0].status == "ok"
    with endpoint(lambda *_: "brotli") as server:
        assert "packed as 'br'" in picks(server.url, concurrency=1)[0].message


def test_names_that_change_with_every_answer_are_one_note(tmp_path: Path) -> None:
    with endpoint(lambda *_: "renamed-anew") as server:
        report = corefair.audit(f"openai:tiny@{server.url}", ["participants"], sample=1, resamples=100)
    report.save(tmp_path)
    notes = [each for each in report.results[0].warnings if "the endpoint answered as" in each]
    assert len(notes) == 1 and "other names" in notes[0] and len(notes[0]) < 300


STOPPED = """
import sys
from pathlib import Path
import corefair
corefair.audit([f"openai:tiny@{sys.argv[1]}"], ["participants"], sample=1, resamples=100)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("how", ["429-long", "500"])
def test_an_interrupt_ends_every_pause(how: str) -> None:
    with endpoint(lambda number, *_: "ok" if number < 30 else how) as server:
        asking = subprocess.Popen(
            [sys.executable, "-c", STOPPED, server.url],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=partial(
                signal.signal, signal.SIGINT, signal.SIG_DFL
            ),  # ignored by what nobody watches
        )
        deadline = time.monotonic() + 30
        while (
            len(server.asked) < 50
            and time.monotonic() < deadline
            and (how == "500" or len(server.asked) < 30)
        ):
            time.sleep(0.01)
        time.sleep(0.5)
        asking.send_signal(signal.SIGINT)
        n_asked = len(server.asked)
        try:
            assert asking.wait(5) != 0
        finally:
            asking.kill()
            asking.wait()
    assert n_asked >= 30 and len(server.asked) <= n_asked + 20


AUDIT = """
import sys
from pathlib import Path
import corefair
from corefair.systems.language.asking import Asking
url, store, n = sys.argv[1:]
corefair.audit([f"openai:tiny@{url}"], ["participants"], sample=int(n), store=Path(store), resamples=100,
    language=Asking(concurrency=4))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_killed_and_resumed_no_answered_request_is_sent_twice(tmp_path: Path) -> None:
    """What was on its way when it was killed may be sent again: at most as many as were under way."""
    with endpoint(latency=0.01) as server:
        command = [sys.executable, "-c", AUDIT, server.url, str(tmp_path / "store"), "1"]
        surroundings = {**os.environ, "COREFAIR_API_KEY": KEY}
        first = subprocess.Popen(
            command, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 30
        while len(server.answered) < 60 and time.monotonic() < deadline:
            time.sleep(0.01)
        first.send_signal(signal.SIGKILL)
        first.wait()
        time.sleep(0.3)
        n_before = len(server.answered)
        assert 60 <= n_before < 300
        subprocess.run(command, env=surroundings, check=True, capture_output=True)
        again = len(server.answered) - len(set(server.answered))
    n_cases = len(SUITE.cases) // 48  # one frame of 48
    assert len(set(server.answered)) == 2 * (n_cases + 10)  # both orders, and ten easy questions
    assert again <= 2 * server.most_at_once  # under way, at most
    for file in (tmp_path / "store").rglob("*"):
        assert not file.is_file() or KEY.encode() not in file.read_bytes()


def test_an_audit_keeps_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with endpoint() as server:
        report = corefair.audit(
            f"openai:tiny@{server.url}", ["participants"], sample=2, store=tmp_path / "answers", resamples=100
        )
    report.save(tmp_path)
    assert server.keys == {f"Bearer {KEY}"}
    for file in tmp_path.rglob("*"):
        assert not file.is_file() or KEY.encode() not in file.read_bytes()
    assert KEY not in json.dumps(report.results[0].scores[0].signature)


def test_a_signature_names_model_prompt_and_decoding() -> None:
    with endpoint() as server:
        report = corefair.audit(f"openai:tiny@{server.url}", ["participants"], sample=2, resamples=100)
    signature = report.results[0].scores[0].signature
    for part in (
        "model:tiny",
        "prompt:options/1/",
        "way:choice",
        "decoding:temperature 0",
        "api:chat",
        "+2of48s0",
    ):
        assert part in signature, part


def test_several_prompts_are_several_systems() -> None:
    """A prompt by which nothing can be read is invalid, and no spread is told of the one that is left."""
    with endpoint() as server:
        report = corefair.audit(
            ["nearest", f"mine=openai:tiny@{server.url}"],
            ["participants"],
            sample=4,
            resamples=200,
            language=Asking(prompts=("options", "open")),
        )
    assert [each.name for each in report.subjects] == ["nearest", "mine [options]", "mine [open]"]
    assert [result.valid for result in report.results] == [True, True, False]
    assert report.spreads == ()
    assert {(one.baseline, one.subject) for one in report.comparisons} >= {("nearest", "mine [options]")}


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("openai:tiny", "names no model and address"),
        ("openai:tiny@http://user:pass@127.0.0.1/v1", "would end up in reports"),
        ("openai:tiny@ftp://127.0.0.1", "names no model and address"),
        ("openai:tiny@http://[::1/v1", "is no address"),
        ("openai:tiny@http://127.0.0.1:abc/v1", "is no address"),
        ("openai:tiny@http://127.0.0.1:99999/v1", "is no address"),
        ("openai:tiny@http:///v1", "is no address"),
        ("openai:tiny@http://127.0.0.1/é/v1", "must be written as %XX"),
        ("openai:tiny@http://127.0.0.1/a b/v1", "must be written as %XX"),
    ],
)
def test_addresses_that_cannot_be(word: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        corefair.audit(word, ["participants"], sample=1)


def test_a_key_is_not_sent_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with pytest.raises(DataError, match="not sent in the clear"):
        Endpoint("tiny", "http://example.org/v1")
