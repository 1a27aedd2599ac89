"""What `corefair mitigate --encoder` does: learn a projection of an encoder's states, and keep it."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from corefair.cli.progress import progress_bar
from corefair.cli.saying import say
from corefair.io import read
from corefair.models.folder import annotate, check_free
from corefair.runs.content import digest


def project(
    method: str,
    folder: Path,
    output: Path,
    options: Mapping[str, Any],
    *,
    layers: int | None,
    corpus: Path | None,
    as_json: bool,
) -> None:
    """Learn it on words in sentences, write it to a folder, and say what was done."""
    from corefair.mitigators.contextual.fitting import fit_projection
    from corefair.models.encoders import Encoder

    check_free(output)
    encoder = Encoder.load(folder, layers)
    docs = None if corpus is None else read(corpus)
    with progress_bar(method) as progress:
        projection = fit_projection(encoder, method, corpus=docs, progress=progress, **options)
    projection.save(output)
    data = {"encoder": encoder.source}
    if corpus is not None and corpus.is_file():
        data[corpus.name] = digest([corpus])
    annotate(output, data=data, command=shlex.join(["corefair", *sys.argv[1:]]))
    if as_json:
        said = {
            "output": str(output),
            "encoder": encoder.name,
            "states": encoder.n_states,
            "dim": encoder.dim,
        }
        click.echo(json.dumps(said | {"history": projection.history}, ensure_ascii=False))
    else:
        say(f"{output}: {encoder.n_states} states of {encoder.dim} numbers\n  {projection.history[-1]}")
