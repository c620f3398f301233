"""Readings ahead of the clock, data of years ago, ranges of days, and times that clocks skip or
show twice."""

import datetime
import re
import sqlite3

import pytest
from playwright.sync_api import expect

from bifocal import LIBRE, UTC, ZONE, ZONE_NAME, day, readings
from forms import choose, enter, events, fill, is_done, save
from test_data import alarms

HOUR = datetime.timedelta(hours=1)


# Readings ahead of the clock.


def test_a_reading_of_the_future_is_not_now_nor_the_lowest_nor_an_alarm(diary, people):
    now = datetime.datetime.now(UTC)
    past = readings([6.0] * 20, now)
    ahead = readings([2.5] * 12, now + HOUR + 5 * datetime.timedelta(minutes=1))
    people.take(diary.root, "wrong zone.csv", past + ahead.split(b"\n", 1)[1])
    page = diary.page
    page.reload()
    shown = page.get_by_role("region", name="Glucose now")
    expect(shown.get_by_role("heading")).to_have_text("Glucose now")
    expect(shown).to_contain_text(re.compile(r"6\.0\s*mmol/L"))
    expect(shown).to_contain_text("Readings are later than now: check the clocks.")
    expect(alarms(page)).to_be_empty()
    expect(page.locator("#numbers")).to_contain_text(re.compile(r"Lowest\s*6\.0"))
    expect(page.get_by_role("navigation", name="The days around")).not_to_contain_text("2.5")
    page.goto(people.url + diary.root + "/log")
    row = page.get_by_role("group", name="Day log").locator("tbody tr").first
    expect(row.locator("td").nth(2)).to_have_text("6.0")
    expect(row.locator("td.tags")).to_have_text("")
    for path in ["/widget", "/patterns", "/log", "/export/report?days=14"]:
        _, text = people.request("GET", diary.root + path)
        assert not re.search(r"\b2\.5\b(?! h)", re.sub(r"<[^>]+>", " ", text)), path


def test_only_readings_of_the_future_are_no_reading_yet(diary, people):
    people.take(diary.root, "wrong zone.csv",
                readings([2.5] * 12, datetime.datetime.now(UTC) + 10 * HOUR))
    page = diary.page
    page.reload()
    shown = page.get_by_role("region", name="Glucose now")
    expect(shown).to_contain_text("No reading yet")
    expect(shown).to_contain_text("Readings are later than now: check the clocks.")
    expect(alarms(page)).to_be_empty()
    expect(page.locator("#numbers")).to_contain_text("no data")


def test_an_account_says_that_readings_lie_ahead(people, desktop, root):
    page = desktop.open(people.url + root + "/data")
    local = datetime.datetime.now(UTC).replace(tzinfo=None) + 9 * HOUR
    rows = [f"{local - datetime.timedelta(minutes=5 * index):%Y-%m-%dT%H:%M:%S},6.5"
            for index in range(12)]
    people.set(root, zone="UTC")
    choose(page, "tokyo.csv", "\n".join(["time,glucose (mmol/L)", *rows]).encode())
    account = page.get_by_role("region", name="What is in the file: tokyo.csv")
    expect(account.get_by_role("alert")).to_contain_text("Ahead of the clock: 12 readings")
    account.get_by_label("Time zone").fill("Asia/Tokyo")
    account.get_by_role("button", name="Read again").click()
    expect(account).to_contain_text("12 rows read")
    expect(account.get_by_role("alert")).to_have_count(0)
    # Of instants, it has the one sentence, too.
    page.goto(people.url + root + "/data")
    choose(page, "instants.csv", readings([6.5] * 36, datetime.datetime.now(UTC) + 4 * HOUR))
    account = page.get_by_role("region", name="What is in the file: instants.csv")
    expect(account.get_by_role("alert")).to_contain_text("Ahead of the clock: 36 readings")
    expect(account.locator(".warning")).to_have_count(1)


