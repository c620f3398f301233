"""Prints a report with the command on both sizes of paper, and tests the PDF: the sizes and number of
its pages, what the first page contains, and that no text is cut off.

Arguments: the glucose command, and a folder to work in. The variable CHROMIUM names the browser;
pdfinfo and pdftotext are those of poppler-utils.
"""

import html.parser
import os
import re
import subprocess
import sys

from report_page import check, make_page

# The width and height of paper in points.
PAPER = {"a4": (595, 842), "letter": (612, 792)}
# The margin of a page in points: 12 mm, less a little for the descenders of a font.
MARGIN = 33


class Words(html.parser.HTMLParser):
    """The words of the headings, paragraphs, tables, and lists of a page, by section."""

    def __init__(self):
        super().__init__()
        self.words = {}
        self._section = "top"
        self._open = []

    def handle_starttag(self, tag, attributes):
        if tag == "section":
            self._section = dict(attributes)["id"]
        if tag not in ["meta", "br", "link"]:
            self._open.append(tag)

    def handle_endtag(self, tag):
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data):
        if "main" in self._open and not {"svg", "summary"} & set(self._open):
            self.words.setdefault(self._section, []).extend(data.split())


def words_of(pdf):
    """The pages of a PDF: their sizes, and their words with their edges in points."""
    text = subprocess.run(
        ["pdftotext", "-bbox", pdf, "-"], check=True, capture_output=True, text=True).stdout
    pages = []
    for width, height, body in re.findall(
            r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', text, re.S):
        words = re.findall(
            r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>',
            body)
        pages.append((float(width), float(height), [
            (*map(float, word[:4]), html.unescape(word[4])) for word in words]))
    return pages


def letters(text):
    """The letters and digits of a text. A PDF divides words at other places than a page."""
    return "".join(character for character in text if character.isalnum())


def test(glucose, folder, readings, page, paper):
    pdf = os.path.join(folder, paper + ".pdf")
    subprocess.run(
        [glucose, "report", readings, "--zone", "UTC", "--unit", "mmol/L", "--pdf", pdf, "--paper",
         paper], check=True)
    pages = words_of(pdf)
    width, height = PAPER[paper]
    for number, (found_width, found_height, words) in enumerate(pages, 1):
        check(
            abs(found_width - width) < 1 and abs(found_height - height) < 1,
            f"Page {number} is {found_width} by {found_height} points")
        check(words, f"Page {number} is empty")
        for left, top, right, bottom, word in words:
            check(
                MARGIN <= left and right <= width - MARGIN and MARGIN <= top
                and bottom <= height - MARGIN, f"{word} is cut off on page {number} of {paper}")
    check(4 <= len(pages) <= 12, f"{len(pages)} pages of {paper}")

    # The first page is that of an AGP report; the days before begin on the second.
    first = letters("".join(word[4] for word in pages[0][2]))
    for heading in ["Ambulatory glucose profile", "All days together", "Daily glucose"]:
        check(letters(heading) in first, f"{heading} is not on the first page of {paper}")
    check(letters("The last day") not in first, f"The first page of {paper} contains the last day")

    # Every word of the page is on paper, so that no column and no list is hidden.
    printed = letters(" ".join(word[4] for found in pages for word in found[2]))
    parser = Words()
    parser.feed(open(page, encoding="utf-8").read())
    missing = {
        section: [word for word in words if letters(word) not in printed]
        for section, words in parser.words.items()}
    missing = {section: words for section, words in missing.items() if words}
    check(not missing, f"Not on {paper}: {missing}")
    print(f"{paper}: {len(pages)} pages with all words of the page, none beyond the margins.")


def test_calendar(glucose, folder, paper):
    """The calendar of 13 weeks, the tallest picture, is on the page of its heading."""
    readings, pdf = (os.path.join(folder, name) for name in ["quarter.csv", "quarter.pdf"])
    subprocess.run(
        [glucose, "simulate", "--days", "100", "--seed", "35", "--output", readings], check=True)
    subprocess.run(
        [glucose, "report", readings, "--zone", "UTC", "--pdf", pdf, "--paper", paper], check=True)
    pages = [[word[4] for word in words] for _, _, words in words_of(pdf)]
    calendar = next(page for page in pages if "Calendar" in page)
    days = [word for word in calendar if word.isdigit() and 1 <= int(word) <= 31]
    check(len(days) >= 91, f"{len(days)} days of 91 are on the page of the calendar on {paper}")
    print(f"{paper}: a calendar of 91 days on one page.")


def main():
    glucose, folder = sys.argv[1:]
    page = make_page(glucose, folder)
    for paper in PAPER:
        test(glucose, folder, os.path.join(folder, "log.sqlite"), page, paper)
        test_calendar(glucose, folder, paper)


if __name__ == "__main__":
    main()
