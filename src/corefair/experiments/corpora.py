"""Corpora as a grid names them: paths by the names that documents are marked with."""

from __future__ import annotations

from corefair.experiments.placed import Placed
from corefair.io.files import is_file, is_folder
from corefair.systems.training.train import name_of


def read_corpora(placed: Placed | None, what: str) -> dict[str, str]:
    """Paths by name; a path alone goes by that of its file or folder, and an empty one is left out."""
    if placed is None:
        return {}
    if isinstance(placed.value, dict):
        named = [(name, each) for name, each in placed.value.items()]
    else:
        named = [(name_of(each.text(what)), each) for each in placed.items(what)]
    found: dict[str, str] = {}
    for name, each in named:
        path = each.text(what)
        if not path:
            continue
        if not (is_file(path) or is_folder(path)):
            raise each.error(f"{what}: there is no file or folder {path}")
        if name in found:
            raise each.error(
                f"{what}: two of them are called {name!r}: give them names, as in `{name}: PATH`"
            )
        found[name] = path
    return found
