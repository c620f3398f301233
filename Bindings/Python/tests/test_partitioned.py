"""Fits of partitions, which give the model of one machine."""

import copy
import pickle
from functools import partial

import pytest
from conftest import UTC, joined, made

import swift_glucose as glucose


@pytest.fixture(scope="module")
def people():
    """The tables of fourteen people, in the order of their ids."""
    tables = {}
    for number in range(14):
        table = made(1, 3 + number % 3, seed=100 + number)
        table["id"] = [f"p{number:02}"] * len(table["id"])
        tables[f"p{number:02}"] = table
    return tables


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
    whole = joined(people.values())
    expected = glucose.fit(whole, pretrained=pretrained, **UTC)
    # Neither in the order of the ids nor of equal sizes.
    names = sorted(people, key=lambda name: (int(name[1:]) * 5) % 14)
    partitions = [[people[name] for name in names[first::count]] for first in range(count)]
    model = fitted(partitions, pretrained)
    assert model.description == expected.description
    assert model.description["uses_prior"] == pretrained
    ours, theirs = model.forecast(whole, **UTC), expected.forecast(whole, **UTC)
    for name in ("glucose_mgdl", "lower_mgdl", "upper_mgdl", "p_below_70", "p_above_180"):
        # The features of a prior are correlated in few readings, which magnifies rounding.
        tolerance = 1e-6 if pretrained else 1e-9
        assert ours[name] == pytest.approx(theirs[name], rel=tolerance, abs=tolerance), name
    assert ours["empirical_coverage"] == theirs["empirical_coverage"]


def test_what_cannot_be_fitted(people):
    fit = glucose.PartitionedFit()
    part = glucose.fit_part(people["p01"], fit.task, **UTC)
    for error, sentence, work in (
        (glucose.Unavailable, "rounds left", fit.model), (glucose.InvalidArgument, "no parts", lambda: fit.advance([])),
        (glucose.InvalidArgument, "several recordings of p01", lambda: fit.advance([part, part])),
        (glucose.InvalidData, "", lambda: fit.advance([part[:-1]])),
        (glucose.InvalidData, "", lambda: glucose.fit_part(people["p01"], b"task", **UTC)),
        *((TypeError, "send its task to other processes", partial(work, fit)) for work in (copy.copy, copy.deepcopy, pickle.dumps)),
    ):
        with pytest.raises(error, match=sentence):
            work()
    fit.advance([part])
    assert fit.task != b""


def test_ids_that_only_look_the_same(people):
    """They are two people of a fit, too, and an error has the id as it is."""
    one, two = (dict(people[name], id=[id_] * len(people[name]["id"])) for name, id_ in (("p01", "\u00e9"), ("p02", "e\u0301")))
    assert fitted([[one], [two, people["p03"], people["p04"], people["p05"]]]).description["people"] == 5
    fit = glucose.PartitionedFit()
    part = glucose.fit_part(one, fit.task, **UTC)
    with pytest.raises(glucose.InvalidArgument, match="several recordings of \u00e9:"):
        fit.advance([part, part])
