"""The numbers are those of the command, to the last bit."""

import csv
import datetime
import gzip
import io
import json
import re
import subprocess

import pytest
from conftest import COMMAND, GOLDEN, columns, dataset, made, written

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


METRICS = ["period_start", "period_end", "zone", "part", "bands_unit", *glucose.metric_columns()]


DATASETS = ["hall", "colas", "azt1d", "uom", "shanghai_t1dm"]


@pytest.mark.parametrize("name", DATASETS)
def test_metrics_are_those_of_the_command(name):
    path = dataset(name)
    rows = command("metrics", path, "--zone", "UTC", "--csv")
    # The reader of files rejects what is not from 10 to 1000 mg/dL, too.
    table = glucose.metrics(columns(path), by="subject", zone="UTC", invalid="skip")
    table["id"] = table.pop("subject")
    compare(rows, table, ["id", *METRICS])


@pytest.mark.parametrize(
    "options, arguments",
    [
        ({"convention": "iglu"}, ["--convention", "iglu"]), ({"period": "week"}, ["--by", "week"]),
        ({"period": "day", "bands": "tight"}, ["--by", "day", "--bands", "tight"]),
        ({"split": True, "night": "22:30-06:30"}, ["--split", "day-night", "--night", "22:30-06:30"]),
    ],
)
def test_options_are_those_of_the_command(options, arguments):
    path = dataset("shanghai_t1dm")
    rows = command("metrics", path, "--zone", "UTC", "--csv", *arguments)
    table = glucose.metrics(columns(path), by="subject", zone="UTC", **options)
    compare(rows, table, METRICS)


def test_a_file_has_the_numbers_of_the_command():
    path = dataset("hall")
    rows = command("metrics", path, "--zone", "UTC", "--csv")
    compare(rows, glucose.read(path, zone="UTC").metrics().to_dict(), METRICS)


@pytest.mark.parametrize("name", DATASETS)
def test_episodes_and_profile_are_those_of_the_command(name):
    path = dataset(name)
    table = columns(path)
    rows = command("episodes", path, "--zone", "UTC", "--csv")
    found = glucose.episodes(table, by="subject", zone="UTC", invalid="skip")
    compare(
        rows, found,
        ["level", "minutes", "mean_mgdl", "extreme_mgdl", "minutes_to_recovery", "part", "extreme_is_device_limit"],
    )
    starts = [time.isoformat().replace("+00:00", "Z") for time in found["start"]]
    assert [row["start"] for row in rows] == [start.partition(".")[0].rstrip("Z") + "Z" for start in starts]
    rows = command("profile", path, "--zone", "UTC", "--csv")
    found = glucose.profile(table, by="subject", zone="UTC", invalid="skip")
    compare(rows, found, ["minute_of_day", "days", "p5_mgdl", "p50_mgdl", "p95_mgdl"])


@pytest.mark.parametrize("compression_lows", [False, True])
@pytest.mark.parametrize("name", ["hall", "colas", "shanghai_t1dm"])
def test_the_quality_and_the_nights_are_those_of_the_command(name, compression_lows):
    path = dataset(name)
    arguments = [path, "--zone", "UTC", "--csv", *(["--compression-lows"] if compression_lows else [])]
    people = glucose.Cohort(columns(path), by="subject", zone="UTC", invalid="skip")

    def with_times(table):
        times = [key for key in table if key in ("start", "end", "lowest_time")]
        return dict(table, id=table["subject"], **{
            key: [time and time.replace(microsecond=0).isoformat().replace("+00:00", "Z") for time in table[key]] for key in times})

    for rows, option in (("day", []), ("hour", ["--by", "hour"]), ("fault", ["--faults", "--score", "0.3"])):
        found = with_times(glucose.quality(people, rows=rows, compression_lows=compression_lows, score=0.3 if rows == "fault" else 0.5))
        compare(command("quality", *arguments, *option), found, [key for key in found if key != "subject"])
    now = datetime.datetime(2100, 1, 1, tzinfo=datetime.timezone.utc)
    found = with_times(people.nights(compression_lows=compression_lows, now=now, night="22:30-06:30", bands="tight"))
    rows = command("nights", *arguments, "--now", "2100-01-01T00:00Z", "--night", "22:30-06:30", "--bands", "tight")
    compare(rows, found, [key for key in found if key != "subject"])


def one(tmp_path, days=30):
    """Returns a table of one person and its file."""
    rows = made(1, days)
    return rows, written(tmp_path / "one.csv", rows)


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
    rows, path = one(tmp_path)
    page = tmp_path / "page.html"
    now = datetime.datetime(2030, 1, 1, tzinfo=datetime.timezone.utc)
    printed("report", path, "--zone", "UTC", "--file-unit", "mg/dL", "--now", "2030-01-01T00:00Z", "--html", page, *arguments)
    found = glucose.report(rows, zone="UTC", now=now, **options)
    found.save(tmp_path / "ours.html")
    assert (tmp_path / "ours.html").read_bytes() == page.read_bytes()


