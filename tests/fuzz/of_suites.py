"""Published suites, suites of one's own, tables and tests of words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from corefair.auditing.weighing import weigh, weighted
from corefair.io.records import read_records
from corefair.io.word_tests import read_analogies, read_members, read_rated_pairs
from corefair.registry import suites
from corefair.suites.coref import custom, gap
from fuzz.targets import DATA, EXAMPLES, put, target

_GAP = (
    "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
    "x-1\tZoë met Ann as she left.\tshe\t15\tZoë\t0\tTRUE\tAnn\t8\tFALSE\tu\n"
    "x-2\tBob met Tom as he left.\the\t15\tBob\t0\tFALSE\tTom\t8\tTRUE\tu\n"
).encode()


@target("suite gap", _GAP, real="gap/gap-development.tsv", lines=6)
def _gap(content: bytes, folder: Path) -> None:
    gap.from_file(put(content, folder, "x.tsv"))


@target(
    "names of gap", b'{"x-1": [[0, 3, "Z"], [8, 11, "A"]], "x-2": [[0, 3, "B"], [8, 11, "T"]]}', placed=False
)
def _gap_names(content: bytes, folder: Path) -> None:
    put(content, folder, "g-name-spans.json")
    gap.from_file(put(_GAP, folder, "g.tsv"))


def _suite(name: str, file: str, *seeds: bytes, lines: int = 12, others: bool = True) -> None:
    """A published suite in a folder of data, one of whose files is damaged; the others stay as they are."""

    @target(f"suite {name}: {file}", *seeds, real=file, lines=lines)
    def built(content: bytes, folder: Path) -> None:
        place = folder / "data"
        if not place.exists() and others and DATA:
            for other in (Path(DATA) / Path(file).parts[0]).iterdir():
                if other.is_file():
                    (place / Path(file).parts[0]).mkdir(parents=True, exist_ok=True)
                    (place / Path(file).parts[0] / other.name).symlink_to(other.resolve())
        at = place / file
        at.parent.mkdir(parents=True, exist_ok=True)
        at.unlink(missing_ok=True)
        at.write_bytes(content)
        suites[name](data=place)


_suite(
    "bug",
    "bug/gold_BUG.csv",
    b",uid,sentence_text,tokens,profession,g,profession_first_index,g_first_index,predicted gender,"
    b"stereotype,distance,num_of_pronouns,corpus,data_index\n"
    b"0,7,The nurse left as she could.,\"['The', 'nurse', 'left', 'as', 'she', 'could', '.']\",nurse,she,1,4,"
    b"Female,1,3,1,wiki,0\n",
    lines=4,
)
_suite(
    "map",
    "gicoref/map.csv",
    b"id,full-text,A,A-offset,B,B-offset,Pronoun,Pronoun-offset,Answer,Human1,Human2,Human3\n"
    b"1,Zo met Ann as she left.,Zo,0,Ann,7,she,14,0,0,0,0\n",
    lines=5,  # the text of each has two
)
if DATA:  # these need their other files beside them
    for _file in ("all_sentences.tsv", "templates.tsv", "occupations-stats.tsv"):
        _suite("winogender", f"winogender/{_file}", lines=1000)
    _suite("winobias", "winobias/dev_type1_pro_stereotype.v4_auto_conll", lines=74)
    _suite("winobias", "winobias/male_occupations.txt", lines=100)
    _suite("gicoref", "gicoref/coref.combo.conll", lines=983)
    _suite("sembias", "sembias/sembias.tsv")


@target("suite of one's own, TSV", (EXAMPLES / "suite_age.tsv").read_bytes())
def _custom(content: bytes, folder: Path) -> None:
    path = put(content, folder, "mine.tsv")
    custom.check(path)
    custom.load(path)


@target(
    "suite of one's own, YAML",
    b"contrast: age old young\nframes:\n - text: '[The A] met [the B] as [NOM] left.'\n   gold: A\n"
    b"fillers:\n - {text: boy, slot: [A, B], groups: {age: young}}\n"
    b" - {text: pensioner, slot: A B, groups: {age: old}}\npronouns:\n - {name: she, slot: NOM, text: she}\n",
)
def _yaml(content: bytes, folder: Path) -> None:
    path = put(content, folder, "mine.yaml")
    custom.check(path)
    custom.load(path)


@target("table, CSV", b'id,group,n\n007,f,1\n08,m,"2"\n', b"id,weight\na,1.5\nb,0\n")
def _csv(content: bytes, folder: Path) -> None:
    read_records(put(content, folder, "x.csv"))


@target("table, TSV", (EXAMPLES / "uneven.tsv").read_bytes()[:2000], placed=False)
def _tsv(content: bytes, folder: Path) -> None:
    weigh(str(put(content, folder, "x.tsv")), group="gender")


@target("table, JSON lines", b'{"id": 1, "group": "f", "n": 2}\n{"id": "b", "group": "m", "n": null}\n')
def _jsonl(content: bytes, folder: Path) -> None:
    read_records(put(content, folder, "x.jsonl"))


@target(
    "weights",
    b"id\tgroup\tweight\numbrella-1.she.old_nurse.young_pilot\told\t1.5\n"
    b"umbrella-1.he.old_nurse.young_pilot\told\t0\numbrella-1.he.young_nurse.old_pilot\tyoung\t2\n",
)
def _weights(content: bytes, folder: Path) -> None:
    weighted(_small_suite(), put(content, folder, "w.tsv"))


@cache
def _small_suite() -> object:
    return custom.load(EXAMPLES / "suite_age.tsv")


@target("analogies", b": family\nboy girl king queen\n", real="analogy/msr.txt")
def _analogies(content: bytes, folder: Path) -> None:
    read_analogies(put(content, folder, "x.txt"))


@target("rated pairs", b"cat\tdog\t7.5\n", real="similarity/EN-RG-65.txt")
def _pairs(content: bytes, folder: Path) -> None:
    read_rated_pairs(put(content, folder, "x.txt"))


@target("words by category", b"category\tword\nanimal\tcat\n", real="similarity/ap.tsv")
def _members(content: bytes, folder: Path) -> None:
    read_members(put(content, folder, "x.tsv"))
