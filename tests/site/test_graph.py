"""The graph of the site: its sizes, and names that fit their boxes."""

import re

from boundcalc.figures.theorem_graph import graph_svg
from boundcalc.library import load_library
from boundcalc.site.build import asset
from boundcalc.site.library_pages import graph_page

THEOREMS = load_library().theorems
PIXELS = 7.8  # of a letter of 15 pixels


def test_the_graph_has_sizes_without_a_script():
    page = graph_page(THEOREMS)
    names = re.findall(r'type="radio" name="zoom" id="(zoom-[a-z]+)"', page)
    assert len(names) == 3
    assert "<script" not in page[page.index("<h1>") : page.index("<h2>")]
    style = asset("style.css")
    fitting, *others = names  # the first is as wide as its page, as every image
    assert f"#{fitting}:checked" not in style
    assert all(f".zoom:has(#{name}:checked) + .graph img" in style for name in others)
    assert re.search(r'</div>\s*<div class="wide graph">', page)


def test_names_fit_their_boxes():
    svg = graph_svg(THEOREMS)
    longest = max(map(len, re.findall(r'text-anchor="middle">([^<]+)</text>', svg)))
    (width,) = set(re.findall(r'<rect x="[^"]+" y="[^"]+" width="(\d+)"', svg))
    assert PIXELS * longest <= int(width)
