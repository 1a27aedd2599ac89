"""Progress on stderr: silent when quick, lines without a terminal, a bar on one."""

from __future__ import annotations

from time import sleep

import pytest

from corefair.cli import progress
from corefair.cli.progress import progress_bar


def test_a_quick_job_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("hard") as tell:
        tell("words", 1, 2)
    assert capsys.readouterr() == ("", "")


def test_lines_with_the_time_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[-1])
    with progress_bar("ran") as tell:
        for done, now in [(0, 101.0), (1000, 111.0), (1001, 112.0), (3000, 131.0)]:
            clock.append(now)
            tell("words", done, 4000)
        tell("other words", 0, 10)
    said = capsys.readouterr()
    assert said.out == ""
    # 1,000 words in 10 s leave 30 s for 3,000; 3,000 in 30 s leave 10 s. A second later nothing is said.
    assert said.err.splitlines() == [
        "ran: 1,000 of 4,000 words, 30 s left",
        "ran: 3,000 of 4,000 words, 10 s left",
    ]


def test_a_bar_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "QUIET", 0.0)
    with progress_bar("inlp") as tell:
        tell("iterations", 3, 35)
        sleep(0.3)
    said = capsys.readouterr()
    assert said.out == "" and "inlp: iterations" in said.err and "3/35" in said.err
