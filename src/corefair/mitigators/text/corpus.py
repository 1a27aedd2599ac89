"""A corpus changed file by file: each written whole or not at all, finished ones not made again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from hashlib import sha256
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from corefair.errors import DataError
from corefair.io import detect, files, read, write
from corefair.io.documents import Block, files_below
from corefair.io.plain import Plain
from corefair.mitigators.text.recipe import Made, Recipe, made
from corefair.mitigators.text.summary import Summary
from corefair.types import Document
from corefair.version import __version__

LONG = 8_000_000  # characters: a longer plain text is taken line by line, so that memory holds it
_STATE = ".swap"  # the folder in which finished files are remembered
Progress = Callable[[str, int, int], None]


def change_corpus(
    source: Path,
    target: Path,
    recipe: Recipe,
    *,
    jobs: int = 1,
    format: str | None = None,
    lines: bool = False,
    on_bad: Callable[[str], None] | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Change a file, or every file below a folder, and say what was changed.

    A file becomes the file `target`, a folder the folder `target` with the same names below. A second call
    goes on where the first one stopped; a folder that was made by another recipe is refused.
    """
    if not source.is_dir():
        target = target / source.name if target.is_dir() else target
        _check_apart(source, target)
        return _change_file(_Task(source, target, recipe, format, lines, on_bad is not None), on_bad)
    if target.resolve() == source.resolve() or source.resolve() in target.resolve().parents:
        raise DataError("the target is inside the corpus: name a folder outside it", path=str(target))
    state = target / _STATE
    _check_recipe(state, recipe, lines=lines)
    found = files_below(source, format=format)
    if not found:
        raise DataError("no file of a known format below this folder", path=str(source))
    total = Summary()
    waiting: list[_Task] = []
    for path in found:
        name = path.relative_to(source)
        task = _Task(path, target / name, recipe, format, lines, on_bad is not None, state / f"{name}.json")
        done = task.remembered()
        if done is None:
            waiting.append(task)
        else:
            total.merge(done)
    for at, (summary, bad) in enumerate(_each(waiting, jobs), 1):
        total.merge(summary)
        for problem in bad:
            if on_bad:
                on_bad(problem)
        if progress:
            progress("files", len(found) - len(waiting) + at, len(found))
    return total


def changed(
    path: Path, recipe: Recipe, *, format: str | None = None, lines: bool = False,
    on_bad: Callable[[DataError], None] | None = None,
) -> Iterator[Made]:  # fmt: skip
    """The documents of a file, each before and after."""
    docs = _lines(path) if lines else read(path, format=format, on_bad=on_bad)
    return made(docs, recipe)


class _Task:
    """One file to be changed; plain enough to be sent to another process."""

    def __init__(
        self, source: Path, target: Path, recipe: Recipe, format: str | None, lines: bool, lenient: bool,
        record: Path | None = None,
    ) -> None:  # fmt: skip
        self.source, self.target, self.recipe, self.format = source, target, recipe, format
        self.lines, self.lenient, self.record = lines, lenient, record

    def remembered(self) -> Summary | None:
        """What was said of the file when it was finished, if it has not changed since."""
        if self.record is None or not self.record.exists() or not self.target.exists():
            return None
        try:
            found = json.loads(self.record.read_text(encoding="utf-8"))
            return Summary.from_json(found["summary"]) if found["source"] == _digest(self.source) else None
        except (ValueError, KeyError, TypeError):
            return None  # half a record is none: the file is made again

    def remember(self, summary: Summary) -> None:
        """Keep what was said of the finished file."""
        if self.record is not None:
            self.record.parent.mkdir(parents=True, exist_ok=True)
            with files.writing(self.record) as out:
                json.dump({"source": _digest(self.source), "summary": summary.as_json()}, out)


def _each(tasks: Sequence[_Task], jobs: int) -> Iterator[tuple[Summary, list[str]]]:
    """What came of each task, as they finish; the one place that knows how tasks are run."""
    if jobs < 2 or len(tasks) < 2:
        yield from map(_run, tasks)
        return
    ordered = sorted(tasks, key=lambda task: -task.source.stat().st_size)
    with ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(_run, task) for task in ordered]):
            yield future.result()


def _run(task: _Task) -> tuple[Summary, list[str]]:
    bad: list[str] = []
    summary = _change_file(task, bad.append)
    task.remember(summary)
    return summary, bad


def _change_file(task: _Task, on_bad: Callable[[str], None] | None) -> Summary:
    summary = Summary()
    task.target.parent.mkdir(parents=True, exist_ok=True)
    name = task.format or detect(task.source)
    lines = task.lines or (name == "plain" and task.source.stat().st_size > LONG)
    if lines and name != "plain":
        raise DataError(f"lines are for plain text, and this is {name}", path=str(task.source))
    told = (lambda error: on_bad(str(error))) if task.lenient and on_bad else None
    found = changed(task.source, task.recipe, format=task.format, lines=lines, on_bad=told)
    if lines:
        with files.writing(task.target) as out:
            for doc in chain.from_iterable(_counted(found, summary)):
                out.write(doc.text or "")
    elif name == "plain" and task.recipe.mode == "augment":  # a file holds one text: the twin gets its own
        ending = task.target.suffix
        for copies in _counted(found, summary):
            beside = task.target.with_name(f"{task.target.name.removesuffix(ending)}.swapped{ending}")
            for doc, path in zip(copies, (task.target, beside), strict=True):
                write([doc], path, format=name)
    else:
        target_format = None if _same_ending(task) else name
        write(chain.from_iterable(_counted(found, summary)), task.target, format=target_format)
    return summary


def _same_ending(task: _Task) -> bool:
    """Whether the target's own name tells its format; the source's is taken where the names are alike."""
    return task.format is None and task.source.suffixes != task.target.suffixes


def _counted(found: Iterable[Made], summary: Summary) -> Iterator[tuple[Document, ...]]:
    for each in found:
        summary.add(each.before, each.plan)
        yield each.written


def _lines(path: Path) -> Iterator[Document]:
    """Each line of a plain text as a document, its line end with it."""
    stem = Path(path.name.removesuffix(".gz")).stem
    for number, line in enumerate(files.lines(path), 1):
        files.check_utf8(line, line=number)
        doc = Plain.parse(Block(number, line))
        yield Document(
            f"{stem}:{number}", doc.words, sentences=doc.sentences, text=doc.text, offsets=doc.offsets
        )


def _check_recipe(state: Path, recipe: Recipe, *, lines: bool) -> None:
    """Refuse a folder that was made by another recipe, or by another version; remember this one."""
    settings: dict[str, Any] = {"corefair": __version__, **asdict(recipe), "lines": lines}
    path = state / "recipe.json"
    if path.exists():
        before = json.loads(path.read_text(encoding="utf-8"))
        if before != settings:
            differ = [key for key in settings if before.get(key) != settings[key]]
            raise DataError(
                f"this folder was made with other settings ({', '.join(differ)}): name another, or delete it",
                path=str(state.parent),
            )
    elif state.parent.exists() and any(state.parent.iterdir()):
        raise DataError("this folder has something else in it: name a new one", path=str(state.parent))
    state.mkdir(parents=True, exist_ok=True)
    with files.writing(path) as out:
        json.dump(settings, out)


def _check_apart(source: Path, target: Path) -> None:
    if target.exists() and source.exists() and target.samefile(source):
        raise DataError("the target is the corpus itself: name another file", path=str(target))


def _digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while piece := file.read(2**20):
            digest.update(piece)
    return digest.hexdigest()
