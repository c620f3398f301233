"""The day log, the patterns, and the settings."""

import datetime
import math
import re

import pytest
from playwright.sync_api import expect

from bifocal import UTC, ZONE, day, readings, today
from forms import choose, is_done, save

COUNT = re.compile(r"^(\d+) of (\d+) days$")


def open_log(page):
    page.get_by_role("link", name="Day log").click()
    expect(page.get_by_role("heading", name="Day log", level=1)).to_be_visible()


def count(page):
    status = page.get_by_role("status").filter(has_text=COUNT)
    expect(status).to_be_visible()
    shown, all_days = COUNT.match(status.inner_text()).groups()
    return int(shown), int(all_days)


def rows(page):
    return page.get_by_role("group", name="Day log").locator("tbody tr")


def show(page, **choices):
    details = page.locator("details").filter(has=page.locator("summary", has_text="Filter"))
    for label, choice in choices.items():
        if label != "Days" and not details.evaluate("details => details.open"):
            details.locator("summary").click()
        page.get_by_label(label, exact=True).first.select_option(label=choice)
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile(r"/log\?"))


def test_the_log_shows_seven_thirty_and_sixty_days(page):
    open_log(page)
    assert count(page) == (7, 7)
    show(page, Days="30 days")
    # The virtual person has worn a sensor for four weeks.
    assert count(page) == (29, 30)
    show(page, Days="60 days")
    assert count(page) == (29, 60)
    row = rows(page).nth(3)
    expect(row.get_by_role("img", name=re.compile("^Glucose "))).to_be_visible()
    expect(row).to_contain_text(re.compile(r"\d+\.\d"))
    expect(row).to_contain_text(re.compile(r"\d+ %"))


def test_a_range_of_days_is_shown(page):
    open_log(page)
    page.get_by_label("From", exact=True).first.fill(day(-12))
    page.get_by_label("to", exact=True).first.fill(day(-10))
    page.get_by_role("button", name="Show", exact=True).click()
    assert count(page) == (3, 3)
    rows(page).first.get_by_role("link").click()
    date = today() - datetime.timedelta(days=10)
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"{date.day} {date:%B}")


@pytest.mark.parametrize("tag", ["Low", "High", "Illness", "Stress", "Exercise"])
def test_a_filter_and_its_opposite_are_all_days(page, tag):
    open_log(page)
    show(page, Days="30 days", **{tag: "with"})
    having, _ = count(page)
    for index in range(having):
        expect(rows(page).nth(index)).to_contain_text(tag)
    show(page, **{tag: "without"})
    lacking, _ = count(page)
    for index in range(lacking):
        expect(rows(page).nth(index).locator("td.tags")).not_to_contain_text(tag)
    assert having + lacking == 29
    if tag == "High":
        assert having > 0


def test_filters_are_joined(page):
    open_log(page)
    show(page, Days="30 days", High="with")
    highs, _ = count(page)
    show(page, Low="without")
    both, _ = count(page)
    assert both <= highs
    for index in range(both):
        expect(rows(page).nth(index).locator("td.tags")).to_contain_text("High")
        expect(rows(page).nth(index).locator("td.tags")).not_to_contain_text("Low")


def test_a_day_is_starred_and_noted(page, device):
    open_log(page)
    row = rows(page).nth(2 if device == "phone" else 4)
    star = row.get_by_role("button", name=re.compile("^Star: "))
    expect(star).to_have_attribute("aria-pressed", "false")
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    note = row.get_by_label(re.compile("^Note: "))
    note.fill(f"Read on a {device}")
    row.get_by_role("button", name=re.compile("^Save: Note")).click()
    is_done(page, "Saved.")
    expect(note).to_have_value(f"Read on a {device}")
    show(page, Starred="with")
    expect(rows(page).get_by_label(re.compile("^Note: ")).first).to_be_attached()
    texts = [field.input_value() for field in rows(page).get_by_label(re.compile("^Note: ")).all()]
    assert f"Read on a {device}" in texts
    rows(page).nth(texts.index(f"Read on a {device}")).get_by_role("link").click()
    expect(page.get_by_text(f"Read on a {device}")).to_be_visible()
    page.get_by_role("button", name="Star", exact=True).click()
    expect(page.get_by_role("button", name="Star", exact=True)).to_have_attribute(
        "aria-pressed", "false")


