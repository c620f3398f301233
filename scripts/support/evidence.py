"""Checks the table of evidence in SOUP.md against the public interface, the tests and the files."""

import glob
import os
import re
import sys


def tests():
    """The suites of all tests, each with the names of the functions that are marked as tests."""
    found = {}
    for path in glob.glob("Tests/**/*.swift", recursive=True):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        suites = [(match.start(), match[1]) for match in
                  re.finditer(r"^(?: *@Suite.*\s)?(?:struct|final class|extension) (\w+)", text, re.M)]
        # From the mark to the first function behind it, over arguments and further marks.
        for match in re.finditer(r"@Test\b.*?\bfunc (`[^`]+`|\w+)", text, re.S):
            suite = next((name for start, name in reversed(suites) if start < match.start()), "")
            found.setdefault(suite, set()).add(match[1])
    return found


def public_symbols():
    """The paths of all public symbols, with and without what they take."""
    with open("api/baseline.txt", encoding="utf-8") as file:
        paths = {line.split("  ")[1] for line in file}
    return paths | {path.split("(")[0] for path in paths}


def main():
    suites, symbols, complaints, count = tests(), public_symbols(), [], 0
    with open("SOUP.md", encoding="utf-8") as file:
        for line in file:
            cells = [cell.strip() for cell in line.split("|")[1:-1]]
            if len(cells) != 4 or not cells[1].startswith("`"):
                continue
            number, symbol, test, reference = cells
            count += 1
            if symbol.strip("`") not in symbols:
                complaints.append(f"{number}: {symbol} is not in api/baseline.txt.")
            suite, _, function = test.strip("`").partition(".")
            if function not in suites.get(suite, ()):
                complaints.append(f"{number}: there is no test {test}.")
            if not reference:
                complaints.append(f"{number}: no reference.")
            for path in re.findall(r"`([^`]*/[^`]*)`", reference):
                if not os.path.exists(path):
                    complaints.append(f"{number}: {path} is not there.")
    if complaints or not count:
        sys.exit("\n".join(complaints) or "SOUP.md has no table of evidence.")
    print(f"{count} numbers of SOUP.md have a public symbol, a test and a reference.")


main()
