"""Errors are exceptions with the library's sentences."""

import datetime
import gc
import pickle
import re
import shutil
import zipfile

import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import ROOT, UTC, made

import swift_glucose as glucose


@pytest.mark.parametrize(
    "sentence, options",
    [
        ('no column "person"; the columns are', {"by": "person"}), ("not a time zone", {"zone": "Europe/Atlantis"}),
        ('`period` must be "record", "week", "day", not "month"', {"period": "month"}), ("`bands` must be", {"bands": "wide"}),
        ("`bands` must be an object of low, high", {"bands": {"low": 180, "high": 70}}),
        ("`bands` must be a name or a dictionary of low, high", {"bands": (70, 180)}),
        *(("ascending, from 10 to 1000 mg/dL", {"unit": "mmol/L", "bands": {"low": 4, "high": high}}) for high in (1e308, 55.6, 0)),
        *(("ascending, from 10 to 1000 mg/dL", {"bands": {"low": 70, "high": 180, name: edge}})
          for name, edge in (("very_high", 1001), ("very_low", 9))),
        ("`night` must be two different times", {"night": "7-7"}), ("`tasks` must be at least 1", {"tasks": 0}),
        ("`bands` has a value that is not allowed: {", {"bands": {"low": float("nan"), "high": 180}}),
        ("has local times without a time zone", {"zone": None}), ("`split` must be true or false", {"split": 1}),
        ("`night` must be a text", {"night": 6}), ("`tasks` must be a whole number", {"tasks": 1.5}),
    ],
)
def test_arguments(sentence, options):
    refused(sentence, **options)


def test_the_edges_of_readings_bands_and_the_night():
    assert glucose.metrics(made(), bands={"low": 10, "high": 1000}, **UTC)["high_percent"] == [0, 0, 0]
    edges = dict(made(), glucose_mgdl=[10, 1000, *made()["glucose_mgdl"][2:]])
    assert [glucose.metrics(edges, **UTC)[name][0] for name in ("min_mgdl", "max_mgdl")] == [10, 1000]
    split = {"split": True, **UTC}
    assert glucose.metrics(made(1), night="18-0", **split) == glucose.metrics(made(1), night="18-24", **split)
    with pytest.raises(TypeError):
        glucose.metrics(made(), perid="day", **UTC)


def words(values):
    return pyarrow.array(values).dictionary_encode()


@pytest.mark.parametrize(
    "sentence, columns",
    [
        ("The column of times is unknown", {"time": None}), ('`unit` must be "mg/dL" or "mmol/L"', {"gl": [100.0], "glucose_mgdl": None}),
        *((f'"{name}" of {meaning} has the type text; .*pd.to_', {name: kind(["1"])})
          for name, meaning in (("time", "times"), ("glucose_mgdl", "glucose"), ("flags", "flags")) for kind in (list, words)),
        ('"time" of times has the type float64; a timestamp is needed', {"time": [1.5]}),
        ('"id" of ids has the type float64', {"id": [1.5]}), ("different lengths", {"id": ["a", "b"]}),
        *(('"id" is .*: a value for each row is needed', {"id": value}) for value in ("a", 5, numpy.array(5))),
    ],
)
def test_columns(sentence, columns):
    table = {"id": ["a"], "time": [datetime.datetime(2026, 3, 2)], "glucose_mgdl": [100.0], **columns}
    refused(sentence, {name: values for name, values in table.items() if values is not None})


def refused(match, table=None, error=glucose.InvalidArgument, **options):
    with pytest.raises(error, match=match):
        glucose.metrics(made() if table is None else table, **{**UTC, **options})


@pytest.mark.parametrize(
    "sentence, changes, options",
    [
        (r"p1: Reading 1 has the value -5.0 mg/dL; a concentration must be above zero.", {"glucose_mgdl": (1153, -5)}, {}),
        *((sentence, {"glucose_mgdl": (0, value)}, {}) for value, sentence in (
            (0, "must be above zero"), (float("inf"), "must be finite"), (5.6, "from 10 to 1000 mg/dL. Check `unit`"),
            (1000.1, "from 10 to 1000 mg/dL. Check `unit`"),
        )),
        *((f"p2: Reading 1151 has the flags {flags}", {"flags": (3455, flags)}, {}) for flags in (8, 7, 3, 1.5, -1)),
        ("Reading 5 has a value but no time", {"time": (5, None)}, {}),
        ("Reading 3 has no value", {"glucose_mgdl": (3, None)}, {"missing": "refuse"}),
        ("does not exist in Europe/Oslo", {"time": (0, datetime.datetime(2026, 3, 29, 2, 30))}, {"zone": "Europe/Oslo"}),
    ],
)
def test_readings(sentence, changes, options):
    table = dict(made(), flags=[0] * 3456)
    for name, (row, value) in changes.items():
        table[name][row] = value
    refused(sentence, table, glucose.InvalidData, **options)


