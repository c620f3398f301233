"""Models, forecasts, pictures and events."""

import copy
import datetime
import math
import pickle
import struct
import sys
import warnings

import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import UTC, made

import swift_glucose as glucose


@pytest.fixture(scope="module")
def cohort():
    return glucose.Cohort(made(3, 6), **UTC)


@pytest.fixture(scope="module")
def model(cohort):
    return cohort.fit()


def some(table, keeps):
    """Returns the rows whose id and number are kept."""
    kept = [row for row, id_ in enumerate(table["id"]) if keeps(id_, row)]
    return {key: [values[row] for row in kept] for key, values in table.items()}


def test_forecast(cohort, model):
    """It uses nothing after the present, and says why there is none."""
    table = model.forecast(cohort)
    assert len(table["id"]) == 18 and set(table["error"]) == {None} and model.description["people"] == 3
    assert table["minutes"][:6] == [5, 10, 15, 20, 25, 30] and all(0 <= chance <= 1 for chance in table["p_below_70"])
    for lower, middle, upper in zip(table["lower_mgdl"], table["glucose_mgdl"], table["upper_mgdl"]):
        assert 39 <= lower <= middle <= upper <= 401
    early, now = (datetime.datetime(2026, 3, day, 0, 20, tzinfo=datetime.timezone.utc) for day in (2, 5))
    past = some(made(3, 6), lambda id_, row: row % 1728 <= 3 * 288 + 4)
    for personalized in (False, True):
        options = {"at": now, "personalized": personalized}
        assert model.forecast(cohort, **options) == model.forecast(past, **options, **UTC) != table
    none = model.forecast(cohort, at=early)
    assert none["glucose_mgdl"] == [None] * 3 and "a forecast needs" in none["error"][0]
    for at, sentence in (("2026-03-04 12:00", "with a time zone, not str"), (early.replace(tzinfo=None), "have a time zone")):
        with pytest.raises(glucose.InvalidArgument, match=f"`at` must .*{sentence}"):
            model.forecast(cohort, at=at)


def test_thresholds_are_those_of_the_unit(cohort, model):
    """High is above 10.0 mmol/L for readings in mmol/L, which is more than 180 mg/dL."""
    table = made(3, 6)
    table["glucose_mmoll"] = [value / 18.01559 for value in table.pop("glucose_mgdl")]
    chances = []
    for hour in range(8):
        now = datetime.datetime(2026, 3, 6, hour, tzinfo=datetime.timezone.utc)
        ours, theirs = model.forecast(table, at=now, **UTC), model.forecast(cohort, at=now)
        assert ours["glucose_mgdl"] == pytest.approx(theirs["glucose_mgdl"], rel=1e-9)
        pairs = zip(ours["p_above_180"], theirs["p_above_180"])
        chances += [(one, two) for one, two in pairs if 0.01 < two < 0.99]
    assert chances and all(one < two for one, two in chances)


def test_the_prior_of_a_fit_to_few_readings_is_the_pretrained_model(cohort, model):
    assert model.description["uses_prior"]
    alone = cohort.fit(pretrained=False)
    assert not alone.description["uses_prior"] and alone.to_bytes() != model.to_bytes()
    errors = [cohort.backtest(minutes=30, learning="never", pretrained=one) for one in (True, False)]
    ours = [dict(zip(table["predictor"], table["rmse_mgdl"])) for table in errors]
    assert ours[0]["model"] != ours[1]["model"] and ours[0]["last-value"] == ours[1]["last-value"]


def test_models_are_stored(cohort, model):
    stored = pickle.loads(pickle.dumps(model))
    assert stored.to_bytes() == model.to_bytes() == cohort.fit(tasks=1).to_bytes()
    assert stored.forecast(cohort) == model.forecast(cohort)
    assert copy.copy(model) is model and copy.deepcopy([model])[0] is model
    with pytest.raises(glucose.InvalidData, match="damaged"):
        glucose.Model.from_bytes(model.to_bytes()[:-9])
    with pytest.raises(glucose.InvalidData):
        glucose.Model.from_bytes(b"")


