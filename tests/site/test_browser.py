"""The pages in a browser: answers, the keyboard, a phone, the dark, and a quiet console."""

import os
import shutil
from pathlib import Path

import pytest

import boundcalc

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None or DRIVER is None, reason="chromium and chromedriver are not installed"
)
OPTIONS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)


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
    assert first_values(calculator)[0] == "17\u202f341\u202f106"
    keep("calculator")


def test_a_slider_moves_by_the_keyboard_and_the_answer_follows(calculator):
    slider = calculator.find_element(By.ID, "records-tau")
    slider.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    section = calculator.find_element(By.CSS_SELECTOR, '[data-key="records"]')

    assert slider.get_attribute("aria-valuetext") == "0.2"
    assert first_values(calculator)[0] == "4\u202f335\u202f277"
    assert section.find_element(By.CLASS_NAME, "command").text == (
        "boundcalc solve n tau=0.2 beta=0.05 B=10 m=1000"
    )


def test_every_control_is_reached_by_tab(calculator):
    calculator.find_element(By.CSS_SELECTOR, "header a").send_keys(Keys.NULL)
    reached = set()
    for _ in range(60):
        active = calculator.switch_to.active_element
        reached.add(active.get_attribute("id"))
        active.send_keys(Keys.TAB)

    sliders = calculator.find_elements(By.CSS_SELECTOR, 'input[type="range"]')
    assert {slider.get_attribute("id") for slider in sliders} <= reached
    assert "question" in reached


def test_any_other_question_is_answered_live(calculator):
    box = calculator.find_element(By.ID, "question")
    box.clear()
    box.send_keys("n tau=0.123 beta=0.05 B=10 m=1000", Keys.ENTER)
    answer = calculator.find_element(By.ID, "answer")

    WebDriverWait(calculator, 30).until(lambda _: "Thresholdout" in answer.text)
    solved = boundcalc.theorem("adaptive-queries/thm-3.3").solve(
        n=None, tau="0.123", beta="0.05", B=10, m=1000
    )
    assert solved.value_text in answer.text.replace("\u202f", "")


def test_a_wrong_question_is_explained_as_text(browser, address):
    browser.get(f"{address}/calculator.html")
    box = browser.find_element(By.ID, "question")
    box.clear()
    box.send_keys("n tau=<img>", Keys.ENTER)
    answer = browser.find_element(By.ID, "answer")

    WebDriverWait(browser, 30).until(lambda _: "tau" in answer.text)
    assert not answer.find_elements(By.TAG_NAME, "img")
    browser.get_log("browser")  # the refusal itself is logged


@pytest.mark.parametrize(
    "path", ["calculator.html", "index.html", "errata.html", "theorems/lecture-18--thm-0.2.html"]
)
def test_a_page_fits_a_phone(browser, address, path, keep):
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 360, "height": 780, "deviceScaleFactor": 1, "mobile": True},
    )
    browser.get(f"{address}/{path}")
    width = browser.execute_script("return document.documentElement.scrollWidth")
    keep(f"phone-{Path(path).stem}")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    assert width <= 360
    assert browser.get_log("browser") == []


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
    browser.get(f"{address}/index.html")
    box = browser.find_element(By.ID, "search")
    box.send_keys("thresholdout")
    rows = browser.find_elements(By.CSS_SELECTOR, "tr[data-words]")
    shown = [row for row in rows if row.is_displayed()]

    assert 0 < len(shown) < len(rows)
    assert all("thresholdout" in row.get_attribute("data-words") for row in shown)
    assert browser.find_element(By.ID, "count").text == f"{len(shown)} theorems"
    assert browser.get_log("browser") == []
