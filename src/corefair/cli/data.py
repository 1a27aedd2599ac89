"""`corefair data`: see which published sets are on this machine, find them, get them."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from corefair.cli.progress import progress_bar, size
from corefair.cli.saying import say
from corefair.cli.stopping import if_stopped
from corefair.cli.table import columns, wrapped
from corefair.errors import DataError
from corefair.io import datasets
from corefair.types import Said

_data_option = click.option(
    "--data",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="The data folder to use. By default $COREFAIR_DATA, then your own data folder.",
)


@click.group(epilog="\b\nExamples:\n  corefair data list\n  corefair data where gap gap-test.tsv")
def data() -> None:
    """Find or download the published data sets, which corefair does not ship."""


@data.command("list", epilog="\b\nExamples:\n  corefair data list\n  corefair data list --verify --json")
@_data_option
@click.option("--verify", is_flag=True, help="Compare every file with the published SHA-256.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")
def list_(folder: Path | None, verify: bool, as_json: bool) -> None:
    """Show how much of each set is here, and where."""
    found = [datasets.status(name, data=folder, verify=verify) for name in datasets.SETS]
    searched = datasets.folders(folder)
    if as_json:
        click.echo(_as_json(found, searched))
    else:
        say(_as_table(found, searched))
    differ = [file for status in found for file in status.differ]
    if verify and differ:
        names = " ".join(dict.fromkeys(file.partition("/")[0] for file in differ))
        raise DataError(f"not as published: {', '.join(differ)}; to replace, run: corefair data get {names}")


@data.command(epilog="\b\nExamples:\n  corefair data where winobias\n  corefair data where gap gap-test.tsv")
@click.argument("name")
@click.argument("file", required=False)
@_data_option
def where(name: str, file: str | None, folder: Path | None) -> None:
    """Print the path of the set NAME, or of one FILE of it."""
    say(datasets.find(name, file, data=folder))


@data.command(epilog="\b\nExamples:\n  corefair data get winogender\n  corefair data get sembias gicoref")
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option("--all", "everything", is_flag=True, help="Get every set that can be downloaded.")
@_data_option
def get(names: tuple[str, ...], everything: bool, folder: Path | None) -> None:
    """Download sets, and print the folder of each."""
    if everything == bool(names):
        raise click.UsageError("name the data sets to get, or say --all")
    if everything:
        names = tuple(name for name in datasets.SETS if datasets.files(name))
    for name in names:
        datasets.files(name)  # an unknown name is an error before anything is fetched
    if_stopped("whole files are kept: the same command fetches the rest")
    for name in names:
        with progress_bar(name, in_bytes=True) as progress:
            path = datasets.get(name, to=folder, progress=_of_the_set(progress))
        say(path)


def _of_the_set(progress: Said) -> Said:
    """Bytes of all files are counted together, whichever file they are of."""
    return lambda file, done, of: progress("bytes", done, of)


def _as_json(found: list[datasets.Status], searched: list[Path]) -> str:
    sets = [
        asdict(status)
        | datasets.SETS[status.name]._asdict()
        | {"folders": [str(at) for at in status.folders]}
        for status in found
    ]
    return json.dumps({"folders": [str(at) for at in searched], "sets": sets}, indent=2)


def _as_table(found: list[datasets.Status], searched: list[Path]) -> str:
    """One line a set, then their licences, and the numbered folders."""
    rows = [("set", "state", "files", "size", "in", "what")]
    for status in found:
        of = f"/{status.n_listed}" if status.n_listed else ""
        rows.append(
            (
                status.name,
                status.state + ("*" if status.differ else ""),
                f"{status.n_found}{of}" if of or status.n_found else "",
                size(status.bytes) if status.bytes else "",
                ",".join(str(searched.index(at) + 1) for at in status.folders),
                datasets.SETS[status.name].what,
            )
        )
    lines = [columns(rows, right=(2, 3))]
    if any(status.differ for status in found):
        lines += ["", "* differs from the published files"]
    lines += ["", "licences:"]
    for licence in dict.fromkeys(each.licence for each in datasets.SETS.values()):
        names = [name for name, each in datasets.SETS.items() if each.licence == licence]
        lines.append(wrapped(f"{licence}: {', '.join(names)}", first="  ", rest="    "))
    lines += ["", "in, the folders in the order they are searched:"]
    lines += [f"  {n}  {at}{'' if at.is_dir() else '  (not there yet)'}" for n, at in enumerate(searched, 1)]
    if any(status.missing for status in found):
        lines += [
            "",
            "What is missing of a set with files such as 6/7: corefair data get NAME",
        ]
    return "\n".join(lines)