def test_the_whole_diary_is_searched(people, browser, device, root):
    old = datetime.date(2019, 5, 3).isoformat()
    people.post(root + "/do/food", day=old, time="08:00", name="Crème brûlée", carbs="40")
    people.post(root + "/do/health", day=old, time="09:00", category="weight", amount="71",
                note="after the <b>holiday</b>")
    people.post(root + "/do/health", day=day(-1), time="10:00", category="condition",
                kind="Illness", note="Holiday over")
    people.post(root + "/do/note", day=day(-2), note="A holiday, too")
    page = browser.open(people.url + root + "/log")

    def found(text):
        field = page.get_by_role("searchbox", name="Search notes and events")
        field.fill(text)
        field.press("Enter")
        expect(page).to_have_url(re.compile("search="))
        region = page.get_by_role("region", name="Search")
        return region, region.locator("h2 a").all_text_contents()

    date = today() - datetime.timedelta(days=1)
    region, days = found("HOLIDAY")
    expect(region).to_contain_text("after the <b>holiday</b>")
    expect(region).to_contain_text("A holiday, too")
    expect(region.get_by_role("status")).to_have_text("3 of 3 days")
    assert len(days) == 3 and f"{date.day} {date:%B}" in days[0] and "3 May 2019" in days[2]
    region, days = found("creme")
    expect(region.locator(".event")).to_have_text(re.compile("Crème brûlée.*08:00.*40 g", re.DOTALL))
    # Kinds of events, and those of conditions.
    for text in ["weight", "illness"]:
        region, days = found(text)
        assert len(days) == 1, text
    region, days = found("nothing of this kind")
    expect(region.get_by_role("status")).to_have_text("Nothing in the diary has this text.")
    region, _ = found("crème")
    region.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("3 May 2019")
    # In German, illness has another name than in the diary.
    people.set(root, language="de")
    _, text = people.request("GET", root + "/log?search=krankheit")
    assert "1 von 1 Tag<" in text


def test_two_periods_are_compared(page):
    open_log(page)
    compare = page.get_by_role("region", name="Compare two periods")
    table = compare.get_by_role("group", name="Compare two periods")
    for name in ["Mean", "Time in range", "Coefficient of variation", "Is there enough data?"]:
        expect(table.get_by_role("rowheader", name=name)).to_be_visible()
    variation = table.locator("tr", has_text="Coefficient of variation").locator("td").first
    assert 10 < int(variation.inner_text().removesuffix(" %")) < 80
    compare.get_by_role("group", name="Compared with").get_by_label("From").fill(day(-6))
    compare.get_by_role("group", name="Compared with").get_by_label("to").fill(day(0))
    compare.get_by_role("button", name="Compare two periods").click()
    # A period differs from itself by nothing.
    expect(table.locator("tr", has_text="Time in range")).to_contain_text("0 %")
    cells = table.locator("tr", has_text="Mean").locator("td")
    assert cells.nth(0).inner_text() == cells.nth(1).inner_text()


def test_patterns_or_candidates_have_their_evidence_one_click_away(page):
    page.get_by_role("link", name="Patterns", exact=True).click()
    expect(page.get_by_role("heading", name="Profile")).to_be_visible()
    section = page.get_by_role(
        "region", name=re.compile("^(Patterns|Strongest candidates)$"))
    item = section.get_by_role("listitem").first
    expect(item).to_contain_text(re.compile(r"on \d+ of \d+ days"))
    item.get_by_text("Days of evidence").click()
    link = item.get_by_role("link").first
    expect(link).to_contain_text(re.compile(r"\d\d:\d\d: \d+\.\d mmol/L"))
    date = link.get_attribute("href").rsplit("/", 1)[1]
    link.click()
    expect(page).to_have_url(re.compile(date))


