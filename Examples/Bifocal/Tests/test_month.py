"""The calendar of a month."""

import datetime
import re

from playwright.sync_api import expect

from bifocal import ZONE, readings, today


def test_a_day_is_reached_in_the_calendar(people, browser, device):
    root = people.add_person("Month " + device)
    # Half of the readings of a day are in range, and half are above.
    end = datetime.datetime(2024, 2, 29, 23, 55, tzinfo=ZONE)
    people.take(root, "sensor.csv", readings([6] * 144 + [12] * 144, end))
    page = browser.open(f"{people.url}{root}/day/2024-03-02")
    page.get_by_role("link", name="Calendar").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("March 2024")
    page.get_by_role("link", name="Previous month").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("February 2024")
    table = page.get_by_role("group", name="February 2024")
    expect(table.get_by_role("link")).to_have_count(29)
    # The first of February 2024 is a Thursday.
    assert table.locator("tbody tr").first.locator("td").evaluate_all(
        "cells => cells.map(cell => cell.textContent !== '')") == [False] * 3 + [True] * 4
    last = table.get_by_role("link", name="29 February 2024")
    expect(last).to_contain_text("50 %")
    widths = [float(band.get_attribute("width")) for band in last.locator("rect").all()]
    assert widths == [0, 50, 50]
    last.click()
    expect(page).to_have_url(re.compile("/day/2024-02-29$"))
    page.goto(f"{people.url}{root}/month")
    expect(page.get_by_role("group").locator("[aria-current=date]")).to_contain_text(
        str(today().day))


def test_any_month_has_its_days(people, root):
    # One whose clocks skipped a day.
    people.set(root, zone="Pacific/Apia")
    for date, count in [("2011-12-30", 31), ("2023-02-28", 28), ("2026-03-01", 31), ("x", None)]:
        response, text = people.request("GET", f"{root}/month?day={date}")
        assert response.status == 200
        assert count is None or text.count("<rect") == 3 * count
