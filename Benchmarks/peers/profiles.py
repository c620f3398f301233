"""Where the time goes: writes the table of docs/profile.md.

    scripts/profile            writes the tables
    scripts/profile CALL…      prints those of some calls of CallCosts

The shares are of samples of the processor's clock, so that other work on the machine does not shift them;
allocations and bytes are counted by valgrind, as the difference of two runs.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile

import costs

ARTICLE = os.path.join(os.path.dirname(costs.PACKAGE), "docs", "profile.md")
READINGS = 25_920
# The calls with their titles, the number of calls that are sampled, and of readings in each.
CALLS = {
    "full-set": ("The full set of metrics of 90 days", 1500, READINGS),
    "plain-table": ("Reading a plain table", 600, READINGS),
    "clarity-export": ("Reading an export of Clarity", 400, READINGS),
    "libreview-export": ("Reading an export of LibreView", 400, READINGS),
    "nightscout-entries": ("Reading entries of Nightscout", 200, READINGS),
    "tidepool-export": ("Reading an export of Tidepool", 200, READINGS),
    "apple-health-export": ("Reading an export of Apple Health", 200, READINGS),
    "fhir-bundle": ("Reading a bundle of FHIR", 100, READINGS),
    "live-reading": ("A new reading of a live session, to its picture", 500, 1),
}
FUNCTIONS = 2
# The days of the record whose memory is measured: five million readings.
DAYS = 17_361


def sampled(path, call, count, folder):
    """Samples a call: a counter of functions."""
    data = os.path.join(folder, "perf")
    printed = subprocess.run(
        ["perf", "record", "--quiet", "--event", "cpu-clock:u", "--freq", "2000",
         "--clockid", "CLOCK_MONOTONIC", "--output", data, path, call, str(count)],
        env=dict(os.environ, OPENBLAS_NUM_THREADS="1", TMPDIR=folder), check=True,
        capture_output=True, text=True).stdout
    script = ["perf", "script", "--input", data, "--time", printed.strip() + ","]
    rows = subprocess.run([*script, "--fields", "ip,sym,dso"], check=True, capture_output=True,
                          text=True).stdout
    functions = collections.Counter()
    for row in rows.splitlines():
        found = re.match(r" *(\w+) (.*) \((.*)\)$", row)
        if not found:
            continue
        symbol, library = found[2], found[3]
        functions[symbol if library == path else os.path.basename(library)] += 1
    return functions


def readable(names):
    """Demangled names without specializations, modules, and types of arguments."""
    answered = subprocess.run(["swift-demangle", "--compact", "--simplified"], check=True,
                              input="\n".join(names), capture_output=True, text=True).stdout
    shown = []
    for name in answered.splitlines():
        name = re.sub(r"^.*(?:specialization|merged|outlined) .*? of ", "", name)
        name = re.sub(r"^.*specialized ", "", name)
        closure = "closure in " if re.match(r"(partial apply for )?closure", name) else ""
        name = re.sub(r"^(partial apply for )?closure .* in ", "", name)
        shown.append(closure + re.sub(r"\(.*", "()", name.replace("static ", "")))
    return shown


def row(call, built, stripped, folder):
    """The row of a call, as a line of Markdown."""
    title, count, readings = CALLS[call]
    functions = sampled(built, call, count, folder)
    all_samples = sum(functions.values())
    shares = collections.Counter()
    for name, shown in zip(functions, readable(functions)):
        shares[shown] += functions[name]
    few, many = (costs.totals(stripped, call, n) for n in (costs.FEW, costs.MANY))
    _, blocks, size, read, written = ((b - a) / (costs.MANY - costs.FEW)
                                      for a, b in zip(few, many))
    moved = (f"{read / readings:,.0f}, {written / readings:,.0f}" if readings > 1 else
             f"{read / 1e3:,.0f} kB, {written / 1e3:,.0f} kB")
    most = ", ".join(f"`{name}` {100 * number / all_samples:.1f} %"
                     for name, number in shares.most_common(FUNCTIONS))
    return f"| {title} | {blocks:,.0f} | {size / 1e3:,.0f} | {moved} | {most} |"


def main():
    calls = sys.argv[1:] or list(CALLS)
    if unknown := set(calls) - set(CALLS):
        sys.exit(f"There is no profile of {min(unknown)}: {', '.join(CALLS)}.")
    with tempfile.TemporaryDirectory() as folder:
        stripped = os.path.join(folder, "CallCosts")
        built = os.path.realpath(costs.program(stripped))
        made = ["| Call | Allocations | kB | Read, written | Most of the time |", "|---|---|---|---|---|"]
        made += [row(call, built, stripped, folder) for call in calls] + [""]
        if not sys.argv[1:]:
            memory = subprocess.run([built, "--memory", str(DAYS)], check=True, capture_output=True,
                                    text=True).stdout
            made += ["### Memory beyond the readings", "",
                     "As multiples of the readings, 17 bytes each.", "", memory]
    if sys.argv[1:]:
        print("\n".join(made))
        return
    with open(ARTICLE, encoding="utf-8") as text:
        before, rest = text.read().split("## Tables\n", 1)
    after = rest[rest.index("\n## "):]
    with open(ARTICLE, "w", encoding="utf-8") as text:
        text.write(before + "## Tables\n\n" + "\n".join(made).rstrip() + "\n" + after)


if __name__ == "__main__":
    main()
