"""Every page by the rules of axe-core, in light and dark, at all widths; the keyboard alone; and
the pictures of the documentation, which are written to the folder PICTURES if that is set."""

import datetime
import io
import os
import pathlib
import re

import pytest
from PIL import Image
from playwright.sync_api import expect

from bifocal import UTC, day
from conftest import SIZES
from forms import choose

PAGES = {
    "the day": "/day", "a past day": "/day/{yesterday}", "food": "/day/{yesterday}/food",
    "exercise": "/day/{yesterday}/exercise", "insulin": "/day/{yesterday}/insulin",
    "health": "/day/today/health", "ketones": "/day/today/health?category=ketones",
    "basal": "/day/{yesterday}/insulin?category=temporaryBasal",
    "alcohol": "/day/{yesterday}/food?category=alcohol", "the widget": "/widget",
    "the log": "/log?days=30&high=with", "patterns": "/patterns",
    "data": "/data", "settings": "/settings", "a search": "/log?search=meal", "a month": "/month",
}
# The colors do not change the width.
WIDTHS = [("light", 320), ("light", 390), ("dark", 390), ("light", 1280), ("dark", 1280),
          ("light", 2560)]


@pytest.fixture(scope="module", params=["light", "dark"])
def scheme(request):
    return request.param


@pytest.fixture(scope="module")
def root(demo):
    root = demo.root()
    demo.post(root + "/do/food", day=day(-1), time="13:00", name="A meal with a long name, as "
              "people write them when they are in no hurry at all", carbs="64.5", note="A note")
    demo.post(root + "/do/food", day=day(1), time="13:00", name="Plan", carbs="20")
    for kind, amount in [("fingerstick", "6.4"), ("ketones", "0.6")]:
        demo.post(root + "/do/health", category=kind, day=day(-1), time="11:00", amount=amount,
                  unit="mmol/L")
    demo.post(root + "/do/toggle", kind="stress", on="1")
    demo.post(root + "/do/toggle", kind="exercise", on="1")
    return root


