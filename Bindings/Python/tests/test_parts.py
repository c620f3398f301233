"""Aggregates and back-tests of partitions, which add up to those of the whole."""

import pytest
from conftest import joined, made

import swift_glucose as glucose

UTC = {"zone": "UTC"}


@pytest.fixture(scope="module")
def people():
    tables = []
    for number in range(7):
        table = made(1, 4 + number % 3, seed=300 + number)
        table["id"] = [f"p{number}"] * len(table["id"])
        tables.append(table)
    return tables


@pytest.mark.parametrize("cuts", [[0, 7], [0, 2, 7], [0, 1, 4, 6, 7]])
def test_aggregates_of_partitions_are_the_whole_to_the_bit(people, cuts):
    whole = glucose.aggregate(joined(people), **UTC)
    ranges = list(zip(cuts, cuts[1:]))
    parts = [glucose.aggregate_part(joined(people[start:end]), **UTC) for start, end in ranges]
    assert glucose.part_table(glucose.sum_parts(parts)).to_dict() == whole
    assert glucose.part_table(glucose.sum_parts(parts[::-1])).to_dict() == whole
    values = [value for table in people for value in table["glucose_mgdl"]]
    assert whole["readings"] == [len(values)]
    assert whole["mean_mgdl"] == [pytest.approx(sum(values) / len(values), rel=1e-14)]
    assert whole["in_range_percent"] == [
        pytest.approx(100 * sum(70 <= value <= 180 for value in values) / len(values), rel=1e-12)]
    assert whole["days"] == [sum(4 + number % 3 for number in range(7))]


def test_days_of_a_person_can_be_apart(people):
    table = people[2]
    day = 288
    parts = [
        glucose.aggregate_part({key: values[start:start + 2 * day] for key, values in table.items()}, **UTC)
        for start in range(0, len(table["id"]), 2 * day)]
    assert glucose.part_table(glucose.sum_parts(parts)).to_dict() == glucose.aggregate(table, **UTC)


def test_one_person_has_the_statistics_of_the_metrics(people):
    row, metrics = glucose.aggregate(people[0], **UTC), glucose.metrics(people[0], **UTC)
    for name in ("mean_mgdl", "sd_mgdl", "cv_percent", "gmi_percent", "lbgi", "hbgi", "p5_mgdl", "p50_mgdl"):
        assert row[name] == pytest.approx(metrics[name], rel=1e-12), name


@pytest.mark.parametrize("cuts", [[0, 7], [0, 3, 7], [0, 1, 2, 6, 7]])
def test_back_tests_of_partitions_are_that_of_the_whole(people, cuts):
    whole = joined(people)
    cohort = glucose.Cohort(whole, **UTC)
    model = cohort.fit(uses_time_of_day=True)
    expected = cohort.backtest(learning="never")
    parts = [
        glucose.backtest_part(joined(people[start:end]), model, **UTC) for start, end in zip(cuts, cuts[1:])]
    found = glucose.part_table(glucose.sum_parts(parts)).to_dict()

    def rows(table):
        keys = zip(table["predictor"], table["id"], table["minutes"])
        return {key: row for row, key in enumerate(keys)}

    ours, theirs = rows(found), rows(expected)
    assert set(ours) == set(theirs) and len(ours) == len(found["id"])
    for key, row in ours.items():
        assert found["count"][row] == expected["count"][theirs[key]], key
        for name in ("rmse_mgdl", "mae_mgdl", "mard_percent", "bias_mgdl", "coverage_90", "crps_mgdl"):
            wanted = expected[name][theirs[key]]
            if wanted is None:
                assert found[name][row] is None
            else:
                assert found[name][row] == pytest.approx(wanted, rel=1e-9, abs=1e-9), (key, name)


def test_a_model_of_partitions_is_tested_on_partitions(people):
    fit = glucose.PartitionedFit()
    halves = [joined(people[:3]), joined(people[3:])]
    while fit.task:
        fit.advance(glucose.fit_part(half, fit.task, **UTC) for half in halves)
    parts = [glucose.backtest_part(half, fit.model(), **UTC) for half in halves]
    table = glucose.part_table(glucose.sum_parts(parts)).to_dict()
    everyone = [row for row, id_ in enumerate(table["id"]) if id_ is None]
    assert {table["predictor"][row] for row in everyone} >= {"model", "personal-model", "last-value"}
    assert set(table["id"]) == {None} | {f"p{number}" for number in range(7)}


def test_what_cannot_be_added(people):
    aggregate = glucose.aggregate_part(people[0], **UTC)
    with pytest.raises(glucose.InvalidArgument, match="different bands"):
        glucose.sum_parts([aggregate, glucose.aggregate_part(people[1], bands="tight", **UTC)])
    model = glucose.fit(joined(people), **UTC)
    test = glucose.backtest_part(people[0], model, **UTC)
    with pytest.raises(glucose.InvalidArgument, match="different kinds"):
        glucose.sum_parts([aggregate, test])
    with pytest.raises(glucose.InvalidArgument, match="same options"):
        glucose.sum_parts([test, glucose.backtest_part(people[1], model, test_fraction=0.5, **UTC)])
    with pytest.raises(glucose.InvalidArgument, match="between 0 and 1"):
        glucose.backtest_part(people[0], model, test_fraction=1.0, **UTC)
    personal = glucose.best(people[0], **UTC)
    if personal.description["is_personal"]:
        with pytest.raises(glucose.InvalidArgument, match="this one is personalized"):
            glucose.backtest_part(people[1], personal, **UTC)
    slow = {key: values[::3] for key, values in joined(people).items()}
    with pytest.raises(glucose.InvalidArgument, match="different cadences"):
        glucose.sum_parts([test, glucose.backtest_part(slow, glucose.fit(slow, **UTC), **UTC)])


def test_a_part_that_is_damaged_is_refused(people):
    """Each has a checksum, so that no number is another one."""
    model = glucose.fit(joined(people), **UTC)
    fit = glucose.fit_part(people[0], glucose.PartitionedFit().task, **UTC)
    parts = [glucose.aggregate_part(people[0], **UTC), glucose.backtest_part(people[0], model, **UTC), fit]
    for part in parts:
        read = glucose.part_table if part is not fit else lambda part: glucose.sum_parts([fit, part])
        for place in (0, 21, 30, 60, len(part) // 2, len(part) - 1):
            damaged = bytearray(part)
            damaged[place] ^= 1
            with pytest.raises(glucose.InvalidData):
                read(bytes(damaged))
        for damaged in (b"", b"part", part[:-1], part[:20]):
            with pytest.raises(glucose.InvalidData):
                read(damaged)


def test_a_part_is_small(people):
    model = glucose.fit(joined(people), **UTC)
    one, two = (len(glucose.backtest_part(joined(people[:count]), model, **UTC)) for count in (1, 2))
    assert one < 500_000 and two - one < 70_000
    assert len(glucose.aggregate_part(people[0], **UTC)) < 20_000
