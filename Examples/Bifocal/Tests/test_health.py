"""What is measured or noted, basal rates, alcohol, and the switches of what is going on."""

import re

import pytest
from playwright.sync_api import expect

from bifocal import day
from forms import enter, events, fill, is_done, save


@pytest.mark.parametrize("kind, fields, shown", [
    ("Finger-stick", {"Amount": "6,4"}, ["Finger-stick", "6.4 mmol/L"]),
    ("Ketones", {"Amount": "0.6", "Note": "after a run"}, ["Ketones", "0.6 mmol/L", "after a run"]),
    ("Weight", {"Amount": "70.5"}, ["Weight", "70.5 kg"]),
    ("Medicine", {"Name": "Metformin", "Amount": "500"}, ["Metformin", "500 mg"]),
    ("HbA1c", {"Amount": "53", "Unit": "mmol/mol"}, ["HbA1c", "53 mmol/mol"]),
    ("New sensor", {"Name": "Left arm", "Note": "Lot 12"}, ["Left arm", "Lot 12"]),
    ("New infusion site", {}, ["New infusion site"]),
    ("Note", {"Note": "New shoes"}, ["Note", "New shoes"]),
])
def test_what_is_measured_or_noted_is_entered_and_changed(diary, people, kind, fields, shown):
    page = diary("health", -1)
    page.get_by_role("navigation", name="Kind of entry").get_by_role(
        "link", name=kind, exact=True).click()
    enter(page, **fields, Time="09:05")
    for text in ["09:05", *shown]:
        expect(events(page)).to_contain_text(text)
    stored = people.archive(diary.root)["events"]
    events(page).get_by_role("link", name=re.compile("^Change: ")).click()
    enter(page, Note="changed")
    expect(events(page)).to_contain_text("changed")
    changed = people.archive(diary.root)["events"]
    assert len(changed) == 1 and changed[0]["id"] == stored[0]["id"]
    # The other fields are kept.
    for text in shown:
        if text != fields.get("Note"):
            expect(events(page)).to_contain_text(text)
    events(page).get_by_role("button", name=re.compile("^Remove: ")).click()
    expect(events(page)).to_contain_text("Nothing is logged.")


@pytest.mark.parametrize("kind, fields, field, reason", [
    ("ketones", {}, "Amount", "Amount: A value is required."),
    ("note", {}, "Note", "Note: A value is required."),
    ("hemoglobinA1c", {"Amount": "53"}, "Amount", "Amount: The value must be at most 20."),
    ("weight", {"Amount": "0"}, "Amount", "Amount: The value must be greater than zero."),
])
def test_an_entry_that_cannot_be_is_refused(diary, people, kind, fields, field, reason):
    page = diary(f"health?category={kind}", -1)
    fill(page, **fields, Time="09:05")
    save(page)
    control = page.get_by_role("form").get_by_label(re.compile("^" + field))
    expect(control).to_have_accessible_description(reason)
    assert people.archive(diary.root)["events"] == []


def test_a_finger_stick_in_the_wrong_unit_is_a_warning(diary):
    page = diary("health?category=fingerstick", -1)
    fill(page, Amount="101", Time="09:05")
    save(page)
    expect(page.get_by_role("alert").filter(has_text="Unusual, please check")).to_contain_text(
        "Amount: A value above 33.3 is unusual.")
    fill(page, Unit="mg/dL")
    save(page, "Save anyway")
    expect(events(page)).to_contain_text("101 mg/dL")


def test_basal_rates_are_drawn_and_replaced_by_temporary_ones(diary, people):
    page = diary.page
    page.get_by_role("link", name="Settings").click()
    rates = page.get_by_label(re.compile("^Basal rates"))
    rates.fill("00:00 0,7; 25:00 1")
    save(page)
    expect(rates).to_have_accessible_description(re.compile("^Rates are written as"))
    rates.fill("00:00 0,7; 06:00 1.1")
    save(page)
    expect(rates).to_have_value("00:00 0.7; 06:00 1.1")
    diary("insulin?category=temporaryBasal", -1)
    enter(page, Amount="50", Unit="%", Minutes="120", Time="12:00")
    expect(events(page)).to_contain_text("Temporary basal rate")
    expect(events(page)).to_contain_text("50 %")
    titles = page.locator("#picture .picture.small [data-layer=basal] title")
    expect(titles).to_have_text([
        "Basal insulin: 0.7 units/h", "Basal insulin: 1.1 units/h", "Basal insulin: 0.55 units/h",
        "Basal insulin: 1.1 units/h"])
    # A dose is what was injected, and a rate is no dose.
    expect(page.get_by_role("link", name=re.compile("^Insulin 0 units"))).to_be_visible()


def test_an_end_before_the_start_is_refused(diary, people):
    page = diary("health", -1)
    fill(page, Condition="Illness", Start="20:00")
    page.get_by_label(re.compile("^End: Date")).fill(day(-1))
    page.get_by_label("End: Time").fill("08:00")
    save(page)
    expect(page.get_by_label("End: Time")).to_have_accessible_description(
        "End: The end is before the start.")
    assert people.archive(diary.root)["events"] == []


