"""The pages in a browser: answers, the keyboard, a phone, the dark, and a quiet console."""

import os
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

import boundcalc
from boundcalc.document_checker import check
from boundcalc.language.statements import Status
from boundcalc.library import load_library
from boundcalc.reports.html import report_html
from boundcalc.routes.search import find_routes
from boundcalc.site.build import ASSETS, page_makers
from boundcalc.site.documents import markdown_html
from boundcalc.site.pages import FONT_STYLE, page
from boundcalc.site.ranking_section import ranking_grid

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        CHROMIUM is None or DRIVER is None, reason="chromium and chromedriver are not installed"
    ),
]
OPTIONS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
PATIENCE = 600  # seconds: no outcome depends on how busy the machine is
PHONE = {"width": 360, "height": 780, "deviceScaleFactor": 1, "mobile": True}


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (*OPTIONS.split(), f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def calculator(browser, address):
    browser.set_window_size(1100, 1000)
    browser.get(f"{address}/calculator.html")
    yield browser
    assert browser.get_log("browser") == []


@pytest.fixture
def keep(browser):
    """Keep a screenshot where a folder for them is named."""

    def save(name):
        folder = os.environ.get("BOUNDCALC_SCREENSHOTS")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            browser.save_screenshot(str(Path(folder) / f"{name}.png"))

    return save


def first_values(browser):
    section = browser.find_element(By.CSS_SELECTOR, '[data-key="records"]')
    return [cell.text for cell in section.find_elements(By.CSS_SELECTOR, "td.number")]


def test_the_page_opens_with_certified_answers(calculator, keep):
    assert {"17\u202f341\u202f106", "60\u202f106"} <= set(first_values(calculator))
    keep("calculator")


def test_a_slider_moves_by_the_keyboard_and_the_answer_follows(calculator):
    slider = calculator.find_element(By.ID, "records-tau")
    slider.send_keys(Keys.ARROW_RIGHT)
    section = calculator.find_element(By.CSS_SELECTOR, '[data-key="records"]')

    solved = boundcalc.theorem("adaptive-queries/thm-3.3").solve(
        n=None, tau="0.15", beta="0.05", B=10, m=1000
    )
    assert slider.get_attribute("aria-valuetext") == "0.15"
    values = [value.replace("\u202f", "") for value in first_values(calculator)]
    assert solved.value_text in values
    assert section.find_element(By.CLASS_NAME, "command").text == (
        "boundcalc solve n tau=0.15 beta=0.05 B=10 m=1000"
    )


def test_every_control_is_reached_by_tab(calculator):
    calculator.find_element(By.CSS_SELECTOR, "header a").send_keys(Keys.NULL)
    reached = set()
    for _ in range(120):  # an answer that arrives replaces what may have the focus
        reached.add(calculator.execute_script("return document.activeElement.id"))
        webdriver.ActionChains(calculator).send_keys(Keys.TAB).perform()

    sliders = calculator.find_elements(By.CSS_SELECTOR, 'input[type="range"]')
    assert {slider.get_attribute("id") for slider in sliders} <= reached
    assert "question" in reached


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The folder of the pages with controls as files, without a server."""
    folder = tmp_path_factory.mktemp("files")
    makers = page_makers(check, check)  # which no page with controls calls
    for name in ("index.html", "calculator.html", FONT_STYLE, *ASSETS):
        (folder / name).write_text(makers[name](), encoding="utf-8")
    return folder


@pytest.fixture
def still(browser, files):
    """The first page as a file."""
    browser.set_window_size(1100, 1000)
    browser.get((files / "index.html").as_uri())
    yield browser
    assert browser.get_log("browser") == []


@pytest.fixture
def still_calculator(browser, files):
    """The page of the calculator as a file."""
    browser.set_window_size(1100, 1000)
    browser.get((files / "calculator.html").as_uri())
    yield browser
    assert browser.get_log("browser") == []


def ranking(browser, view="size"):
    """What a ranking says of where it stands, and the values by the title of each way."""
    section = browser.find_element(By.CSS_SELECTOR, f'[data-view="{view}"]')
    found = {}
    for line in section.find_elements(By.CSS_SELECTOR, "tbody tr"):
        title, value = (cell.text for cell in line.find_elements(By.TAG_NAME, "td")[:2])
        found[title.splitlines()[0]] = value.replace("\u202f", "")
    return section.find_element(By.CLASS_NAME, "stand").text, found


def said(page, name):
    return page.find_element(By.CLASS_NAME, name).text


kept_grid = cache(ranking_grid)


def kept_at(**given):
    """The kept values of all ways at a point, by id."""
    grid = kept_grid()
    place = list(grid.points()).index(given)
    cells = ((way.id, way.answers[place]) for way in grid.ways)
    return {id: answer.value for id, answer in cells if answer is not None}


def put(browser, id, text):
    box = browser.find_element(By.CSS_SELECTOR, f"#{id} + .exact")
    box.clear()
    box.send_keys(text)
    return box


def test_all_ways_are_ranked_at_once(still, keep):
    stand, found = ranking(still)
    kept = kept_at(tau="0.1", beta="0.05", k="1000")
    section = still.find_element(By.CSS_SELECTOR, '[data-view="size"]')

    assert stand == "Certified at exactly these values."
    ways = [int(value) for id, value in kept.items() if id != "baselines/non-adaptive"]
    assert int(next(iter(found.values()))) == min(ways)
    assert "route/" not in section.text
    assert (
        "rounded answers, description length"
        in section.find_element(By.CLASS_NAME, "crossovers").text
    )
    keep("ranking")

    section.find_element(By.CLASS_NAME, "more").send_keys(Keys.ENTER)
    assert sorted(ranking(still)[1].values()) == sorted(kept.values())


def test_the_best_published_way_is_said_above_the_table_where_another_leads(still):
    section = still.find_element(By.CSS_SELECTOR, '[data-view="size"]')
    kept = kept_at(tau="0.1", beta="0.05", k="1000")
    best = min(
        int(kept[route.theorem.id])
        for route in find_routes(load_library().theorems)
        if route.theorem.id in kept and route.theorem.status is not Status.SHARPENED
    )
    said = section.find_element(By.CLASS_NAME, "published").text

    assert "the best first, whoever published it" in section.text
    assert said.startswith("The best published: ")
    assert said.endswith(f" with n = {best:,}.".replace(",", "\u202f"))
    put(still, "size-tau", "0.01")
    put(still, "size-beta", "0.001")
    put(still, "size-k", "10")
    _, found = ranking(still)
    rounded = kept_at(tau="0.01", beta="0.001", k="10")["route/rounded-answers.description-length"]
    assert next(iter(found.values())) == rounded
    assert section.find_element(By.CLASS_NAME, "published").text == ""


def test_the_limit_from_below_stands_with_what_it_limits(still):
    line = still.find_element(By.CSS_SELECTOR, '[data-view="size"] .limits')

    assert line.text.startswith("The least n for Gaussian noise of any one scale is between ")
    assert "no other algorithm is limited" in line.text
    put(still, "size-k", "1234")
    assert "k = 1\u202f000;" in line.text  # where less is asked for


def test_the_line_of_crossovers_names_the_point_that_it_belongs_to(still):
    put(still, "size-tau", "0.5")
    line = still.find_element(By.CSS_SELECTOR, '[data-view="size"] .crossovers').text

    assert line.startswith("Best published way at τ = 0.3, β = 0.05 and the certified points")
    put(still, "size-tau", "0.1")
    other = still.find_element(By.CSS_SELECTOR, '[data-view="size"] .crossovers').text
    assert other.startswith("Best published way at τ = 0.1, β = 0.05 and the certified points")


def test_between_certified_points_the_safe_side_is_shown_and_said(still):
    put(still, "size-k", "1234")
    put(still, "size-tau", "0.15")
    put(still, "size-beta", "0.07")
    stand, found = ranking(still)
    section = still.find_element(By.CSS_SELECTOR, '[data-view="size"]')

    assert "τ = 0.1, β = 0.05, k = 1\u202f500, the next certified point on the safe side" in stand
    assert set(found.values()) <= set(kept_at(tau="0.1", beta="0.05", k="1500").values())
    assert section.find_element(By.CLASS_NAME, "command").text == (
        "boundcalc solve n tau=0.15 beta=0.07 k=1234"
    )


def test_the_slider_of_k_moves_by_the_keyboard(still):
    slider = still.find_element(By.ID, "size-k")
    slider.send_keys(Keys.ARROW_RIGHT)
    assert "k = 1\u202f500" in ranking(still)[0]
    slider.send_keys(*[Keys.ARROW_RIGHT] * 9)

    assert slider.get_attribute("aria-valuetext") == "1500"
    assert ranking(still)[0] == "Certified at exactly these values."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1e7", "no larger k than 1e7 is among the points that were certified before; the command"),
        ("1000001", "no larger k than"),
        ("x", "k is to be a positive number as 1000, without separators"),
        ("-5", "k is to be a positive number as 1000, without separators"),
        ("0", "k is to be a positive number as 1000, without separators"),
        ("1,000", "k is to be a positive number as 1000, without separators"),
        ("1e99999999", "k is to be a positive number as 1000, without separators"),
    ],
)
def test_beyond_the_certified_points_there_is_a_sentence_and_no_number(still, text, says):
    put(still, "size-k", text)
    stand, found = ranking(still)

    assert says in stand
    assert found == {}


def test_values_beyond_the_certified_points_are_said_to_be_looked_at(browser, address):
    browser.get(f"{address}/index.html")
    put(browser, "size-k", "1e7")
    stand, _ = ranking(browser)

    assert stand == (
        "no larger k than 1e7 is among the points that were certified before; "
        "these values are being looked at …"
    )
    shown = browser.find_element(By.CSS_SELECTOR, '[data-view="size"] .stand')
    WebDriverWait(browser, PATIENCE).until(lambda _: "Certified just now" in shown.text)


@pytest.mark.parametrize(
    ("id", "text", "says"),
    [
        ("size-k", "2.5", "k must lie in the integers >= 1"),
        ("size-k", "1000000.000000000000001", "k must lie in the integers >= 1"),
        ("size-tau", "5", "τ must lie in (0, 1)"),
        ("size-tau", "1", "τ must lie in (0, 1)"),
        ("size-beta", "1.5", "β must lie in"),
        ("size-beta", "1", "β must lie in [0, 1)"),  # where nothing is said
        ("answers-n", "1000000.5", "n must lie in the integers >= 1"),
    ],
)
def test_outside_of_a_domain_there_is_no_number_either(browser, files, id, text, says):
    view = id.partition("-")[0]
    name = "index.html" if view == "size" else "calculator.html"
    browser.get((files / name).as_uri())
    put(browser, id, text)
    stand, found = ranking(browser, view)

    assert says in stand
    assert found == {}


def test_an_accuracy_a_little_below_a_point_is_not_taken_for_it(still):
    put(still, "size-tau", "0.19999999999999999999")  # the double of it is that of 0.2

    below = ranking(still)
    put(still, "size-tau", "0.1")

    assert "τ = 0.1," in below[0]
    assert below[1] == ranking(still)[1]


def test_records_give_the_number_of_answers(still_calculator):
    still = still_calculator
    put(still, "answers-n", "250000")
    stand, found = ranking(still, "answers")
    values = {k: kept_at(tau="0.1", beta="0.05", k=k) for k in kept_grid().axes["k"]}
    rounded = "route/rounded-answers.description-length"

    assert "Certified at τ = 0.1, β = 0.05" in stand
    assert int(values["1000"][rounded]) <= 250_000 < int(values["1500"][rounded])
    assert found["rounded answers, description length"] == "1000"
    assert found["rounded answers, description length"] != next(iter(found.values()))
    still.find_element(By.CSS_SELECTOR, '[data-view="answers"] .more').send_keys(Keys.ENTER)
    baselines = {
        k: int(kept_at(tau="0.1", beta="0.05", k=k)["baselines/splitting"])
        for k in ranking_grid().axes["k"]
    }
    found = ranking(still, "answers")[1]
    assert int(found["A fresh sample for every query (baseline)"]) == max(
        int(k) for k, size in baselines.items() if size <= 250_000
    )


def test_the_same_controls_are_answered_live(browser, address):
    browser.get(f"{address}/index.html")
    put(browser, "size-k", "37")
    stand = browser.find_element(By.CSS_SELECTOR, '[data-view="size"] .stand')
    WebDriverWait(browser, PATIENCE).until(lambda _: "Certified just now" in stand.text)
    found = ranking(browser)[1]
    answer = boundcalc.solve("n", tau="0.1", beta="0.05", k=37).best

    assert next(iter(found.values())) == answer.value_text, (found, answer.theorem.title)
    assert "route/" not in browser.find_element(By.TAG_NAME, "body").text
    assert said(browser, "number").replace("\u202f", "") == f"{answer.value_text} records suffice"
    assert browser.get_log("browser") == []


def answered(page, question):
    """Ask a question, and return where its answer will stand."""
    box = page.find_element(By.ID, "question")
    box.clear()
    box.send_keys(question, Keys.ENTER)
    return page.find_element(By.ID, "answer")


def test_any_other_question_is_answered_live(calculator):
    answer = answered(calculator, "n tau=0.123 beta=0.05 B=10 m=1000")

    WebDriverWait(calculator, PATIENCE).until(lambda _: "Thresholdout" in answer.text)
    solved = boundcalc.theorem("adaptive-queries/thm-3.3").solve(
        n=None, tau="0.123", beta="0.05", B=10, m=1000
    )
    (shown,) = re.findall(r"^Thresholdout ([\d\u202f]+)$", answer.text, re.MULTILINE)
    assert shown.replace("\u202f", "") == solved.value_text


def test_an_answer_that_says_nothing_is_called_so(calculator):
    answer = answered(calculator, "delta sigma=1e-4 epsilon=0.001 n=100")

    WebDriverWait(calculator, PATIENCE).until(lambda _: "(" in answer.text)
    rows = answer.find_elements(By.TAG_NAME, "tr")
    assert rows
    assert "says nothing" in rows[0].text


def test_a_wrong_question_is_explained_as_text(browser, address):
    browser.get(f"{address}/calculator.html")
    box = browser.find_element(By.ID, "question")
    box.clear()
    box.send_keys("n tau=<img>", Keys.ENTER)
    answer = browser.find_element(By.ID, "answer")

    WebDriverWait(browser, PATIENCE).until(lambda _: "tau" in answer.text)
    assert not answer.find_elements(By.TAG_NAME, "img")
    browser.get_log("browser")  # the refusal itself is logged


def test_the_first_page_answers_in_words_and_draws_the_curve(still, keep):
    kept = kept_at(tau="0.1", beta="0.05", k="1000")
    ways = [int(value) for id, value in kept.items() if id != "baselines/non-adaptive"]
    figure = still.find_element(By.CSS_SELECTOR, "figure.curve")
    points = figure.find_elements(By.CSS_SELECTOR, "circle.point")

    assert said(still, "number").replace("\u202f", "") == f"{min(ways)} records suffice"
    assert said(still, "guarantee").replace("\u202f", "") == (
        "If you answer as said below, then except with probability at most 0.05 every one of the "
        "1000 answers is within 0.1 of its expectation."
    )
    assert said(still, "how").startswith("How to answer: each answer is the sample mean of its")
    assert said(still, "how").endswith("standard deviation σ.")
    assert len(points) == len(kept_grid().axes["k"])
    heights = [float(point.get_attribute("cy")) for point in points]
    assert heights == sorted(heights, reverse=True)  # more answers need more records
    assert still.find_element(By.CSS_SELECTOR, "path.closed").is_displayed()
    keep("front")


def test_the_point_of_the_question_lies_on_the_curve(still):
    put(still, "size-k", "5000")
    mark = still.find_element(By.CSS_SELECTOR, "circle.mark.asked")
    points = still.find_elements(By.CSS_SELECTOR, "circle.point")
    places = [(point.get_attribute("cx"), point.get_attribute("cy")) for point in points]

    assert places.count((mark.get_attribute("cx"), mark.get_attribute("cy"))) == 1


@pytest.mark.parametrize(
    ("records", "says"),
    [
        ("40000", "Your 40000 records suffice."),
        ("20000", "No theorem here shows that your 20000 records suffice."),
        ("5000", "With Gaussian noise of any one scale they are certified to be too few"),
        ("many", "is to be a positive number as 25000"),
        ("40\u202f000", "Your 40000 records suffice."),  # as the page shows it
        ("40 000", "Your 40000 records suffice."),
        ("1", "No theorem here shows that your 1 record suffices."),
    ],
)
def test_the_records_of_a_reader_are_judged(still, records, says):
    still.find_element(By.ID, "own").send_keys(records)

    assert says in said(still, "mine").replace("\u202f", "")
    assert len(still.find_elements(By.CSS_SELECTOR, "circle.own")) == (records != "many")


def test_a_link_brings_the_state_back(browser, still, files):
    put(still, "size-k", "37")
    put(still, "size-tau", "0.07")
    still.find_element(By.ID, "own").send_keys("50000")
    address, words = still.current_url, said(still, "answer")
    browser.get("about:blank")
    browser.get(address)

    assert address.endswith("#tau=0.07&beta=0.05&k=37&n=50000")
    assert said(browser, "answer") == words
    assert said(browser, "command") == "boundcalc solve n tau=0.07 beta=0.05 k=37"
    assert browser.find_element(By.ID, "own").get_attribute("value") == "50000"


def test_a_hostile_link_is_a_question_like_any_other(browser, files):
    browser.get((files / "index.html").as_uri() + "#k=<img src=x>&n=%00&tau=1e999&x=1")

    assert "must lie in" in said(browser, "stand") or "positive number" in said(browser, "stand")
    assert not browser.find_elements(By.TAG_NAME, "img")
    assert browser.get_log("browser") == []


def opened(browser, files, state):
    """Open the first page with a state that a link names, and return what it says of records."""
    browser.get("about:blank")
    browser.get((files / "index.html").as_uri() + "#" + state)
    assert browser.get_log("browser") == []
    return said(browser, "mine").replace("\u202f", "")


def test_between_the_points_nothing_is_denied(browser, files):
    """63009 records suffice at these values: the page said that nothing shows that 150000 do."""
    values = {"tau": "0.05", "beta": "0.01", "k": "1000"}
    harder = max(int(value) for value in kept_at(**values).values())
    few = opened(browser, files, "tau=0.07&beta=0.03&k=777&n=150000")
    published = said(browser, "published")
    many = opened(browser, files, f"tau=0.07&beta=0.03&k=777&n={harder}")

    assert few.startswith("These pages cannot tell whether your 150000 records suffice: ")
    assert "The command above tells." in few
    assert "No theorem" not in few
    assert many.startswith(f"Your {harder} records suffice.")
    assert published.startswith("The best published at τ = 0.05, β = 0.01, k = 1\u202f000: ")


def test_a_curve_for_other_values_says_for_which(browser, files):
    here = opened(browser, files, "tau=0.1&beta=0.05&k=30&n=20000")
    caption = said(browser, "drawn")
    assert here.startswith("Your 20000 records suffice. They are certified for k up to ")
    assert here.endswith("among the points of the curve.")
    assert caption == "The curve is drawn for τ = 0.1, β = 0.05."

    there = opened(browser, files, "tau=0.099&beta=0.049&k=30&n=20000")
    assert there.endswith("among the points of the curve, which are for τ = 0.05, β = 0.01.")
    assert said(browser, "drawn") == (
        "The curve is drawn for τ = 0.05, β = 0.01, the nearest values computed before that ask "
        "for no less; what is too few, for τ = 0.1, β = 0.05, the nearest that ask for no more."
    )


@pytest.mark.parametrize(
    ("state", "nearest", "beyond"),
    [
        ("tau=0.004&beta=0.05&k=30", "τ = 0.01, β = 0.05", "no smaller τ than 0.004"),
        ("tau=0.1&beta=1e-9&k=30", "τ = 0.1, β = 0.001", "no smaller β than 1e-9"),
        ("tau=0.1&beta=0.05&k=2000000", "τ = 0.1, β = 0.05", "no larger k than 2000000"),
    ],
)
def test_outside_of_the_points_the_nearest_curve_is_drawn_and_said(
    browser, files, state, nearest, beyond
):
    """The picture was missing there, and what a reader said of her records was ignored."""
    mine = opened(browser, files, state + "&n=25000")

    assert beyond in said(browser, "stand")
    assert mine.startswith("These pages cannot tell what your 25000 records are good for")
    assert said(browser, "drawn") == (
        "Your values lie outside of the points that were computed before; the curve is drawn for "
        f"the nearest of them, {nearest}."
    )
    assert len(browser.find_elements(By.CSS_SELECTOR, "circle.point")) == len(kept_grid().axes["k"])
    assert browser.find_elements(By.CSS_SELECTOR, "circle.mark") == []
    assert said(browser, "number") == ""
    put(browser, "size-k", "x")
    assert not browser.find_element(By.CSS_SELECTOR, "figure.curve").is_displayed()


@pytest.mark.slow
def test_a_server_draws_the_curve_around_the_values_that_are_asked_for(browser, address, keep):
    browser.get("about:blank")
    browser.get(f"{address}/index.html#tau=0.2&beta=1e-9&k=20&n=30000")
    wait = WebDriverWait(browser, PATIENCE)
    wait.until(lambda _: len(browser.find_elements(By.CSS_SELECTOR, "circle.point")) == 4)
    keep("curve-live")
    answer = boundcalc.solve("n", tau="0.2", beta="1e-9", k=20).best

    assert said(browser, "number").replace("\u202f", "") == f"{answer.value_text} records suffice"
    assert said(browser, "mine").replace("\u202f", "").startswith("Your 30000 records suffice.")
    assert said(browser, "drawn").replace("\u202f", "") == (
        "The curve is drawn for your values, at k = 2, 20, 200, 2000, certified just now."
    )
    heights = [
        float(point.get_attribute("cy"))
        for point in browser.find_elements(By.CSS_SELECTOR, "circle.point")
    ]
    assert heights == sorted(heights, reverse=True)
    assert len(browser.find_elements(By.CSS_SELECTOR, "circle.mark")) == 2
    assert browser.get_log("browser") == []


@pytest.mark.slow
def test_until_a_server_has_found_a_curve_the_nearest_one_is_drawn(browser, address):
    browser.get("about:blank")
    browser.get(f"{address}/index.html#tau=0.15&beta=0.04&k=20&n=30000")
    wait = WebDriverWait(browser, PATIENCE)
    seen = wait.until(
        lambda _: browser.execute_script(
            "const found = (name) => document.querySelectorAll(name);"
            "const [points, stand, words] = [...arguments].map(found);"
            "return stand[0].textContent.startsWith('Certified just now') &&"
            " [points.length, words[0].textContent];",
            "circle.point",
            '[data-view="size"] .stand',
            ".drawn",
        )
    )
    count, words = seen

    if "your values" not in words:  # else the rest of the curve was there at once
        assert "the nearest values computed before that ask for no less" in words
        assert count > 4
    assert count >= 3


@pytest.mark.parametrize(
    ("state", "refused", "own"),
    [
        ("k=1;rm%20-rf%20~", ["k is to be"], ""),
        ("k=" + "1" * 30, ["k is to be"], ""),
        (
            "tau=7&beta=<b>x&k=-4&n=abc",
            ["τ must lie in (0, 1)", "β is to be", "k is to be"],
            "The number of your records is to be a positive number as 25000",
        ),
        ("tau=2&n=0.5", ["τ must lie in"], "The number of your records must lie in the integers"),
    ],
)
def test_what_is_refused_is_named_and_is_no_command(browser, files, state, refused, own):
    mine = opened(browser, files, state)
    stand = said(browser, "stand")

    assert [part for part in refused if part not in stand] == []
    assert len(stand.split("; ")) == len(refused)
    assert mine.startswith(own) if own else mine == ""
    assert browser.execute_script("return document.querySelector('.command').textContent") == ""
    for id in ("copy-command", "copy-link"):
        assert not browser.find_element(By.ID, id).is_displayed()
    for part in ("run", "ways"):
        assert not browser.find_element(By.CLASS_NAME, part).is_displayed()
    for name, text in (("tau", "0.1"), ("beta", "0.05"), ("k", "30")):
        put(browser, f"size-{name}", text)
    assert said(browser, "command") == "boundcalc solve n tau=0.1 beta=0.05 k=30"
    assert browser.find_element(By.ID, "copy-command").is_displayed()
    for part in ("run", "ways"):
        assert browser.find_element(By.CLASS_NAME, part).is_displayed()


def test_percents_are_taken_as_the_command_takes_them(browser, files):
    opened(browser, files, "tau=0.1&beta=5%25&k=1&n=1e3")

    assert said(browser, "command") == "boundcalc solve n tau=0.1 beta=0.05 k=1"
    assert "records suffice" in said(browser, "number")
    put(browser, "size-tau", "12.5 %")
    assert said(browser, "command") == "boundcalc solve n tau=0.125 beta=0.05 k=1"
    put(browser, "size-tau", "x%")
    assert "τ is to be" in said(browser, "stand")


def test_numbers_are_taken_as_the_page_and_a_keypad_write_them(browser, files):
    opened(browser, files, "tau=0.1&beta=0.05&k=1")
    put(browser, "size-k", "1\u202f000")
    put(browser, "size-tau", "0,2")
    put(browser, "size-beta", "0,1 %")

    assert said(browser, "command") == "boundcalc solve n tau=0.2 beta=0.001 k=1000"
    put(browser, "size-k", "1,000")  # 1 to some
    assert "k is to be" in said(browser, "stand")
    put(browser, "size-k", "1 00")
    assert "k is to be" in said(browser, "stand")


def test_a_chance_of_failure_that_may_be_a_confidence_is_doubted(browser, address):
    browser.get("about:blank")
    browser.get(f"{address}/index.html#tau=0.1&beta=95%25&k=10")
    WebDriverWait(browser, PATIENCE).until(lambda _: "Certified just now" in said(browser, "stand"))

    assert "for a confidence of 95% type 5%" in said(browser, "guarantee")
    put(browser, "size-beta", "5%")
    WebDriverWait(browser, PATIENCE).until(lambda _: "beta=0.05" in said(browser, "command"))
    assert "confidence" not in said(browser, "guarantee")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("5%", "= confidence 95%"),
        ("0,05", "= confidence 95%"),
        ("1e-9", "= confidence 99.9999999%"),
        ("0.125", "= confidence 87.5%"),
        ("0.9", "= confidence 10%"),
        ("1e-60", ""),  # sixty digits are wider than a phone
        ("1", ""),
        ("0", ""),
        ("x", ""),
    ],
)
def test_a_failure_probability_says_what_confidence_it_is(browser, files, typed, words):
    opened(browser, files, "k=10")
    put(browser, "size-beta", typed)

    assert browser.find_element(By.CSS_SELECTOR, "label[for=size-beta] small").text == words


def test_what_a_server_found_is_said_with_its_parameters(browser, address):
    browser.get("about:blank")
    browser.get(f"{address}/index.html#tau=0.05&beta=5%25&k=500")
    WebDriverWait(browser, PATIENCE).until(lambda _: "Certified just now" in said(browser, "stand"))
    best = boundcalc.solve("n", tau="0.05", beta="0.05", k=500).best
    sigma = float(best.to_dict()["witness"]["sigma"])

    *_, last = said(browser, "how").split("with ")
    assert last == f"σ ≈ {sigma:.6g}."


def test_fresh_samples_say_what_to_do(browser, address):
    browser.get("about:blank")
    browser.get(f"{address}/index.html#tau=0.25&beta=0.3&k=3&n=40")
    WebDriverWait(browser, PATIENCE).until(lambda _: "Certified just now" in said(browser, "stand"))

    assert said(browser, "number") == "72 records suffice"
    assert said(browser, "how").startswith("How to answer: each query is answered by its mean over")


def test_more_records_than_a_picture_holds_are_judged(browser, files):
    assert opened(browser, files, "n=1e999").startswith("Your 1e999 records suffice.")
    assert browser.find_elements(By.CSS_SELECTOR, "circle.own") == []


@pytest.mark.parametrize(
    "path",
    [
        "calculator.html",
        "index.html",
        "theorems.html",
        "guides.html",
        "guides/which-route.html",
        "guides/calculator.html",
        "guides/found-in-the-wild.html",
        "guides/tested.html",
        "errata.html",
        "graph.html",
        "theorems/lecture-18--thm-0.2.html",
        "theorems/lecture-12--claim-0.2.html",
        "theorems/adaptive-queries--thm-3.3.html",
        "theorems/max-information--thm-3.1.html",
        "theorems/kairouz-oh-viswanath--thm-3.3.html",
    ],
)
def test_a_page_fits_a_phone(browser, address, path, keep):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.get(f"{address}/{path}")
    width = browser.execute_script("return document.documentElement.scrollWidth")
    keep(f"phone-{Path(path).stem}")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    assert width <= 360
    assert browser.get_log("browser") == []


def test_a_phone_opens_on_the_answer_and_its_controls(browser, files):
    """The answer stood below a paragraph and the controls, on the second screen."""
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.get((files / "index.html").as_uri())
    answer, controls = browser.execute_script(
        "return ['.answer .guarantee', '.sliders'].map((part) =>"
        " document.querySelector('[data-view=size] ' + part).getBoundingClientRect());"
    )
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    assert 0 < answer["top"] < answer["bottom"] < controls["top"]
    assert controls["bottom"] <= PHONE["height"]


def test_the_errata_of_the_whole_library_fit_a_phone(browser, site, tmp_path):
    text = (Path(__file__).parents[2] / "docs" / "errata.md").read_text(encoding="utf-8")
    for name in ("style.css", "mathematics.css"):
        (tmp_path / name).write_text(site[name], encoding="utf-8")
    (tmp_path / "errata.html").write_text(page("Errata", [markdown_html(text)]), encoding="utf-8")
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.get((tmp_path / "errata.html").as_uri())
    width = browser.execute_script("return document.documentElement.scrollWidth")
    formulas = browser.find_elements(By.TAG_NAME, "math")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    assert formulas
    assert width <= 360


@pytest.mark.parametrize("width", [360, 1100, 1280])
def test_the_graph_can_be_read_and_its_page_fits(browser, address, width):
    """It is as wide as its words need, and scrolls in its frame where that is narrower.

    On a phone they had 4 pixels; the names on its arrows need more room than it had without them.
    """
    metrics = {**PHONE, "width": width, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get(f"{address}/graph.html")
    picture, room = browser.execute_script(
        "const picture = document.querySelector('main img');"
        "return [picture, picture.parentElement].map((item) => item.getBoundingClientRect());"
    )
    drawn = browser.execute_script("return document.querySelector('main img').naturalWidth")
    page = browser.execute_script("return document.documentElement.scrollWidth")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    assert 17 * picture["width"] / drawn >= 10  # pixels of its letters
    assert 200 < room["width"] <= page <= width
    assert picture["width"] <= room["width"] or width < 1280
    assert picture["height"] > 100


def test_dark_mode_is_dark(calculator, keep):
    def lightness():
        script = "return getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g)"
        return sum(int(part) for part in calculator.execute_script(script)[:3])

    light = lightness()
    feature = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    calculator.execute_cdp_cmd("Emulation.setEmulatedMedia", feature)
    keep("dark")
    dark = lightness()
    calculator.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    assert dark < 150 < 600 < light


def test_the_search_finds_by_name_and_symbol(browser, address):
    browser.get(f"{address}/theorems.html")
    box = browser.find_element(By.ID, "search")
    box.send_keys("thresholdout")
    rows = browser.find_elements(By.CSS_SELECTOR, "[data-words]")
    shown = [row for row in rows if row.is_displayed()]

    assert 0 < len(shown) < len(rows)
    assert all("thresholdout" in row.get_attribute("data-words") for row in shown)
    assert browser.find_element(By.ID, "count").text == f"{len(shown)} theorems"
    box.send_keys(" zzz")
    count = browser.find_element(By.ID, "count")
    assert count.text == "no theorem has all of these words; fewer of them may be enough"
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("is_report", [True, False], ids=["a report", "the site"])
def test_a_root_is_drawn_with_its_sign_in_the_font_that_is_shipped(
    browser, address, tmp_path, is_report
):
    if is_report:
        notes = tmp_path / "notes.md"
        text = "<!-- %! declare x in [1, 2] -->\n\n$$\\sqrt{x} \\ge 1$$\n"
        notes.write_text(text, encoding="utf-8")
        (tmp_path / "report.html").write_text(report_html(boundcalc.check(notes)), encoding="utf-8")
        browser.get((tmp_path / "report.html").as_uri())
    else:
        browser.get(f"{address}/theorems/adaptive-queries--thm-2.3.html")

    drawn = browser.execute_async_script(
        """const done = arguments[0];
        document.fonts.ready.then(() => {
          const root = document.querySelector("msqrt");
          const inner = root.firstElementChild.getBoundingClientRect();
          done({fonts: [...document.fonts].map((font) => font.family + " " + font.status),
                family: getComputedStyle(root).fontFamily,
                sign: inner.left - root.getBoundingClientRect().left});
        });"""
    )

    assert drawn["fonts"] == ["STIX Two Math loaded"]
    assert drawn["family"].startswith('"STIX Two Math"')
    assert drawn["sign"] > 4  # pixels, of the sign before what stands under it
    assert browser.get_log("browser") == []