def test_the_first_of_several_people_is_named():
    """The error is that of the first person, also if another one's is found before."""
    count = 300_000
    values = numpy.full(2 * count, 100.0)
    values[[count - 1, count]] = -1
    times = numpy.arange(count) * numpy.timedelta64(60, "s") + numpy.datetime64("2020-01-01", "s")
    table = {"id": numpy.repeat([1, 2], count), "time": numpy.tile(times, 2), "glucose_mgdl": values}
    cohort = glucose.Cohort(table, **UTC)
    for _ in range(10):
        with pytest.raises(glucose.InvalidData, match="1: Reading 299999"):
            cohort.metrics(tasks=2)


def without(table, id_):
    """Returns the rows of the other people."""
    return {name: [value for one, value in zip(table["id"], values) if one != id_] for name, values in table.items()}


DAYS = [("2026-03-02", "2026-03-02"), ("2026-03-03", "2026-03-04")]
TABLES = {
    "metrics": {"split": True}, "day_statistics": {}, "episodes": {}, "profile": {}, "quality": {}, "nights": {}, "grid": {},
    "readings": {}, "row_counts": {}, "events": {}, "compare": {"first": DAYS[0], "second": DAYS[1]},
}


@pytest.mark.parametrize("name, options", [*TABLES.items(), ("quality", {"rows": "fault"}), ("metrics", {"convention": "iglu"})])
@pytest.mark.parametrize("ids", [str, int])
def test_the_error_of_a_person_is_a_row(name, options, ids):
    """After the rows of the others, which are those without the person."""
    table = made(3, 4)
    table["glucose_mgdl"][7] = -5.0
    table["id"] = [ids(int(one[1:]) + 1) for one in table["id"]]
    logged = pyarrow.table({"id": [ids(1), ids(3)], "time": [datetime.datetime(2026, 3, 3, 12)] * 2, "kind": ["meal"] * 2, "carbs_g": [40.0] * 2})
    one = glucose.Cohort(pyarrow.table(table), events=logged, errors="row", **UTC)
    expected = getattr(glucose.Cohort(pyarrow.table(without(table, ids(1))), events=logged.slice(1), **UTC), name)(**options)
    found = getattr(one, name)(**options)
    if name == "events":  # No reading is read.
        assert found["id"].to_pylist() == [ids(1), ids(3)] and found["error"].null_count == 2
        return
    count = len(expected)
    assert len(found) == count + 1 and found.column_names == [*expected.column_names, "error_type", "error"]
    assert found.slice(0, count).select(expected.column_names).equals(expected)
    assert found["error"].null_count == found["error_type"].null_count == count
    last = found.slice(count).to_pylist()[0]
    assert {name for name, value in last.items() if value is not None} == {"id", "error_type", "error"}
    assert (last["id"], last["error_type"]) == (ids(1), "InvalidData") and last["error"].startswith("1: Reading 7 has the value -5.0")
    frame = getattr(glucose.Cohort(pandas.DataFrame(table), errors="row", **UTC), name)(**options)
    assert frame.iloc[-1].isna().sum() == len(frame.columns) - 3 and frame["error"].isna().sum() == count


def test_people_whose_events_are_left_out_have_a_row_and_a_study_has_none():
    table = made(2, 2)
    hour = datetime.datetime(2026, 3, 2, 12)
    kinds = {"p1": ("meal", 40.0, "g"), "p9": ("basal", 1.0, "U/h"), "p10": ("meal", 20.0, "g"), "p2": ("meal", -1.0, "g")}
    logged = {
        "id": list(kinds), "time": [hour] * 4, "kind": [one[0] for one in kinds.values()],
        "value": [one[1] for one in kinds.values()], "unit": [one[2] for one in kinds.values()],
    }
    with pytest.warns(glucose.LeftOut):
        people = glucose.Cohort(table, events=logged, errors="row", **UTC)
    found = people.metrics()
    absent = "There are events and no readings."
    assert found["id"][2:] == ["p9", "p10", "p2"] and found["error"][2:4] == [f"p9: {absent}", f"p10: {absent}"]
    assert "must be 0 or more" in found["error"][4]
    for work in (people.fit, people.aggregate, lambda: people.agreement(table, study=True)):
        with pytest.raises(glucose.InvalidData, match="must be 0 or more"):
            work()
    for by in ("id", "name"):
        other = glucose.Cohort({by if name == "id" else name: values for name, values in table.items()}, by=by, errors="row", **UTC)
        study = other.agreement({by if name == "id" else name: values for name, values in table.items()}, study=True)
        assert "error" not in study and "error_type" not in study


