"""The page of a day on the first screen of a phone, a part of the day, and the day on paper."""

import datetime
import io
import json
import re

import pytest
from PIL import Image
from playwright.sync_api import expect

from bifocal import ZONE, day, readings
from forms import enter


@pytest.fixture
def root(people, root):
    people.take(root, "sensor.csv", readings([6 + index % 12 / 4 for index in range(400)]))
    return root


@pytest.fixture(params=["light", "dark"])
def phone(open_browser, request):
    return open_browser(viewport={"width": 360, "height": 640}, has_touch=True,
                        color_scheme=request.param)


def boxes(page, *selectors):
    """Left, top, right, and bottom of the first element of each selector that is shown, at one moment:
    a live update may replace them in between."""
    return page.evaluate("""selectors => selectors.map(selector => {
      const shown = [...document.querySelectorAll(selector)].find(one => one.checkVisibility());
      const { left, top, right, bottom } = shown.getBoundingClientRect();
      return [left, top, right, bottom];
    })""", list(selectors))


def test_glucose_its_trend_and_the_day_are_on_the_first_screen(people, phone, root, violations):
    page = phone.open(people.url + root + "/day")
    expect(page.get_by_role("region", name="Glucose now")).to_contain_text(
        re.compile("steady|rising|falling"))
    *parts, (_, bar, _, _) = boxes(page, "#now", "#now .big", "#now .trend", "#picture svg", ".enter")
    for left, top, right, bottom in parts:
        assert left >= 0 and top >= 0 and right <= 360 and bottom <= bar
    left, _, right, _ = parts[-1]
    assert right - left > 330
    assert violations(page) == []


def test_a_meal_is_one_tap_and_one_screen_away(people, phone, root):
    page = phone.open(people.url + root + "/day")
    bar = page.get_by_role("navigation", name="Enter")
    bar.get_by_role("link", name="+ Food").tap()
    name = page.get_by_label("Name", exact=True)
    expect(name).to_be_in_viewport(ratio=1)
    button = page.get_by_role("button", name="Save", exact=True)
    box = button.bounding_box()
    assert box["y"] + box["height"] <= bar.bounding_box()["y"]
    enter(page, Carbohydrate="30")
    # What has the focus is not below the bar.
    for _ in range(40):
        page.keyboard.press("Tab")
        is_seen = page.evaluate("""() => {
          const box = document.activeElement.getBoundingClientRect();
          const bar = document.querySelector(".enter");
          return document.activeElement === document.body || bar.contains(document.activeElement)
            || box.bottom <= bar.getBoundingClientRect().top + 1;
        }""")
        assert is_seen, page.evaluate("document.activeElement.outerHTML")


@pytest.mark.parametrize("language", ["en", "de"])
def test_words_and_numbers_fit_a_narrow_phone(people, phone, root, language):
    people.set(root, language=language)
    page = phone.open(people.url + root + "/day")

    def texts(selector):
        """The top and the right of each line of text."""
        return page.evaluate("""selector => [...document.querySelectorAll(selector)].flatMap(one => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return [...range.getClientRects()].map(box => [box.top, box.right]);
        })""", selector)

    for selector in [".top nav a", ".enter a"]:
        tops = [top for top, _ in texts(selector)]
        assert max(tops) - min(tops) < 4, f"{selector} is one line"
    for path in ["/log", "/patterns", "/data"]:
        page.goto(people.url + root + path)
        # A date has spaces of a point at each side of its numbers, and the sign of a calendar.
        spare = page.evaluate("""() => [...document.querySelectorAll("input[type=date]")].map(input => {
          const style = getComputedStyle(input);
          const text = document.createElement("canvas").getContext("2d");
          text.font = style.font;
          return input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
            - text.measureText("08/08/2026").width - 6 - 20;
        })""")
        assert spare and min(spare) >= 0, path
    page.goto(people.url + root + "/month")
    expect(page.locator("[aria-current=date]")).to_contain_text("100 %")
    (_, _, right, _), = boxes(page, "[aria-current=date]")
    ((_, end),) = texts("[aria-current=date] .quiet")
    assert end < right


