"""A Python class from any module as a system."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable

from corefair.errors import DataError, UnknownName


def load_class(place: str) -> Callable[..., object]:
    """The class at `package.module:Class`; modules in the current folder are found too."""
    module_name, _, class_name = place.partition(":")
    if not module_name or not class_name:
        raise DataError(f"{place!r} is no place of a class: write module:package.module:Class")
    if os.getcwd() not in sys.path:  # noqa: PTH109
        sys.path.append(os.getcwd())  # noqa: PTH109
    try:
        module = importlib.import_module(module_name)
    except Exception as error:  # a module may raise anything when it is imported
        raise DataError(f"{module_name} cannot be imported: {type(error).__name__}: {error}") from error
    found: object = getattr(module, class_name, None)
    if not callable(found):
        known = [name for name, thing in vars(module).items() if isinstance(thing, type)]
        raise UnknownName(f"class in {module_name}", class_name, known)
    return found
