"""Files in and out, and the alarms."""

import csv
import datetime
import math
import pathlib
import re
import sqlite3
import subprocess

import pytest
from playwright.sync_api import expect

from bifocal import LIBRE, UTC, ZONE, day, readings, until
from forms import choose, is_done

HOUR_AGO = datetime.timedelta(hours=1)


def test_a_file_is_taken_after_its_account(people, browser, root):
    page = browser.open(people.url + root + "/data")
    choose(page, "meter.csv", readings([5.5, 6.5, 7.5]))
    account = page.get_by_role("region", name="What is in the file: meter.csv")
    expect(account).to_contain_text("3 rows read")
    expect(page.get_by_role("region", name="Sources")).not_to_contain_text("meter.csv")
    account.get_by_role("button", name="Take it into the diary").click()
    is_done(page, "The file was taken.")
    expect(page.get_by_role("row", name=re.compile(r"^meter\.csv 3 "))).to_be_visible()
    page.get_by_role("link", name="Day", exact=True).click()
    expect(page.get_by_role("region", name="Glucose now")).to_contain_text("7.5")


def test_a_file_is_dropped(people, browser, root):
    page = browser.open(people.url + root + "/data")
    page.evaluate("""text => {
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.csv"));
      for (const type of ["dragenter", "dragover", "drop"]) {
        document.querySelector("#drop").dispatchEvent(
          new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      }
    }""", readings([5.5, 6.5]).decode())
    expect(page.get_by_role("region", name="What is in the file: dropped.csv")).to_contain_text(
        "2 rows read")


def test_a_file_is_discarded(people, desktop, root):
    page = desktop.open(people.url + root + "/data")
    choose(page, "wrong.csv", readings([5.5]))
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("region", name=re.compile("^What is in the file"))).to_have_count(0)
    assert people.archive(root)["sources"] == []


def test_a_file_that_was_taken_is_taken_back(people, browser, root):
    page = browser.open(people.url + root + "/data")
    choose(page, "wrong person.csv", readings([5.5, 6.5, 7.5]))
    page.get_by_role("button", name="Take it into the diary").click()
    done = page.get_by_role("status").filter(has_text="The file was taken.")
    done.get_by_role("button", name="Undo").click()
    is_done(page, "Undone.")
    assert people.archive(root)["sources"] == []
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_role("rowheader", name="wrong person.csv")).to_be_visible()


def test_a_copy_of_a_file_under_another_name_is_no_second_source(people, root):
    end = datetime.datetime.now(UTC)
    values = [5 + index % 7 / 10 for index in range(40)]
    people.take(root, "a.csv", readings(values[:30], end - HOUR_AGO))
    people.take(root, "copy (1).csv", readings(values[:30], end - HOUR_AGO))
    people.take(root, "later.csv", readings(values[5:], end - HOUR_AGO + datetime.timedelta(minutes=50)))
    (source,) = people.archive(root)["sources"]
    assert source["name"] == "a.csv" and len(source["readings"]["times"]) == 40
    # What has other values is another sensor.
    people.take(root, "b.csv", readings([7.5] * 30, end - HOUR_AGO))
    assert [source["name"] for source in people.archive(root)["sources"]] == ["a.csv", "b.csv"]


