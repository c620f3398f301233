"""The numbers are those of the command, to the last bit."""

import csv
import datetime
import gzip
import io
import json
import re
import subprocess

import pytest
from conftest import COMMAND, columns, dataset, made, written

import swift_glucose as glucose


def printed(*arguments):
    """Returns what the command prints."""
    if not COMMAND.exists():
        pytest.skip("The command is not built; set GLUCOSE_COMMAND to it.")
    return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, check=True).stdout.decode()


def command(*arguments):
    return list(csv.DictReader(io.StringIO(printed(*arguments))))


def same(cell, value):
    """Returns whether a cell of CSV and a value are equal to the last bit."""
    if value is None:
        return cell == ""
    if isinstance(value, str) or not isinstance(value, (int, float)):
        return cell == str(value)
    return float(cell) == value


def compare(rows, table, names):
    assert len(rows) == len(table[names[0]]) > 0
    for name in names:
        for row, (cells, value) in enumerate(zip(rows, table[name])):
            assert same(cells[name], value), (name, row, cells[name], value)


DATASETS = ["hall", "colas", "azt1d", "uom", "shanghai_t1dm"]


NOW = {"now": datetime.datetime(2100, 1, 1, tzinfo=datetime.timezone.utc), "night": "22:30-06:30", "bands": "tight"}
PRESENT = ["--now", "2100-01-01T00:00Z", "--night", "22:30-06:30", "--bands", "tight"]
LOWS = ({"compression_lows": True}, ["--compression-lows"])
TABLES = [
    *((name, table, {}, []) for name in DATASETS for table in ("metrics", "episodes", "profile")),
    ("shanghai_t1dm", "metrics", {"convention": "iglu"}, ["--convention", "iglu"]),
    ("shanghai_t1dm", "metrics", {"period": "week"}, ["--by", "week"]),
    ("shanghai_t1dm", "metrics", {"period": "day", "bands": "tight"}, ["--by", "day", "--bands", "tight"]),
    ("shanghai_t1dm", "metrics", {"split": True, "night": "22:30-06:30"}, ["--split", "day-night", "--night", "22:30-06:30"]),
    *((name, table, {**options, **lows}, [*arguments, *flags])
      for name in ("hall", "colas", "shanghai_t1dm") for lows, flags in (({}, []), LOWS)
      for table, options, arguments in (
          ("quality", {}, []), ("quality", {"rows": "hour"}, ["--by", "hour"]), ("nights", NOW, PRESENT),
          ("quality", {"rows": "fault", "score": 0.3}, ["--faults", "--score", "0.3"]),
      )),
]


@pytest.mark.parametrize("name, table, options, arguments", TABLES)
def test_tables_are_those_of_the_command(name, table, options, arguments):
    path = dataset(name)
    rows = command(table, path, "--zone", "UTC", "--csv", *arguments)
    # The reader of files rejects what is not from 10 to 1000 mg/dL, too.
    people = glucose.Cohort(columns(path), by="subject", zone="UTC", invalid="skip")
    found = getattr(people, table)(**options)
    found["id"] = found.pop("subject")
    for key in {"start", "end", "lowest_time"} & set(found):
        found[key] = [time and time.replace(microsecond=0).isoformat().replace("+00:00", "Z") for time in found[key]]
    compare(rows, found, list(found))
    if options:
        file = getattr(glucose.read(path, zone="UTC"), table)(**options).to_pydict()
        assert all(file[key] == found[key] for key in found if key not in ("start", "end", "lowest_time"))


def test_statistics_of_days_are_those_of_the_command():
    path = dataset("hall")
    rows = command("metrics", path, "--zone", "UTC", "--csv", "--by", "day")
    found = glucose.day_statistics(columns(path), by="subject", zone="UTC")
    compare(rows, found, ["readings", "min_mgdl", "max_mgdl", "in_range_percent", "very_low_percent"])
    for name in ("mean_mgdl", "sd_mgdl", "cv_percent"):  # The sums are in another order than those of all metrics.
        wanted = [float(row[name]) if row[name] else None for row in rows]
        assert all(one == two or one == pytest.approx(two, rel=1e-12) for one, two in zip(found[name], wanted))


