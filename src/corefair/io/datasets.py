"""Published data sets, which corefair never ships: where they are on this machine, and how to get them.

A set is sought in an explicit folder, then in `$COREFAIR_DATA`, then in the user's data folder; below each it
lives in the folder of its name. `datasets.tsv` pins every file that can be downloaded: repository, commit,
path, size, SHA-256, and the file's place below the data folder. Most sets are flat; LitBank is in train, dev
and test (its official fold 0), OntoGUM in train, dev and test (GUM's own split) and test2 (GENTLE). OntoGUM's
reddit documents are not listed: their words are blanked in the repository.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Literal, NamedTuple

from corefair.errors import DataError, UnknownName
from corefair.types import Said

PUBLIC = "https://raw.githubusercontent.com"


class DataSet(NamedTuple):
    """What a published set is."""

    what: str
    licence: str
    home: str


_GITHUB = "https://github.com/"
SETS = {
    "analogy": DataSet("Google and MSR analogies", "Apache-2.0; research", _GITHUB + "stanfordnlp/GloVe"),
    "bug": DataSet("BUG gold, natural sentences", "MIT", _GITHUB + "SLAB-NLP/BUG"),
    "corpus": DataSet("Wikipedia articles, 9 M words", "CC-BY-SA-3.0", "https://dumps.wikimedia.org"),
    "gap": DataSet(
        "GAP and its weights", "Apache-2.0, MIT", _GITHUB + "google-research-datasets/gap-coreference"
    ),
    "gender": DataSet(
        "Bergsma & Lin gender counts", "CC-BY-3.0", "http://webdocs.cs.ualberta.ca/~bergsma/Gender/"
    ),
    "gicoref": DataSet("GICoref and MAP", "BSD-3-Clause", _GITHUB + "TristaCao/into_inclusivecoref"),
    "gum": DataSet("GUM, its own scheme", "CC-BY-4.0; texts vary", _GITHUB + "amir-zeldes/gum"),
    "lists": DataSet("word lists of four papers", "MIT, Apache-2.0", _GITHUB + "tolga-b/debiaswe"),
    "litbank": DataSet("LitBank coreference, fold 0", "CC-BY-4.0", _GITHUB + "dbamman/litbank"),
    "occupations": DataSet("US BLS table 11", "public domain", "https://www.bls.gov/cps/cpsaat11.htm"),
    "ontogum": DataSet("OntoGUM without reddit", "CC-BY-4.0; texts vary", _GITHUB + "amir-zeldes/gum"),
    "scorer": DataSet(
        "reference scorer's test cases", "CC-BY-SA-4.0", _GITHUB + "conll/reference-coreference-scorers"
    ),
    "sembias": DataSet("SemBias, 440 quadruples", "Apache-2.0", _GITHUB + "uclanlp/gn_glove"),
    "similarity": DataSet("word similarity sets", "MIT", _GITHUB + "mfaruqui/eval-word-vectors"),
    "vectors": DataSet(
        "GloVe and word2vec subsets", "PDDL; Apache-2.0", "https://nlp.stanford.edu/projects/glove/"
    ),
    "winobias": DataSet("WinoBias, text and CoNLL", "MIT", _GITHUB + "uclanlp/corefBias"),
    "winogender": DataSet("Winogender schemas", "MIT", _GITHUB + "rudinger/winogender-schemas"),
    "winopron": DataSet("WinoPron, as published", "AGPL-3.0", _GITHUB + "uds-lsv/winopron"),
}


def folders(data: Path | None = None) -> list[Path]:
    """The data folders in the order they are searched; the first is where downloads go."""
    named = os.environ.get("COREFAIR_DATA")
    order = [data, Path(named).expanduser() if named else None, _user_folder()]
    return list(dict.fromkeys(folder for folder in order if folder is not None))


def find(set_name: str, file: str | None = None, *, data: Path | None = None) -> Path:
    """The folder of a set, or one file (or subfolder) of it, in the first data folder that has it."""
    _check_name(set_name)
    wanted = _inside(set_name, file) if file is not None else set_name
    searched = _searched(data)
    for folder in searched:
        if _holds(folder / wanted):
            return folder / wanted
    looked = ", ".join(str(folder) for folder in searched) or "any folder, for none is set"
    raise DataError(f"{wanted} was not found in {looked}; {_advice(set_name, wanted)}")


class Listed(NamedTuple):
    """One file of a published set, as `datasets.tsv` pins it."""

    set: str
    repository: str
    commit: str
    path: str
    bytes: int
    sha256: str
    file: str

    def url(self, base_url: str = PUBLIC) -> str:
        """Where the file is on a server with this layout."""
        from urllib.parse import quote

        return f"{base_url.rstrip('/')}/{self.repository}/{self.commit}/{quote(self.path)}"


def files(set_name: str) -> tuple[Listed, ...]:
    """The files of a set that can be downloaded; none for a set we have no pinned copy of."""
    _check_name(set_name)
    return tuple(listed for listed in _table() if listed.set == set_name)


@dataclass(frozen=True)
class Status:
    """What of a set is on this machine."""

    name: str
    state: Literal["present", "partial", "absent"]
    n_found: int
    n_listed: int  # 0: no pinned download, then every file found counts
    bytes: int
    folders: tuple[Path, ...]  # the data folders the found files are in
    missing: tuple[str, ...]
    differ: tuple[str, ...]  # of the wrong size, or with verify=True of the wrong SHA-256


def status(set_name: str, *, data: Path | None = None, verify: bool = False) -> Status:
    """How much of a set is here, and where; with `verify`, whether each file is the published one."""
    listed, searched = files(set_name), _searched(data)
    if not listed:  # nothing to compare with: whatever is in the folder is the set
        home = next((folder for folder in searched if _holds(folder / set_name)), None)
        found = [path for path in (home / set_name).rglob("*") if path.is_file()] if home else []
        n_bytes = sum(path.stat().st_size for path in found)
        state: Literal["present", "absent"] = "present" if home else "absent"
        return Status(set_name, state, len(found), 0, n_bytes, (home,) if home else (), (), ())

    homes = {row: next((at for at in searched if _holds(at / row.file)), None) for row in listed}
    at = {row: home / row.file for row, home in homes.items() if home}
    wrong = [row.file for row, path in at.items() if not _is_right(row, path, verify=verify)]
    return Status(
        set_name,
        "present" if len(at) == len(listed) else "partial" if at else "absent",
        len(at),
        len(listed),
        sum(path.stat().st_size for path in at.values()),
        tuple(folder for folder in searched if folder in homes.values()),
        tuple(row.file for row in listed if row not in at),
        tuple(wrong),
    )


def get(
    set_name: str,
    *,
    to: Path | None = None,
    base_url: str | None = None,
    progress: Said | None = None,
) -> Path:
    """Download what is missing of a set into the data folder `to`, and return the set's folder there.

    `base_url` (or else `$COREFAIR_MIRROR`) names a server with the layout of the public one, for machines
    that do not reach it. `progress` is told the file, and how many bytes of the set's total are here.
    """
    listed = files(set_name)
    if not listed:
        raise DataError(f"{set_name} cannot be downloaded; {_advice(set_name, set_name)}")
    folder = next(iter(folders(to)), None)
    if folder is None:
        raise DataError("there is no home folder to download to: give --data DIR or set COREFAIR_DATA")
    base_url = base_url or os.environ.get("COREFAIR_MIRROR") or PUBLIC
    from corefair.io.download import download  # hardly any command downloads

    total, before = sum(row.bytes for row in listed), 0
    for row in listed:
        target = folder / _inside("", row.file)
        if not target.resolve().is_relative_to(folder.resolve()):
            raise DataError(f"leads outside the data folder {folder}; remove the link", path=str(target))

        def tell(_: str, n_bytes: int, of: int, *, file: str = row.file, before: int = before) -> None:
            if progress:
                progress(file, before + n_bytes, total)

        download(row.url(base_url), target, size=row.bytes, sha256=row.sha256, progress=tell)
        before += row.bytes
        tell(row.file, row.bytes, row.bytes)
    return folder / set_name


def _user_folder() -> Path | None:
    """The folder this platform keeps a user's data in; None where there is no home folder."""
    platform: str = sys.platform  # so annotated, mypy checks all three branches
    try:
        if platform == "win32":
            local = os.environ.get("LOCALAPPDATA")
            return (Path(local) if local else Path.home() / "AppData" / "Local") / "corefair"
        if platform == "darwin":
            return Path.home() / "Library" / "Application Support" / "corefair"
        share = Path(os.environ.get("XDG_DATA_HOME", ""))
        # The XDG specification says to ignore a relative path.
        return (share if share.is_absolute() else Path.home() / ".local" / "share") / "corefair"
    except RuntimeError:
        return None


