"""Makes a report page with the command and tests it in a browser.

Arguments: the glucose command, and a folder to work in. The variable CHROMIUM names the browser.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys

from browser import Browser

HOSTILE = "<img src=x onerror=\"pwned=1\"></title></dd><script>pwned=2</script>&]]>\"'"

# Events of the last day, two meals and a dose of one minute among them.
EVENTS = [
    ("meal", "08:00", ["--name", "Porridge", "--carbs", "55", "--protein", "14", "--fat", "9"]),
    ("insulin", "08:00", ["--units", "5.5", "--action", "rapid"]),
    ("meal", "12:30", ["--name", "Soup", "--carbs", "40"]),
    ("meal", "12:30", ["--name", "Bread", "--carbs", "40"]),
    ("insulin", "12:30", ["--units", "6"]),
    ("exercise", "16:00", ["--name", "Run", "--minutes", "45", "--intensity", "medium"]),
    ("meal", "17:00", ["--name", HOSTILE, "--carbs", "20", "--note", HOSTILE]),
    ("meal", "18:00", ["--name", "Tea"]),
    ("condition", "09:00", ["--name", "stress", "--until", "2026-03-08 11:00"]),
]

# Marks of the picture on the screen, where they are, and what they stand for.
MARKS = """
[...document.querySelectorAll("#focus svg")].filter(svg => svg.checkVisibility())
  .flatMap(svg => [...svg.querySelectorAll("[data-role][data-event]")])
  .map(mark => {
    const box = mark.getBoundingClientRect();
    const item = [...mark.closest("figure").querySelectorAll("li[data-event]")]
      .find(item => item.dataset.event === mark.dataset.event);
    return {x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2,
      r: mark.localName === "circle" ? box.width / 2 : 0,
      id: mark.dataset.event, label: mark.getAttribute("aria-label"),
      fields: item.querySelector("dl").textContent.replace(/\\s+/g, " ")};
  })