@pytest.mark.parametrize(
    "options, arguments",
    [
        ({}, []),
        ({"bands": "older", "axis_unit": "mmol/L", "palette": "color-blind-safe", "compression_lows": True},
         ["--bands", "older", "--unit", "mmol/L", "--palette", "color-blind-safe", "--compression-lows"]),
    ],
)
def test_the_report_is_that_of_the_command(tmp_path, options, arguments):
    """To the byte."""
    page, rows = tmp_path / "page.html", made(1, 30)
    path = written(tmp_path / "one.csv", rows)
    now = datetime.datetime(2030, 1, 1, tzinfo=datetime.timezone.utc)
    printed("report", path, "--zone", "UTC", "--file-unit", "mg/dL", "--now", "2030-01-01T00:00Z", "--html", page, *arguments)
    assert glucose.report(rows, zone="UTC", now=now, **options).html == page.read_text()


@pytest.mark.parametrize(
    "kind, options, arguments",
    [
        ("day", {}, []),
        ("day", {"day": "2026-03-20", "axis_unit": "mmol/L"}, ["--day", "2026-03-20", "--unit", "mmol/L"]),
        ("bifocal", {}, []), ("bifocal", {"layout": "arises"}, ["--layout", "arises"]), ("calendar", {}, []),
        ("hours", {"palette": "color-blind-safe", "width": 500}, ["--palette", "color-blind-safe", "--width", "500"]),
        ("profile", {}, []), ("profile", {"bands": "older", "smoothing": 0}, ["--bands", "older", "--smoothing", "0"]),
        ("profile", {"bands": "tight"}, ["--bands", "tight"]),
    ],
)
def test_pictures_are_those_of_the_command(tmp_path, kind, options, arguments):
    """To the byte, of a recording with meals, but for the ids of these, which are those of rows."""
    rows = made(1, 30)
    carbs = [45 if row % 288 == 150 else "" for row in range(len(rows["id"]))]
    path = tmp_path / "one.csv"
    path.write_text("id,time,gl,carbs\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in zip(*rows.values(), carbs)))
    roles = "time=time,glucose=gl,person=id,carbs=carbs"
    files = tmp_path / "theirs.svg", tmp_path / "ours.svg"
    printed("plot", path, "--zone", "UTC", "--output", files[0], "--picture", kind, "--columns", roles, "--file-unit", "mg/dL", *arguments)
    places = [row for row, amount in enumerate(carbs) if amount]
    meals = {"id": ["p0"] * 30, "time": [rows["time"][row] for row in places], "kind": ["meal"] * 30, "carbs_g": [45.0] * 30}
    picture = glucose.picture(rows, kind, events=meals, zone="UTC", **options)
    picture.save(files[1])
    theirs, ours = (re.sub('data-event="[^"]*"', "", file.read_text()) for file in files)
    assert ours == theirs and picture._repr_svg_() == files[1].read_text()


def comparators(people, days=4):
    """Returns readings of people, and measurements a quarter of an hour apart that differ from them."""
    table = made(people, days)
    places = [row for row in range(len(table["id"])) if row % 3 == 0]
    meter = {key: [values[row] for row in places] for key, values in table.items()}
    meter["glucose_mgdl"] = [float(round(value * (1 + 0.01 * (row % 31 - 12)))) for row, value in enumerate(meter["glucose_mgdl"])]
    return table, meter


def test_an_agreement_has_the_numbers_of_the_command(tmp_path):
    table, meter = comparators(1)
    files = [written(tmp_path / "sensor.csv", table), written(tmp_path / "meter.csv", meter)]
    arguments = ["agreement", *files, "--zone", "UTC", "--file-unit", "mg/dL", "--csv"]
    found = glucose.agreement(table, meter, zone="UTC")
    assert found.pop("id") == ["p0"] * len(found["band"]) and set(found.pop("clock_difference_minutes")) == {None}
    compare(command(*arguments), found, list(found))
    found = glucose.agreement(table, glucose.Cohort(meter, zone="UTC"), bands="tight", zone="UTC")
    compare(command(*arguments, "--bands", "tight"), found, [key for key in found if key not in ("id", "clock_difference_minutes")])
    study = glucose.agreement(table, meter, study=True, zone="UTC")
    assert len(study) == 28 and {"accuracy", "criterion", "grid", "trend", "alarm"} <= set(study["part"])
    rows = command(*arguments, "--study")
    compare(rows, study, list(study))
    assert [row["pairs"] for row in rows] == ["" if count is None else str(count) for count in study["pairs"]]


def test_a_study_of_people_has_the_numbers_of_the_command(tmp_path):
    """Of four people with measurements of a meter in their files, and of new sensors."""
    table, meter = comparators(4, 6)
    path = tmp_path / "people.csv"
    values = {(id_, time): value for id_, time, value in zip(*meter.values())}
    path.write_text("id,time,gl,meter\n" + "".join(
        f"{a},{b},{c},{values.get((a, b), '')}\n" for a, b, c in zip(*table.values())))
    roles = "time=time,glucose=gl,meter=meter,person=id"
    rows = command("agreement", path, "--columns", roles, "--file-unit", "mg/dL", "--zone", "UTC", "--study", "--csv")
    found = glucose.agreement(table, meter, study=True, zone="UTC")
    assert "of_p3" in found["name"] and "deviation" in found["part"]
    compare(rows, found, list(found))
    rows = command("agreement", path, "--columns", roles, "--file-unit", "mg/dL", "--zone", "UTC", "--study", "--csv", "--comparator", "meter")
    found = glucose.agreement(table, meter, study=True, comparator="meter", zone="UTC")
    assert "comparator_meter" in found["name"]
    compare(rows, found, list(found))


def test_what_an_agreement_needs():
    table, meter = comparators(2)
    assert set(glucose.agreement(table, {key: values[:500] for key, values in meter.items()}, zone="UTC")["id"]) == {"p0", "p1"}
    others = [time.replace(year=2020) for time in meter["time"]]
    early = [time - datetime.timedelta(hours=5) for time in meter["time"]]
    assert glucose.agreement(table, dict(meter, time=early), zone="UTC")["clock_difference_minutes"][0] == 300
    for error, work, sentence in (
        (glucose.InvalidData, lambda: glucose.agreement(table, dict(meter, time=others), zone="UTC"),
         "Nobody has readings of both"),
        *((glucose.InvalidData, lambda ids=ids: glucose.agreement(table, dict(meter, id=ids), zone="UTC"),
           f'no id in common: the first is the text "p0" in one, the {first} in the other')
          for ids, first in ((["p9"] * len(meter["id"]), 'text "p9"'), ([9] * len(meter["id"]), "integer 9"))),
        (glucose.InvalidArgument, lambda: glucose.agreement(table, meter, comparator="meter", zone="UTC"),
         "`comparator` requires `study`"),
        (glucose.InvalidArgument, lambda: glucose.agreement(table, meter, study=True, comparator="YSI", zone="UTC"),
         '`comparator` must be "laboratory", "meter", "sensor"'),
        (glucose.InvalidArgument, lambda: glucose.agreement(table, zone="UTC"), "the reference must be another cohort"),
        (glucose.InvalidArgument, lambda: glucose.compare(table, ("2026-03-02", "2026-03-03"), ("2026-03-05", "2026-03-04"), zone="UTC"),
         "`second` must be the first and the last day"),
        (glucose.InvalidData, lambda: glucose.compare(table, ("2026-03-02", "2026-03-03"), ("2020-03-01", "2020-03-02"), zone="UTC"),
         "Nobody has readings in both periods"),
    ):
        with pytest.raises(error, match=sentence):
            work()


@pytest.mark.parametrize("second", [("2026-03-16", "2026-03-30"), ("2026-03-10", "2026-03-30")])
def test_a_comparison_has_the_numbers_of_the_command(tmp_path, second):
    rows = made(1, 30)
    path = written(tmp_path / "one.csv", rows)
    first = ("2026-03-01", "2026-03-15")
    found = answer(
        "compare", path, "--zone", "UTC", "--file-unit", "mg/dL", "--first", "/".join(first), "--second", "/".join(second)
    )
    table = glucose.compare(rows, first, [datetime.date.fromisoformat(day) for day in second], zone="UTC")
    assert found["differences"].pop("gri_zone", None) is None
    assert dict(zip(table["metric"], table["difference"])) == found["differences"]
    for row, name in enumerate(table["metric"]):
        assert table["first"][row] == found["reference"]["metrics"].get(name), name
        assert table["second"][row] == found["current"]["metrics"].get(name), name
        interval = found.get("confidence_intervals", {}).get(name, {})
        assert (table["lower"][row], table["upper"][row]) == (interval.get("lower"), interval.get("upper"))
    assert set(table["overlap"]) == {found["overlap"]}
    assert set(table["enough_data"]) == {int(found["is_sufficient"])}


def answer(*arguments):
    return json.loads(printed(*arguments, "--json"))


def logged(path):
    """Returns the events of a set, in the form of the command."""
    with gzip.open(path, "rt") as file:
        rows = list(csv.DictReader(file))
    table = {name: [row[name] for row in rows] for name in ("subject", "kind", "unit", "note")}
    table["time"] = [datetime.datetime.fromisoformat(row["time"]) for row in rows]
    table["value"] = [float(row["value"]) if row["value"] else None for row in rows]
    return table


@pytest.mark.parametrize(
    "name, options, arguments",
    [
        ("shanghai_t1dm", {}, []),
        ("shanghai_t1dm", {"minutes": [15, 60]}, ["--minutes", "15,60"]),
        ("shanghai_t1dm", {"events": "events.csv.gz"}, ["--events"]),
    ],
)
@pytest.mark.filterwarnings("ignore:341 of the events left out")
def test_a_back_test_has_the_numbers_of_the_command(name, options, arguments):
    """To the last bit, because both have the OpenBLAS of Debian. The model is that of a fit to all people."""
    path = dataset(name)
    if "events" in options:
        arguments = ["--events", path.with_name(options["events"])]
        options = {"events": logged(arguments[1])}
    scores = [score for run in answer("backtest", path, "--zone", "UTC", *arguments)["runs"] for score in run["scores"]]
    table = glucose.backtest(columns(path), by="subject", zone="UTC", **options)
    for ours, theirs in (
        ("predictor", "predictor"), ("subject", "person"), ("minutes", "minutes"), ("count", "count"),
        ("rmse_mgdl", "rmse"), ("mae_mgdl", "mae"), ("mard_percent", "mard_percent"), ("bias_mgdl", "bias"),
        ("crps_mgdl", "crps"),
    ):
        assert table[ours] == [score.get(theirs) for score in scores], ours
    for percent in (50, 80, 90, 95):
        observed = [{round(100 * one["nominal"]): one["observed"] for one in score["coverage"]} for score in scores]
        assert table[f"coverage_{percent}"] == [one.get(percent) for one in observed]


@pytest.mark.parametrize("arguments", [{}, {"now": "2026-03-05T14:30:00Z"}, {"coverage": "0.8"}])
def test_the_best_model_forecasts_as_the_command_does(tmp_path, arguments):
    rows = made(1, 6)
    path = written(tmp_path / "one.csv", rows)
    options = [text for name, value in arguments.items() for text in (f"--{name}", value)]
    found = answer("predict", path, "--zone", "UTC", "--file-unit", "mg/dL", *options)
    now = arguments.get("now")
    at = None if now is None else datetime.datetime.fromisoformat(now.replace("Z", "+00:00"))
    if at is not None:
        past = [row for row, time in enumerate(rows["time"]) if time <= at.replace(tzinfo=None)]
        rows = {key: [column[row] for row in past] for key, column in rows.items()}
    cohort = glucose.Cohort(rows, zone="UTC")
    model = cohort.best("p0")
    table = model.forecast(cohort, at=at, coverage=float(arguments.get("coverage", 0.9)))
    assert model.description["people"] == found["model"]["description"]["people"]
    for ours, theirs in (("glucose_mgdl", "glucose"), ("lower_mgdl", "lower"), ("upper_mgdl", "upper"), ("minutes", "minutes")):
        assert table[ours] == [point[theirs] for point in found["points"]], ours
    assert table["origin_mgdl"][0] == found["origin"]["glucose"]
    assert table["empirical_coverage"][-1] == found["measured_coverage"]
    names = {("below", 54): "p_below_54", ("below", 70): "p_below_70", ("above", 180): "p_above_180", ("above", 250): "p_above_250"}
    for line in found["crossings"]:
        assert table[names[line["crossing"]["side"], line["crossing"]["threshold"]]][-1] == line["probability"]
