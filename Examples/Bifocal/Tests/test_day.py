"""The page of a day: what it shows, and how a person moves between days and events."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from bifocal import ZONE, day, today, until
from forms import is_done, save


def title(offset=0):
    date = today() + datetime.timedelta(days=offset)
    return f"{date:%A} {date.day} {date:%B %Y}"


def is_shown(page, offset):
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(re.compile(re.sub(" ", ",? ", title(offset))))


def test_the_day_shows_glucose_its_trend_and_its_age(page):
    now = page.get_by_role("region", name="Glucose now")
    expect(now.get_by_role("heading")).to_have_text("Glucose now")
    expect(now).to_contain_text(re.compile(r"\d+\.\d\s*mmol/L"))
    expect(now).to_contain_text(re.compile(r"rising|falling|steady"))
    expect(now).to_contain_text(re.compile(r"\d\d:\d\d, \d min ago"))
    expect(page.get_by_role("region", name="Picture of the day")).to_be_visible()


def test_the_forecast_appears_with_its_range_without_a_reload(page):
    # The model is fitted in the background after the start.
    page.evaluate("window.isSame = true")
    now = page.get_by_role("region", name="Glucose now")
    forecast = re.compile(r"in 30 min: \d+\.\d\s+\(\d+\.\d to \d+\.\d, \d\d %\)")
    expect(now).to_contain_text(forecast, timeout=120_000)
    assert page.evaluate("window.isSame")


def test_the_numbers_of_a_day_are_its_time_in_range_and_more(page, demo):
    page.goto(demo.url + demo.root() + "/day/" + day(-1))
    numbers = page.locator("section").filter(
        has=page.get_by_role("heading", name="Time in range"))
    for word in ["Below", "Above", "Mean", "Lowest", "Highest", "Recorded"]:
        expect(numbers.get_by_text(word, exact=False).first).to_be_visible()
    expect(numbers).to_contain_text(re.compile(r"\d+ %"))


def test_buttons_move_between_days(page):
    is_shown(page, 0)
    page.get_by_role("link", name=re.compile("^Previous day")).click()
    is_shown(page, -1)
    page.get_by_role("link", name=re.compile("^Next day")).click()
    is_shown(page, 0)
    page.get_by_role("link", name=re.compile("^Next day")).click()
    is_shown(page, 1)
    page.get_by_role("link", name="Today").click()
    is_shown(page, 0)


# A key or a swipe moves by a click that the page makes.
COUNT_CLICKS = """() => {
  window.clicks = 0;
  addEventListener("click", () => { window.clicks += 1; }, true);
}"""


def test_keys_move_between_days_but_not_from_a_field(page):
    for key, offset in [("ArrowLeft", -1), ("ArrowRight", 0)]:
        page.wait_for_load_state()
        page.keyboard.press(key)
        is_shown(page, offset)
    page.get_by_role("navigation", name="Diary of the day").get_by_role(
        "link", name=re.compile("^Food")).click()
    # Else the page that is left would count the clicks.
    page.wait_for_url(re.compile("/food"))
    page.evaluate(COUNT_CLICKS)
    page.get_by_label("Name", exact=True).press("ArrowLeft")
    assert page.evaluate("window.clicks") == 0
    # What is typed is not left by a key elsewhere either.
    page.get_by_label("Name", exact=True).fill("half a na")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("window.clicks") == 1
    page.get_by_label("Name", exact=True).fill("")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("ArrowLeft")
    is_shown(page, -1)


def test_a_date_is_picked(page):
    page.get_by_label("Date", exact=True).fill(day(-9))
    page.get_by_role("button", name="Go to day").click()
    is_shown(page, -9)


def test_a_swipe_moves_between_days(page, device):
    if device != "phone":
        pytest.skip("A desktop has no touch screen.")
    touch = page.context.new_cdp_session(page)
    picture = page.get_by_role("region", name="Picture of the day")

    def swipe(start, end, over=picture):
        page.wait_for_load_state()
        over.scroll_into_view_if_needed()
        box = over.bounding_box()
        y = box["y"] + box["height"] / 2
        points = [(start + (end - start) * step / 5) for step in range(6)]
        touch.send("Input.dispatchTouchEvent",
                   {"type": "touchStart", "touchPoints": [{"x": points[0], "y": y}]})
        for x in points[1:]:
            touch.send("Input.dispatchTouchEvent",
                       {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(80, 300)
    is_shown(page, -1)
    swipe(300, 80)
    is_shown(page, 0)
    # Beside the picture it does nothing, and the browser does not go back either, away from what is typed.
    page.evaluate(COUNT_CLICKS)
    swipe(80, 300, over=page.get_by_role("heading", level=1))
    # Touches are answered in their order: this one, over the picture, is too short.
    swipe(80, 100)
    assert page.evaluate("window.clicks") == 0
    is_shown(page, 0)


def test_three_days_on_each_side_are_shown_and_open(page):
    around = page.get_by_role("navigation", name="The days around")
    links = around.get_by_role("listitem").get_by_role("link")
    assert links.count() == 7
    for index in range(3):
        expect(links.nth(index)).to_contain_text(re.compile(r"\d+\.\d"))
    assert links.nth(3).get_attribute("aria-current") == "date"
    links.nth(1).click()
    is_shown(page, -2)


def test_a_day_without_data_is_shown_as_such(page, demo):
    page.goto(f"{demo.url}{demo.root()}/day/2001-01-01")
    expect(page.get_by_text("no data")).to_be_visible()


def marks(page, name):
    # The script of the page answers them.
    page.wait_for_load_state()
    picture = page.get_by_role("region", name="Picture of the day")
    return picture.get_by_role("button", name=name).filter(visible=True)


@pytest.fixture
def soup(people, browser, root):
    """A day with two meals and a dose in one minute, and a plan."""
    for name in ["Soup", "Bread"]:
        people.post(root + "/do/food", day=day(-1), name=name, carbs="40", time="12:30")
    people.post(root + "/do/insulin", day=day(-1), units="4.5", time="12:30")
    people.post(root + "/do/exercise", day=day(-1), name="Run", minutes="45", time="16:00")
    people.post(root + "/do/health", day=day(-1), kind="illness", time="08:00",
                end_date=day(-1), end="20:00")
    people.post(root + "/do/food", day=day(1), name="Party", carbs="60", time="18:00")
    return browser.open(f"{people.url}{root}/day/{day(-1)}")


def test_both_events_of_a_minute_are_reached_by_a_tap(soup, device):
    mark = marks(soup, re.compile("Soup"))
    mark.tap() if device == "phone" else mark.click()
    popup = soup.get_by_role("dialog")
    expect(popup).to_be_visible()
    for text in ["Soup", "Bread", "12:30", "Carbohydrate 40 g"]:
        expect(popup).to_contain_text(text)
    popup.get_by_role("button", name="Close").click()
    expect(popup).to_be_hidden()


def test_events_are_reached_by_keys_in_the_order_of_time(soup):
    names = []
    soup.get_by_role("link", name="Today").focus()
    for _ in range(12):
        soup.keyboard.press("Tab")
        name = soup.evaluate("document.activeElement.matches('#picture [data-event]')"
                             " && document.activeElement.getAttribute('aria-label')")
        if name:
            names.append(name)
            soup.keyboard.press("Enter")
            popup = soup.get_by_role("dialog")
            expect(popup).to_be_visible()
            soup.keyboard.press("Escape")
            expect(popup).to_be_hidden()
            focused = soup.evaluate("document.activeElement.getAttribute('aria-label')")
            assert focused == name
    assert len(names) >= 4
    for word in ["Soup", "Bread", "Run", "4.5"]:
        assert any(word in name for name in names), names
    clocks = [re.search(r"\d\d:\d\d", name)[0] for name in names if ":" in name]
    assert len(clocks) >= 4, names
    assert clocks == sorted(clocks)


def test_an_event_is_changed_and_removed_from_its_popup(soup, people):
    marks(soup, re.compile("Run")).click()
    soup.get_by_role("dialog").get_by_role("link", name=re.compile("^Change: Run")).click()
    soup.get_by_label("Minutes").fill("50")
    save(soup)
    expect(soup.get_by_role("region", name="Events of the day")).to_contain_text("50 min")
    marks(soup, re.compile("Run")).click()
    soup.get_by_role("dialog").get_by_role("button", name=re.compile("^Remove: Run")).click()
    is_done(soup, "Removed.")
    expect(marks(soup, re.compile("Run"))).to_have_count(0)


def test_illness_has_a_lane_in_the_picture(soup):
    picture = soup.get_by_role("region", name="Picture of the day")
    expect(picture.get_by_text("Illness").filter(visible=True).first).to_be_visible()


def test_a_plan_is_marked_in_the_picture_and_the_list(soup, people):
    root = soup.get_by_role("main").get_attribute("data-root")
    soup.goto(f"{people.url}{root}/day/{day(1)}/food")
    expect(marks(soup, re.compile("Party.*planned"))).to_have_count(1)
    expect(soup.get_by_role("region", name="Events of the day")).to_contain_text("planned")
    # A plan is not eaten yet.
    expect(soup.get_by_role("link", name=re.compile("^Food 0 g"))).to_be_visible()


def test_the_page_follows_the_sensor(start, browser):
    server = start("--speed", "300")
    page = browser.open(server.url)
    now = page.get_by_role("region", name="Glucose now")
    clock = lambda: re.findall(r"\d\d:\d\d", now.inner_text())
    first, _ = until(clock)
    # A reading comes each second.
    until(lambda: clock() not in ([], first), message="The page does not follow.")
    server.kill()
    expect(page.get_by_text("Not connected.")).to_be_visible()
    browser.leave()
    browser.complaints.clear()


def test_the_time_of_the_reading_is_the_time_of_the_clock(page):
    text = page.get_by_role("region", name="Glucose now").inner_text()
    hour, minute = map(int, re.search(r"(\d\d):(\d\d)", text).groups())
    now = datetime.datetime.now(ZONE)
    apart = abs(now.hour * 60 + now.minute - hour * 60 - minute)
    assert min(apart, 1440 - apart) < 10
