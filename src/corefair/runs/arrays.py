"""Arrays by name in a zip file, as NumPy has them (.npz), never with objects that would be unpickled."""

from __future__ import annotations

import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.runs.writing import writing_bytes

Arrays = Mapping[str, NDArray[np.generic]]
_DAMAGED = (  # all that flipped bits make zipfile and NumPy raise
    ValueError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)


def write_npz(path: Path, arrays: Arrays, *, sync: bool = False, small: bool = False) -> None:
    """Write the arrays; the same arrays give the same bytes. `small` ones are deflated."""
    how = zipfile.ZIP_DEFLATED if small else zipfile.ZIP_STORED
    with writing_bytes(path, sync=sync) as out, zipfile.ZipFile(out, "w", how) as packed:
        for name, array in arrays.items():
            if array.dtype.hasobject:
                raise DataError(f"the array {name!r} holds Python objects, not numbers", path=str(path))
            entry = zipfile.ZipInfo(f"{name}.npy")
            entry.compress_type = how
            with packed.open(entry, "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.asanyarray(array), allow_pickle=False)


def read_npz(path: Path) -> dict[str, NDArray[np.generic]]:
    """Read what `write_npz` wrote, all of it; a file that is damaged or holds objects is a DataError."""
    arrays: dict[str, NDArray[np.generic]] = {}
    try:
        with zipfile.ZipFile(path) as packed:
            for name in packed.namelist():
                with packed.open(name) as file:
                    arrays[name.removesuffix(".npy")] = np.lib.format.read_array(file, allow_pickle=False)
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", path=str(path)) from None
    except _DAMAGED as error:
        raise DataError(f"not a sound file of arrays ({error})", path=str(path)) from None
    return arrays