def test_what_cannot_be_fitted(cohort):
    slow = some(made(2), lambda id_, row: id_ == "p0" or row % 3 == 0)
    # Two readings each: of p0 every 15 minutes, of p1 every five.
    few = some(made(2, 11), lambda id_, row: row in (0, 3, 3168, 3169))
    one = {"time": made()["time"][:1], "glucose_mgdl": [100.0]}
    for error, sentence, compute, table, options in (
        (glucose.Unavailable, "a fit needs at least", glucose.fit, some(made(1), lambda id_, row: row < 30), {}),
        (glucose.Unavailable, "^p1 has a reading every 15 minutes; the model needs one every 5", glucose.fit, slow, {"cadence": 5}),
        (glucose.Unavailable, "^p1 has a reading every 15 minutes", glucose.fit, slow, {"cadence": 5, "tasks": 1}),
        # People of different cadences are tested apart: the second is the first of those with five minutes.
        (glucose.Unavailable, "^p1 has fewer than two readings", glucose.backtest, few, {"design": "best"}),
        (glucose.Unavailable, "fewer than two readings", glucose.best, one, {"by": None}),
        (glucose.InvalidArgument, "There are 3 people", glucose.best, made(), {}),
        (glucose.InvalidArgument, '"type-1", "type-2", "none", not "2"', glucose.best, made(1), {"type": "2"}),
        (glucose.InvalidArgument, "A horizon of 7 minutes is not a multiple", glucose.fit, made(), {"minutes": 7}),
    ):
        with pytest.raises(error, match=sentence):
            compute(table, **options, **UTC)
    model = cohort.best("p1")
    assert model.description["chosen"] in {trial["candidate"] for trial in model.description["trials"]}


def test_backtest(cohort):
    seen = []
    table = cohort.backtest(progress=seen.append)
    everyone = [row for row, person in enumerate(table["id"]) if person is None]
    errors = {table["predictor"][row]: table["rmse_mgdl"][row] for row in everyone}
    assert 0 < errors["model"] < errors["last-value"]
    assert seen[-1] == 1 and seen == sorted(seen)


def test_events():
    events = {
        "id": ["p0", "p1", "p1"], "time": [datetime.datetime(2026, 3, 3, 12)] * 3,
        "kind": ["meal", "insulin", "exercise"], "carbs_g": [40.0, None, None], "insulin_units": [None, 3.5, None],
        "minutes": [None, None, 30.0], "action": [None, "rapid", None], "exercise_kind": [None, None, "aerobic"],
        "name": ["Soup", None, None], "intensity": [None, None, "medium"],
    }
    table = glucose.Cohort(made(), events=events, **UTC).events()
    assert table["kind"] == ["meal", "exercise", "insulin"] or table["kind"] == events["kind"]
    assert table["carbs_g"][0] == 40 and "rapid" in table["action"] and "aerobic" in table["exercise_kind"]
    assert "medium" in table["intensity"]
    again = glucose.Cohort(made(), events=table, **UTC).events()
    assert again == table
    for kind in (pandas.DataFrame, polars.DataFrame):
        found = glucose.Cohort(made(), events=kind(table), **UTC).events()
        assert found == table, kind
    # A table with one row an entry often has zeros in the columns of the other kinds.
    zeros = logged(kind=["insulin"], carbs_g=[0.0], insulin_units=[4.0])
    assert glucose.Cohort(made(), events=zeros, **UTC).events()["insulin_units"] == [4]


SKIPPED = datetime.datetime(2026, 3, 29, 2, 30)


def logged(**columns):
    return {"id": ["p0"], "time": [datetime.datetime(2026, 3, 3, 12)], "kind": ["meal"], **columns}


