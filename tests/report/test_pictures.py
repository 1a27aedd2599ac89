"""A picture is one SVG with all that it needs: the figures, their titles, and the colours of the page."""

from __future__ import annotations

from xml.etree import ElementTree

from corefair.report.pictures import picture
from corefair.report.planes import scatter

SVG = "{http://www.w3.org/2000/svg}"


def test_figures_side_by_side() -> None:
    figures = [
        scatter([(10.0, 20.0, "a & b"), (50.0, 60.0, "c"), (80.0, 70.0, "d")], title=f"No. {number} <x>",
                axes=("x", "y"), spans=((0, 100), (0, 100)), colour=number)
        for number in range(3)
    ]  # fmt: skip
    root = ElementTree.fromstring(picture(figures, across=2))
    groups = root.findall(f"{SVG}g")
    assert [group.findtext(f"{SVG}text") for group in groups] == ["No. 0 <x>", "No. 1 <x>", "No. 2 <x>"]
    assert all(len(group.findall(f".//{SVG}circle")) == 3 for group in groups)
    assert groups[0].get("transform") == "translate(0 0)" and groups[2].get("transform") != "translate(0 0)"
    style = root.findtext(f"{SVG}style") or ""
    assert ".c1 {" in style and "--c1:" in style and "body" not in style and "@media" not in style
