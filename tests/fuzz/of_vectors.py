"""Vectors in every format, dictionaries and lists of words."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

from corefair.io.dictionaries import read_dictionary
from corefair.io.vectors import read_vectors_counted, write_vectors
from corefair.text.count_table import read_table
from fuzz.targets import EMB, put, target


def _written(ending: str) -> bytes:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"v{ending}"
        write_vectors(EMB, path)
        return path.read_bytes()


def _zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("v.txt", _written(".txt"))
    return out.getvalue()


def _vectors(ending: str, *seeds: Callable[[], bytes]) -> None:
    @target(f"vectors {ending}", *seeds)
    def vectors(content: bytes, folder: Path) -> None:
        path = put(content, folder, f"v{ending}")
        if ending.startswith(".npy"):
            put("\n".join(EMB.words).encode(), folder, "v.vocab")
        read_vectors_counted(path, cache=False)


for _ending in (".txt", ".vec", ".bin", ".npy", ".safetensors", ".txt.gz"):
    _vectors(_ending, lambda ending=_ending: _written(ending))  # type: ignore[misc]
_vectors(".zip", _zipped)


@target("vocabulary of vectors", "\n".join(EMB.words).encode())
def _vocabulary(content: bytes, folder: Path) -> None:
    put(content, folder, "v.vocab")
    read_vectors_counted(put(_written(".npy"), folder, "v.npy"), cache=False)


@target("history of vectors", b'{"sha256": "0", "history": ["hard(x)"]}')
def _history(content: bytes, folder: Path) -> None:
    put(content, folder, "v.txt.history.json")
    read_vectors_counted(put(_written(".txt"), folder, "v.txt"), cache=False)


@target("dictionary, a table", b"word\tdefinition\nnurse\twho cares for the sick\n")
def _dictionary(content: bytes, folder: Path) -> None:
    read_dictionary(put(content, folder, "d.tsv"))


_ENTRY = b"Vest \\Vest\\, n. [L. vestis.]\n   1. An article of clothing.\n\n   2. A waistcoat.\n"


@target("GCIDE's index", b"vest\tA\tBJ\n00-database-short\tA\tB\n")
def _gcide_index(content: bytes, folder: Path) -> None:
    put(_ENTRY, folder, "gcide.dict")
    read_dictionary(f"gcide:{put(content, folder, 'gcide.index')}")


@target("GCIDE's text", lambda: gzip.compress(_ENTRY, mtime=0))
def _gcide_text(content: bytes, folder: Path) -> None:
    put(content, folder, "z/gcide.dict.dz")
    index = put(b"vest\tA\tBJ\n", folder, "z/gcide.index")
    read_dictionary(f"gcide:{index}")


_SYNSET = b'  licence\n00001740 03 n 01 entity 0 000 | that which is; "an entity"\n'


@target("WordNet's data", _SYNSET)
def _wordnet_data(content: bytes, folder: Path) -> None:
    for part in ("verb", "adj", "adv"):
        put(b"", folder, f"wn/data.{part}")
        put(b"", folder, f"wn/index.{part}")
    put(b"entity n 1 0 1 1 00001740  \n", folder, "wn/index.noun")
    put(content, folder, "wn/data.noun")
    read_dictionary(f"wordnet:{folder / 'wn'}")


@target(
    "gender counts", b"nurse\t814 6148 95 268\nthe man\t9 1 0 0\n", real="gender/bergsma-lin-counts.tsv.gz"
)
def _counts(content: bytes, folder: Path) -> None:
    read_table(put(content, folder, "c.tsv"))


@target("words to preserve", b"word\twhy\nshe\tseed\nhe\tseed\n", b"she\nhe\n")
def _preserve(content: bytes, folder: Path) -> None:
    from corefair.mitigators.vectors.preserve import preserve_words

    preserve_words(put(content, folder, "p.tsv"))


@target(
    "queries of WEAT",
    b"query\trole\tset\tword\nq\ttarget_1\ta\tx\nq\ttarget_2\tb\ty\nq\tattribute_1\tc\tz\nq\tattribute_2\td\tw\n",
)
def _weat(content: bytes, folder: Path) -> None:
    from corefair.suites.vectors.weat_queries import load_queries

    load_queries(put(content, folder, "q.tsv"))


@target("edits to mine", b"original\tedited\nthe chairman\tthe chair\nhe left\tthey left\n", placed=False)
def _edits(content: bytes, folder: Path) -> None:
    from corefair.mitigators.text.mining import mine, read_edits

    mine(read_edits(put(content, folder, "e.tsv")))