def drawn(tmp_path, path, *arguments):
    """Returns the picture of the command."""
    picture = tmp_path / "theirs.svg"
    printed("plot", path, "--zone", "UTC", "--output", picture, *arguments)
    return picture.read_text()


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
    theirs = drawn(tmp_path, path, "--picture", kind, "--columns", roles, "--file-unit", "mg/dL", *arguments)
    places = [row for row, amount in enumerate(carbs) if amount]
    meals = {"id": ["p0"] * 30, "time": [rows["time"][row] for row in places], "kind": ["meal"] * 30, "carbs_g": [45.0] * 30}
    ours = glucose.picture(rows, kind, events=meals, zone="UTC", **options).svg
    ours, theirs = (re.sub('data-event="[^"]*"', "", svg) for svg in (ours, theirs))
    assert ours == theirs


@pytest.mark.parametrize("kind", ["day", "bifocal", "profile", "calendar", "hours"])
@pytest.mark.parametrize("name", ["hall", "shanghai_t1dm"])
def test_pictures_of_recordings_are_those_of_the_command(tmp_path, name, kind):
    table = columns(dataset(name))
    person = table["subject"][0]
    theirs = drawn(tmp_path, dataset(name), "--subject", person, "--picture", kind)
    assert glucose.picture(table, kind, person, by="subject", zone="UTC", invalid="skip").svg == theirs


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
    assert len(study) == 25 and {"accuracy", "criterion", "grid", "trend", "alarm"} <= set(study["part"])
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


def test_what_an_agreement_needs():
    table, meter = comparators(2)
    assert set(glucose.agreement(table, {key: values[:500] for key, values in meter.items()}, zone="UTC")["id"]) == {"p0", "p1"}
    early = [time - datetime.timedelta(hours=5) for time in meter["time"]]
    assert glucose.agreement(table, dict(meter, time=early), zone="UTC")["clock_difference_minutes"][0] == 300
    for error, reference, sentence in (
        (glucose.InvalidData, dict(meter, id=["p9"] * len(meter["id"])), "Nobody has readings of both"),
        (glucose.InvalidArgument, None, "the reference must be another cohort"),
    ):
        with pytest.raises(error, match=sentence):
            glucose.agreement(table, reference, zone="UTC")


@pytest.mark.parametrize("second", [("2026-03-16", "2026-03-30"), ("2026-03-10", "2026-03-30")])
def test_a_comparison_has_the_numbers_of_the_command(tmp_path, second):
    rows, path = one(tmp_path)
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


def test_periods_are_checked(tmp_path):
    rows, _ = one(tmp_path)
    with pytest.raises(glucose.InvalidArgument, match="`second` must be the first and the last day"):
        glucose.compare(rows, ("2026-03-01", "2026-03-15"), ("2026-03-30", "2026-03-16"), zone="UTC")
    with pytest.raises(glucose.InvalidData, match="Nobody has readings in both periods"):
        glucose.compare(rows, ("2026-03-01", "2026-03-15"), ("2020-03-01", "2020-03-02"), zone="UTC")


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
    rows, path = one(tmp_path, 6)
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


def test_statistics_of_days_are_those_of_the_command():
    path = dataset("hall")
    rows = command("metrics", path, "--zone", "UTC", "--csv", "--by", "day")
    found = glucose.day_statistics(columns(path), by="subject", zone="UTC")
    found["period_start"] = found.pop("day")
    compare(rows, found, ["period_start", "readings", "min_mgdl", "max_mgdl", "in_range_percent", "very_low_percent"])
    for name in ("mean_mgdl", "sd_mgdl", "cv_percent"):
        # The sums are in another order than those of all metrics.
        for cells, value in zip(rows, found[name]):
            assert (cells[name] == "") == (value is None)
            assert value is None or value == pytest.approx(float(cells[name]), rel=1e-12)


def golden(name):
    path = GOLDEN / name
    if not path.exists():
        pytest.skip("The reference values are not here.")
    return path


def test_the_grid_is_that_of_iglu():
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
        ("ega_glucose_data_zones.csv", {"clarke": "clarke"}), ("ega_lattice_zones.csv", {"clarke": "clarke"}),
        ("parkes_pfutzner_polylines_zones.csv", {"parkes_type1": "parkes1", "parkes_type2": "parkes2"}),
    ],
)
def test_error_grids_are_those_of_their_authors(name, columns):
    with open(golden(f"errorgrid/{name}")) as file:
        rows = list(csv.DictReader(file))
    table = {key: [float(row[key]) for row in rows] for key in ("ref", "test")}
    zones = glucose.error_grid(table, reference="ref", measured="test", unit="mg/dL")
    for ours, theirs in columns.items():
        assert zones[ours] == [row[theirs] for row in rows]
