"""The scripts of a folder in results/, importable by their plain names for a while: folders share names."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol

RESULTS = Path(__file__).parent.parent / "results"


class Scripts(Protocol):
    """One of them by its name."""

    def __call__(self, name: str) -> ModuleType: ...


@contextmanager
def scripts_of(folder: str) -> Iterator[Scripts]:
    """Inside, `import page` is the page.py of that folder; afterwards it is what it was."""
    names = [path.stem for path in (RESULTS / folder).glob("*.py")]
    before = {name: sys.modules.pop(name, None) for name in names}
    sys.path.insert(0, str(RESULTS / folder))
    try:
        yield import_module
    finally:
        sys.path.remove(str(RESULTS / folder))
        for name, module in before.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module