@pytest.mark.parametrize(
    "columns, sentence",
    [
        ({"kind": ["insulin"]}, "has no number in"), ({"kind": ["exercise"]}, "has no number in"),
        *((dict(columns), "which only events of the kind") for columns in (
            {"kind": ["Meal"], "carbs_g": [40.0]}, {"kind": ["snack"], "protein_g": [8.0]}, {"kind": ["note"], "fat_g": [8.0]},
            {"insulin_units": [4.0]}, {"kind": ["insulin"], "insulin_units": [4.0], "carbs_g": [40.0]},
        )),
        *(({"carbs_g": [carbs]}, f'Event 0, "meal", has {carbs} in "carbs_g"; it must be 0 or more') for carbs in (-40.0, math.inf)),
        ({"kind": ["insulin"], "insulin_units": [-4.0]}, 'has -4.0 in "insulin_units"'),
        *(({"kind": ["exercise"], "minutes": [minutes]}, "minutes") for minutes in (-1.0, 52_596_001.0, 1e30, math.inf)),
        ({"time": [SKIPPED]}, "p0: Event 0 has the local time 2026-03-29T02:30:00, which does not exist in Europe/Oslo"),
        ({"time": pyarrow.array([None], pyarrow.timestamp("s"))}, "p0: Event 0 has no time"),
        ({"kind": pyarrow.array([None], pyarrow.string())}, "Event 0 has no kind"),
        ({"kind": ["Meal"], "value": [45.0], "unit": ["g"]}, 'Event 0 has the kind "Meal"; .* meal, bolus, basal and exercise'),
        ({"kind": ["bolus"], "value": [None], "unit": ["U"]}, "Event 0, bolus, has no number"),
        ({"value": [-4.0], "unit": ["g"]}, "Event 0, meal, has the value -4.0; it must be 0 or more"),
        ({"value": [45.0], "unit": ["g"], "carbs_g": [45.0]}, '"value" and "carbs_g", which are of two forms'),
        ({"value": [45.0]}, 'needs a column "unit"'),
    ],
)
def test_events_that_are_refused(columns, sentence):
    with pytest.raises(glucose.GlucoseError, match=sentence):
        glucose.Cohort(made(), events=logged(**columns), zone="Europe/Oslo")


def test_events_at_times_that_are_not_valid_are_skipped():
    times = [SKIPPED, datetime.datetime(2026, 3, 3, 12), None, datetime.datetime(1800, 1, 1)]
    events = logged(id=["p0", "p0", "p1", "p1"], time=times, kind=["meal"] * 4)
    with pytest.warns(glucose.LeftOut, match="^3 of the events left out for their times, the first of them: p0: Event 0 has"):
        found = glucose.Cohort(made(), events=events, zone="Europe/Oslo", invalid="skip").events()
    assert found["id"] == ["p0"] and found["time"][0].hour == 11


def test_an_event_at_a_time_that_clocks_repeat_is_at_the_first():
    table = made(1, 1, start=datetime.datetime(2026, 10, 24))
    events = logged(time=[datetime.datetime(2026, 10, 25, 2, 30)])
    found = glucose.Cohort(table, events=events, zone="Europe/Oslo").events()
    assert found["time"] == [datetime.datetime(2026, 10, 25, 0, 30, tzinfo=datetime.timezone.utc)]


@pytest.mark.parametrize(
    "column, kind, word, known",
    [
        ("intensity", "exercise", "brisk", '"low", "medium", "high"'),
        ("intensity", "exercise", "Low", '"low", "medium", "high"'),
        ("intensity", "exercise", "", '"low", "medium", "high"'),
        ("exercise_kind", "exercise", "cardio", '"aerobic", "anaerobic", "mixed"'),
        ("action", "insulin", "bolus", '"rapid", "short", "intermediate", "long", "mixed"'),
    ],
)
def test_a_word_that_is_not_known_is_refused_with_those_that_are(column, kind, word, known):
    events = logged(kind=[kind], minutes=[30.0], insulin_units=[4.0 if kind == "insulin" else None])
    with pytest.raises(glucose.InvalidData) as refused:
        glucose.Cohort(made(), events=dict(events, **{column: [word]}), **UTC)
    assert f'Event 0 has the {column} "{word}", which is not known; use {known}.' in str(refused.value)
    # Of no intensity is an exercise whose intensity is unknown, and no column is none, too.
    assert glucose.Cohort(made(), events=dict(events, **{column: [None]}), **UTC).events()[column] == [None]
    assert glucose.Cohort(made(), events=events, **UTC).events()[column] == [None]


