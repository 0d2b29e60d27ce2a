"""The page of the errata: it leads to the guides that say how they were found."""

from boundcalc.library import load_library
from boundcalc.reports.errata import errata_markdown
from boundcalc.site.guides import find_guides
from boundcalc.site.library_pages import errata_page


def test_the_errata_lead_to_the_guides():
    guides = {guide.name: guide for guide in find_guides()}
    html = errata_page(errata_markdown((), load_library().theorems), guides.values())
    for name in ("check-your-notes", "proving", "tested"):
        assert f'<a href="{guides[name].path}">{guides[name].title}</a>' in html
    assert "of the repository" not in html.partition("</h2>")[0]
    assert f'<a href="{guides["tested"].path}">' in html.partition("Statements")[2]


def test_without_guides_their_files_are_named():
    html = errata_page(errata_markdown((), load_library().theorems))
    assert "docs/tested.md" in html
    assert "guides/" not in html