def test_the_log_fits_a_laptop(people, open_browser, root):
    people.take(root, "low.csv", readings([3.2] * 12 + [15.0] * 12, datetime.datetime(
        2026, 3, 2, 12, tzinfo=ZONE)))
    for domain, fields in [("food", {"name": "Soup", "carbs": "177"}),
                           ("insulin", {"units": "31.5"}),
                           ("exercise", {"name": "Run", "minutes": "35"})]:
        people.post(f"{root}/do/{domain}", day="2026-03-02", time="10:00", **fields)
    people.set(root, language="de")
    page = open_browser(viewport={"width": 1366, "height": 768}).open(
        f"{people.url}{root}/log?from=2026-03-01&to=2026-03-02")
    expect(page.get_by_role("group", name="Tagesliste")).to_contain_text("Niedrig, Hoch, Bewegung")
    assert page.evaluate("""() => [...document.querySelectorAll(".scroll")].every(
      table => table.scrollWidth <= table.clientWidth)""")


@pytest.mark.parametrize("width, days", [(599, 0), (600, 3)])
def test_the_days_around_fold_away_on_a_narrow_page(people, open_browser, root, width, days):
    browser = open_browser(viewport={"width": width, "height": 800})
    page = browser.open(people.url + root + "/day")
    picture = page.get_by_role("region", name="Picture of the day").locator("svg").filter(
        visible=True)
    expect(picture).to_have_count(1)
    expect(picture.locator("[data-layer=wall]")).to_have_count(1 if days else 0)
    [[left, _, right, _]] = boxes(page, "#picture .small [data-band], #picture .medium [data-band]")
    assert (right - left > 0.75 * width) == (days == 0)


def ticks(page):
    picture = page.get_by_role("region", name="Picture of the day").locator("svg").filter(
        visible=True)
    return re.findall(r"\b\d\d:00\b", " ".join(picture.locator("text").all_text_contents()))


def test_a_part_of_the_day_ends_with_the_forecast_of_now_and_moves(people, browser, root):
    page = browser.open(people.url + root + "/day")
    hours = page.get_by_role("navigation", name="Hours of the picture")
    for count in [3, 6, 12]:
        hours.get_by_role("link", name=f"{count} h", exact=True).click()
        expect(hours.get_by_role("link", name=f"{count} h", exact=True)).to_have_attribute(
            "aria-current", "true")
        shown = [int(text[:2]) for text in ticks(page)]
        # The part ends half an hour or an hour from now, and a mark stands at every hour or two.
        hour = datetime.datetime.now(ZONE).hour
        assert hour - shown[-1] in (-1, 0, 1) and hour - shown[0] in range(count - 3, count), shown
    hours.get_by_role("link", name="6 h", exact=True).click()
    page.get_by_role("link", name="6 h earlier").click()
    expect(page).to_have_url(re.compile(r"hours=6&until=\d+"))
    assert hour - int(ticks(page)[-1][:2]) in (5, 6, 7)
    page.get_by_role("link", name="6 h earlier").click()
    page.get_by_role("link", name="6 h earlier").click()
    expect(page).to_have_url(re.compile(day(-1) + r"\?hours=6"))
    assert ticks(page)[0] == "18:00"
    page.get_by_role("link", name="6 h later").click()
    expect(page).to_have_url(re.compile(day() + r"\?hours=6&until=360"))
    # The part stays when something is entered.
    page.get_by_role("navigation", name="Diary of the day").get_by_role(
        "link", name=re.compile("^Food")).click()
    expect(page).to_have_url(re.compile(r"food\?hours=6"))
    hours.get_by_role("link", name="24 h", exact=True).click()
    expect(page).not_to_have_url(re.compile("hours"))


