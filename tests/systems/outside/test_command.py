"""Programs that answer, crash, hang, babble and leave: every document gets an answer, no process is left."""

from __future__ import annotations

import json
import os
import shlex
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import system_contracts
from corefair.errors import DataError
from corefair.systems.outside.command import ChoosingCommand, Command
from corefair.systems.outside.process import KEPT, Child
from corefair.systems.self_test import self_test
from corefair.types import Answer, Document, Mention, Picked, Question

Program = Callable[..., Command]

# Every program begins so, and notes its number, so that the tests can see whether it is gone.
HEAD = """
import json, os, sys, time
with open({pids!r}, "a") as file:
    print(os.getpid(), file=file)
def say(**fields):
    print(json.dumps(fields), flush=True)
"""
GOOD = """
for line in sys.stdin:
    doc = json.loads(line)
    say(id=doc["id"], clusters=[[[0, 1], [len(doc["words"]) - 1, len(doc["words"])]]] if doc["words"] else [])
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """Make a system of a few lines of Python; at the end, none of the processes may be alive."""
    pids = tmp_path / "pids"
    pids.touch()

    def make(code: str, **options: float) -> Command:
        script = tmp_path / "program.py"
        script.write_text(HEAD.format(pids=str(pids)) + textwrap.dedent(code), encoding="utf-8")
        return Command(shlex.join([sys.executable, str(script)]), **options)  # type: ignore[arg-type]

    yield make
    left = [pid for pid in map(int, pids.read_text().split()) if not gone(pid)]
    assert not left, "processes are left"


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:  # one whose parent is gone may wait for init to bury it
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True


def gone(pid: int) -> bool:
    """Whether it is dead within two seconds: a kill takes effect when the system gets round to it."""
    for _ in range(200):
        if not alive(pid):
            return True
        time.sleep(0.01)
    return False


def docs(n: int, *, n_words: int = 3) -> list[Document]:
    """A program knows them as 1, 2, 3 …: what they are called here is not sent."""
    return [Document(f"d{i}", ("Ann", *["slept"] * (n_words - 2), "she")) for i in range(n)]


def questions(n: int) -> list[Question]:
    return [Question(doc, Mention(2, 3), (Mention(0, 1), Mention(1, 2))) for doc in docs(n)]


def choosing(system: Command) -> ChoosingCommand:
    """The same program, asked to choose."""
    return ChoosingCommand(system.command, time_limit=system.time_limit, failures=system.failures)


def statuses(answers: Sequence[Answer] | Sequence[Picked]) -> str:
    """One letter an answer: o k, e rror, r efused."""
    return "".join(answer.status[0] for answer in answers)


def test_five_hundred_documents_on_long_lines(program: Program) -> None:
    """10 MB each way: were one side written whole before the other is read, both would wait for ever."""
    system = program(
        """
        for line in sys.stdin:
            doc = json.loads(line)
            say(id=doc["id"], words=doc["words"], clusters=[[[0, 1], [2, 3]]])
        """
    )
    asked = docs(500, n_words=3000)
    answers = list(system.answers(iter(asked)))
    assert statuses(answers) == "o" * 500
    assert {answer.clusters for answer in answers} == {((Mention(0, 1), Mention(2, 3)),)}
    assert system.warnings == []


def test_it_keeps_the_contract(program: Program) -> None:
    system_contracts.check_system(program(GOOD))


def test_it_is_told_no_more_than_it_should(program: Program) -> None:
    system = program(
        """
        for line in sys.stdin:
            say(status="refused", message=",".join(sorted(json.loads(line))))
        """
    )
    given = [system_contracts.DOC, system_contracts.PLAIN]  # the first has clusters, entities and speakers
    messages = [answer.message for answer in system.answers(given)]
    assert messages == ["id,sentences,words", "id,sentences,text,words"]


def test_ids_name_nothing(program: Program) -> None:
    """A case's id may hold its group, or the right answer: `nurse.customer.0.female`, `type1/pro/17`."""
    system = program(
        """
        for line in sys.stdin:
            say(status="refused", message=line)
        """
    )
    given = [Document(f"type1/{side}/17", ("Ann", "slept")) for side in ("pro", "anti")]
    told = [answer.message for answer in system.answers(given)]
    assert [json.loads(line)["id"] for line in told] == ["1", "2"]
    assert not any("type1" in line or "anti" in line for line in told)
    assert [answer.message for answer in system.answers(given[::-1])] == told  # the words are the same
    asked = [Question(doc, Mention(1, 2), (Mention(0, 1),)) for doc in given]
    assert "type1" not in "".join(picked.message for picked in choosing(system).choose(asked))