@pytest.mark.parametrize("scheme, width", WIDTHS)
def test_every_page_follows_the_rules_of_accessibility(
        demo, root, open_browser, scheme, width, violations):
    browser = open_browser(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = browser.open(demo.url)
    for name, path in PAGES.items():
        page.goto(demo.url + root + path.format(yesterday=day(-1)))
        if width in (390, 1280):
            assert violations(page) == [], f"{name} at {width} points, {scheme}"
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{name} is {wide} points wide at {width}"


@pytest.mark.parametrize("path", ["/people", "/nothing"])
def test_pages_without_a_person_follow_them_too(people, open_browser, scheme, violations, path):
    browser = open_browser(viewport={"width": 320, "height": 800}, color_scheme=scheme)
    browser.expected.add(404)
    assert violations(browser.open(people.url + path)) == []


def test_errors_pop_ups_and_the_account_of_a_file_follow_them_too(
        demo, root, open_browser, scheme, violations):
    browser = open_browser(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page = browser.open(f"{demo.url}{root}/day/{day(-1)}/food")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[aria-invalid=true]").first).to_be_focused()
    assert violations(page) == []
    picture = page.get_by_role("region", name="Picture of the day")
    picture.get_by_role("button").filter(visible=True).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    page.goto(demo.url + root + "/data")
    choose(page, "a.csv", b"time,glucose (mmol/L)\n"
         b"2026-01-01T10:00:00Z,5.5\nnonsense,x\n")
    expect(page.get_by_role("button", name="Take it into the diary")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_controls_are_as_large_as_a_finger(demo, root, browser, device):
    page = browser.open(demo.url + root + "/day/today/food")
    small = page.evaluate("""() => [...document.querySelectorAll("button, a.button, input, select")]
      .filter(control => control.checkVisibility() && control.type !== "hidden")
      .map(control => [control.textContent || control.name, control.getBoundingClientRect()])
      .filter(([, box]) => box.height < 44 || box.width < 44).map(([name]) => name)""")
    assert small == []


def test_a_meal_is_entered_changed_and_removed_by_the_keyboard_alone(people, browser, device):
    root = people.add_person("Keyboard " + device)
    page = browser.open(people.url + root + "/day")

    def name():
        return page.evaluate("""() => {
          const element = document.activeElement;
          return element.ariaLabel || element.labels?.[0]?.textContent
            || element.textContent.replace(/\\s+/g, " ").trim();
        }""")

    def tab_to(pattern):
        for _ in range(80):
            if re.search(pattern, name()):
                return
            page.keyboard.press("Tab")
            # What has the focus is seen. Both are read at once, since the page may change in between.
            is_seen = page.evaluate("""() => {
              const element = document.activeElement;
              return element === document.body || element.closest("svg") !== null
                || getComputedStyle(element).outlineStyle !== "none";
            }""")
            assert is_seen, name()
        raise AssertionError(f"{pattern} is not reached")

    page.keyboard.press("Tab")
    assert name() == "Skip to the content"
    tab_to("^Food")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Food")).to_be_visible()
    tab_to("^Name")
    page.keyboard.type("Soup")
    tab_to("^Carbohydrate")
    page.keyboard.type("32,5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Events of the day")).to_contain_text("32.5 g")
    tab_to("^Change: Soup")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Change")).to_be_visible()
    tab_to("^Fat")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Events of the day")).to_contain_text("Fat 4 g")
    tab_to("^Remove: Soup")
    page.keyboard.press("Space")
    expect(page.get_by_role("region", name="Events of the day")).to_contain_text(
        "Nothing is logged.")
    tab_to("^Undo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Events of the day")).to_contain_text("Soup")


@pytest.mark.parametrize("path", ["/day", "/day/today/food", "/day/today/health", "/log", "/data"])
def test_a_live_update_leaves_the_focus_where_it_is(demo, root, browser, device, path):
    page = browser.open(demo.url + root + path)
    place = """() => {
      const element = document.activeElement;
      return [element.closest("[data-live]")?.id, element.localName, element.id, element.ariaLabel,
        element.getAttribute("href"), element.dataset.event, element === document.body];
    }"""
    # Each part is replaced, as if the whole day had changed.
    update = """async () => {
      shown.clear();
      while (isFetching) await new Promise(setTimeout);
      await refresh();
    }"""
    seen = []
    for _ in range(120):
        page.keyboard.press("Tab")
        before = page.evaluate(place)
        if before[-1]:
            break
        page.evaluate(update)
        assert page.evaluate(place) == before
        seen.append(before)
    # There are controls in a part and outside of any.
    assert len({part for part, *_ in seen}) > 1


def test_a_live_update_does_not_lose_a_press(people, browser, device):
    page = browser.open(people.url + people.add_person("Press " + device) + "/day")
    star = page.get_by_role("button", name="Star", exact=True)
    expect(star).to_have_attribute("aria-pressed", "false")
    box = star.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    # The page that arrives is shown after the press: one that is on its way, or else another.
    if not page.evaluate("() => { shown.clear(); return isFetching; }"):
        with page.expect_response(re.compile("/day$")) as response:
            page.evaluate("() => { refresh(); }")
        response.value.finished()
    page.mouse.up()
    expect(star).to_have_attribute("aria-pressed", "true")


def test_a_pop_up_returns_the_focus_after_a_live_update(demo, root, browser, device):
    page = browser.open(f"{demo.url}{root}/day/{day(-1)}")
    mark = page.get_by_role("region", name="Picture of the day").get_by_role(
        "button", name=re.compile("Finger-stick")).filter(visible=True)
    mark.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.evaluate("async () => { shown.clear(); await refresh(); }")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(mark).to_be_focused()


def test_everything_can_be_entered_without_javascript(people, open_browser):
    root = people.add_person("Without a script")
    browser = open_browser(java_script_enabled=False)
    page = browser.open(f"{people.url}{root}/day/{day(-1)}/food")
    page.get_by_label("Name", exact=True).fill("Soup")
    page.get_by_label("Time").fill("12:30")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("region", name="Events of the day")).to_contain_text("Soup")
    page.get_by_role("link", name=re.compile("^Previous day")).click()
    expect(page).to_have_url(re.compile(day(-2)))


@pytest.mark.parametrize("device", SIZES)
def test_pictures_of_the_documentation(start, open_browser, device):
    """A day of the virtual person at seven in the evening, with its forecast."""
    folder = os.environ.get("PICTURES")
    if not folder:
        pytest.skip("PICTURES names no folder.")
    offset = (19 - datetime.datetime.now(UTC).hour + 12) % 24 - 12
    server = start(zone=f"Etc/GMT{-offset:+d}")
    width, height = SIZES[device]
    browser = open_browser(viewport={"width": width, "height": height}, device_scale_factor=1.5)
    page = browser.open(server.url)
    expect(page.get_by_role("region", name="Glucose now")).to_contain_text(
        "in 30 min", timeout=120_000)
    picture = page.get_by_role("region", name="Picture of the day")
    expect(picture.get_by_text("Forecast", exact=True).filter(visible=True)).to_be_visible()
    # Of a phone the first screen, since its bar stays at the bottom of the screen.
    image = Image.open(io.BytesIO(page.screenshot(full_page=device == "desktop")))
    path = pathlib.Path(folder) / f"bifocal-{device}.png"
    image.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
    assert path.stat().st_size < 250_000
