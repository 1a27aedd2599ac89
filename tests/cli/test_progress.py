"""Progress on stderr: silent when quick, lines without a terminal, a bar on one."""

from __future__ import annotations

import re
from time import monotonic, sleep

import pytest

from corefair.cli import progress
from corefair.cli.progress import progress_bar


def test_a_quick_job_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("hard") as tell:
        tell("words", 1, 2)
    assert capsys.readouterr() == ("", "")


def wait_for(capsys: pytest.CaptureFixture[str], text: str) -> str:
    """What was said on stderr until the text came."""
    said, end = "", monotonic() + 20
    while text not in said and monotonic() < end:
        sleep(0.01)
        said += capsys.readouterr().err
    return said


def test_lines_while_it_counts_and_while_it_does_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "QUIET", 0.0)
    monkeypatch.setattr(progress, "BETWEEN", 0.05)
    said = ""
    with progress_bar("ran") as tell:
        said += wait_for(capsys, "ran: ")  # nothing was counted yet
        tell("words", 0, 4000)
        tell("words", 1000, 4000)
        said += wait_for(capsys, "1,000 of 4,000 words, ")
        tell("documents", 12, 0)
        said += wait_for(capsys, "ran: 12 documents, ")
    said += wait_for(capsys, "done in")
    assert re.match(r"ran: 0 s\n", said)
    assert re.search(r"^ran: 1,000 of 4,000 words, \d+ s left\n", said, re.MULTILINE)
    assert re.search(r"^ran: 12 documents, \d+ s\n", said, re.MULTILINE)
    assert said.endswith("s\n") and "\r" not in said


def test_the_time_left_is_by_the_pace_of_the_part(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[-1])
    lines = progress._Lines("ran", in_bytes=False)
    for what, done, of, now in [
        ("pairs", 5, 10, 101.0),  # its seconds say nothing of the words'
        ("words", 0, 4000, 140.0),
        ("words", 3, 4000, 141.0),
        ("words", 1000, 4000, 150.0),
        ("words", 100, 400, 150.0),  # another run had these, or who counts thought of more
        ("words", 200, 400, 152.0),
    ]:
        clock.append(now)
        lines.tell(what, done, of)
        lines.say()
    lines.end()
    # 1,000 words in 10 s leave 30 s for 3,000; after 3 of 4,000 nobody can tell.
    assert capsys.readouterr().err.splitlines() == [
        "ran: 5 of 10 pairs, 1 s",
        "ran: 0 of 4,000 words, 40 s",
        "ran: 3 of 4,000 words, 41 s",
        "ran: 1,000 of 4,000 words, 30 s left",
        "ran: 100 of 400 words, 50 s",
        "ran: 200 of 400 words, 4 s left",
        "ran: done in 52 s",
    ]


def test_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    lines = progress._Lines("gap", in_bytes=True)
    lines.tell("bytes", 0, 3_000_000)
    lines.tell("bytes", 1_200_000, 3_000_000)
    lines.say()
    assert "gap: 1.2 MB of 3.0 MB, 0 s left" in capsys.readouterr().err


def test_a_bar_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(progress, "QUIET", 0.0)
    with progress_bar("inlp") as tell:
        tell("iterations", 3, 35)
        said = wait_for(capsys, "3/35")
        print("the answer")  # while the bar is there
        out = capsys.readouterr()
        said += out.err
    assert "inlp: iterations" in said and "3/35" in said and out.out == "the answer\n"