def test_numbers_may_come_back_as_numbers(program: Program) -> None:
    system = program("for line in sys.stdin: say(id=int(json.loads(line)['id']), clusters=[])")
    assert statuses(list(system.answers(docs(3)))) == "ooo"


def test_a_program_may_read_everything_first(program: Program) -> None:
    system = program(
        """
        for line in sys.stdin.readlines():
            say(clusters=[[[0, 1], [2, 3]]])
        """
    )
    assert statuses(list(system.answers(docs(300)))) == "o" * 300


def test_answers_come_as_they_are_given(program: Program) -> None:
    taken = []
    stream = (taken.append(doc.id) or doc for doc in docs(20_000))
    answers = program(GOOD).answers(stream)
    assert next(answers).status == "ok"
    assert len(taken) < 20_000
    answers.close()  # type: ignore[attr-defined]


def test_a_crash_costs_one_document(program: Program) -> None:
    system = program(
        """
        for line in sys.stdin:
            doc = json.loads(line)
            if doc["id"] == "3":
                print("about to fail", file=sys.stderr)
                raise SystemExit(7)
            say(id=doc["id"], clusters=[])
        """
    )
    answers = list(system.answers(docs(6)))
    assert statuses(answers) == "ooeooo"
    assert "exit code 7" in answers[2].message and "about to fail" in answers[2].message
    assert "about to fail" in system.stderr


def test_a_signal_is_named(program: Program) -> None:
    (answer,) = program("sys.stdin.readline(); os.kill(os.getpid(), 11)").answers(docs(1))
    assert "signal 11" in answer.message


def test_a_hang_costs_one_document(program: Program) -> None:
    system = program(
        """
        import subprocess
        for line in sys.stdin:
            doc = json.loads(line)
            if doc["id"] == "3":
                subprocess.run([sys.executable, "-c", "import time; time.sleep(60)"])
            say(id=doc["id"], clusters=[])
        """,
        time_limit=0.5,
    )
    begun = time.monotonic()
    answers = list(system.answers(docs(5)))
    assert statuses(answers) == "ooeoo" and "0.5 s are the limit" in answers[2].message
    assert time.monotonic() - begun < 10


def test_a_number_that_no_float_holds_is_a_bad_answer_and_no_new_start(program: Program) -> None:
    code = """
        for line in sys.stdin:
            print('{"clusters": [], "scores": [[[0, 1], [1, 2], 1' + "0" * 400 + ']]}', flush=True)
        """
    system = program(code)
    answers = list(system.answers(docs(4)))
    assert statuses(answers) == "eeee" and "OverflowError" in answers[0].message


def test_the_first_answer_has_a_limit_of_its_own(program: Program) -> None:
    slow_start = "time.sleep(0.8)" + GOOD
    assert statuses(list(program(slow_start, time_limit=0.3).answers(docs(2)))) == "oo"
    (answer,) = program(slow_start, start_limit=0.2).answers(docs(1))
    assert "start_limit" in answer.message


def test_what_a_grandchild_holds_is_ended_too(program: Program, tmp_path: Path) -> None:
    """The program starts a helper that outlives it, as model servers do."""
    note = tmp_path / "helper"
    system = program(
        f"""
        import subprocess
        helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        with open({str(note)!r}, "w") as file:
            print(helper.pid, file=file)
        """
        + textwrap.indent(GOOD, " " * 8)
    )
    assert statuses(list(system.answers(docs(2)))) == "oo"
    assert gone(int(note.read_text()))