@pytest.mark.parametrize("zone", [None, "UTC"])
@pytest.mark.parametrize("year", [-3_000_000, 1899, 2300, 200_000])
def test_an_event_beyond_all_years_is_refused(year, zone):
    times = numpy.array(["2026-03-03", "2026-03-03"], "M8[s]")
    times[1] = numpy.datetime64(year - 1970, "Y")
    column = pyarrow.array(times).cast(pyarrow.timestamp("s", zone))
    with pytest.raises(glucose.InvalidData, match="Event 1 has the time .* the years 1900 to 2299"):
        glucose.Cohort(made(), events={"id": ["p0", "p0"], "time": column, "kind": ["meal", "meal"]}, **UTC)


def test_what_cannot_be_drawn(cohort):
    for kind, options, sentence in (
        ("day", {"day": "yesterday"}, "such as 2026-03-02"), ("day", {"day": "+100000-12-31"}, "such as 2026-03-02"),
        ("night", {}, "is not a picture"), ("day", {"palette": "AGP"}, '"arises", "color-blind-safe", "dark", "agp"'),
    ):
        with pytest.raises(glucose.InvalidArgument, match=sentence):
            cohort.picture(kind, "p0", **options)


def test_events_of_people_without_readings_are_told():
    events = {"id": ["p0", "p9", "p8", "p9"], "time": [datetime.datetime(2026, 3, 3, 12)] * 4, "kind": ["meal"] * 4}
    with pytest.warns(glucose.LeftOut, match='^3 events are of people without readings, the first of them "p8"') as shown:
        cohort = glucose.Cohort(made(), events=events, **UTC)
    assert shown[0].filename == __file__
    assert cohort.events()["id"] == ["p0"]
    with pytest.warns(glucose.LeftOut, match="^1 event is"):
        glucose.metrics(made(), events=logged(id=["P0"]), **UTC)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        glucose.Cohort(made(), events=logged(), **UTC)


def test_events_in_the_form_of_the_command():
    """The events of a data set, with the amounts in one column."""
    kinds = [("meal", 45.0, "g"), ("meal", 1.0, "g_food"), ("meal", None, "g"), ("bolus", 3.5, "U"), ("basal", 12.0, "U"),
             ("exercise", 346.0, "steps/15min"), ("meal", 30.0, "Grams"), ("bolus", 2.0, None), ("basal", 8.0, "iu"),
             ("basal", 0.7, "U/h"), ("bolus", 5.0, "mg")]
    start = datetime.datetime(2026, 3, 3, 12)
    events = {
        "subject": ["p0"] * 11, "time": [start + datetime.timedelta(minutes=row) for row in range(11)],
        "kind": [kind for kind, _, _ in kinds], "value": [value for _, value, _ in kinds],
        "unit": [unit for _, _, unit in kinds], "note": ["Soup"] + [None] * 10,
    }
    with pytest.warns(glucose.LeftOut, match="^2 of the events left out: insulin in another unit"):
        found = glucose.Cohort(made(), events=events, **UTC).events()
    assert found["kind"] == ["meal"] * 3 + ["insulin"] * 2 + ["exercise", "meal"] + ["insulin"] * 2
    assert found["carbs_g"] == [45.0] + [None] * 5 + [30.0, None, None] and found["note"][0] == "Soup"
    assert found["insulin_units"] == [None] * 3 + [3.5, 12.0, None, None, 2.0, 8.0]
    assert found["action"][3:] == ["rapid", "long", None, None, "rapid", "long"] and found["minutes"][5] == 15