def test_a_source_is_renamed_merged_removed_and_brought_back(people, browser, root):
    end = datetime.datetime.now(UTC)
    people.take(root, "a.csv", readings([5.5, 6.5], end))
    people.take(root, "b.csv", readings([7.5, 8.5], end - HOUR_AGO))
    people.take(root, "libre.csv", LIBRE.encode())
    page = browser.open(people.url + root + "/data")
    sources = page.get_by_role("region", name="Sources")
    names = lambda: [source["name"] for source in people.archive(root)["sources"]]

    def rename(name, other):
        sources.get_by_label("Name: " + name, exact=True).fill(other)
        sources.get_by_role("button", name="Rename: " + name, exact=True).click()

    rename("a.csv", "My sensor")
    expect(sources.get_by_role("row", name=re.compile("^My sensor 2 "))).to_be_visible()
    # It is still the one that glucose now is of.
    _, text = people.request("GET", root + "/day")
    assert re.search(r"Glucose now</h2>\s*<p class=\"value \"><span class=\"big\">6\.5<", text)
    rename("b.csv", "My sensor")
    expect(sources.get_by_role("row", name=re.compile("^My sensor 4 "))).to_be_visible()
    rename("My sensor", "LibreView scans")
    is_done(page, "A sensor and a meter do not become one source.")
    page.reload()
    sources.get_by_role("button", name="Remove: My sensor").click()
    is_done(page, "Removed.")
    assert "My sensor" not in names()
    for count, left in [(4, "My sensor"), (2, "b.csv"), (2, "a.csv")]:
        page.get_by_role("button", name="Undo").first.click()
        expect(sources.get_by_role("row", name=re.compile(f"^{left} {count} "))).to_be_visible()
        people.request("GET", root + "/data")
        page.goto(people.url + root + "/data?done=removed")


def test_a_file_that_cannot_be_read_is_refused_with_the_reason(people, desktop, root):
    page = desktop.open(people.url + root + "/data")
    for name, data in [("holiday.jpg", b"\xff\xd8\xff\xe0 JFIF"), ("empty.csv", b"")]:
        choose(page, name, data)
        account = page.get_by_role("region", name="What is in the file: " + name)
        expect(account).to_contain_text("It cannot be read:")
        expect(account.get_by_role("button", name="Take it into the diary")).to_have_count(0)


def test_a_file_is_read_again_in_another_zone(people, desktop, root):
    page = desktop.open(people.url + root + "/data")
    choose(page, "local.csv", b"time,glucose (mmol/L)\n2026-01-10T12:00:00,5.5\n"
                              b"2026-01-10T12:05:00,5.6\n")
    page.get_by_label("Time zone").fill("Asia/Tokyo")
    page.get_by_role("button", name="Read again").click()
    page.get_by_role("button", name="Take it into the diary").click()
    page.goto(f"{people.url}{root}/export/report?days=1")
    _, text = people.request("GET", root + "/export/readings.csv")
    time = datetime.datetime(2026, 1, 10, 3, tzinfo=UTC).astimezone(ZONE)
    assert f"{time:%Y-%m-%dT%H:%M:%S}" in text


def test_everything_is_taken_out_and_brought_in_again(people, desktop, root):
    people.take(root, "sensor.csv", readings([5.5] * 20, minutes=5))
    people.post(root + "/do/food", day=day(-1), time="08:00", name="Soup", carbs="30")
    page = desktop.open(people.url + root + "/data")
    for name, kind in [("Archive with everything", "archive.json"),
                       ("Table of readings (CSV)", "readings.csv"),
                       ("Readings and events for Nightscout (JSON)", "nightscout.json"),
                       ("Readings as HL7 FHIR (JSON)", "fhir.json")]:
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        assert download.value.suggested_filename == kind
        data = download.value.path().read_bytes()
        assert data.strip()
        other = people.add_person("Copy of " + kind)
        people.take(other, kind, data)
        copy = people.archive(other)
        # Tables and FHIR have no events.
        has_events = kind in ("archive.json", "nightscout.json")
        assert len(copy["events"]) == (1 if has_events else 0), kind
        _, table = people.request("GET", other + "/export/readings.csv")
        assert table.count("\n") == 21, kind