def test_a_fit_and_a_study_raise_the_error_of_a_person():
    table = made(3, 4)
    table["glucose_mgdl"][7] = -5.0
    people = glucose.Cohort(table, errors="row", **UTC)
    for work in (
        people.fit, people.backtest, people.aggregate, lambda: people.picture("day", "p0"),
        lambda: people.agreement(table, study=True), lambda: glucose.aggregate_part(people),
    ):
        with pytest.raises(glucose.InvalidData, match="p0: Reading 7 has the value -5.0"):
            work()
    found = people.agreement(table)
    assert found["id"][-1] == "p0" and found["error"].count(None) == len(found["id"]) - 1
    # Of nobody who is valid, too.
    alone = glucose.metrics({name: values[:288] for name, values in table.items()}, errors="row", **UTC)
    assert alone["error_type"] == ["InvalidData"] and alone["mean_mgdl"] == [None]
    only = glucose.metrics({name: values[:288] for name, values in table.items()}, by=None, errors="row", **UTC)
    assert only["error"] == ["Reading 7 has the value -5.0 mg/dL; a concentration must be above zero."] and "id" not in only
    for name in ("error", "error_type"):
        named = dict(table, **{name: table["id"]})
        refused(f'column of ids "{name}" has the name of a column of the result', named, by=name, errors="row")
    refused('`errors` must be "raise", "row", not "skip"', errors="skip")


def test_the_error_of_an_event_is_a_row():
    table = made(3, 4)
    logged = {
        "id": ["p1", "p1", "p2", "p7", "p8"], "time": [datetime.datetime(2026, 3, 3, 12)] * 5,
        "kind": ["meal", "insulin", "meal", "meal", "insulin"], "carbs_g": [40.0, None, 30.0, 30.0, None],
    }
    with pytest.warns(glucose.LeftOut, match="people without readings"):
        people = glucose.Cohort(table, events=logged, errors="row", **UTC)
    for found in (people.metrics(), people.events()):
        errors = {id_: error for id_, error in zip(found["id"], found["error"]) if error is not None}
        assert errors == {
            "p1": 'p1: Event 1, insulin, has no number in "insulin_units".', "p7": "p7: There are events and no readings.",
            "p8": 'p8: Event 4, insulin, has no number in "insulin_units".',
        }
    assert people.metrics()["id"] == ["p0", "p2", "p1", "p7", "p8"] and people.events()["carbs_g"] == [30.0, None, None, None]
    with pytest.raises(glucose.InvalidData, match="p1: Event 1, insulin"):
        people.fit()
    with pytest.raises(glucose.InvalidData, match="p1: Event 1, insulin"):
        glucose.Cohort(table, events=logged, **UTC)


def test_the_error_of_a_forecast_is_a_row():
    table = made(3, 6)
    model = glucose.fit(table, **UTC)
    expected = model.forecast(without(table, "p1"), **UTC)
    table["time"][-1] = datetime.datetime(2299, 12, 30)
    table["glucose_mgdl"][1728] = -5.0
    found = model.forecast(table, errors="row", **UTC)
    assert found["id"] == ["p0"] * 6 + ["p1", "p2"] and found["glucose_mgdl"][:6] == expected["glucose_mgdl"][:6]
    assert found["error_type"] == [None] * 6 + ["InvalidData"] * 2 and "2299-12-30T00:00:00Z" in found["error"][7]
    early = model.forecast(table, errors="row", at=datetime.datetime(2026, 3, 2, 0, 20, tzinfo=datetime.timezone.utc), **UTC)
    assert early["error_type"] == ["Unavailable", "InvalidData", "InvalidData"]
    # The statistics of days need no grid.
    assert glucose.day_statistics(table, errors="row", **UTC)["id"].count("p2") == 7
    forecaster = glucose.Forecaster(columns={"errors": "row", **UTC})
    forecaster.model_ = model
    predicted = forecaster.predict(table)
    assert numpy.isnan(predicted[1728:]).all() and not numpy.isnan(predicted[1000:1728]).any()