def test_people_who_cannot_be_fitted_do_not_stop_the_others():
    """Of p1, no reading has a value; of p2, there are only two hours apart."""
    table = some(made(3, 6), lambda id_, row: id_ != "p2" or row % 24 == 0)
    table["glucose_mgdl"] = [None if id_ == "p1" else value for id_, value in zip(table["id"], table["glucose_mgdl"])]
    alone = glucose.fit(made(1, 6), **UTC).to_bytes()
    for tasks in (1, 2):
        with pytest.warns(glucose.LeftOut, match="^2 people are not in the fit"):
            model = glucose.fit(table, tasks=tasks, **UTC)
        assert model.to_bytes() == alone and model.description["people"] == 1
    rounds = glucose.PartitionedFit()
    while rounds.task:
        rounds.advance([glucose.fit_part(table, rounds.task, **UTC)])
    assert rounds.model().description["people"] == 1
    with pytest.raises(glucose.Unavailable, match="^p1 has fewer than two readings"):
        glucose.fit(some(table, lambda id_, row: id_ == "p1"), **UTC)


def test_the_order_of_people_with_other_cadences_does_not_matter():
    table = some(made(3, 8), lambda id_, row: id_ != "p1" or row % 3 == 0)
    rows = list(range(len(table["id"])))
    for order in (rows, rows[::-1], sorted(rows, key=lambda row: table["id"][row] != "p1")):
        found = glucose.fit({key: [values[row] for row in order] for key, values in table.items()}, **UTC).description
        assert (found["cadence_minutes"], found["people"]) == (15, 3)


def test_the_progress_of_a_part_changes_nothing():
    people, model, fractions = glucose.Cohort(made(8, 20), **UTC), glucose.fit(made(1, 8), **UTC), []
    assert glucose.backtest_part(people, model) == glucose.backtest_part(people, model, progress=fractions.append)
    assert fractions == sorted(fractions) and fractions[-1] == 1


@pytest.mark.parametrize("name", ["p.jpg", "p", "p.svg.gz"])
def test_a_picture_is_saved_as_svg_or_png(cohort, tmp_path, name):
    with pytest.raises(glucose.InvalidArgument, match=name + ': a picture is saved as ".svg" or ".png"'):
        cohort.picture("profile", "p0").save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_picture_is_drawn_as_png(cohort, tmp_path, monkeypatch):
    picture = cohort.picture("profile", "p0", width=400)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("CHROMIUM", raising=False)
    with pytest.raises(glucose.Unavailable, match="needs a browser"):
        picture.save(tmp_path / "profile.png")
    monkeypatch.undo()
    try:
        picture.save(tmp_path / "profile.PNG", scale=1)
    except glucose.Unavailable as error:
        pytest.skip(str(error))
    data = (tmp_path / "profile.PNG").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == (400, 400)
    assert list(tmp_path.iterdir()) == [tmp_path / "profile.PNG"]


def test_a_forecast_after_each_reading_is_that_of_its_past(cohort, model):
    table = made(3, 6)
    found = model.forecast(cohort, each=True)
    assert found["row"] == list(range(len(table["id"]))) and found["id"] == table["id"]
    for row in (100, 2000, 5000):
        at = table["time"][row].replace(tzinfo=datetime.timezone.utc)
        past = model.forecast(cohort, at=at)
        place = next(place for place, id_ in enumerate(past["id"]) if id_ == found["id"][row] and past["minutes"][place] == 30)
        for name in ("origin", "time", "glucose_mgdl", "lower_mgdl", "p_below_70"):
            assert found[name][row] == past[name][place], name
        assert found["outcome_mgdl"][row] == table["glucose_mgdl"][row + 6]
    assert "a forecast needs" in found["error"][0] and found["outcome_mgdl"][-1] is None
    for options in ({"at": found["origin"][9]}, {"personalized": True}):
        with pytest.raises(glucose.InvalidArgument, match="`each`"):
            model.forecast(cohort, each=True, **options)


ESTIMATOR_CHECKS = [
    "estimator_cloneable", "estimator_tags_renamed", "valid_tag_types", "estimator_repr", "no_attributes_set_in_init",
    "do_not_raise_errors_in_init_or_set_params", "do_not_raise_errors_in_init_or_set_param", "mixin_order",
    "get_params_invariance", "set_params", "parameters_default_constructible", "estimators_unfitted",
    "n_features_in_after_fitting",
]


