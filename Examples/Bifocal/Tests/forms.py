"""The forms of the diary and the events of a day, as tests use them."""

import re

from playwright.sync_api import expect


def fill(page, **fields):
    for label, value in fields.items():
        field = page.get_by_role("form").get_by_label(re.compile("^" + label.replace("_", " ")))
        if field.evaluate("field => field.localName") == "select":
            field.select_option(label=value)
        else:
            field.fill(value)


def save(page, button="Save"):
    """Sends the form, and waits until the page shows what came of it."""
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator("main:not([data-sending])")).to_be_attached()


def choose(page, name, data, kind="text/csv"):
    """Chooses a file to bring in, once the page listens."""
    page.wait_for_load_state()
    page.locator("#file").set_input_files({"name": name, "mimeType": kind, "buffer": data})


def is_done(page, text):
    expect(page.get_by_role("status").filter(has_text=text)).to_be_visible()


def enter(page, **fields):
    """Fills the form, sends it, and sees that it is saved."""
    fill(page, **fields)
    save(page)
    is_done(page, "Saved.")


def events(page):
    return page.get_by_role("region", name="Events of the day")
