# SPDX-License-Identifier: Apache-2.0
"""Writes each Swift snippet of some pages as a program, in a folder of its own.

    python3 scripts/support/snippets.py FOLDER PAGE…

The compiler names the page and the line of what it does not accept.
"""

import os
import re
import sys


def snippets(page):
    """The number of the first line and the text of each snippet of a page."""
    with open(page, encoding="utf-8") as file:
        lines = file.read().split("\n")
    start = None
    for number, line in enumerate(lines):
        if line.strip() == "```swift":
            start = number + 1
        elif line.startswith("```") and start is not None:
            yield start + 1, "\n".join(lines[start:number])
            start = None


def located(page, line, text):
    return f'#sourceLocation(file: "{page}", line: {line})\n{text}\n#sourceLocation()\n'


def main():
    folder, pages = sys.argv[1], sys.argv[2:]
    for page in pages:
        context = None
        for count, (line, text) in enumerate(snippets(page), start=1):
            if "…" in (part.strip() for part in text.split("\n")) or "://…" in text:
                continue
            body = located(page, line, text)
            if re.search(r"^(@testable )?import ", text, re.MULTILINE):
                program = body
                context = context or body
            else:
                # A scope of its own, so that a snippet may name things as the context does.
                program = (context or "") + "do {\n" + body + "}\n"
            place = os.path.join(folder, f"{os.path.basename(page)}-{count}")
            os.makedirs(place)
            with open(os.path.join(place, "main.swift"), "w", encoding="utf-8") as file:
                file.write(program)


main()
