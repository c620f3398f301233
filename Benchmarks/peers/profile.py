# SPDX-License-Identifier: Apache-2.0
"""Where the time goes: writes the tables of docs/profile.md.

    scripts/profile            writes the tables
    scripts/profile CALL…      prints those of some calls of CallCosts

The shares are of samples of the processor's clock, so that other work on the machine does not shift them;
allocations and bytes are counted by valgrind, as the difference of two runs.
"""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile

import costs

ARTICLE = os.path.join(os.path.dirname(costs.PACKAGE), "docs", "profile.md")
SOURCES = "/Sources/"
# Operations on vectors, which count for the line that uses them.
VECTORS = "Lanes.swift"
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
FUNCTIONS, LINES = 4, 4
# The days of the record whose memory is measured: five million readings.
DAYS = 17_361


def sampled(path, call, count, folder):
    """Samples a call: a counter of functions, and one of lines of this package."""
    data = os.path.join(folder, "perf")
    printed = subprocess.run(
        ["perf", "record", "--quiet", "--event", "cpu-clock:u", "--freq", "2000",
         "--clockid", "CLOCK_MONOTONIC", "--output", data, path, call, str(count)],
        env=dict(os.environ, OPENBLAS_NUM_THREADS="1", TMPDIR=folder), check=True,
        capture_output=True, text=True).stdout
    script = ["perf", "script", "--input", data, "--time", printed.strip() + ","]
    mapped = subprocess.run(["perf", "script", "--input", data, "--show-mmap-events"], check=True,
                            capture_output=True, text=True).stdout
    bases = [tuple(int(n, 16) for n in found) for found in re.findall(
        r"PERF_RECORD_MMAP2? .*?\[0x(\w+)\(0x(\w+)\) @ (?:0x)?(\w+).*" + re.escape(path), mapped)]
    rows = subprocess.run([*script, "--fields", "ip,sym,dso"], check=True, capture_output=True,
                          text=True).stdout
    functions, addresses = collections.Counter(), collections.Counter()
    for row in rows.splitlines():
        found = re.match(r" *(\w+) (.*) \((.*)\)$", row)
        if not found:
            continue
        address, symbol, library = int(found[1], 16), found[2], found[3]
        functions[symbol if library == path else os.path.basename(library)] += 1
        for start, size, offset in bases:
            if library == path and start <= address < start + size:
                addresses[address - start + offset] += 1
    return functions, lines_of(path, addresses)


def lines_of(path, offsets):
    """The counts of offsets in a program, by the innermost line of this package."""
    segments = re.findall(r"LOAD +0x(\w+) 0x(\w+) \S+ 0x(\w+)", subprocess.run(
        ["readelf", "-lW", path], check=True, capture_output=True, text=True).stdout)
    order = list(offsets)
    asked = []
    for offset in order:
        shift = next(int(address, 16) - int(start, 16) for start, address, size in segments
                     if int(start, 16) <= offset < int(start, 16) + int(size, 16))
        asked.append(hex(offset + shift))
    symbolizer = os.path.join(os.path.dirname(os.path.realpath(
        subprocess.run(["which", "swiftc"], check=True, capture_output=True, text=True).stdout.strip())),
        "llvm-symbolizer")
    answered = subprocess.run([symbolizer, "--output-style=JSON", "--obj=" + path], check=True,
                              input="\n".join(asked), capture_output=True, text=True).stdout
    lines = collections.Counter()
    for offset, line in zip(order, answered.splitlines()):
        frames = [frame for frame in json.loads(line).get("Symbol", [])
                  if SOURCES in frame["FileName"] and frame["Line"] > 0
                  and not frame["FileName"].endswith(VECTORS)]
        if frames:
            lines[frames[0]["FileName"], frames[0]["Line"]] += offsets[offset]
    return lines


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


def table(call, built, stripped, folder):
    """The tables of a call, as lines of Markdown."""
    title, count, readings = CALLS[call]
    functions, lines = sampled(built, call, count, folder)
    all_samples = sum(functions.values())
    shares = collections.Counter()
    for name, shown in zip(functions, readable(functions)):
        shares[shown] += functions[name]
    few, many = (costs.totals(stripped, call, n) for n in (costs.FEW, costs.MANY))
    _, blocks, size, read, written = ((b - a) / (costs.MANY - costs.FEW)
                                      for a, b in zip(few, many))
    moved = (f"{read / readings:,.0f} bytes of the heap read and {written / readings:,.0f} written for "
             f"each reading" if readings > 1 else
             f"{read / 1e3:,.0f} kB of the heap read and {written / 1e3:,.0f} kB written")
    shown = [f"### {title}", "",
             f"{blocks:,.0f} allocations of {size / 1e3:,.0f} kB in all; {moved}.", "",
             "| % | Function or library |", "|---|---|"]
    shown += [f"| {100 * number / all_samples:.1f} | `{name}` |"
              for name, number in shares.most_common(FUNCTIONS)]
    if call == "full-set":
        shown += ["", "| % | Line |", "|---|---|"]
        for (file, line), number in lines.most_common(LINES):
            with open(file, encoding="utf-8") as text:
                code = text.read().splitlines()[line - 1].strip().replace("|", "\\|")
            shown.append(f"| {100 * number / all_samples:.1f} | "
                         f"{file.split(SOURCES)[1]}, {line}: `{code}` |")
    return [*shown, ""]


def main():
    calls = sys.argv[1:] or list(CALLS)
    if unknown := set(calls) - set(CALLS):
        sys.exit(f"There is no profile of {min(unknown)}: {', '.join(CALLS)}.")
    with tempfile.TemporaryDirectory() as folder:
        stripped = os.path.join(folder, "CallCosts")
        built = os.path.realpath(costs.program(stripped))
        made = [line for call in calls for line in table(call, built, stripped, folder)]
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
