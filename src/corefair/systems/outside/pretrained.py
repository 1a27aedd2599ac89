"""Pre-trained resolvers of others: each a small program in an interpreter that has its package.

Their dependencies conflict with each other, and often with ours, so each lives in a virtual environment of
its own: `corefair systems install fastcoref` makes it, with versions that work together; `--python PATH`
names another interpreter that has the package.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from corefair.errors import DataError
from corefair.io.datasets import folders
from corefair.systems.outside.command import Command

_PROGRAMS = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Package:
    """What a resolver needs: pip's arguments, step by step, and the module that shows it is there."""

    about: str
    steps: tuple[tuple[str, ...], ...] = ()
    module: str = ""


_TORCH = ("torch==2.13.0",)  # first: looser wishes of the others pull gigabytes for graphics cards
PRETRAINED = {
    "fastcoref": Package(
        "F-coref and LingMess (Otmazgin et al. 2022); weights from the Hugging Face hub",
        # A fresh install takes transformers 5, with which 2.1.6 fails.
        (_TORCH, ("fastcoref==2.1.6", "transformers<5", "datasets<4.5", "huggingface-hub<1")),
        "fastcoref",
    ),
    "maverick": Package(
        "Maverick (Martinelli et al. 2024); weights from the Hugging Face hub",
        (_TORCH, ("maverick-coref==1.0.7",)),
        "maverick",
    ),
    "stanza": Package(
        "Stanza's coreference; weights from Stanford and the Hugging Face hub",
        (_TORCH, ("stanza==1.15.0", "peft")),
        "stanza",
    ),
    "corenlp": Package("A running CoreNLP server: corenlp:http://HOST:9000"),
}


class Pretrained(Command):
    """A pre-trained resolver; `settings` are its program's own, such as `model=FOLDER`."""

    def __init__(
        self,
        name: str,
        settings: Sequence[str] = (),
        *,
        python: str | None = None,
        time_limit: float = 60.0,
        start_limit: float = 300.0,
    ) -> None:
        self.name = name
        program = _PROGRAMS / f"run_{name}.py"
        command = [python or interpreter(name), str(program), *settings]
        super().__init__(command, time_limit=time_limit, start_limit=start_limit)


def interpreter(name: str) -> str:
    """The interpreter that has a package: what `install` made, or else this one; a DataError if neither."""
    package = PRETRAINED[name]
    if not package.module:
        return sys.executable
    folder = environment(name)
    made = folder / _BIN / ("python.exe" if os.name == "nt" else "python")
    if made.exists() and not _unfinished(folder).exists():
        return str(made)
    from importlib.util import find_spec

    if find_spec(package.module) is not None:
        return sys.executable
    raise DataError(
        f"{name} is not installed: run corefair systems install {name}, or name an interpreter that has it "
        "with --python PATH"
    )


def environment(name: str) -> Path:
    """Where the virtual environment of a resolver is, or would be: beside the user's data."""
    places = folders()
    if not places:
        raise DataError("there is no home folder for virtual environments: set COREFAIR_DATA to a folder")
    return places[-1] / "environments" / name


def _unfinished(folder: Path) -> Path:
    """A file that is there from the first step of an installation to its end, were it killed or not."""
    return folder.with_name(f"{folder.name}.unfinished")


def install(name: str, *, tell: Callable[[str], None] = lambda line: None) -> Path:
    """Make the virtual environment of a resolver, and install its package; the path of its interpreter."""
    package = PRETRAINED[name]
    if not package.steps:
        raise DataError(f"{name} needs nothing installed: {package.about}")
    folder = environment(name)
    python = folder / _BIN / ("python.exe" if os.name == "nt" else "python")
    steps: list[tuple[str, ...]] = [(sys.executable, "-m", "venv", "--clear", str(folder))]
    steps += [(str(python), "-m", "pip", "install", *wanted) for wanted in package.steps]
    steps.append((str(python), "-c", f"import {package.module}"))
    _unfinished(folder).parent.mkdir(parents=True, exist_ok=True)
    _unfinished(folder).touch()
    for step in steps:
        tell(" ".join(step))
        done = subprocess.run(step, capture_output=True, text=True)
        if done.returncode:
            last = " | ".join((done.stderr or done.stdout).strip().splitlines()[-3:])
            raise DataError(f"{name} could not be installed: {last}", path=str(folder))
    _unfinished(folder).unlink()
    return python


_BIN = "Scripts" if os.name == "nt" else "bin"