def test_the_conflicts_of_a_file_are_a_row(tmp_path):
    path = tmp_path / "gl.csv"
    rows = [f"{id_},2026-03-01 00:{minute:02}:00,{100 + minute}" for id_ in "ab" for minute in range(0, 50, 5)]
    path.write_text("\n".join(["id,time,gl", *rows, "b,2026-03-01 00:10:00,200"]) + "\n")
    found = glucose.read(path, unit="mg/dL", conflicts="refuse", errors="row", **UTC).metrics().to_pydict()
    assert found["id"] == ["a", "b"] and found["error"][0] is None and "One reading has another value" in found["error"][1]
    assert found["error_type"] == [None, "InvalidData"]


def test_not_a_table(tmp_path):
    columns = {"by": "id", "time": "t", "glucose": "g", "unit": "mg/dL"}
    paths = ("readings.parquet", tmp_path / "readings.parquet")
    for table, sentence in (
        *((kind.Series([100.0]), "A Series is one column") for kind in (pandas, polars)),
        (5, "int is not a table"), ([{"id": "a"}], "list is not a table"), *((path, "is read by glucose.read") for path in paths)
    ):
        for options in ({}, columns):
            with pytest.raises(TypeError, match=sentence):
                glucose.metrics(table, **options, **UTC)
    with pytest.raises(TypeError, match="has no rows yet: pass table.collect"):
        glucose.metrics(polars.DataFrame(made()).lazy(), **UTC)
    for names, kind in (("time", "times"), ("id", "ids"), (["id", "time"], "ids")):
        refused(f"The index has {kind}: pass table.reset_index", pandas.DataFrame(made(1)).set_index(names))


def test_an_archaic_date_is_refused_with_both_instants():
    """Databases have such a date in the place of none."""
    for date, text in (
        (datetime.datetime(2299, 12, 31), "2299-12-31"), (datetime.datetime(1900, 1, 1), "1900-01-01"),
    ):
        table = made(2, 2)
        table["time"][-1] = date
        people = glucose.Cohort(table, **UTC)
        sentence = f"p1: 576 readings are spread over .*{text}T00:00:00Z.* wrong"
        for work in (
            people.metrics, people.episodes, people.profile, people.grid, people.fit, people.backtest,
            lambda: people.picture("profile", "p1"), lambda: people.best("p1"),
            lambda: glucose.fit_part(people, glucose.PartitionedFit().task),
        ):
            with pytest.raises(glucose.InvalidData, match=sentence):
                work()
        # The reading can be looked for.
        assert len(people.readings()["time"]) == 1152
        assert people.row_counts()["readings"] == [576, 576]
        assert people.day_statistics()["readings"][-1] in (1, 287)


@pytest.mark.parametrize("zone", [None, datetime.timezone.utc])
@pytest.mark.parametrize("date", ["9999-12-30", "2300-01-01", "1899-12-31", "0001-01-02"])
def test_the_years_are_those_of_files(date, zone, tmp_path):
    path = tmp_path / "gl.csv"
    path.write_text(f"id,time,gl\na,2026-03-01 00:00:00,100\na,{date} 00:00:00,100\n")
    with pytest.warns(glucose.LeftOut):
        file = glucose.read(path, unit="mg/dL", **UTC)
    table = {"time": [datetime.datetime(2026, 3, 1), datetime.datetime.fromisoformat(date)], "glucose_mgdl": [100.0] * 2}
    table["time"] = [time.replace(tzinfo=zone) for time in table["time"]]
    # The first days are written in the Julian calendar.
    text = date.replace("0001-01-02", "0001-01-0.")
    refused(f"Reading 1 has the time {text}T00:00:00Z; times must be in the years 1900 to 2299", table, glucose.InvalidData, by=None)
    people = glucose.Cohort(table, by=None, invalid="skip", **UTC)
    assert people.row_counts()["first_invalid"] == [1]
    assert people.readings()["glucose_mgdl"] == file.readings().to_pydict()["glucose_mgdl"] == [100.0]