def test_the_zone_of_a_new_person_is_that_of_the_browser(start, desktop, tmp_path):
    server = start("--people", str(tmp_path / "people"), folder=tmp_path, zone="Asia/Tokyo")
    page = desktop.open(server.url + "/people")
    zone = page.get_by_label("Time zone")
    expect(zone).to_have_value(ZONE_NAME)
    zone.fill("Atlantis")
    page.get_by_label("Name").fill("Ann")
    page.get_by_role("button", name="Add a person").click()
    expect(zone).to_have_accessible_description("This is not a time zone.")
    expect(page.get_by_label("Name")).to_have_value("Ann")
    zone.fill(ZONE_NAME)
    page.get_by_role("button", name="Add a person").click()
    expect(page.get_by_label("Time zone")).to_have_value(ZONE_NAME)


# Alarms of level 2.


@pytest.mark.parametrize("values, text", [
    ([7, 6.3, 5.6, 4.9, 4.2, 3.5, 3.1, 2.8, 2.6], "Glucose is very low"),
    ([9, 10, 11, 12, 13, 14, 15, 16, 17], "Glucose is very high")])
def test_a_level_2_alarm_is_shown_once_and_answered_with_the_milder(
        people, desktop, root, values, text):
    people.take(root, "sensor.csv", readings(values))
    page = desktop.open(people.url + root + "/day")
    expect(alarms(page).get_by_role("strong")).to_have_text([text])
    alarms(page).get_by_role("button", name="Acknowledge").click()
    expect(alarms(page).get_by_role("button")).to_have_count(0)
    expect(alarms(page).get_by_role("strong")).to_have_text([text])


# Data of years ago, and ranges.


@pytest.fixture
def old(people, root):
    """A person whose readings ended in 2024."""
    end = datetime.datetime(2024, 5, 20, 23, 55, tzinfo=ZONE)
    # High each night of three weeks.
    values = [14.5 if (index * 5 // 60) % 24 < 3 else 6.5 for index in range(21 * 288)]
    people.take(root, "old.csv", readings(values, end))
    return root


def test_readings_of_years_ago_are_reached_from_every_page(people, browser, old):
    page = browser.open(people.url + old + "/day")
    expect(page.get_by_role("region", name="Glucose now")).to_contain_text("Last reading")
    page.get_by_role("link", name="Go to day: 20 May 2024").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("20 May 2024")
    expect(page.get_by_role("link", name=re.compile("^Patterns [1-9]"))).to_be_visible()
    page.get_by_role("link", name="Patterns", exact=True).click()
    expect(page.get_by_text("23 Apr 2024 – 20 May 2024. There is nothing later.")).to_be_visible()
    expect(page.get_by_role("heading", name="Highs, 0:00–3:00")).to_be_visible()
    page.get_by_label("From").fill("2024-05-01")
    page.get_by_label("to", exact=True).fill("2024-05-07")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_text("1 May 2024 – 7 May 2024")).to_be_visible()
    expect(page.get_by_role("region", name="Is there enough data?")).to_contain_text("7 days")
    page.get_by_role("link", name="Day log").click()
    expect(page.get_by_role("status").filter(has_text="7 of 7 days")).to_be_visible()
    page.goto(people.url + old + "/export/report?days=14")
    expect(page.get_by_text(re.compile("2024-05-20|20 May 2024")).first).to_be_visible()
    page.goto(people.url + old + "/data")
    report = page.get_by_role("group", name="Report to print")
    report.get_by_label("From").fill("2024-05-01")
    report.get_by_label("to", exact=True).fill("2024-05-03")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile("report.*2024-05-03"))
    expect(page.get_by_text(re.compile("2024-05-03|3 May 2024")).first).to_be_visible()


