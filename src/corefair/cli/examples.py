"""`corefair examples`: small texts, tables and narrated scripts to try things on."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from corefair.cli.saying import say
from corefair.errors import DataError


@click.command(epilog="\b\nExamples:\n  corefair examples\n  corefair examples my-examples")
@click.argument("folder", default="examples", type=click.Path(file_okay=False, path_type=Path))
def examples(folder: Path) -> None:
    """Copy the examples that come with corefair into FOLDER (default: examples), and name them.

    The examples at the end of each help page run where that folder is. Files that are there already are left
    as they are.
    """
    source = shipped()
    for path in sorted(path for path in source.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        target = folder / path.relative_to(source)
        if target.exists():
            say(f"{target} is there already", err=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        say(target)


def shipped() -> Path:
    """The folder of examples: in the package where it was installed, beside `src` where it is developed."""
    package = Path(__file__).parent.parent
    for folder in (package / "examples", package.parent.parent / "examples"):
        if folder.is_dir():
            return folder
    raise DataError("the examples are not installed: get them from the source of corefair")