def test_rejected_rows_of_a_file_are_told(tmp_path):
    """In the sentences of the command, of the first five of a file."""
    path = tmp_path / "gl.csv"
    rows = [f"a,2026-03-01 00:{minute:02}:00,{-3 if minute > 2 else 100}" for minute in range(10)]
    path.write_text("\n".join(["id,time,gl", *rows]) + "\n")
    with pytest.warns(glucose.LeftOut) as shown:
        people = glucose.read(path, unit="mg/dL", **UTC)
    file = people.description["files"][0]
    lines = str(shown[0].message).split("\n")
    assert lines[:5] == [f"{path}: rejected. {one}" for one in file["rejected"][:5]]
    assert lines[5:] == [f"{path}: 2 more rejected."] and shown[0].filename == __file__
    assert "line 5" in lines[0].lower() and len(file["rejected"]) == 7
    assert file["rows"] == file["accepted"] + sum(file["skipped"].values()) + len(file["rejected"])
    assert people.readings().to_pydict()["glucose_mgdl"] == [100.0] * 3


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("nightscout-entries.csv", "skipped as an error of the device. Line 19: code 9."),
        ("carelink-eu.csv", "6 rows are in an hour that occurred twice, and were assigned to its first occurrence."),
    ],
)
def test_error_codes_and_times_in_doubt_are_told(name, sentence):
    path = ROOT / "Tests" / "GlucoseFilesTests" / "Fixtures" / name
    with pytest.warns(glucose.LeftOut, match=re.escape(f"{path}: {sentence}")):
        glucose.read(path, zone="Europe/Oslo")


def test_files_that_are_not_recordings_are_told(tmp_path):
    (tmp_path / "gl.csv").write_text("id,time,gl\na,2026-03-01 00:00:00,100\na,2026-03-01 00:05:00,101\n")
    (tmp_path / "letter.pdf").write_bytes(b"%PDF-1.7")
    with pytest.warns(glucose.LeftOut, match="left out 1 file that is not a recording; Cohort.description has their names"):
        glucose.read(tmp_path, unit="mg/dL", **UTC)
    (tmp_path / "notes.txt").write_text("Remarks\n")
    with pytest.warns(glucose.LeftOut, match="left out 2 files that are not recordings"):
        glucose.read(tmp_path, unit="mg/dL", **UTC)


@pytest.mark.parametrize(
    "content, options, sentence",
    [
        ("id,time,gl\na,2026-03-01 00:00:00,100\n", {"unit": "mg/dL"}, "Pass `zone`"),
        ("id,time,gl\na,03/01/2026 00:00,100\n", {"unit": "mg/dL", **UTC}, "Pass `date_order`"),
        ("id,time,gl\na,2026-03-01 00:00:00,20\n", UTC, "Pass `unit`"),
        ("SQLite format 3\0", {}, "glucose import FILE --to csv"),
    ],
)
def test_an_error_of_a_file_names_the_option(tmp_path, content, options, sentence):
    path = tmp_path / "gl.csv"
    path.write_text(content)
    with pytest.raises(glucose.InvalidData, match=sentence):
        glucose.read(path, **options)


@pytest.mark.parametrize(
    "columns, unit, error, sentence",
    [
        ({"ref_mgdl": [100], "test_mmoll": [3.0]}, None, glucose.InvalidArgument, '"ref_mgdl" and "test_mmoll" need one unit'),
        ({"ref": [100], "test_mmoll": [3.0]}, "mg/dL", glucose.InvalidArgument, "need one unit"),
        ({"ref": [100], "test": [101]}, None, glucose.InvalidArgument, "`unit` must be"),
        *(({"ref": [100], "test": [value]}, "mg/dL", glucose.InvalidData, '"test"; .* from 10 to 1000 mg/dL. Check `unit`')
          for value in (5.6, 1001.0, 0.0, float("inf"))),
    ],
)
def test_pairs_of_an_error_grid(columns, unit, error, sentence):
    reference, measured = columns
    with pytest.raises(error, match=sentence):
        glucose.error_grid(columns, reference=reference, measured=measured, unit=unit)


def test_the_unit_of_an_error_grid_is_that_of_either_name():
    for names in (("ref", "test_mmoll"), ("ref_mmoll", "test")):
        pairs = dict(zip(names, ([4.0, None, 10.0], [4.0, 5.0, 3.0])))
        assert glucose.error_grid(pairs, reference=names[0], measured=names[1])["clarke"] == ["A", None, "E"]


def test_an_error_grid_has_the_index_of_its_table():
    pairs = pandas.DataFrame({"ref": [100, 60], "test": [110, 190]}, index=[7, 3])
    found = glucose.error_grid(pairs, reference="ref", measured="test", unit="mg/dL")
    assert pairs.assign(zone=found["clarke"])["zone"].tolist() == ["A", "E"]


