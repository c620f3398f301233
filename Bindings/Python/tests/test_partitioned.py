"""Fits, aggregates and back-tests of partitions, which add up to those of one machine."""

import copy
import pickle
from functools import partial

import pytest
from conftest import UTC, joined, made

import swift_glucose as glucose


@pytest.fixture(scope="module")
def people():
    """The tables of fourteen people, in the order of their ids."""
    tables = [made(1, 3 + number % 3, seed=100 + number) for number in range(14)]
    return [dict(table, id=[f"p{number:02}"] * len(table["id"])) for number, table in enumerate(tables)]


def fitted(partitions, pretrained=True):
    fit = glucose.PartitionedFit(pretrained=pretrained)
    rounds = 0
    while fit.task:
        task = fit.task
        assert len(task) < 2_000_000
        fit.advance(glucose.fit_part(joined(part), task, **UTC) for part in partitions)
        rounds += 1
    # A fit with a prior has the landmarks of the prior.
    assert rounds == (4 if pretrained else 5)
    return fit.model()


@pytest.mark.parametrize("pretrained", [True, False])
@pytest.mark.parametrize("count", [1, 2, 13])
def test_the_model_is_that_of_one_machine(people, count, pretrained):
    whole = joined(people)
    expected = glucose.fit(whole, pretrained=pretrained, **UTC)
    # Neither in the order of the ids nor of equal sizes.
    order = [people[5 * place % 14] for place in range(14)]
    partitions = [order[first::count] for first in range(count)]
    model = fitted(partitions, pretrained)
    assert model.description == expected.description
    assert model.description["uses_prior"] == pretrained
    ours, theirs = model.forecast(whole, **UTC), expected.forecast(whole, **UTC)
    for name in ("glucose_mgdl", "lower_mgdl", "upper_mgdl", "p_below_70", "p_above_180"):
        # The features of a prior are correlated in few readings, which magnifies rounding.
        tolerance = 1e-6 if pretrained else 1e-9
        assert ours[name] == pytest.approx(theirs[name], rel=tolerance, abs=tolerance), name
    assert ours["empirical_coverage"] == theirs["empirical_coverage"]


def test_the_cadence_is_that_of_the_first_person(people):
    """Whereas a fit of one machine has that of those with readings less often."""
    slow = {key: values[::3] for key, values in people[1].items()}
    others = [people[number] for number in (0, 2, 3, 4)]
    assert glucose.fit(joined([slow, *others]), **UTC).description["cadence_minutes"] == 15
    with pytest.raises(glucose.Unavailable, match="^p01 has a reading every 15 minutes; the model needs one every 5"):
        fitted([[slow], others])


def test_what_cannot_be_fitted(people):
    fit = glucose.PartitionedFit()
    part = glucose.fit_part(people[1], fit.task, **UTC)
    for error, sentence, work in (
        (glucose.Unavailable, "rounds left", fit.model), (glucose.InvalidArgument, "no parts", lambda: fit.advance([])),
        (glucose.InvalidArgument, "several recordings of p01", lambda: fit.advance([part, part])),
        (glucose.InvalidData, ".", lambda: fit.advance([part[:-1]])),
        (glucose.InvalidData, ".", lambda: glucose.fit_part(people[1], b"task", **UTC)),
        *((TypeError, "send its task to other processes", partial(work, fit)) for work in (copy.copy, copy.deepcopy, pickle.dumps)),
    ):
        with pytest.raises(error, match=sentence):
            work()
    fit.advance([part])
    assert fit.task != b""


def test_ids_that_only_look_the_same(people):
    """They are two people of a fit, too, and an error has the id as it is."""
    one, two = (dict(people[place], id=[id_] * len(people[place]["id"])) for place, id_ in ((1, "\u00e9"), (2, "e\u0301")))
    assert fitted([[one], [two, people[3], people[4], people[5]]]).description["people"] == 5
    fit = glucose.PartitionedFit()
    part = glucose.fit_part(one, fit.task, **UTC)
    with pytest.raises(glucose.InvalidArgument, match="several recordings of \u00e9:"):
        fit.advance([part, part])


@pytest.mark.parametrize("cuts", [[0, 7], [0, 2, 7], [0, 1, 4, 6, 7]])
def test_aggregates_of_partitions_are_the_whole_to_the_bit(people, cuts):
    whole = glucose.aggregate(joined(people[:7]), **UTC)
    parts = [glucose.aggregate_part(joined(people[start:end]), **UTC) for start, end in zip(cuts, cuts[1:])]
    for order in (parts, parts[::-1]):
        assert glucose.part_table(glucose.sum_parts(order)).to_pydict() == whole
    assert whole["days"] == [3 * 3 + 4 * 2 + 5 * 2] and len(parts[0]) < 20_000
    # Days of a person can be apart.
    table, half = people[2], len(people[2]["id"]) // 2 // 288 * 288
    parts = [glucose.aggregate_part({key: values[rows] for key, values in table.items()}, **UTC)
             for rows in (slice(half), slice(half, None))]
    row, metrics = glucose.aggregate(table, **UTC), glucose.metrics(table, **UTC)
    assert glucose.part_table(glucose.sum_parts(parts)).to_pydict() == row
    for name in ("readings", "mean_mgdl", "sd_mgdl", "cv_percent", "gmi_percent", "lbgi", "hbgi", "p5_mgdl", "p50_mgdl", "in_range_percent"):
        assert row[name] == pytest.approx(metrics[name], rel=1e-12), name


@pytest.mark.parametrize("cuts", [[0, 7], [0, 3, 7], [0, 1, 2, 6, 7]])
def test_back_tests_of_partitions_are_that_of_the_whole(people, cuts):
    whole = joined(people[:7])
    cohort = glucose.Cohort(whole, **UTC)
    model = cohort.fit(uses_time_of_day=True)
    expected = cohort.backtest(learning="never")
    parts = [
        glucose.backtest_part(joined(people[start:end]), model, **UTC) for start, end in zip(cuts, cuts[1:])]
    found = glucose.part_table(glucose.sum_parts(parts)).to_pydict()

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
    assert one < 230_000 and two - one < 46_000


def test_what_cannot_be_added(people):
    aggregate = glucose.aggregate_part(people[0], **UTC)
    model = glucose.fit(joined(people[:7]), **UTC)
    test = glucose.backtest_part(people[0], model, **UTC)
    slow = {key: values[::3] for key, values in joined(people[:7]).items()}
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
    model = glucose.fit(joined(people[:7]), **UTC)
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
