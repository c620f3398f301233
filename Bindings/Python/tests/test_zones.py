"""People with time zones of their own."""

import datetime

import polars
import pytest
from conftest import made

import swift_glucose as glucose

ZONES = {"p0": "Europe/Oslo", "p1": "America/New_York", "p2": "Asia/Kathmandu"}


def table():
    found = made(start=datetime.datetime(2026, 3, 27))
    found["time"] = [time.replace(tzinfo=datetime.timezone.utc) for time in found["time"]]
    return found


def zoned(rows=None):
    found = dict(table() if rows is None else rows)
    found["zone"] = [ZONES[id_] for id_ in found["id"]]
    return found


def one_by_one(compute, rows):
    """Returns the results of each person alone, with the person's zone."""
    joined = {}
    for id_, zone in ZONES.items():
        own = {key: [value for value, name in zip(values, rows["id"]) if name == id_] for key, values in rows.items()}
        for name, values in compute({key: own[key] for key in ("id", "time", "glucose_mgdl")}, zone=zone).items():
            joined.setdefault(name, []).extend(values)
    return joined


@pytest.mark.parametrize("compute", [glucose.metrics, glucose.day_statistics, glucose.episodes, glucose.profile])
def test_results_are_those_of_each_person_alone(compute):
    assert compute(zoned()) == one_by_one(compute, table())
    assert compute(zoned()) != compute(table(), zone="Europe/Oslo")


def test_local_times_are_those_of_the_person():
    local = made(start=datetime.datetime(2026, 3, 30))
    assert glucose.metrics(zoned(local), period="day") == one_by_one(
        lambda rows, zone: glucose.metrics(rows, zone=zone, period="day"), local)
    readings = glucose.Cohort(zoned(local)).readings()
    first = {id_: time for id_, time in reversed(list(zip(readings["id"], readings["time"])))}
    # Midnight in Oslo, New York and Kathmandu.
    assert [first[id_].hour for id_ in ZONES] == [22, 4, 18]


def test_the_argument_has_precedence():
    assert glucose.metrics(zoned(), zone="Asia/Tokyo") == glucose.metrics(table(), zone="Asia/Tokyo")
    other = zoned()
    other["where"] = other.pop("zone")
    assert glucose.metrics(other, zones="where") == glucose.metrics(zoned())


def test_what_is_refused():
    def changed(row, zone):
        rows = zoned()
        rows["zone"][row] = zone
        return rows

    nowhere = dict(zoned(), zone=["Europe/Atlantis"] * len(table()["id"]))
    for error, rows, options, sentence in (
        (glucose.InvalidData, changed(5, "Asia/Tokyo"), {}, "p0: The rows have the time zones Asia/Tokyo, Europe/Oslo"),
        (glucose.InvalidData, nowhere, {}, 'p0: "Europe/Atlantis" is not a time zone'),
        (glucose.InvalidData, changed(1200, None), {}, "p1: Row 1200 has no time zone"),
        (glucose.InvalidArgument, table(), {"zones": "glucose_mgdl"}, '"glucose_mgdl" of time zones has the type float64'),
    ):
        with pytest.raises(error, match=sentence):
            glucose.metrics(rows, **options)
    people = glucose.Cohort(zoned())
    with pytest.raises(glucose.InvalidArgument, match="needs one time zone"):
        people.fit(uses_time_of_day=True)
    assert people.fit().description["people"] == 3


@pytest.mark.parametrize("zone", ["-03:30", "+05:30", "UTC", "Asia/Kathmandu"])
def test_polars_has_the_instants_of_any_zone(zone):
    """Its times have no offset for a zone: instants are then in UTC."""
    found = glucose.episodes(polars.DataFrame(table()), zone=zone)
    want = glucose.episodes(table(), zone=zone)
    assert found["start"].dt.convert_time_zone("UTC").to_list() == want["start"] and len(want["start"]) > 0
    assert found.schema["start"].time_zone == ("UTC" if zone[0] in "+-" else zone)