def _check_name(set_name: str) -> None:
    if set_name not in SETS:
        raise UnknownName("data set", set_name, SETS)


def _inside(folder: str, file: str) -> str:
    """`file` below `folder`, if on every platform that is where it stays."""
    if (
        PurePosixPath(file).is_absolute()
        or PureWindowsPath(file).anchor
        or ".." in PureWindowsPath(file).parts
    ):
        raise DataError(f"{file!r} leads outside the data folder; give a path below it, such as gap-test.tsv")
    return (PurePosixPath(folder) / file).as_posix()


def _searched(data: Path | None) -> list[Path]:
    if data is not None and not data.is_dir():
        raise DataError("there is no such folder; it was named as the data folder", path=str(data))
    return folders(data)


def _holds(path: Path) -> bool:
    """Whether this is a file, or a folder with more in it than interrupted downloads."""
    try:
        return path.is_file() or any(
            below.is_file() and below.suffix != ".part"
            for below in (path.rglob("*") if path.is_dir() else ())
        )
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", path=str(path)) from error


def _advice(set_name: str, wanted: str) -> str:
    """What to do about a set or file that is not here."""
    listed = [row.file for row in files(set_name)]
    if any(file == wanted or file.startswith(wanted + "/") for file in listed):
        return f"run: corefair data get {set_name}, or set COREFAIR_DATA to a folder that holds {wanted}"
    near = get_close_matches(wanted, listed, n=1, cutoff=0.8)
    if near:
        return f"did you mean {near[0].partition('/')[2]}?"
    return (
        f"corefair has no pinned copy of it to download: fetch it from {SETS[set_name].home}, and set "
        f"COREFAIR_DATA to a folder that holds {wanted}"
    )


@cache
def _table() -> tuple[Listed, ...]:
    from importlib.resources import files as resources

    text = (resources("corefair.io") / "datasets.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return tuple(
        Listed(name, repository, commit, path, int(n_bytes), sha256, file)
        for name, repository, commit, path, n_bytes, sha256, file in rows
    )


def _is_right(listed: Listed, path: Path, *, verify: bool) -> bool:
    if verify:
        from corefair.io.download import is_whole

        return is_whole(path, size=listed.bytes, sha256=listed.sha256)
    return path.stat().st_size == listed.bytes