@pytest.mark.parametrize("check", ESTIMATOR_CHECKS)
def test_the_estimator_passes_the_checks_of_scikit_learn(check):
    """Those that fit no array of random numbers, which has no times."""
    checks = pytest.importorskip("sklearn.utils.estimator_checks")
    found = getattr(checks, f"check_{check}", None)
    if found is None:
        pytest.skip("This scikit-learn has no such check.")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found("Forecaster", glucose.Forecaster(columns={"zone": "UTC"}))


def test_the_estimator_is_one_of_scikit_learn():
    selection = pytest.importorskip("sklearn.model_selection")
    frame = pandas.DataFrame(made(4, 5))
    frame.loc[len(frame)] = [*frame.loc[700, ["id", "time"]], frame.loc[700, "glucose_mgdl"]]
    forecaster = glucose.Forecaster(minutes=30, columns=dict(UTC))
    before = frame.copy()
    params = forecaster.get_params()
    assert forecaster.fit(frame) is forecaster and forecaster.get_params() == params and frame.equals(before)
    assert forecaster.fit(frame).model_.to_bytes() == glucose.fit(frame, **UTC).to_bytes()
    found = forecaster.predict(frame)
    each = forecaster.model_.forecast(frame, each=True, **UTC)
    assert len(found) == len(frame) and numpy.array_equal(found[each["row"]], each["glucose_mgdl"], equal_nan=True)
    assert numpy.isnan(found[700]) and numpy.isfinite(found[-1])  # Of two rows of an instant, the last counts.
    shuffled = frame.sample(frac=1, random_state=4)
    for rows in (shuffled, frame[frame["id"] == "p2"]):
        want = pandas.Series(found).loc[rows.index]
        assert (forecaster.predict(rows) == want).sum() >= numpy.isfinite(want).sum() - 1
    assert numpy.array_equal(pickle.loads(pickle.dumps(forecaster)).predict(frame), found, equal_nan=True)
    outcomes = forecaster.outcomes(frame)
    known = numpy.isfinite(found) & numpy.isfinite(outcomes)
    r2_score = pytest.importorskip("sklearn.metrics").r2_score
    assert forecaster.score(frame) == pytest.approx(r2_score(outcomes[known], found[known]), rel=1e-12)
    assert forecaster.score(frame, outcomes) == forecaster.score(frame, outcomes[:, None]) == forecaster.score(frame)
    scores = selection.cross_val_score(forecaster, frame, groups=frame["id"], cv=selection.GroupKFold(2))
    assert len(scores) == 2 and all(0.5 < score < 1 for score in scores)
    search = selection.GridSearchCV(forecaster, {"minutes": numpy.array([15, 30])}, cv=selection.GroupKFold(2))
    assert search.fit(frame, groups=frame["id"]).best_params_["minutes"] == 15
    assert forecaster.fit(frame.assign(glucose_mgdl=100)).score(frame.assign(glucose_mgdl=100)) in (0, 1)
    for y, count in ([100, 110], "2 targets"), (100, "1 target"), (numpy.ones((5761, 2)), "11,522 targets"):
        with pytest.raises(glucose.InvalidArgument, match=f"`y` has {count} for 5,761 rows"):
            forecaster.score(frame, y)
    with pytest.raises(glucose.InvalidArgument, match="no parameter 'minute'"):
        forecaster.set_params(minute=5)
    with pytest.raises(glucose.Unavailable, match="two forecasts"):
        forecaster.score(frame[:5])


def test_the_estimator_needs_no_scikit_learn(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.exceptions", None)
    with pytest.raises(glucose.Unavailable, match="call fit first"):
        glucose.Forecaster().predict(made())
    forecaster = glucose.Forecaster(columns=dict(UTC)).fit(made(2, 5))
    kinds = (polars.DataFrame, pyarrow.table, dict)
    assert len({str(forecaster.predict(kind(made(1, 3)))[-5:]) for kind in kinds}) == 1
