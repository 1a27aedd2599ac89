"""Rules mined from edits: printed as a table, written to a file, or as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from corefair.cli.saying import say
from corefair.cli.table import columns
from corefair.io import files
from corefair.mitigators.text.mining import Mined, mine, read_edits


def show_rules(path: Path, output: Path | None, *, least: int, as_json: bool) -> None:
    """Rules from edits: printed, or written as a table."""
    found = mine(read_edits(path), least=least)
    header = ("word", "new", "edits", "of", "agreement", "others", "ours")
    rows = [
        (
            rule.word,
            rule.new,
            str(rule.edits),
            str(rule.of),
            f"{rule.agreement:.2f}",
            ", ".join(f"{new} {count}" for new, count in rule.others),
            rule.ours,
        )
        for rule in found.rules
    ]
    if output is not None:
        with files.writing(output) as out:
            out.writelines("\t".join(row) + "\n" for row in (header, *rows))
    if as_json:
        click.echo(json.dumps(_mined_json(found), ensure_ascii=False, indent=1))
        return
    if output is None:
        say(columns([header, *rows], right={2, 3, 4}))
    alike = (
        ""
        if found.alike is None
        else f"; {100 * found.alike:.0f} % of spans with several edits were edited alike"
    )
    say(f"{len(found.rules):,} rules from {found.edits:,} edits of {found.spans:,} spans{alike}", err=True)


def _mined_json(found: Mined) -> dict[str, Any]:
    rules = [rule._asdict() | {"agreement": rule.agreement} for rule in found.rules]
    return {"spans": found.spans, "edits": found.edits, "alike": found.alike, "rules": rules}
