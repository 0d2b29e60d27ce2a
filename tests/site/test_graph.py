"""The graph of the site: its sizes, and names that fit their boxes."""

import html
import re
from itertools import combinations

from boundcalc.figures.theorem_graph import bundled, graph_svg, theorem_arrows
from boundcalc.library import load_library
from boundcalc.site.build import asset
from boundcalc.site.library_pages import graph_page

THEOREMS = load_library().theorems
PIXELS = 8.8  # of a letter of 17 pixels


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
    assert re.search(
        r"\.graph img {[^}]*max-width: none; width: max\(100%, 76rem\)", style
    )  # a phone


def test_the_words_of_the_graph_have_ten_pixels_on_any_screen():
    svg = graph_svg(THEOREMS)
    (width,) = re.findall(r'^<svg [^>]* width="(\d+)"', svg)
    (size,) = re.findall(r' font-size="(\d+)"', svg)
    assert int(size) * 76 * 16 / int(width) >= 10


def test_every_arrow_carries_the_name_of_a_theorem_where_nothing_else_stands():
    """Arrows carried numbers, which said nothing of what leads where."""
    svg = graph_svg(THEOREMS)
    found = re.findall(r'<text x="(\d+)" y="(\d+)" text-anchor="(end|start)"[^>]*>([^<]+)<', svg)
    bundles = bundled(theorem_arrows(THEOREMS))
    assert sorted(html.unescape(name) for *_, name in found) == sorted(
        line for bundle in bundles for line in bundle.lines
    )
    places = []
    for x, y, anchor, name in found:
        length = 9 * len(html.unescape(name))
        left = int(x) - length if anchor == "end" else int(x)
        places.append((left, int(y) - 15, left + length, int(y)))
    for x, y, width, height in re.findall(
        r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" rx', svg
    ):
        places.append((int(x), int(y), int(x) + int(width), int(y) + int(height)))
    for one, other in combinations(places, 2):
        is_beside = one[2] <= other[0] or other[2] <= one[0]
        assert is_beside or one[3] <= other[1] or other[3] <= one[1], (one, other)


def test_an_arrow_is_called_after_a_step_of_routes_and_counts_the_others():
    lines = {(item.start, item.end): item.lines for item in bundled(theorem_arrows(THEOREMS))}

    assert lines["DifferentialPrivacy", "Generalization"] == ("Bassily et al. +6",)
    assert lines["GaussianPrivacy", "DifferentialPrivacy"] == ("exact exchange",)
    assert lines["DifferentialPrivacy", "TVStability"] == (
        "Differential",
        "privacy implies",
        "total variation",
        "stability +1",
    )


def test_each_arrow_has_the_whole_name_of_one_of_its_theorems():
    """Most were cut after their first words, which said nothing of what leads where."""
    cut = []
    for bundle in bundled(theorem_arrows(THEOREMS)):
        name = " ".join(bundle.lines)
        if bundle.theorems[1:]:
            name = name.removesuffix(f" +{len(bundle.theorems) - 1}")
        if name not in {theorem.link or theorem.title for theorem in bundle.theorems}:
            cut.append(name)
    assert cut == []


def test_names_fit_their_boxes():
    svg = graph_svg(THEOREMS)
    longest = max(map(len, re.findall(r'text-anchor="middle">([^<]+)</text>', svg)))
    (width,) = set(re.findall(r'<rect x="[^"]+" y="[^"]+" width="(\d+)"', svg))
    assert PIXELS * longest <= int(width)


def boxes(svg):
    """Return the column of each box, by the first line of its name."""
    found = re.findall(r'<rect x="(\d+)" [^>]*stroke="#333333"/><text[^>]*>([^<]+)', svg)
    return [int(x) for x, _ in found], [name for _, name in found]


def test_arrows_run_between_columns_and_cross_no_box():
    """An arrow back begins on the left side of its box; one within a column bends to the right.

    All of them end in a straight line, on which their name stands.
    """
    svg = graph_svg(THEOREMS)
    columns, names = boxes(svg)
    (width,) = set(re.findall(r'<rect x="[^"]+" y="[^"]+" width="(\d+)"', svg))
    gap = min(b - a for a in columns for b in columns if b > a) - int(width)
    arrows = re.findall(r'd="M(\d+) \d+C\d+ \d+ \d+ \d+ (\d+) \d+H(\d+)"', svg)
    assert len(arrows) == len(bundled(theorem_arrows(THEOREMS)))
    assert len(set(names)) > 20
    for x1, turn, x2 in (map(int, arrow) for arrow in arrows):
        assert 0 < abs(turn - x2) < gap
        if x1 == x2:
            assert turn > x2
        else:
            start, end = (x1 - int(width), x2) if x1 < x2 else (x1, x2 - int(width))
            assert {start, end} <= set(columns)


def test_the_same_graph_is_drawn_again():
    assert graph_svg(THEOREMS) == graph_svg(THEOREMS)


def test_the_figures_of_guides_keep_the_colours_of_which_their_text_speaks():
    """In the dark the graph alone is turned from black on white to white on black."""
    turned = re.findall(r"([\w. ]+) \{ filter: invert", asset("style.css"))
    assert [rule.strip() for rule in turned] == ["main .graph img"]
