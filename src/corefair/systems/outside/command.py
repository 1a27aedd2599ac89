"""A system in a process of its own: JSON lines to its stdin, JSON lines from its stdout, failures survived.

A program that resolves (`command:`) reads one document a line, `{"id", "text"?, "words", "sentences"}`, and
writes one answer a line in the same order, `{"clusters": [[[start, end], …], …]}` with whatever else
predictions.jsonl knows. A program that chooses (`choose:`) reads the same with `"pronoun": [start, end]` and
`"candidates": [[start, end], …]`, and writes `{"scores": [number, …]}`, one a candidate, higher is likelier;
`"unit": "log-probability"` says that they are natural logarithms of probabilities, and `"none"` is the score
of none of them. Both may write `"status": "refused"` or `"error"` with a `"message"`. A program should answer
each line before it reads on: if it fails, the first line without an answer takes the blame.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from corefair.errors import DataError
from corefair.systems.outside.dialogue import Dialogue, Fields, ProgramFailed
from corefair.systems.outside.exchange import question_request, read_answer, read_picked, request
from corefair.systems.outside.process import KEPT
from corefair.types import Answer, Document, Picked, Question

Asked = TypeVar("Asked")
Reply = TypeVar("Reply", Answer, Picked)


class Program:
    """Any program that answers JSON lines; after `failures` in a row it is not started again, by anyone.

    So one that hangs on everything costs `failures` limits, however many suites ask it. Nor is it started
    again when it has failed four times as often and on more than one in five of all it was asked, or at once
    when it ends with exit code 69 before its first answer: what it needs is not here, and will not be.
    `time_limit` is for one answer, `start_limit` for the first after a start, which may load a model; in
    seconds. What it says on stderr is kept, the last 16 KiB of it, `warnings` are what else was odd, and
    `problems` why its answers may not be believed.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        time_limit: float = 60.0,
        start_limit: float = 300.0,
        failures: int = 5,
    ) -> None:
        try:
            self.command = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise DataError(f"the command {command!r} cannot be read: {error}") from None
        if not self.command:
            raise DataError("no command given: write command:PROGRAM ARGUMENTS")
        if shutil.which(self.command[0]) is None:
            raise DataError(f"there is no program {self.command[0]!r} to run")
        self.time_limit, self.start_limit, self.failures = time_limit, start_limit, failures
        self.stderr = ""
        self.warnings: list[str] = []
        self.problems: list[str] = []
        self._in_a_row = self._n_failed = self._n_asked = 0
        self._why = ""  # it failed last
        self._cannot = False

    def replies(
        self,
        items: Iterable[Asked],
        request: Callable[[Asked], Fields],
        read: Callable[[Fields, Asked], Reply],
        kind: type[Reply],
    ) -> Iterator[Reply]:
        """One reply a thing asked, whatever happens to the program."""
        talk = Dialogue(
            self.command, iter(items), request, time_limit=self.time_limit, start_limit=self.start_limit
        )
        try:
            while not self._given_up() and (item := talk.due()) is not None:
                self._n_asked += 1
                try:
                    reply = read(talk.hear(), item)
                    self._in_a_row = 0
                except ProgramFailed as failure:
                    self._in_a_row, self._n_failed = self._in_a_row + 1, self._n_failed + 1
                    self._why = talk.post_mortem(failure)
                    self._cannot = talk.cannot
                    reply = kind(status="error", message=self._why)
                talk.done()
                yield reply
            if not self._given_up():
                talk.finish()
        finally:
            talk.stop()
            self.stderr = (self.stderr + talk.stderr)[-KEPT:]
            self.warnings += [each for each in talk.warnings if each not in self.warnings]
            self.problems += talk.problems
        why_not = self._given_up()
        while talk.due() is not None:
            talk.done()
            yield kind(status="error", message=f"not tried, for {why_not}: {self._why}")

    def _given_up(self) -> str:
        """Why it is not started again; nothing if it may be."""
        if self._cannot:
            return "what it needs is not here"
        if self._in_a_row >= self.failures:
            return f"{self._in_a_row} documents before it failed one after the other"
        if self._n_failed > 4 * self.failures and self._n_failed > 0.2 * self._n_asked:
            return f"{self._n_failed} of {self._n_asked} documents before it failed"
        return ""


class Command(Program):
    """A program that finds clusters in documents."""

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """One answer a document."""
        return self.replies(docs, request, read_answer, Answer)


class ChoosingCommand(Program):
    """A program that chooses among candidates for a pronoun."""

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        """Scores for the candidates of each question."""
        return self.replies(questions, question_request, read_picked, Picked)