def test_events_are_a_table_that_the_command_reads(people, desktop, root, program, tmp_path):
    people.take(root, "sensor.csv", readings([5.5] * 20))
    for domain, fields in [
            ("food", {"name": 'Soup, "hot"', "carbs": "30", "protein": "4", "note": "a\u2028b"}),
            ("food", {"name": "Tea"}), ("insulin", {"units": "4.5", "action": "rapid"}),
            ("insulin", {"units": "12", "action": "long"}),
            ("exercise", {"name": "Swim", "minutes": "40"}),
            ("health", {"category": "weight", "amount": "70.5"})]:
        response, _ = people.post(f"{root}/do/{domain}", day=day(-1), time="08:00", **fields)
        assert response.status == 303
    page = desktop.open(people.url + root + "/data")
    with page.expect_download() as download:
        page.get_by_role("link", name="Table of events (CSV)").click()
    assert download.value.suggested_filename == "events.csv"
    download.value.save_as(tmp_path / "events.csv")
    rows = list(csv.DictReader((tmp_path / "events.csv").open(newline="")))
    time = f"{day(-1)}T08:00:00"
    assert all(row["time"].startswith(time) for row in rows)
    shown = {tuple(row[name] for name in ("kind", "value", "unit", "minutes", "name")): row
             for row in rows}
    assert set(shown) == {
        ("meal", "30", "g", "", 'Soup, "hot"'), ("meal", "", "g", "", "Tea"),
        ("bolus", "4.5", "U", "", "rapid"), ("basal", "12", "U", "", "long"),
        ("exercise", "", "", "40", "Swim"), ("weight", "70.5", "kg", "", "")}
    assert shown["meal", "30", "g", "", 'Soup, "hot"']["note"] == "a b"
    command = pathlib.Path(program).with_name("glucose")
    if not command.exists():
        pytest.skip("The command is not built.")
    _, table = people.request("GET", root + "/export/readings.csv")
    (tmp_path / "readings.csv").write_text(table)
    read = subprocess.run(
        [command, "predict", "readings.csv", "--events", "events.csv"], cwd=tmp_path, text=True,
        capture_output=True)
    # All but the weight.
    assert "left out 1 row that is no meal, bolus or basal in U, or exercise" in read.stderr


def test_the_report_is_a_page_to_print(people, desktop, root):
    people.take(root, "sensor.csv", readings([5.5] * 300))
    page = desktop.open(people.url + root + "/data")
    page.get_by_role("link", name="Report to print, 14 days").click()
    expect(page.get_by_role("heading").first).to_be_visible()
    assert len(page.pdf()) > 10_000


def test_everything_is_erased_after_a_word_is_typed(people, desktop, root):
    people.take(root, "sensor.csv", readings([5.5] * 5))
    page = desktop.open(people.url + root + "/data")
    button = page.get_by_role("button", name="Erase everything")
    page.get_by_label("Confirmation").fill("erase")
    button.click()
    assert len(people.archive(root)["sources"]) == 1
    page.get_by_label("Confirmation").fill("ERASE")
    button.click()
    is_done(page, "Everything was erased.")
    assert people.archive(root)["sources"] == []


def test_a_watched_folder_is_read_as_it_changes(start, desktop, tmp_path):
    folder = tmp_path / "exports"
    folder.mkdir()
    server = start(str(tmp_path / "own.sqlite"), "--watch", str(folder), folder=tmp_path)
    page = desktop.open(server.url)
    now = page.get_by_role("region", name="Glucose now")
    expect(now).to_contain_text("No reading yet")
    (folder / "a.csv").write_bytes(readings([6.6, 7.7]))
    expect(now).to_contain_text("7.7")
    # Nothing is created beside what another program may be writing to.
    with sqlite3.connect(folder / "b.sqlite") as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE a (b)")
    database.close()
    page.get_by_role("link", name="Data").click()
    expect(page.get_by_role("region", name="Sources")).to_contain_text("b.sqlite: The file is not text")
    assert sorted(path.name for path in folder.iterdir()) == ["a.csv", "b.sqlite"]
    # The sentence of a file of several people is in the person's language.
    rows = "".join(f"{person},2026-01-10T12:0{minute}:00Z,100\n"
                   for person in "pq" for minute in (0, 5))
    for name, language, text in [("c.csv", "en", "2 people"), ("d.csv", "de", "2 Personen")]:
        server.set(server.root(), language=language)
        (folder / name).write_text("id,time,glucose (mg/dL)\n" + rows)
        expect(page.locator("#sources")).to_contain_text(f"{name}: {text}")