"""

POPUP = """(() => {
  const popup = document.getElementById("popup");
  const box = popup.getBoundingClientRect();
  return {shown: popup.checkVisibility(), left: box.left, right: box.right, top: box.top,
    bottom: box.bottom,
    fields: [...popup.querySelectorAll("dl")].map(list => list.textContent.replace(/\\s+/g, " "))};
})()"""


def make_page(glucose, folder):
    def run(*arguments, **options):
        return subprocess.run([glucose, *arguments], check=True, capture_output=True, **options)

    readings = os.path.join(folder, "readings.csv")
    log = os.path.join(folder, "log.sqlite")
    page = os.path.join(folder, "report.html")
    run("simulate", "--days", "7", "--seed", "35", "--output", readings)
    run("log", "import", "--log", log, readings, "--zone", "UTC")
    for category, clock, options in EVENTS:
        run(
            "log", "add", category, "--log", log, "--zone", "UTC", "--at", "2026-03-08 " + clock,
            *options)
    run("report", log, "--zone", "UTC", "--unit", "mmol/L", "--html", page)
    return page


def make_short_pages(glucose, folder):
    """Pages of one day, whose numbers all have a mark, and of two sensors, in each language."""
    pages = []
    for unit in ["mg/dL", "mmol/L"]:
        readings = subprocess.run(
            [glucose, "simulate", "--days", "1", "--unit", unit], check=True,
            capture_output=True).stdout
        for locale in ["en_GB", "de_DE"]:
            page = os.path.join(folder, f"{locale}-{unit.replace('/', '')}.html")
            other = os.path.join(folder, "other.csv")
            with open(other, "wb") as file:
                file.write(readings)
            subprocess.run(
                [
                    glucose, "report", "-", "--zone", "UTC", "--locale", locale,
                    "--second-sensor", other, "--html", page,
                ], check=True, capture_output=True, input=readings)
            pages.append(page)
    return pages


def check(holds, message):
    if not holds:
        raise AssertionError(message)


def check_policy(page):
    """The page lets one script run: its own, by its digest."""
    text = open(page, encoding="utf-8").read()
    script = re.search(r"<script>(.*?)</script>", text, re.S).group(1)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    check(f"'sha256-{digest}'" in text, f"PageScript.digest must be {digest}")


def test(browser, page, width, height, press):
    browser.open("file://" + page, width, height)
    check(
        browser.run("document.documentElement.scrollWidth") <= width, "The page is too wide")

    browser.run("document.querySelector('#focus').scrollIntoView()")
    marks = browser.run(MARKS)
    check(len(marks) == 8, f"{len(marks)} marks are shown, not 8")
    for first in marks:
        for second in marks:
            gap = ((first["x"] - second["x"]) ** 2 + (first["y"] - second["y"]) ** 2) ** 0.5
            check(first is second or gap >= first["r"] + second["r"] - 0.1, "Dots overlap")

    # A tap on a dot shows its own fields first.
    for mark in marks:
        press(mark["x"], mark["y"])
        popup = browser.run(POPUP)
        check(popup["shown"], f"{mark['label']}: nothing is shown")
        check(popup["fields"][0] == mark["fields"], f"{mark['label']} shows {popup['fields']}")
        check(0 <= popup["left"] and popup["right"] <= width, f"{mark['label']} is cut off")
        check(0 <= popup["top"] and popup["bottom"] <= height, f"{mark['label']} is cut off")
        browser.key("Escape", 27)
        check(not browser.run(POPUP)["shown"], "Escape hides nothing")
    shown = " ".join(mark["fields"] for mark in marks)
    for text in ["Soup", "Bread", "55 g", "14 g", "9 g", "5.5 units", "45 min", HOSTILE]:
        check(text in shown, f"{text} is in no field")
    noon = [mark["label"] for mark in marks if mark["label"].startswith("12:30")]
    check(len(set(noon)) == 3, f"The events of 12:30 are {noon}")

    # A tap beside everything hides what is shown.
    press(marks[0]["x"], marks[0]["y"])
    browser.run("document.querySelector('h2').scrollIntoView()")
    press(width / 2, 5)
    check(not browser.run(POPUP)["shown"], "A tap elsewhere hides nothing")

    # Keys reach every mark in the order of time, open it and close it.
    browser.run("document.querySelector('#focus h2').scrollIntoView()")
    browser.run("document.activeElement.blur()")
    reached = []
    for _ in range(60):
        browser.key("Tab", 9)
        label = browser.run(
            "document.activeElement.matches('#focus [data-role][data-event]')"
            " ? document.activeElement.getAttribute('aria-label') : null")
        if label is None:
            if reached:
                break
            continue
        reached.append(label)
        browser.key("Enter", 13, "\r")
        popup = browser.run(POPUP)
        mark = next(mark for mark in marks if mark["label"] == label)
        check(popup["fields"] == [mark["fields"]], f"Enter on {label} shows {popup['fields']}")
        browser.key("Escape", 27)
        check(not browser.run(POPUP)["shown"], "Escape hides nothing")
        focused = browser.run("document.activeElement.getAttribute('aria-label')")
        check(focused == label, "The focus is lost")
    check(reached == [mark["label"] for mark in marks], f"Tab reaches {reached}")

    # Screen readers find every mark as a button with a name.
    tree = browser.call("Accessibility.getFullAXTree")["nodes"]
    names = [
        node["name"]["value"] for node in tree
        if node.get("role", {}).get("value") == "button" and not node["ignored"]]
    for label in reached:
        check(label in names, f"{label} is no button for screen readers")

    check(browser.run("typeof pwned") == "undefined", "A name of an event ran as a script")
    fetched = {
        event["params"]["request"]["url"] for event in browser.events
        if event["method"] == "Network.requestWillBeSent"}
    check(fetched == {"file://" + page}, f"The page fetches {fetched}")
    troubles = [
        event["params"] for event in browser.events
        if event["method"] in ["Runtime.exceptionThrown", "Log.entryAdded"]]
    check(not troubles, f"The browser complains: {troubles}")
    print(f"{width} points wide: {len(marks)} marks answer taps and keys.")


def main():
    glucose, folder = sys.argv[1:]
    page = make_page(glucose, folder)
    check_policy(page)
    browser = Browser(os.environ.get("CHROMIUM", "chromium"), folder)
    try:
        test(browser, page, 1000, 800, browser.click)
        browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
        test(browser, page, 360, 740, browser.tap)
        for short in make_short_pages(glucose, folder):
            browser.open("file://" + short, 320, 640)
            width = browser.run("document.documentElement.scrollWidth")
            check(width <= 320, f"{short} is {width} points wide on a screen of 320")
        print("320 points wide: pages of one day fit in every language.")
    finally:
        browser.close()


if __name__ == "__main__":
    main()
