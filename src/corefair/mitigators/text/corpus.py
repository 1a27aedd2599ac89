"""A corpus changed file by file, here or on many machines: finished files are not made again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

from corefair.compute.engine import started
from corefair.errors import DataError
from corefair.io.documents import files_below
from corefair.mitigators.text.one_file import FileTask
from corefair.mitigators.text.recipe import Recipe
from corefair.mitigators.text.summary import Summary
from corefair.runs.run import CARD, LOCK, Run, key_of
from corefair.runs.writing import check_apart, json_object, remaining_parts
from corefair.types import Said
from corefair.version import __version__

STATE = ".swap"  # the folder in which finished files are remembered


def change_corpus(
    source: Path,
    target: Path,
    recipe: Recipe,
    *,
    engine: str = "one",
    format: str | None = None,
    lines: bool = False,
    on_bad: Callable[[str], None] | None = None,
    progress: Said | None = None,
) -> Summary:
    """Change a file, or every file below a folder, and say what was changed.

    A file becomes the file `target`, a folder the folder `target` with the same names below. A second call
    goes on where the first one stopped; a folder that was made by another recipe is refused. What is written
    is the same on every engine, to the byte.
    """
    if not source.is_dir():
        target = target / source.name if target.is_dir() else target
        task = FileTask(source, target, recipe, format, lines, on_bad is not None)
        check_apart([source], *task.targets)
        summary, bad = task.run()
        _tell(bad, on_bad)
        return summary
    source, target = source.resolve(), target.resolve()  # for workers that stand in another folder
    _check_folder(source, target)
    found = files_below(source, format=format)
    if not found:
        raise DataError("no file of a known format below this folder", path=str(source))
    state = target / STATE
    with Run(state, key=_key(recipe, lines=lines), about=_about(recipe)):
        _clear(target)
        tasks = {
            name: FileTask(
                path, target / name, recipe, format, lines, on_bad is not None, state / f"{name}.json"
            )
            for path in found
            for name in [path.relative_to(source)]
        }
        _check_targets(tasks, target)
        _check_left(tasks, source, target)
        said = {name: task.done() for name, task in tasks.items()}
        waiting = [name for name in tasks if said[name] is None]
        waiting.sort(
            key=lambda name: -tasks[name].source.stat().st_size
        )  # the longest first: none is waited for
        with started(engine) as running:
            calls = [(name, tasks[name]) for name in waiting]
            for at, (name, summary, bad) in enumerate(running.map(_run, calls, ordered=False), 1):
                said[name] = summary
                _tell(bad, on_bad)
                if progress:
                    progress("files", len(tasks) - len(waiting) + at, len(tasks))
    total = Summary()
    for each in said.values():  # in the order of names, however they were finished
        total.merge(each or Summary())
    return total


def _run(name: Path, task: FileTask) -> tuple[Path, Summary, list[str]]:
    return name, *task.run()


def _tell(bad: list[str], on_bad: Callable[[str], None] | None) -> None:
    for problem in bad:
        if on_bad:
            on_bad(problem)


def _key(recipe: Recipe, *, lines: bool) -> str:
    return key_of({"corefair": __version__, **asdict(recipe), "lines": lines})


def _about(recipe: Recipe) -> str:
    """The settings that differ from the usual, in words."""
    usual = asdict(Recipe())
    set_ = {name: value for name, value in asdict(recipe).items() if name == "mode" or value != usual[name]}
    return ", ".join(f"{name}={value}" for name, value in {**set_, "corefair": __version__}.items())


def _check_folder(source: Path, target: Path) -> None:
    """Refuse a target inside the corpus, or one with something else in it."""
    if target == source or source in target.parents:
        raise DataError("the target is inside the corpus: name a folder outside it", path=str(target))
    if target.is_dir() and any(target.iterdir()) and not (target / STATE / CARD).exists():
        # What is in the folder of the run was left by one that was killed as it began.
        files = (path.relative_to(target) for path in target.rglob("*") if path.is_file())
        if any(file.parts[0] != STATE and file.name != LOCK for file in files):
            raise DataError("this folder has something else in it: name a new one", path=str(target))


def _check_targets(tasks: Mapping[Path, FileTask], target: Path) -> None:
    """Refuse what would write over a file of the corpus, or two files in one place."""
    written: dict[Path, Path] = {}
    for name, task in tasks.items():
        for path in task.targets:
            if path in written:
                message = f"would be made of {written[path]} and of {name}: rename one of them"
                raise DataError(message, path=str(path))
            written[path] = name
    check_apart((task.source for task in tasks.values()), *written)


def _check_left(tasks: Mapping[Path, FileTask], source: Path, target: Path) -> None:
    """Refuse a folder with files in it that this corpus no longer gives: nobody would tell them apart."""
    state = target / STATE
    written = {path for task in tasks.values() for path in task.targets}
    for record in sorted(state.rglob("*.json")):
        name = record.relative_to(state).with_suffix("")
        if record == state / CARD or (name not in tasks and (source / name).exists()):
            continue  # of a file that is there, and was not asked for this time
        files = (json_object(record) or {}).get("files")
        made = [name.name] if not isinstance(files, list) else [Path(str(file)).name for file in files]
        for path in (target / name.with_name(file) for file in made):
            if path.exists() and path not in written:
                message = (
                    f"was made of {name}, and this corpus no longer gives it: delete it, or name a new folder"
                )
                raise DataError(message, path=str(path))


def _clear(target: Path) -> None:
    """Remove what workers left that were killed: nobody else is at work here."""
    for folder in (target, *(path for path in target.rglob("*") if path.is_dir())):
        for left in remaining_parts(folder):
            left.unlink(missing_ok=True)
