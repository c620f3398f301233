"""Aggregates and back-tests of partitions, which add up to those of the whole."""

import pytest
from conftest import UTC, joined, made

import swift_glucose as glucose


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
    parts = [glucose.aggregate_part(joined(people[start:end]), **UTC) for start, end in zip(cuts, cuts[1:])]
    for order in (parts, parts[::-1]):
        assert glucose.part_table(glucose.sum_parts(order)).to_dict() == whole
    assert whole["days"] == [sum(4 + number % 3 for number in range(7))] and len(parts[0]) < 20_000
    # Days of a person can be apart.
    table, half = people[2], len(people[2]["id"]) // 2 // 288 * 288
    parts = [glucose.aggregate_part({key: values[rows] for key, values in table.items()}, **UTC)
             for rows in (slice(half), slice(half, None))]
    row, metrics = glucose.aggregate(table, **UTC), glucose.metrics(table, **UTC)
    assert glucose.part_table(glucose.sum_parts(parts)).to_dict() == row
    for name in ("readings", "mean_mgdl", "sd_mgdl", "cv_percent", "gmi_percent", "lbgi", "hbgi", "p5_mgdl", "p50_mgdl", "in_range_percent"):
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
        names = ("count", "rmse_mgdl", "mae_mgdl", "mard_percent", "bias_mgdl", "coverage_90", "crps_mgdl")
        keys = zip(table["predictor"], table["id"], table["minutes"])
        return {key: values for key, values in zip(keys, zip(*(table[name] for name in names)))}

    ours, theirs = rows(found), rows(expected)
    assert set(ours) == set(theirs) and len(ours) == len(found["id"])
    for key, values in ours.items():
        for one, other in zip(values, theirs[key]):
            assert one == other or one == pytest.approx(other, rel=1e-9, abs=1e-9), key
    one, two = (len(glucose.backtest_part(joined(people[:count]), model, **UTC)) for count in (1, 2))
    assert one < 500_000 and two - one < 70_000


def test_what_cannot_be_added(people):
    aggregate = glucose.aggregate_part(people[0], **UTC)
    model = glucose.fit(joined(people), **UTC)
    test = glucose.backtest_part(people[0], model, **UTC)
    slow = {key: values[::3] for key, values in joined(people).items()}
    for parts, sentence in (
        ([aggregate, glucose.aggregate_part(people[1], bands="tight", **UTC)], "different bands"),
        ([aggregate, test], "different kinds"),
        ([test, glucose.backtest_part(people[1], model, test_fraction=0.5, **UTC)], "same options"),
        ([test, glucose.backtest_part(slow, glucose.fit(slow, **UTC), **UTC)], "different cadences"),
    ):
        with pytest.raises(glucose.InvalidArgument, match=sentence):
            glucose.sum_parts(parts)
    with pytest.raises(glucose.InvalidArgument, match="between 0 and 1"):
        glucose.backtest_part(people[0], model, test_fraction=1.0, **UTC)


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
