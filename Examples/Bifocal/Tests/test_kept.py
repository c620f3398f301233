"""Nothing that a person has entered is lost, and any number of tabs are open."""

import json
import re

from playwright.sync_api import expect

from bifocal import day, readings, until
from forms import events, fill, is_done, save
from test_data import alarms


def test_a_snooze_keeps_what_is_typed(diary, people):
    people.take(diary.root, "sensor.csv", readings([5, 4.5, 4, 3.8, 3.6, 3.5, 3.4]))
    page = diary("food")
    fill(page, Name="Half a sandw", Carbohydrate="2")
    alarms(page).get_by_role("button", name="30 min").click()
    expect(alarms(page)).to_contain_text("snoozed until")
    page.get_by_role("button", name="Star", exact=True).click()
    expect(page.get_by_role("button", name="Star", exact=True)).to_have_attribute(
        "aria-pressed", "true")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Half a sandw")
    save(page)
    expect(events(page)).to_contain_text("Half a sandw")


def test_a_note_is_saved_and_the_note_of_another_row_kept(diary, people, browser):
    people.take(diary.root, "sensor.csv", readings([6.0] * 600))
    page = browser.open(people.url + diary.root + "/log")
    rows = page.get_by_role("group", name="Day log").locator("tbody tr")
    note = lambda index: rows.nth(index).get_by_label(re.compile("^Note: "))
    note(0).fill("first")
    note(1).fill("second, not finis")
    rows.nth(0).get_by_role("button", name=re.compile("^Save: Note")).click()
    is_done(page, "Saved.")
    rows.nth(0).get_by_role("button", name=re.compile("^Star: ")).click()
    expect(rows.nth(0).get_by_role("button", name=re.compile("^Star: "))).to_have_attribute(
        "aria-pressed", "true")
    expect(note(1)).to_have_value("second, not finis")
    expect(note(0)).to_have_value("first")
    rows.nth(1).get_by_role("button", name=re.compile("^Save: Note")).click()
    until(lambda: "second, not finis" in json.dumps(people.archive(diary.root)))
    assert "first" in json.dumps(people.archive(diary.root))


def test_a_server_that_is_away_keeps_the_form_and_receives_it_again(own, browser):
    root = own.root()
    page = browser.open(f"{own.url}{root}/day/{day(-1)}/food")
    expect(page.locator("main[data-connected]")).to_be_attached()
    fill(page, Name="Soup", Carbohydrate="30", Time="12:30")
    own.kill()
    save(page)
    notice = page.get_by_text("What you entered is kept and sent when the server is there again.")
    expect(notice).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Soup")
    own.start()
    is_done(page, "Saved.")
    expect(notice).to_have_count(0)
    expect(events(page)).to_contain_text("30 g")
    assert len(own.archive(root)["events"]) == 1
    browser.complaints.clear()


def test_a_page_with_something_typed_is_left_after_a_question(diary):
    page = diary("food", -1)
    fill(page, Name="Half a na")
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.get_by_role("link", name="Day log").click(no_wait_after=True)
    until(lambda: page.evaluate("true") and asked == ["beforeunload"])
    expect(page.get_by_label("Name", exact=True)).to_have_value("Half a na")
    # What was refused is not saved either.
    save(page)
    expect(page.get_by_label("Time")).to_have_accessible_description("A time is needed.")
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.get_by_role("link", name="Day log").click(no_wait_after=True)
    until(lambda: page.evaluate("true") and len(asked) == 2)
    # A form is left by its own link without one.
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("")


def test_ten_tabs_are_open_and_follow(people, desktop):
    roots = [people.add_person(f"Tab {number}") for number in range(2)]
    pages = [desktop.open(f"{people.url}{roots[number % 2]}/day") for number in range(10)]

    def shows(pages, grams):
        for number, page in pages:
            expect(page.get_by_role("link", name=re.compile(f"^Food {grams} g"))).to_be_visible()

    for root in roots:
        people.post(root + "/do/food", day=day(), carbs="10")
    tabs = list(enumerate(pages))
    shows(tabs, 10)
    # Another takes over from the one that had the stream.
    leader = pages[0].evaluate(
        "navigator.locks.query().then(locks => locks.held.length + locks.pending.length)")
    assert leader == 10
    for number, page in tabs[:3]:
        page.close()
    for root in roots:
        people.post(root + "/do/food", day=day(), carbs="5")
    shows(tabs[3:], 15)


def test_a_person_that_is_added_later_is_followed(people, desktop):
    first = people.add_person("First")
    page = desktop.open(people.url + first + "/day")
    expect(page.locator("main[data-connected]")).to_be_attached()
    # The stream is that of the first page.
    second = people.add_person("Second")
    other = desktop.open(people.url + second + "/day")
    people.post(second + "/do/food", day=day(), carbs="10")
    expect(other.get_by_role("link", name=re.compile("^Food 10 g"))).to_be_visible()