def test_no_endless_restarts(program: Program, tmp_path: Path) -> None:
    system = program("sys.exit('no model')", failures=3)
    answers = list(system.answers(docs(50)))
    assert statuses(answers) == "e" * 50
    assert len((tmp_path / "pids").read_text().split()) == 3
    assert "no model" in answers[0].message
    assert answers[49].message.startswith("not tried, for 3 documents") and "no model" in answers[49].message
    assert statuses(list(system.answers(docs(2)))) == "ee"
    assert len((tmp_path / "pids").read_text().split()) == 3, "nor for another suite"


def test_a_program_that_lacks_what_it_needs_is_started_once(program: Program, tmp_path: Path) -> None:
    system = program("print('no weights', file=sys.stderr); sys.exit(69)", failures=3)
    answers = list(system.answers(docs(6)))
    assert statuses(answers) == "e" * 6 and "no weights" in answers[0].message
    assert answers[5].message.startswith("not tried, for what it needs is not here: ")
    assert statuses(list(system.answers(docs(2)))) == "ee", "nor for another suite"
    assert len((tmp_path / "pids").read_text().split()) == 1


def test_with_the_same_exit_code_after_an_answer_it_is_started_again(program: Program) -> None:
    system = program("sys.stdin.readline(); say(clusters=[]); sys.exit(69)", failures=3)
    assert statuses(list(system.answers(docs(3)))) == "oeo"


def test_a_program_that_fails_on_every_other_is_not_started_for_ever(
    program: Program, tmp_path: Path
) -> None:
    code = """
        for n, line in enumerate(sys.stdin):
            if n == 1:
                raise SystemExit(1)
            say(clusters=[])
        """
    system = program(code, failures=2)
    answers = list(system.answers(docs(60)))
    assert statuses(answers) == "oe" * 9 + "e" * 42
    assert answers[-1].message.startswith("not tried, for 9 of 18 documents before it failed: ")
    assert len((tmp_path / "pids").read_text().split()) == 9


def test_failures_must_be_in_a_row(program: Program) -> None:
    system = program(
        """
        for line in sys.stdin:
            doc = json.loads(line)
            if int(doc["id"]) % 2 == 0:
                raise SystemExit(1)
            say(clusters=[])
        """,
        failures=2,
    )
    assert statuses(list(system.answers(docs(8)))) == "oeoeoeoe"


def test_a_page_instead_of_an_answer(program: Program) -> None:
    """A line that is no answer breaks the count: what follows must not slip to the next document."""
    system = program(
        """
        for line in sys.stdin:
            doc = json.loads(line)
            if doc["id"] == "2":
                print("<html>\\n<body>502</body>\\n</html>", flush=True)
            else:
                say(clusters=[[[0, 1], [int(doc["id"]) - 1, int(doc["id"])]]])
        """
    )
    answers = list(system.answers(docs(6, n_words=9)))
    assert statuses(answers) == "oeoooo" and "<html>" in answers[1].message
    assert [answer.clusters[0][1].start for answer in answers[2:]] == [2, 3, 4, 5]


