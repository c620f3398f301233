#!/usr/bin/env python3
"""Writes test vectors with the built command, or compares another implementation with them."""
import argparse
import json
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path

START = datetime(2026, 3, 2, tzinfo=timezone.utc)
LENGTH = 576  # Two days of readings every five minutes.
KINDS = ["plain", "falling", "gap", "old", "short", "mmol"]
# The greatest difference, relative to the number or to 1 if that is greater.
TOLERANCE = {"metrics": 1e-9, "forecast": 1e-6}


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True)


def recordings(command, seed):
    """Returns the kind and unit of a recording, and parts of it: rows of time, value, and flag.

    Of kind falling, the last reading of each part is not low, and 20 mg/dL below that 15 minutes before.
    """
    kind = KINDS[seed % len(KINDS)]
    unit = "mmol/L" if kind == "mmol" else "mg/dL"
    text = run(command, "simulate", "--days", "4", "--seed", str(seed), "--unit", unit).stdout
    rows = [line.split(",")[1:] for line in text.splitlines()[1:]]
    rows = [(datetime.fromisoformat(time.replace("Z", "+00:00")), round(float(value), 1), flag)
            for time, value, flag in rows]
    ends = [LENGTH + 37 * seed % 400]
    if kind == "falling":
        falls = [i + 1 for i in range(LENGTH, len(rows))
                 if 70 <= rows[i][1] <= 110 and rows[i - 3][1] - rows[i][1] >= 20
                 and rows[i][0] - rows[i - 3][0] == timedelta(minutes=15)]
        kind, ends = ("falling", falls) if falls else ("plain", ends)
    parts = [rows[end - LENGTH:end] for end in ends]
    if kind == "gap":
        parts = [p[:-12] + p[-4:] for p in parts]
    return kind, unit, [p[-10:] for p in parts] if kind == "short" else parts


def forecast(command, path, kind, rows):
    now = rows[-1][0] + timedelta(minutes=20 if kind == "old" else 0)
    done = run(command, "predict", path, "--zone", "UTC", "--minutes", "60", "--json",
               "--now", now.strftime("%Y-%m-%dT%H:%M:%SZ"))
    if done.returncode:
        # The reason is the only text that is stored: another failure of the command ends the program.
        reason = done.stderr.strip().split("no forecast: ")
        if len(reason) != 2:
            sys.exit(done.stderr)
        return {"now": now.isoformat(), "unavailable": reason[1]}
    found = json.loads(done.stdout)
    points = [{k: p[k] for k in ("minutes", "glucose", "lower", "upper")} for p in found["points"]]
    below = [p["minutes"] for p in points if p["glucose"] < 70]
    return {"now": now.isoformat(), "model": found["model"]["id"], "coverage": found["coverage"],
            "points": points, "first_minutes_below_70": below[0] if below else None,
            "crossings": [{"side": c["crossing"]["side"], "threshold": c["crossing"]["threshold"],
                           "within_minutes": c["within_minutes"], "probability": c["probability"]}
                          for c in found["crossings"]]}


def write(command, schema, count, output):
    vectors = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, count + 1):
            kind, unit, parts = recordings(command, seed)
            path = str(Path(folder) / f"{seed}.csv")
            # Of kind falling, the first part whose forecast is low before the last point, if there is one.
            for rows in parts:
                lines = [f"v{seed},{t.strftime('%Y-%m-%dT%H:%M:%SZ')},{v:g},{f}" for t, v, f in rows]
                Path(path).write_text("\n".join([f"id,time,gl ({unit}),flags"] + lines) + "\n")
                ahead = forecast(command, path, kind, rows)
                points = ahead.get("points", [])
                if any(p["glucose"] < 70 for p in points) and points[-1]["glucose"] >= 70:
                    break
            table = json.loads(run(command, "metrics", path, "--zone", "UTC", "--json").stdout)
            metrics = {k: v for k, v in table["rows"][0].items() if not isinstance(v, str)}
            vectors.append({
                "id": f"v{seed}", "kind": kind, "unit": unit, "start": rows[0][0].isoformat(),
                "readings": [[int((t - rows[0][0]).total_seconds()), v] + ([f] if f else [])
                             for t, v, f in rows],
                "metrics": metrics, "forecast": ahead})
    document = {"schema": "swift-glucose/test-vectors", "version": 1, "zone": "UTC",
                "metrics_unit": "mg/dL", "vectors": vectors}
    try:
        import jsonschema
        jsonschema.validate(document, json.loads(Path(schema).read_text()))
    except ImportError:
        print("jsonschema is not installed: the file is not validated.", file=sys.stderr)
    lines = ",\n".join(json.dumps(v, separators=(",", ":")) for v in vectors)
    head = json.dumps({**document, "vectors": []})
    Path(output).write_text(head.replace('"vectors": []}', '"vectors": [\n' + lines + "\n]}\n"))
    refused = sum("unavailable" in v["forecast"] for v in vectors)
    print(f"{output}: {count} recordings, {count - refused} with a forecast")


def differences(expected, found, place):
    """Yields the place and the relative difference of each number; infinite for another value."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in found:
            yield from differences(expected.get(key, "absent"), found[key], f"{place}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, pair in enumerate(zip(expected, found)):
            yield from differences(*pair, f"{place}[{index}]")
    elif any(isinstance(x, (str, bool, dict, list, type(None))) for x in (expected, found)):
        yield place, 0 if expected == found else float("inf")
    else:
        # Not a number is not within any tolerance.
        difference = abs(expected - found) / max(1, abs(expected))
        yield place, difference if difference == difference else float("inf")


def comparable(part):
    """Returns a part without what may differ in words."""
    if not isinstance(part, dict):
        return part
    part = {key: value for key, value in part.items() if key not in ("now", "model")}
    return {**part, "unavailable": True} if "unavailable" in part else part


def check(expected, found):
    """Compares what the other file has; returns whether all of it is within the tolerance."""
    vectors = {v["id"]: v for v in json.loads(Path(expected).read_text())["vectors"]}
    compared, wrong, others = 0, 0, json.loads(Path(found).read_text())["vectors"]
    for other in others:
        for part, tolerance in TOLERANCE.items():
            own = comparable(vectors.get(other["id"], {}).get(part, "absent"))
            for place, difference in differences(own, comparable(other.get(part, {})), part):
                compared += 1
                if difference > tolerance:
                    wrong += 1
                    print(f"{other['id']} {place}: {difference:.3g}")
    print(f"{compared} values of {len(others)} of {len(vectors)} recordings, {wrong} beyond the tolerance")
    return compared > 0 and wrong == 0


parser = argparse.ArgumentParser()
parser.add_argument("--command")
parser.add_argument("--schema")
parser.add_argument("--count", type=int, default=200)
parser.add_argument("--check", nargs=2)
parser.add_argument("output", nargs="?")
options = parser.parse_args()
if options.check:
    sys.exit(0 if check(*options.check) else 1)
if not options.output or options.count < 1:
    parser.error("name the file to write, and a positive count")
write(options.command, options.schema, options.count, options.output)
