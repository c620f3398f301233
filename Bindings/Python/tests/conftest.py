"""Recordings for the tests, which are read where they lie, and readings made from a seed."""

import csv
import datetime
import gzip
import math
import os
import pathlib
import random

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
DATASETS = pathlib.Path(os.environ.get("GLUCOSE_DATASETS", ROOT.parent / "shared" / "datasets"))
UTC = {"zone": "UTC"}
COMMAND = pathlib.Path(
    os.environ.get("GLUCOSE_COMMAND", ROOT / ".build-release" / "release" / "glucose")
)


def dataset(name):
    """Returns the path of a set of recordings, or skips the test."""
    path = DATASETS / name / "glucose.csv.gz"
    if not path.exists():
        pytest.skip(f"The recordings {name} are not here.")
    return path


def columns(path):
    """Returns the columns of a set as lists, with local times."""
    table = {"subject": [], "time": [], "glucose_mgdl": []}
    with gzip.open(path, "rt") as file:
        for row in csv.DictReader(file):
            table["subject"].append(row["subject"])
            table["time"].append(datetime.datetime.fromisoformat(row["time"]))
            table["glucose_mgdl"].append(float(row["glucose_mgdl"]))
    return table


def written(path, table):
    """Writes readings as a file, and returns its path."""
    path.write_text("id,time,gl\n" + "".join(f"{a},{b},{c}\n" for a, b, c in zip(*table.values())))
    return path


def joined(tables):
    """Returns the rows of several tables in one."""
    return {key: [row for table in tables for row in table[key]] for key in ("id", "time", "glucose_mgdl")}


def made(people=3, days=4, seed=1, start=datetime.datetime(2026, 3, 2)):
    """Returns readings every five minutes, from a seed."""
    draw = random.Random(seed)
    table = {"id": [], "time": [], "glucose_mgdl": []}
    for person in range(people):
        for row in range(288 * days):
            table["id"].append(f"p{person}")
            table["time"].append(start + datetime.timedelta(minutes=5 * row))
            wave = 140 + 60 * math.sin(row / 25 + person) + draw.gauss(0, 8)
            table["glucose_mgdl"].append(float(round(min(max(wave, 40), 400))))
    return table