def test_a_diary_without_a_sensor_has_its_entries_on_every_page(people, desktop, root):
    def tile():
        return page.get_by_role("link", name=re.compile("^Health "))

    page = desktop.open(f"{people.url}{root}/day/{day(-1)}")
    expect(tile()).to_have_text(re.compile("none"))
    for text, time in [("1 entry", "07:00"), ("2 entries", "12:00")]:
        people.post(root + "/do/health", category="fingerstick", day=day(-1), time=time,
                    amount="6.4", unit="mmol/L")
        expect(tile()).to_have_text(re.compile(text))
    response, _ = people.post(root + "/do/star", day=day(-3), on="1")
    assert response.status == 303
    page.goto(people.url + root + "/log")
    expect(page.locator("#count")).to_have_text("2 of 7 days")
    page.goto(people.url + root + "/patterns")
    expect(page.get_by_role("region", name="Patterns", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Days of the week")).to_have_count(0)


@pytest.mark.parametrize("name", ["Illness", "Stress"])
def test_a_switch_survives_a_killed_server(own, browser, name):
    page = browser.open(own.url)
    page.get_by_role("link", name=re.compile("^Health none")).click()
    switch = page.get_by_role("switch", name=re.compile("^" + name))
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    address = page.url
    browser.leave()
    own.kill()
    own.start()
    page = browser.open(address)
    switch = page.get_by_role("switch", name=re.compile("^" + name))
    expect(switch).to_be_checked()
    expect(page.get_by_role("link", name=re.compile(f"^Health {name} going on"))).to_be_visible()
    switch.click()
    expect(switch).not_to_be_checked()


def test_exercise_is_started_and_stopped(diary, people):
    page = diary("exercise")
    switch = page.get_by_role("switch", name=re.compile("^Exercise"))
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    expect(page.get_by_role("link", name=re.compile("^Exercise 0 min going on"))).to_be_visible()
    expect(events(page)).to_contain_text("going on")
    # It is no illness, and is going on for every page.
    page = diary("health")
    expect(page.get_by_role("link", name=re.compile("^Health none"))).to_be_visible()
    page = diary("exercise")
    switch.click()
    # The form of the exercise, with its duration, is where the rest is entered.
    expect(page.get_by_role("heading", name="Change: Exercise")).to_be_visible()
    minutes = page.get_by_label("Minutes").input_value()
    assert 1 <= int(minutes) < 30
    fill(page, Name="Run", Intensity="high", Kind_of_exercise="aerobic")
    save(page)
    for text in ["Run", minutes + " min", "Intensity high", "aerobic"]:
        expect(events(page)).to_contain_text(text)
    expect(switch).not_to_be_checked()
    stored = people.archive(diary.root)["events"]
    assert [event["details"]["exercise"]["kind"] for event in stored] == ["aerobic"]


def test_alcohol_is_entered_with_the_food(diary, people):
    page = diary("food", -1)
    page.get_by_role("navigation", name="Kind of entry").get_by_role(
        "link", name="Alcohol", exact=True).click()
    expect(page.get_by_text("0.5 l of beer of 5 %")).to_be_visible()
    fill(page, Name="Wine", Amount="19", Time="20:00")
    save(page)
    for text in ["Wine", "19 g", "20:00"]:
        expect(events(page)).to_contain_text(text)
    # It is no carbohydrate.
    expect(page.get_by_role("link", name=re.compile("^Food 0 g Alcohol 19 g"))).to_be_visible()


def test_what_is_measured_is_a_favorite_too(diary):
    page = diary("health?category=medication", -1)
    fill(page, Name="Metformin", Amount="500", Time="08:00")
    save(page)
    page.get_by_role("button", name=re.compile("^Add to favorites: Metformin")).click()
    page.get_by_role("region", name="Favorites").get_by_role("link", name="Metformin").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Metformin")
    expect(page.get_by_label("Amount (mg)")).to_have_value("500")
    fill(page, Time="20:00")
    save(page)
    expect(events(page).get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("region", name="Favorites")).to_contain_text("1 × used")
    # The favorites of another kind are others.
    page = diary("health?category=weight", -1)
    expect(page.get_by_role("region", name="Favorites")).to_have_count(0)


def test_finger_sticks_and_ketones_are_in_the_picture(diary, people):
    for kind, amount, time in [("fingerstick", "6.4", "09:05"), ("ketones", "0.6", "10:00")]:
        people.post(diary.root + "/do/health", category=kind, day=day(-1), time=time,
                    amount=amount, unit="mmol/L", note="before a run")
    page = diary("health", -1)
    picture = page.get_by_role("region", name="Picture of the day")
    for name, place in [("09:05 Finger-stick: 6.4 mmol/L", "Finger-stick, 09:05"),
                        ("10:00 Ketones: 0.6 mmol/L", "Ketones, 10:00")]:
        picture.get_by_role("button", name=name).filter(visible=True).click()
        popup = page.get_by_role("dialog")
        expect(popup.get_by_role("link", name="Change: " + place)).to_be_visible()
        expect(popup).to_contain_text("before a run")
        popup.get_by_role("button", name="Close").click()
    for name in ["Finger-stick", "Ketones, mmol/L", "0.6"]:
        expect(picture.get_by_text(name, exact=True).filter(visible=True)).to_have_count(1)


def test_a_condition_of_some_days_is_on_each_of_them(diary):
    page = diary("health", -3)
    fill(page, Condition="Travel", Start="20:00")
    page.get_by_label(re.compile("^End: Date")).fill(day(-1))
    page.get_by_label("End: Time").fill("08:00")
    save(page)
    is_done(page, "Saved.")
    for offset in [-3, -2, -1]:
        diary("health", offset)
        expect(events(page)).to_contain_text("Travel")
    diary("health", -4)
    expect(events(page)).not_to_contain_text("Travel")