def test_an_import_leads_to_its_days_with_what_is_new(people, desktop, root):
    page = desktop.open(people.url + root + "/data")
    for new in [300, 0]:
        choose(page, "OLD Export.csv",
               readings([6.0] * 300, datetime.datetime(2024, 5, 20, 12, tzinfo=ZONE)))
        page.get_by_role("button", name="Take it into the diary").click()
        is_done(page, f"The file was taken. {new} new.")
    # The name is as it was.
    header = page.get_by_role("rowheader", name="OLD Export.csv")
    assert header.evaluate(
        "header => getComputedStyle(header, '::first-letter').textTransform") == "none"
    page.get_by_role("link", name="Its days: 19 May 2024 – 20 May 2024").click()
    expect(page.get_by_role("status").filter(has_text="2 of 2 days")).to_be_visible()


@pytest.mark.parametrize("path", ["/log", "/patterns"])
def test_a_reversed_range_is_an_error(people, desktop, path, root):
    page = desktop.open(f"{people.url}{root}{path}?from={day(-3)}&to={day(-5)}")
    field = page.get_by_label("From", exact=True).first
    expect(field).to_have_accessible_description("The first day must not be after the last.")
    expect(field).to_have_value(day(-3))
    response, text = people.request(
        "GET", f"{root}/export/report?from={day(-3)}&to={day(-5)}")
    assert response.status == 400 and "must not be after" in text


def test_a_reversed_comparison_is_an_error(people, desktop, root):
    page = desktop.open(f"{people.url}{root}/log?a-from={day(-3)}&a-to={day(-5)}")
    expect(page.get_by_role("region", name="Compare two periods").get_by_role(
        "alert")).to_have_text("The first day must not be after the last.")


def test_days_are_counted_in_german(people, desktop, root):
    people.take(root, "sensor.csv", readings([6.0] * 20))
    people.set(root, language="de")
    page = desktop.open(people.url + root + "/log?days=30")
    expect(page.get_by_role("status").filter(has_text="1 von 30 Tagen")).to_be_visible()


def test_an_empty_diary_says_what_is_missing(people, browser, root):
    page = browser.open(people.url + root + "/day")
    shown = page.get_by_role("region", name="Glucose now")
    expect(shown).to_contain_text("The diary has no readings of a sensor.")
    page.goto(people.url + root + "/patterns")
    expect(page.get_by_text("There are no readings in this period.")).to_be_visible()
    page.goto(people.url + root + "/day")
    shown.get_by_role("link", name="Data").click()
    expect(page.get_by_role("heading", name="Bring in a file")).to_be_visible()


def test_the_virtual_person_is_named_as_such_on_every_page(demo, desktop, people):
    root = demo.root()
    for path in ["/day", "/log", "/patterns", "/data", "/settings", "/widget"]:
        page = desktop.open(demo.url + root + path)
        expect(page.get_by_role("note")).to_have_text(
            "Simulated: these are not the data of a person.")
        page.close()
    _, text = demo.request("GET", root + "/export/report?days=14")
    assert "(simulated)" in text
    page = desktop.open(people.url + people.add_person("Real") + "/day")
    expect(page.get_by_role("note")).to_have_count(0)


# Times that clocks skip or show twice, and other slips.


def test_a_time_that_the_clocks_skip_is_asked_about(people, desktop, root):
    people.set(root, zone="Europe/Berlin")
    page = desktop.open(f"{people.url}{root}/day/2026-03-29/food")
    fill(page, Name="Juice", Time="02:30")
    save(page)
    expect(page.get_by_label("Time")).to_have_accessible_description(
        re.compile("do not show this time"))
    assert people.archive(root)["events"] == []
    enter(page, Time="03:30")


@pytest.mark.parametrize("choice, time", [
    ("first, +02:00", "2026-10-25T00:30"), ("second, +01:00", "2026-10-25T01:30")])