# Sounds and notifications are counted instead of made.
STUB = """
window.sounds = 0; window.notes = [];
window.AudioContext = class {
  state = "running"; currentTime = 0; destination = {};
  resume() {}
  createGain() { return { gain: {}, connect: target => target }; }
  createOscillator() {
    return { frequency: {}, connect: target => target, start() { window.sounds += 1; }, stop() {} };
  }
};
window.Notification = class {
  static permission = "granted";
  static requestPermission() { return Promise.resolve("granted"); }
  constructor(text) { window.notes.push(text); }
};
"""


def alarms(page):
    return page.get_by_role("alert", name="Alarms")


@pytest.mark.parametrize("values, text", [
    ([7, 6.5, 6, 5.5, 5, 4.5, 4, 3.8, 3.7, 3.6, 3.6], "Glucose is low"),
    ([9, 10, 11, 12, 13, 14, 14.5, 15, 15.5], "Glucose is very high"),
])
def test_an_alarm_is_heard_acknowledged_and_gone(people, browser, root, values, text):
    browser.context.add_init_script(STUB)
    page = browser.open(people.url + root + "/day")
    # A browser makes no sound before the person has used the page.
    page.get_by_role("heading", level=1).click()
    expect(alarms(page)).to_be_empty()
    # A hidden page sends a notification, too.
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    people.take(root, "sensor.csv", readings(values))
    expect(alarms(page)).to_contain_text(text)
    until(lambda: page.evaluate("window.sounds") == 3)
    assert page.evaluate("window.notes") == [text]
    # The alarm is on every page, and an update does not repeat its sound.
    people.post(root + "/do/food", day=day(), name="Juice", carbs="15")
    expect(page.get_by_role("link", name=re.compile("^Food 15 g"))).to_be_visible()
    assert page.evaluate("window.sounds") == 3
    page.get_by_role("link", name="Settings").click()
    expect(alarms(page)).to_contain_text(text)
    alarms(page).get_by_role("button", name="Acknowledge").click()
    expect(alarms(page).get_by_role("button")).to_have_count(0)
    page.reload()
    expect(alarms(page).get_by_role("button")).to_have_count(0)


def test_an_alarm_is_snoozed(people, browser, root):
    people.take(root, "sensor.csv", readings([5, 4.5, 4, 3.8, 3.7, 3.6, 3.6]))
    page = browser.open(people.url + root + "/day")
    expect(alarms(page)).to_contain_text("Glucose is low")
    alarms(page).get_by_role("button", name="30 min").click()
    expect(alarms(page)).to_contain_text(re.compile(r"snoozed until \d\d:\d\d"))
    expect(alarms(page).get_by_role("button")).to_have_count(0)


def test_a_silent_sensor_is_an_alarm(people, browser, root):
    end = datetime.datetime.now(ZONE) - HOUR_AGO
    people.take(root, "sensor.csv", readings([6.0] * 30, end))
    page = browser.open(people.url + root + "/day")
    expect(alarms(page)).to_contain_text(
        re.compile(rf"The sensor is silent, since {end:%H:%M}"))
    now = page.get_by_role("region", name="Glucose now")
    expect(now.get_by_role("heading")).to_have_text("Last reading")
    expect(now).to_contain_text("old")
    alarms(page).get_by_role("button", name="Acknowledge").click()
    expect(alarms(page).get_by_role("button")).to_have_count(0)


def test_a_low_that_is_expected_is_an_alarm(people, desktop, root):
    # A wave of five weeks that falls steeply to 4.5 just now, from which a model learns the rest.
    count = 20 * 288
    values = [round(7 + 4.6 * math.sin((index - count) * 2 * math.pi / 48 - 2.62), 2)
              for index in range(count)]
    people.take(root, "sensor.csv", readings(values))
    # The model of a person is fitted within a minute of the first readings.
    page = desktop.open(people.url + root + "/day")
    expect(page.get_by_role("region", name="Glucose now")).to_contain_text(
        "in 30 min", timeout=120_000)
    expect(alarms(page)).to_contain_text(
        re.compile("A low is expected|Glucose is low"), timeout=120_000)