def test_lows_and_highs_are_shown_by_weekday(page):
    page.get_by_role("link", name="Patterns", exact=True).click()
    table = page.get_by_role("region", name="Days of the week")
    rows = table.locator("tbody tr")
    expect(rows).to_have_count(7)
    expect(rows.first.get_by_role("rowheader")).to_have_text("Monday")
    counts = [int(row.locator("td").nth(0).inner_text()) for row in rows.all()]
    assert sum(counts) == 28 and set(counts) == {4}
    lows = [int(row.locator("td").nth(1).inner_text()) for row in rows.all()]
    assert sum(lows) > 0


def test_responses_to_a_meal_are_side_by_side(page):
    page.get_by_role("link", name="Patterns", exact=True).click()
    meals = page.get_by_role("region", name="Responses to meals")
    meals.get_by_role("navigation").get_by_role("link").nth(1).click()
    expect(meals.locator("a[aria-current=true]")).to_have_count(1)
    expect(meals.get_by_role("img", name=re.compile("^Responses to meals: ")).filter(
        visible=True)).to_have_count(1)
    expect(meals.get_by_role("columnheader", name="Time to peak")).to_be_visible()
    assert meals.locator("tbody tr").count() > 1


def test_a_pattern_is_dismissed_and_shown_again(people, desktop, root):
    # High each night of three weeks.
    end = datetime.datetime.combine(today(), datetime.time(), ZONE)
    values = [14.5 if (index * 5 // 60) % 24 < 3 else 6.5 + math.sin(index / 9)
              for index in range(21 * 288)]
    people.take(root, "nights.csv", readings(values, end - datetime.timedelta(minutes=5)))
    page = desktop.open(people.url + root + "/patterns")
    section = page.get_by_role("region", name="Patterns", exact=True)
    expect(section.get_by_role("heading", name="Highs, 0:00–3:00")).to_be_visible()
    section.get_by_role("button", name="Dismiss: Highs, 0:00–3:00").click()
    expect(section.get_by_role("heading", name="Highs, 0:00–3:00")).to_be_hidden()
    section.get_by_text("Dismissed (1)").click()
    section.get_by_role("button", name="Show again: Highs, 0:00–3:00").click()
    expect(section.get_by_role("heading", name="Highs, 0:00–3:00")).to_be_visible()


def test_what_has_not_enough_data_says_how_much_is_missing(people, desktop, root):
    people.take(root, "two.csv", readings([7.5] * 576))
    page = desktop.open(people.url + root + "/patterns")
    table = page.get_by_role("region", name="Is there enough data?")
    row = table.get_by_role("row", name=re.compile("not enough"))
    expect(row).to_contain_text("14 days, 70 %")


def test_one_reading_is_a_day_and_not_nothing(people, desktop, root):
    people.take(root, "one.csv", readings([7.5]))
    page = desktop.open(people.url + root + "/patterns")
    table = page.get_by_role("region", name="Is there enough data?")
    expect(table).to_contain_text("1 day, <1 %")


def test_a_difference_that_is_shown_as_zero_has_no_sign(people, desktop, root):
    end = datetime.datetime.combine(today(), datetime.time(), ZONE) - datetime.timedelta(minutes=5)
    people.take(root, "days.csv", readings([7.04] * 288 + [7.01] * 288, end))
    page = desktop.open(f"{people.url}{root}/log?a-from={day(-1)}&a-to={day(-1)}"
                        f"&b-from={day(-2)}&b-to={day(-2)}")
    for name, cells in [("Mean", ["7.0", "7.0", "0.0 mmol/L"]),
                        ("Time in range", ["100 %", "100 %", "0 %"])]:
        row = page.get_by_role("group", name="Compare two periods").get_by_role(
            "row", name=re.compile(f"^{name} "))
        expect(row.get_by_role("cell")).to_have_text(cells)


def test_the_glucose_management_indicator_is_of_two_weeks_or_more(people, desktop, root):
    end = datetime.datetime.combine(today(), datetime.time(), ZONE) - datetime.timedelta(minutes=5)
    people.take(root, "days.csv", readings([8.0] * 13 * 288, end))
    page = desktop.open(people.url + root + "/patterns?days=14")
    section = page.get_by_role("region", name="Glucose management indicator")
    expect(section).to_contain_text("not enough (Mean 8.0 mmol/L)")
    earlier = end - datetime.timedelta(days=13)
    people.take(root, "more.csv", readings([8.0] * 15 * 288, earlier))
    expect(section.get_by_role("table")).to_have_count(0)
    people.post(root + "/do/health", category="hemoglobinA1c", day=day(-1), time="08:00",
                amount="7.1", unit="%")
    # 3.31 + 0.02392 · 8.0 · 18.0156 = 6.76, of which a laboratory has 0.3 more. Twelve weeks before it
    # have less than 70 % of their readings.
    expect(section).to_contain_text("6.8 % (Mean 8.0 mmol/L)")
    expect(section.get_by_role("row").nth(1)).to_contain_text(re.compile(
        r"7\.1 %, 54 mmol/mol\s*6\.8 % \*\s*\+0\.3 \*"))
    page.goto(f"{people.url}{root}/log?a-from={day(-14)}&a-to={day(-1)}&b-from={day(-7)}&b-to={day()}")
    row = page.get_by_role("row", name=re.compile("^Glucose management indicator"))
    expect(row.get_by_role("cell")).to_have_text(["6.8 %", "–", "–"])


def settings(page):
    page.get_by_role("link", name="Settings").click()


def test_unit_zone_range_and_name_are_chosen(people, browser, device, root):
    people.take(root, "now.csv", readings([10.0] * 60))
    page = browser.open(people.url + root + "/day")
    big = page.get_by_role("region", name="Glucose now")
    expect(big).to_contain_text("10.0")
    settings(page)
    page.get_by_label("Unit").select_option("mg/dL")
    page.get_by_label("Time zone").fill("Asia/Tokyo")
    page.get_by_label("Target range").select_option(label="tight")
    page.get_by_label("Name").fill("Renamed " + device)
    save(page)
    expect(page.get_by_label("Lower limit (mg/dL)")).to_have_value("70")
    expect(page.get_by_role("link", name=re.compile("Renamed " + device))).to_be_visible()
    page.get_by_role("link", name="Day", exact=True).click()
    expect(big).to_contain_text(re.compile(r"180\s*mg/dL"))
    shown = re.search(r"(\d\d):\d\d", big.inner_text())[1]
    now = datetime.datetime.now(UTC)
    assert (int(shown) - now.hour) % 24 in (8, 9)
    # 10.0 mmol/L is above the tight range.
    numbers = page.locator("#numbers")
    expect(numbers).to_contain_text(re.compile(r"^Time in range\s*0 %"))


def test_settings_that_cannot_be_are_refused_beside_their_fields(people, desktop, root):
    page = desktop.open(people.url + root + "/settings")
    page.get_by_label("Time zone").fill("Atlantis")
    page.get_by_label("Lower limit (mmol/L)").fill("11")
    page.get_by_label("Alarm above (mmol/L)").fill("99")
    page.get_by_label("Name").fill("")
    save(page)
    for label, text in [
        ("Time zone", "This is not a time zone."), ("Name", "A value is required."),
        ("Lower limit (mmol/L)", "The lower limit must be below the upper."),
        ("Alarm above (mmol/L)", re.compile("^It must be within")),
    ]:
        expect(page.get_by_label(label)).to_have_accessible_description(text)
    page.goto(people.url + root + "/settings")
    expect(page.get_by_label("Time zone")).not_to_have_value("Atlantis")


def test_the_page_is_in_german(people, browser, device, root):
    page = browser.open(people.url + root + "/settings")
    page.get_by_label("Language").select_option(label="Deutsch")
    save(page)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    for name in ["Tag", "Tagesliste", "Muster", "Daten", "Einstellungen"]:
        expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    page.goto(f"{people.url}{root}/day/{day(-1)}/insulin")
    page.get_by_label("Dosis (Einheiten)").fill("1.5")
    page.get_by_label("Uhrzeit").fill("10:00")
    save(page, "Speichern")
    expect(page.get_by_role("region", name="Ereignisse des Tages")).to_contain_text(
        "1,5 Einheiten")
    # The library has the words of pictures and reports, and the keys of errors.
    picture = page.get_by_role("region", name="Bild des Tages")
    expect(picture.get_by_role("button", name=re.compile("Insulin: 1,5 Einheiten")).filter(
        visible=True)).to_have_count(1)
    page.goto(f"{people.url}{root}/data")
    choose(page, "empty.csv", b"")
    expect(page.get_by_text("Die Datei ist leer.")).to_be_visible()
    # The details of a reason, too.
    choose(page, "dates.csv", b"time,glucose (mmol/L)\n03/04/2026 12:00,5.5\n03/04/2026 12:05,5.6\n")
    expect(page.get_by_text(
        "Die Reihenfolge von Tag und Monat ist nicht eindeutig, zum Beispiel 03/04/2026"
    )).to_be_visible()
    page.goto(f"{people.url}{root}/export/report?days=3")
    assert page.locator("html").get_attribute("lang") == "de"
    expect(page.get_by_text("Sie gibt keinen Rat zur Behandlung.")).to_be_visible()


def test_a_widget_shows_glucose_now_and_grows_old_by_itself(people, browser, device, root):
    ago = datetime.datetime.now(UTC) - datetime.timedelta(minutes=5)
    people.take(root, "sensor.csv", readings([6.5, 6.7, 6.9, 7.1, 7.3, 7.5], ago))
    browser.let_in(people.url)
    page = browser.context.new_page()
    page.clock.install()
    page.goto(people.url + root + "/widget")
    shown = page.get_by_role("main")
    expect(shown.get_by_role("heading", name="Glucose now", level=2)).to_be_visible()
    expect(shown).to_contain_text(re.compile(r"7\.5\s*mmol/L"))
    # A new reading is shown without a reload.
    page.evaluate("window.isSame = true")
    people.take(root, "sensor.csv", readings([8.8]))
    expect(shown).to_contain_text(re.compile(r"8\.8\s*mmol/L"))
    assert page.evaluate("window.isSame")
    # Without the server, the texts of the next minutes are shown at their times.
    browser.context.set_offline(True)
    page.clock.fast_forward("05:00")
    expect(shown).to_contain_text(re.compile(r"\b([5-9]|1\d) min ago"))
    page.clock.fast_forward("15:00")
    expect(shown.get_by_role("heading", name="Last reading")).to_be_visible()
    expect(shown).to_contain_text("(old)")
    browser.context.set_offline(False)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    shown.get_by_role("link").click()
    expect(page.get_by_role("region", name="Picture of the day")).to_be_visible()
    browser.complaints.clear()


def test_people_have_diaries_of_their_own(people, desktop):
    page = desktop.open(people.url + "/people")
    for name in ["Ann", "Ben"]:
        page.get_by_label("Name").fill(name)
        page.get_by_role("button", name="Add a person").click()
        expect(page.get_by_label("Name")).to_have_value(name)
        page.goto(people.url + "/people")
    page.get_by_role("link", name="Ann", exact=True).click()
    page.get_by_role("link", name=re.compile("^Food")).click()
    page.get_by_label("Carbohydrate (g)").fill("33")
    save(page)
    expect(page.get_by_role("link", name=re.compile("^Food 33 g"))).to_be_visible()
    page.get_by_role("link", name=re.compile("^Person")).click()
    page.get_by_role("link", name="Ben", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("^Food 0 g"))).to_be_visible()