def test_the_answer_to_another_document(program: Program) -> None:
    system = program(
        """
        for line in sys.stdin:
            doc = json.loads(line)
            if doc["id"] == "3":
                say(id="1", clusters=[])  # a line too many: from here on all would be one behind
            say(id=doc["id"], clusters=[])
        """
    )
    answers = list(system.answers(docs(6)))
    assert statuses(answers) == "ooeooo" and "'1' when asked for '3'" in answers[2].message


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ('{"clusters": [[[0, 1], [2, 9]]]}', "outside the document, which has 3 words"),
        ('{"clusters": [[[0, 1], [2, 3]]], "end": "inclusive"}', "outside the document"),
        ('{"clusters": [[[-1, 1]]]}', "outside"),
        ('{"clusters": [[[0.5, 1]]]}', "two whole numbers"),
        ('{"clusters": "none"}', "list of clusters"),
        ('{"answer": []}', 'no "clusters"'),
        ('{"clusters": [], "status": "fine"}', "status"),
        ('{"clusters": [], "words": ["Ann", "slept"]}', "2 words, but the document has 3"),
        ('{"clusters": [], "words": ["Ann", "slept", "he"]}', "word 2 is 'he' there, 'she' in the document"),
        ('{"clusters": [[[0, 3]]], "offsets": "char"}', "need the"),
    ],
)
def test_an_answer_that_cannot_be_used(program: Program, reply: str, message: str) -> None:
    """The program is sound, so it goes on: only this document has no usable answer."""
    system = program(
        f"""
        for line in sys.stdin:
            print({reply!r} if json.loads(line)["id"] == "2" else '{{"clusters": []}}', flush=True)
        """
    )
    answers = list(system.answers(docs(3)))
    assert statuses(answers) == "oeo" and message in answers[1].message


def test_a_program_that_leaves_early(program: Program) -> None:
    system = program(
        """
        for line, _ in zip(sys.stdin, range(2)):
            say(clusters=[])
        """
    )
    answers = list(system.answers(docs(7)))
    assert statuses(answers) == "ooeooeo"
    assert "closed its output" in answers[2].message and "exit code 0" in answers[2].message


def test_megabytes_on_stderr(program: Program) -> None:
    system = program(
        """
        for line in sys.stdin:
            sys.stderr.write("x" * 2**20 + "\\nlast words\\n")
            say(clusters=[])
        """
    )
    assert statuses(list(system.answers(docs(8)))) == "o" * 8
    assert system.stderr.endswith("last words\n") and len(system.stderr) <= KEPT
    child = Child([sys.executable, "-c", "import sys; sys.stderr.write('x' * 2**22 + 'the end')"])
    assert child.hear(20) is None and child.stop(grace=20) == 0
    assert child.stderr.endswith("the end") and len(child.stderr) == KEPT


def test_babble_without_end(program: Program) -> None:
    """It never reads, and writes for ever: stopped at its first line, three times."""
    system = program("while True: print('loading …')", failures=3)
    answers = list(system.answers(docs(5)))
    assert statuses(answers) == "eeeee" and "loading" in answers[0].message


def test_inclusive_ends_refusals_and_scores(program: Program) -> None:
    system = program(
        """
        for line in sys.stdin:
            doc = json.loads(line)
            if doc["id"] == "2":
                say(status="refused", message="I would rather not")
            elif doc["id"] == "3":
                say(status="empty")
            else:
                say(clusters=[[[2, 2], [0, 0]]], end="inclusive", scores=[[[0, 0], [2, 2], 0.75]])
        """
    )
    first, second, third = system.answers(docs(3))
    assert first.clusters == ((Mention(0, 1), Mention(2, 3)),)
    assert first.scores == ((Mention(0, 1), Mention(2, 3), 0.75),)
    assert (second.status, second.message) == ("refused", "I would rather not")
    assert (third.status, third.clusters) == ("ok", ())


def test_more_lines_than_documents(program: Program) -> None:
    system = program(
        """
        for line in sys.stdin:
            say(clusters=[])
            say(clusters=[])
        """
    )
    assert statuses(list(system.answers(docs(4)))) == "oooo"
    assert system.problems == ["wrote 4 lines more than it was asked for: its answers may be shifted"]


def test_to_stop_listening_ends_the_program(program: Program, tmp_path: Path) -> None:
    answers = program(GOOD).answers(docs(5000))  # more than a pipe holds, so that it is still there
    next(answers)
    (pid,) = map(int, (tmp_path / "pids").read_text().split())
    assert alive(pid)
    answers.close()  # type: ignore[attr-defined]
    assert gone(pid)


