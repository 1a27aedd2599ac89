"""Both ways to cut a table say the same of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.io.table import _Even, _Ragged, cut, rows_of

FAR = 99  # no column is extra
CELLS = st.text(st.characters(blacklist_characters="\t\n", blacklist_categories=("Cs",)), max_size=4) | (
    st.sampled_from(["-", "_", "*", "", "--", "Zürich", "naïve ", "女王", "🙂", "e\u0301", "\xa0", " "])
)


@st.composite
def tables(draw: st.DrawFn) -> list[list[list[str]]]:
    """Groups of rows of cells; no row is blank, for that would part two groups."""
    width = draw(st.integers(2, 6))
    first = CELLS.filter(lambda cell: cell.strip("".join(map(chr, range(33)))))
    row = st.tuples(first, *[CELLS] * (width - 1)).map(list)
    return draw(st.lists(st.lists(row, min_size=1, max_size=4), min_size=1, max_size=4))


def spell(groups: list[list[list[str]]], blank: str) -> str:
    return blank.join("".join("\t".join(row) + "\n" for row in group) for group in groups)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(tables(), st.sampled_from(["\n", "\n\n", "\n\n\n"]), st.booleans())
def test_even_and_ragged_cuts_agree(groups: list[list[list[str]]], blank: str, around: bool) -> None:
    text = spell(groups, blank)
    text = "\n" + text + "\n" if around else text
    table, ragged = cut(text, first_extra=FAR), _Ragged(text, FAR)
    rows = [row for group in groups for row in group]
    assert isinstance(table, _Even) or min(row[0][0] for row in rows) <= " "
    assert table.starts == ragged.starts == tuple(sum(map(len, groups[:i])) for i in range(len(groups)))
    assert (table.n_rows, table.n_columns) == (ragged.n_rows, ragged.n_columns) == (len(rows), len(rows[0]))
    for at, column in enumerate(zip(*rows, strict=True)):
        assert list(table.column(at)) == list(ragged.column(at)) == list(column)
        assert table.filled(at) == ragged.filled(at)
        assert [i for i, _ in table.filled(at)] == [
            i for i, cell in enumerate(column) if cell not in ("-", "_", "*", "")
        ]
        assert table.is_empty(at) == ragged.is_empty(at) == (table.filled(at) == [])


@settings(max_examples=100, deadline=None, derandomize=True)
@given(tables(), st.sampled_from(["\t\n", "\t\t\n", "  \n", " \t \n"]))
def test_lines_of_white_space_are_blank_however_many_tabs_they_have(
    groups: list[list[list[str]]], blank: str
) -> None:
    plain = cut(spell(groups, "\n"), first_extra=FAR)
    table = cut(spell(groups, blank), first_extra=FAR)
    assert table.starts == plain.starts and table.n_rows == plain.n_rows
    assert [list(table.column(at)) for at in range(plain.n_columns)] == [
        list(plain.column(at)) for at in range(plain.n_columns)
    ]


def test_columns_past_the_first_extra_are_joined_sentence_by_sentence() -> None:
    table = cut("a x y -\nb * * -\n\nc z -\n\nd -\n\ne * * -\n", first_extra=1)
    assert table.starts == (0, 2, 3, 4) and table.n_columns == 3
    assert table.column(0) == ["a", "b", "c", "d", "e"]
    assert table.column(1) == ["x y", "* *", "z", "*", "*"]
    assert table.is_empty(2)


def test_rows_of_counts_every_line() -> None:
    assert rows_of("\na\tb\n \t\nc\n") == [(1, "a\tb"), (3, "c")]


def test_nothing_is_a_table_of_nothing() -> None:
    for text in ("", "\n", "\n \n\t\n"):
        table = cut(text, first_extra=FAR)
        assert (table.n_rows, table.n_columns, table.starts) == (0, 0, ())


@pytest.mark.parametrize(
    ("text", "row"),
    [("a b\nc\nd e\n", 1), ("a\tb\n\nc\td\ne\tf\tg\nh\ti\n", 2), ("a b\n\nc d\n\ne f g\n", 2)],
)
def test_a_row_of_another_width_is_named(text: str, row: int) -> None:
    with pytest.raises(DataError) as caught:
        cut(text, first_extra=FAR)
    assert caught.value.line == row
