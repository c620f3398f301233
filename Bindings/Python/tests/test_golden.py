# SPDX-License-Identifier: Apache-2.0
"""The numbers are those of R iglu 4.3.0, in its convention: for invented traces, and for its recording."""

import csv
import datetime
import json

import pytest
from conftest import GOLDEN, ROOT

import swift_glucose as glucose

EDGES = ROOT / "Tests" / "GlucoseMathTests" / "Fixtures" / "iglu_r_edge.json"
START = datetime.datetime(2024, 1, 10, tzinfo=datetime.timezone.utc)

# The number of a call of R that is in a column.
CALLS = [
    ("mean_mgdl", "mean_glu", "mean"), ("sd_mgdl", "sd_glu", "SD"), ("cv_percent", "cv_glu", "CV"),
    ("iqr_mgdl", "iqr_glu", "IQR"), ("gmi_percent", "gmi", "GMI"), ("j_index", "j_index", "J_index"),
    ("p5_mgdl", "quantile_glu", "5"), ("p50_mgdl", "median_glu", "median"),
    ("very_low_percent", "below_percent", "below_54"), ("below_range_percent", "below_percent", "below_70"),
    ("in_range_percent", "in_range_percent", "in_range_70_180"),
    ("above_range_percent", "above_percent", "above_180"), ("very_high_percent", "above_percent", "above_250"),
    ("lbgi", "lbgi", "LBGI"), ("hbgi", "hbgi", "HBGI"), ("adrr", "adrr", "ADRR"), ("gri", "gri", "GRI"),
    ("grade", "grade", "GRADE"), ("grade_hypo_percent", "grade_hypo", "GRADE_hypo"),
    ("grade_eu_percent", "grade_eugly", "GRADE_eugly"), ("grade_hyper_percent", "grade_hyper", "GRADE_hyper"),
    ("hypo_index", "hypo_index", "hypo_index"), ("hyper_index", "hyper_index", "hyper_index"),
    ("m_value", "m_value", "M_value"), ("cogi", "cogi", "COGI"),
    ("active_percent", "active_percent", "active_percent"), ("mage_mgdl", "mage", "MAGE"),
    ("modd_mgdl", "modd", "MODD"), ("conga_1_mgdl", "conga", "CONGA"), ("mag_mgdl_per_hour", "mag", "MAG"),
    ("gvp_percent", "gvp", "GVP"), ("roc_sd_mgdl_per_min", "sd_roc", "sd_roc"),
    ("hourly_auc_mgdl", "auc", "hourly_auc"), ("sd_within_days_mgdl", "sd_measures", "SDw"),
    ("sd_between_clock_times_mgdl", "sd_measures", "SDhhmm"), ("sd_within_hours_mgdl", "sd_measures", "SDwsh"),
    ("sd_of_daily_means_mgdl", "sd_measures", "SDdm"), ("sd_between_days_mgdl", "sd_measures", "SDb"),
    ("cv_daily_mean_percent", "cv_measures", "CVmean"), ("cv_daily_sd_percent", "cv_measures", "CVsd"),
]


def traces():
    return json.loads(EDGES.read_text())["cases"] if EDGES.exists() else {}


def compare(row, results):
    """Returns the number of columns that were compared with numbers of R."""
    count = 0
    for column, call, key in CALLS:
        found = results.get(call)
        expected = found.get(key) if isinstance(found, dict) else None
        if not isinstance(expected, (int, float)) or isinstance(expected, bool):
            continue
        assert row[column][0] == pytest.approx(expected, rel=1e-10, abs=1e-12), (column, call)
        count += 1
    return count


@pytest.mark.parametrize("name", sorted(traces()))
def test_invented_traces(name):
    trace = traces()[name]
    table = {
        "time": [START + datetime.timedelta(minutes=minute) for minute in trace["minutes"]],
        "glucose_mgdl": [value if isinstance(value, (int, float)) else None for value in trace["gl"]],
    }
    row = glucose.metrics(table, by=None, zone="UTC", convention="iglu", conflicts="last")
    calls = {}
    for call, result in trace["results"].items():
        calls.setdefault(call.replace("iglu::", "").partition("(")[0], result.get("value"))
    assert compare(row, calls) > 10


def test_the_recording_of_iglu():
    path = GOLDEN / "iglu_r_1subject.json"
    if not path.exists():
        pytest.skip("The reference values are not here.")
    metrics = json.loads(path.read_text())["metrics"]
    results = {name: found.get("values", {}).get("Subject 1") for name, found in metrics.items()}
    results["conga"] = results["conga1"]
    results["mage"] = results["mage_avg"]
    data = GOLDEN / "data" / "example_data_1_subject.csv"
    row = glucose.read(data, zone="-05:00", unit="mg/dL").metrics(convention="iglu").to_dict()
    assert compare(row, results) > 30


def golden(name):
    path = GOLDEN / name
    if not path.exists():
        pytest.skip("The reference values are not here.")
    return path


def test_excursions_of_two_people():
    metrics = json.loads(golden("iglu_r_mage_meals.json").read_text())["metrics"]
    data = GOLDEN / "data" / "example_data_hall_two.csv"
    found = glucose.read(data, zone="-05:00", unit="mg/dL").metrics(convention="iglu").to_dict()
    expected = metrics["mage_avg"]["values"]
    assert found["id"] == list(expected)
    assert found["mage_mgdl"] == pytest.approx([row["MAGE"] for row in expected.values()], rel=1e-12)


def test_the_grid_of_iglu():
    with open(golden("grids/1subject_Subject_1.csv")) as file:
        rows = [row for row in csv.reader(file) if row]
    data = GOLDEN / "data" / "example_data_1_subject.csv"
    grid = glucose.read(data, zone="-05:00", unit="mg/dL").grid(convention="iglu").to_dict()
    assert sorted({day.isoformat() for day in grid["day"]}) == [row[0] for row in rows]
    expected = [None if cell in ("", "NA") else float(cell) for row in rows for cell in row[1:]]
    assert len(expected) == len(grid["glucose_mgdl"]) == 288 * len(rows)
    for found, wanted in zip(grid["glucose_mgdl"], expected):
        assert (found is None) == (wanted is None)
        assert wanted is None or found == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize(
    "name, columns",
    [
        ("ega_glucose_data_zones.csv", {"clarke": "clarke"}),
        ("ega_lattice_zones.csv", {"clarke": "clarke"}),
        ("parkes_pfutzner_polylines_zones.csv", {"parkes_type1": "parkes1", "parkes_type2": "parkes2"}),
    ],
)
def test_error_grids(name, columns):
    with open(golden(f"errorgrid/{name}")) as file:
        rows = list(csv.DictReader(file))
    table = {key: [float(row[key]) for row in rows] for key in ("ref", "test")}
    zones = glucose.error_grid(table, reference="ref", measured="test", unit="mg/dL")
    for ours, theirs in columns.items():
        assert zones[ours] == [row[theirs] for row in rows]