def pinch(page, start, end, x):
    """Moves two fingers over the picture, from one distance to another, around a share of its width."""
    # The script is there when the page is loaded.
    page.wait_for_load_state()
    [[left, top, right, bottom]] = boxes(page, "#picture .small [data-band]")
    x, y = left + x * (right - left), (top + bottom) / 2
    session = page.context.new_cdp_session(page)
    for kind, distance in [("touchStart", start), ("touchMove", (start + end) / 2),
                           ("touchMove", end), ("touchEnd", None)]:
        points = [] if distance is None else [
            {"x": x - distance / 2, "y": y}, {"x": x + distance / 2, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.detach()


def test_two_fingers_show_fewer_and_more_hours(people, phone, root):
    page = phone.open(f"{people.url}{root}/day/{day(-1)}")
    # The time between the fingers stays between them.
    pinch(page, 60, 125, 0.5)
    expect(page).to_have_url(re.compile(r"\?hours=12&until=1080$"))
    pinch(page, 40, 140, 0.5)
    expect(page).to_have_url(re.compile(r"\?hours=3&until=810$"))
    pinch(page, 100, 52, 0.5)
    expect(page).to_have_url(re.compile(r"\?hours=6&until=900$"))
    # Two fingers that rest choose nothing, and what is typed stays.
    pinch(page, 100, 110, 0.5)
    pinch(page, 200, 20, 0.5)
    expect(page).to_have_url(re.compile(day(-1) + "$"))
    page.goto(f"{people.url}{root}/day/{day(-1)}/food")
    page.get_by_label("Name", exact=True).fill("Soup")
    pinch(page, 60, 125, 0.5)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Soup")
    expect(page).not_to_have_url(re.compile("hours"))


def test_an_event_of_a_part_is_reached_by_a_tap(people, browser, root):
    people.post(root + "/do/food", day=day(-1), name="Soup", carbs="40", time="20:30")
    people.post(root + "/do/food", day=day(-1), name="Bread", carbs="40", time="12:30")
    page = browser.open(f"{people.url}{root}/day/{day(-1)}?hours=6")
    picture = page.get_by_role("region", name="Picture of the day")
    mark = picture.get_by_role("button", name=re.compile("Soup")).filter(visible=True)
    expect(picture.get_by_role("button", name=re.compile("Bread"))).to_have_count(0)
    page.wait_for_load_state()
    mark.click()
    expect(page.get_by_role("dialog")).to_contain_text("Soup")


@pytest.mark.parametrize("query", [
    "hours=5", "hours=", "hours=6&until=-5", "hours=3&until=99999999999999999999",
    "hours=12&until=x", "hours=3&until=0", "hours=6&until=1500"])
def test_any_part_that_an_address_names_is_shown(people, root, query):
    # Clocks were set forward and back, and skipped a whole day.
    for zone, date in [("Europe/Berlin", "2026-03-29"), ("Europe/Berlin", "2026-10-25"),
                       ("Pacific/Apia", "2011-12-30"), ("UTC", "today")]:
        people.set(root, zone=zone)
        response, text = people.request("GET", f"{root}/day/{date}?{query}")
        assert response.status == 200 and "<svg" in text or date == "2011-12-30"
    assert people.request("GET", root + "/day")[0].status == 200


@pytest.mark.parametrize("width", [360, 599, 600, 1366])
def test_meals_are_above_the_curve_on_a_phone(people, open_browser, root, width):
    for name, time in [("Soup", "11:30"), ("Bread", "11:45"), ("Apple", "18:30")]:
        people.post(root + "/do/food", day=day(-1), name=name, carbs="110", time=time)
    browser = open_browser(viewport={"width": width, "height": 800})
    page = browser.open(f"{people.url}{root}/day/{day(-1)}")
    picture = page.get_by_role("region", name="Picture of the day").locator("svg").filter(
        visible=True)
    top = min(band.bounding_box()["y"] for band in picture.locator("[data-band]").all())
    meals = [meal.bounding_box() for meal in picture.locator("[data-role=meal]").all()]
    assert len(meals) == 3
    assert all((meal["y"] + meal["height"] <= top) == (width < 600) for meal in meals)
    # The axis of carbohydrate.
    expect(picture.locator("[data-layer=axes]").get_by_text("200 g")).to_have_count(
        0 if width < 600 else 1)
    expect(picture.locator("[data-layer=labels]").get_by_text("110 g").first).to_be_visible()
    picture.get_by_role("button", name=re.compile("Soup")).click()
    expect(page.get_by_role("dialog")).to_contain_text("Soup")


def test_paper_has_the_whole_table_of_days_with_their_notes(people, open_browser, root):
    people.post(root + "/do/note", day=day(-1), note="A long walk at the lake")
    people.post(root + "/do/star", day=day(-1), on="1")
    # The width of A4 within its margins.
    page = open_browser(viewport={"width": 718, "height": 1000}).open(people.url + root + "/log")
    page.emulate_media(media="print")
    table = page.get_by_role("group", name="Day log")
    for text in ["A long walk at the lake", "★"]:
        expect(table.get_by_text(text, exact=True).filter(visible=True)).to_have_count(1)
    assert page.evaluate("""() => [...document.querySelectorAll(".scroll, .scroll > table")].every(
      one => one.getBoundingClientRect().right <= innerWidth && one.scrollWidth <= one.clientWidth)""")
    expect(page.get_by_role("region", name="Search")).to_be_hidden()
    # Paper is light, and what is unfolded is there at once.
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("h1").evaluate(
        "title => getComputedStyle(title).color") == "rgb(27, 36, 48)"
    page.goto(f"{people.url}{root}/day/{day(-1)}/food")
    assert page.locator("#panel").evaluate("panel => getComputedStyle(panel).animationName") == "none"


def test_paper_has_the_curve_up_to_now_and_no_controls(people, demo, desktop):
    page = desktop.open(demo.url)
    expect(page.get_by_role("region", name="Glucose now")).to_contain_text(
        "in 30 min", timeout=120_000)
    page.emulate_media(media="print")
    picture = page.get_by_role("region", name="Picture of the day").locator("svg").filter(
        visible=True)
    expect(picture).to_have_count(1)
    assert picture.locator("[data-layer=glucose]").count() == 1
    assert picture.locator("[data-layer^=forecast]").count() == 0
    assert "Forecast" not in picture.text_content() and "in 30 min" not in page.inner_text("main")
    end = datetime.datetime.now(ZONE)
    (_, _, last, _), (left, _, right, _) = boxes(
        page, ".paper [data-layer=glucose]", ".paper [data-band]")
    assert abs((last - left) / (right - left) - (end.hour + end.minute / 60) / 24) < 0.02
    assert page.locator("button, input, a.button").filter(visible=True).count() == 0
    assert len(page.pdf()) > 10_000


def test_the_pages_can_be_installed(people, desktop, root):
    page = desktop.open(people.url + root + "/day")
    session = desktop.context.new_cdp_session(page)
    # The browser fetches the manifest with the token, which is needed.
    assert people.request("GET", "/manifest.json", has_token=False)[0].status == 401
    for path in ["/people", *(root + name for name in [
            "/day", "/log", "/patterns", "/data", "/settings", "/widget"])]:
        page.goto(people.url + path)
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == [] and manifest["url"] == people.url + "/manifest.json"
        sizes = []
        for icon in json.loads(manifest["data"])["icons"]:
            if icon["type"] == "image/png":
                picture = page.request.get(people.url + icon["src"])
                assert picture.headers["content-type"] == "image/png"
                width, height = Image.open(io.BytesIO(picture.body())).size
                assert icon["sizes"] == f"{width}x{height}" and width == height
                sizes.append(width)
        assert sizes == [192, 512]
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert {error["errorId"] for error in errors} <= {"in-incognito"}
        assert page.locator("meta[name=theme-color]").count() == 2