def test_documents_that_fail_are_not_the_programs_fault(program: Program) -> None:
    def stream() -> Iterator[Document]:
        yield docs(1)[0]
        raise DataError("the third line is bad")

    with pytest.raises(DataError, match="third line"):
        list(program(GOOD).answers(stream()))


CHOOSER = """
for line in sys.stdin:
    asked = json.loads(line)
    start, end = asked["pronoun"]
    # The log-probability falls with the distance in words.
    far = [abs(start - first) for first, last in asked["candidates"]]
    say(id=asked["id"], scores=[-float(n) for n in far], unit="log-probability", none=-9)
"""


def test_a_program_that_chooses_keeps_the_contract(program: Program) -> None:
    system = choosing(program(CHOOSER))
    system_contracts.check_system(system)
    assert list(system.choose(questions(1))) == [Picked((-2.0, -1.0), "log-probability", none=-9.0)]


def test_it_is_told_the_candidates_and_no_more(program: Program) -> None:
    system = choosing(program("for line in sys.stdin: say(status='refused', message=line)"))
    (told,) = (json.loads(picked.message) for picked in system.choose(questions(1)))
    assert told == {
        "id": "1",
        "words": ["Ann", "slept", "she"],
        "sentences": [0],
        "pronoun": [2, 3],
        "candidates": [[0, 1], [1, 2]],
    }


def test_a_crash_costs_one_question(program: Program) -> None:
    code = "if asked['id'] == '3': raise SystemExit(7)"
    system = choosing(program(CHOOSER.replace("    start, end", f"    {code}\n    start, end")))
    picked = list(system.choose(questions(6)))
    assert statuses(picked) == "ooeooo" and "exit code 7" in picked[2].message


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ('{"scores": [1]}', "1 scores for 2 candidates"),
        ('{"scores": [1, "high"]}', "the score 'high' is no number"),
        ('{"scores": [1, NaN]}', "not a JSON object on one line"),
        ('{"scores": [1, 2], "unit": "bits"}', "the unit 'bits' is none of"),
        ('{"scores": [1, 2], "unit": "log-probability"}', "2.0 is no logarithm of a probability"),
        ('{"scores": [1, 2], "none": [3]}', "no numbers"),
        ('{"clusters": []}', 'no list of "scores"'),
        ('{"scores": [1, 2], "status": "empty"}', "status 'empty' is none of ok, refused, error"),
        ('{"status": "error", "message": "no key"}', "no key"),
    ],
)
def test_a_choice_that_cannot_be_used(program: Program, reply: str, message: str, tmp_path: Path) -> None:
    """The program keeps step, so it goes on: only this question has no usable answer."""
    system = choosing(
        program(
            f"""
            for line in sys.stdin:
                print({reply!r} if json.loads(line)["id"] == "2" else '{{"scores": [1, 2]}}', flush=True)
            """
        )
    )
    picked = list(system.choose(questions(4)))
    assert statuses(picked) == "oeoo" and message in picked[1].message
    assert len((tmp_path / "pids").read_text().split()) == 1, "it was started again"


def test_the_self_test_of_a_program_that_chooses(program: Program) -> None:
    assert self_test(choosing(program(CHOOSER))) == []
    upside_down = CHOOSER.replace("-float(n)", "float(n) - 99")
    assert self_test(choosing(program(upside_down))) == [
        "finds 0 of 10 links where only one answer is possible"
    ]


def test_programs_that_cannot_be_run() -> None:
    with pytest.raises(DataError, match="no program 'corefair-no-such-program'"):
        Command("corefair-no-such-program --x")
    with pytest.raises(DataError, match="cannot be read: No closing quotation"):
        Command("python 'x")
    with pytest.raises(DataError, match="no command given"):
        Command("  ")


def test_a_broken_program_fails_the_self_test(program: Program) -> None:
    assert self_test(program("sys.exit('no model')"))[0].startswith("fails on 10 of 10 simple sentences")
    silent = "for line in sys.stdin: say(clusters=[])"
    assert self_test(program(silent)) == ["links nothing, even where only one answer is possible"]