def test_a_time_that_the_clocks_show_twice_is_chosen(people, desktop, choice, time, root):
    people.set(root, zone="Europe/Berlin")
    page = desktop.open(f"{people.url}{root}/day/2026-10-25/food")
    fill(page, Name="Juice", Carbohydrate="15", Time="02:30")
    save(page)
    expect(page.get_by_label("Time", exact=False).first).to_have_accessible_description(
        re.compile("show this time twice"))
    page.get_by_label("Which of the two").select_option(label=choice)
    save(page)
    is_done(page, "Saved.")
    _, text = people.request("GET", root + "/export/nightscout.json")
    assert time in text
    # A change keeps it.
    page.get_by_role("link", name="Change: Juice, 02:30").click()
    enter(page, Carbohydrate="20")
    _, text = people.request("GET", root + "/export/nightscout.json")
    assert time in text and '"carbs":20' in text.replace(" ", "")


def test_a_large_dose_and_the_same_dose_twice_are_questioned(diary, people):
    page = diary("insulin", -1)
    fill(page, Dose="45", Time="10:00")
    save(page)
    unusual = page.get_by_role("alert").filter(has_text="Unusual, please check")
    expect(unusual).to_contain_text("Units: A value above 25 is unusual.")
    save(page, "Save anyway")
    is_done(page, "Saved.")
    # A basal dose may be as large.
    enter(page, Dose="45", Kind_of_insulin="long", Time="10:10")
    expect(events(page)).to_contain_text("long")
    fill(page, Dose="45", Kind_of_insulin="long", Time="10:10")
    save(page)
    expect(unusual).to_contain_text("The same dose of this minute is in the diary.")
    assert len(people.archive(diary.root)["events"]) == 2
    save(page, "Save anyway")
    is_done(page, "Saved.")
    assert len(people.archive(diary.root)["events"]) == 3


def test_limits_are_used_when_they_are_entered(people, desktop, root):
    people.take(root, "sensor.csv", readings([9.0] * 40))
    page = desktop.open(people.url + root + "/settings")
    page.get_by_label("Upper limit (mmol/L)").fill("8")
    save(page)
    is_done(page, "Saved.")
    expect(page.get_by_label("Target range").locator("option:checked")).to_have_text("own limits")
    page.get_by_role("link", name="Day", exact=True).click()
    expect(page.locator("#numbers")).to_contain_text(re.compile(r"^Time in range\s*0 %"))
    # A range that is chosen has its own limits.
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Target range").select_option(label="consensus")
    save(page)
    is_done(page, "Saved.")
    expect(page.get_by_label("Upper limit (mmol/L)")).to_have_value("10.0")


# Scans, and a logbook of the command.


def test_scans_are_kept(people, desktop, root):
    page = desktop.open(people.url + root + "/data")
    choose(page, "libre.csv", LIBRE.encode())
    account = page.get_by_role("region", name="What is in the file: libre.csv")
    expect(account).to_contain_text(re.compile(r"Scans\s*1"))
    page.get_by_role("button", name="Take it into the diary").click()
    is_done(page, "The file was taken. 3 new.")
    expect(page.get_by_role("row", name=re.compile(r"^LibreView scans 1 "))).to_be_visible()
    # A second copy is recognized by its program and its readings, whatever it is called.
    choose(page, "a second copy.csv", LIBRE.encode())
    page.get_by_role("button", name="Take it into the diary").click()
    is_done(page, "The file was taken. 0 new.")
    assert [source["name"] for source in people.archive(root)["sources"]] == [
        "LibreView", "LibreView scans"]


def test_a_logbook_is_taken(own, people, root, tmp_path):
    own.take(own.root(), "sensor.csv", readings([6.0] * 20))
    own.post(own.root() + "/do/food", day=day(-1), time="12:00", name="Soup", carbs="30")
    own.process.terminate()
    own.process.wait(60)
    with sqlite3.connect(tmp_path / "own.sqlite") as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    people.take(root, "own.sqlite", (tmp_path / "own.sqlite").read_bytes())
    archive = people.archive(root)
    assert len(archive["events"]) == 1 and archive["sources"][0]["name"] == "sensor.csv"