def test_a_parameter_that_is_unknown_is_the_only_error(monkeypatch):
    ignored = []
    monkeypatch.setattr("sys.unraisablehook", ignored.append)
    with pytest.raises(TypeError, match="zon"):
        glucose.Cohort(made(), zon="UTC")
    gc.collect()
    assert not ignored


def test_files(tmp_path):
    path = tmp_path / "gl.csv"
    path.write_text("id,time,gl\na,2026-03-01 00:00:00,100\na,2026-03-01 00:05:00,-3\n")
    other = tmp_path / "two.zip"
    with zipfile.ZipFile(other, "w") as archive:
        for unit, id in ("mg/dL", "a"), ("mmol/L", "b"):
            archive.writestr(f"{id}.csv", f"id,time,gl ({unit})\n{id},2026-03-01T00:00:00Z,20\n")
    wrong = bytes(tmp_path) + b"/\xff.csv"
    shutil.copy(path, wrong)
    for file, error, sentence in (
        (path, glucose.InvalidData, "gl.csv: .*(zone|unit)"), (wrong, glucose.FileUnreadable, "is not UTF-8"),
        ("no-such-file.csv", OSError, "^no-such-file.csv: The file cannot be opened"),
    ):
        with pytest.raises(error, match=sentence):
            glucose.read(file)
    with pytest.raises(glucose.InvalidData, match="two.zip: .* one at a time"):
        glucose.read(other, zone="UTC")
    assert str(pickle.loads(pickle.dumps(glucose.Unavailable("a")))) == "a"


def test_ids_under_the_name_of_a_result():
    """The ids would be lost in a table by name."""
    model = glucose.fit(made(3, 6), **UTC)

    def named(name):
        table = made(3, 6)
        columns = {"value": table["glucose_mgdl"], name: table["id"], "time": table["time"]}
        return glucose.Cohort(columns, by=name, glucose="value", unit="mg/dL", zones=None, **UTC)

    for name, compute in (
        ("zone", glucose.Cohort.metrics), ("part", glucose.Cohort.metrics), ("mean_mgdl", glucose.Cohort.day_statistics),
        ("level", glucose.Cohort.episodes), ("days", glucose.Cohort.profile), ("rows", glucose.Cohort.row_counts),
        ("glucose_mgdl", glucose.Cohort.readings), ("name", glucose.Cohort.events), ("name", glucose.Cohort.backtest),
        ("error", model.forecast),
    ):
        with pytest.raises(glucose.InvalidArgument, match=f'column of ids "{name}" has the name of a column of the result'):
            compute(named(name))
    assert named("name").metrics()["name"] == ["p0", "p1", "p2"]
    # A column of ids is not one of time zones.
    table = made()
    table["zone"] = table.pop("id")
    assert glucose.day_statistics(table, by="zone", **UTC)["zone"][0] == "p0"


def test_a_table_of_several_columns_with_one_name():
    table = pyarrow.table(made())
    refused('There are 2 columns "time"', table.append_column("time", table["time"]))
    frame = pandas.DataFrame(made())
    refused('There are 2 columns "time"', pandas.concat([frame, frame[["time"]]], axis=1))


def test_rows_that_are_null():
    table = pyarrow.table(made()).combine_chunks()
    columns = [column.chunk(0) for column in table.columns]
    count = len(table)
    kind = pyarrow.struct(list(table.schema))
    names = {"by": "id", "time": "time", "glucose": "glucose_mgdl", "unit": "mg/dL", **UTC}
    valid = bytearray(b"\xff" * ((count + 7) // 8))
    # The number of nulls is not known, and there are none.
    whole = pyarrow.StructArray.from_buffers(kind, count, [pyarrow.py_buffer(bytes(valid))], -1, 0, columns)
    assert glucose.metrics(whole, **names).to_pydict() == glucose.metrics(table, **UTC).to_pydict()
    valid[-1] = 0x7F
    for nulls in (-1, 1):
        part = pyarrow.StructArray.from_buffers(kind, count, [pyarrow.py_buffer(bytes(valid))], nulls, 0, columns)
        with pytest.raises(glucose.InvalidArgument, match="has rows that are null"):
            glucose.metrics(part, **names)
        found = glucose.metrics(part.slice(0, count - 1), **names)["readings"].to_pylist()
        assert found == [1152, 1152, 1151]
