"""Signatures, documentation, and the program that scripts/python passes to a type checker."""

import datetime
import inspect
import re
import warnings

import pandas
import pytest
import typed_program as program
from conftest import made, written

import swift_glucose as glucose
from swift_glucose import _cohort

def test_functions_have_the_parameters_of_methods():
    """With a table in the place of the cohort, and the columns of one, which a cohort has already."""
    for name in ("metrics", "fit", "picture"):
        method = inspect.signature(getattr(glucose.Cohort, name)).parameters
        assert "columns" not in method
        assert list(inspect.signature(getattr(glucose, name)).parameters) == ["table", *list(method)[1:], *_cohort.COLUMNS]
        with pytest.raises(TypeError, match="has its columns already: zone"):
            getattr(glucose.Cohort(made(1), zone="UTC"), name)(zone="UTC")


def test_a_forecast_is_a_method_of_the_model_and_of_the_cohort():
    cohort = glucose.Cohort(made(), zone="UTC")
    model = cohort.fit()
    assert cohort.forecast(model, coverage=0.8, each=True) == model.forecast(cohort, coverage=0.8, each=True)
    of_cohort, of_model = (inspect.signature(kind.forecast).parameters for kind in (glucose.Cohort, glucose.Model))
    assert list(of_model) == ["self", "table", *list(of_cohort)[2:], *_cohort.COLUMNS]
    with pytest.raises(TypeError, match="has its columns already: zone"):
        cohort.forecast(model, zone="UTC")


def documented():
    for name in glucose.__all__:
        thing = getattr(glucose, name)
        if inspect.isfunction(thing):
            yield name, thing, thing.__doc__
        elif inspect.isclass(thing) and not issubclass(thing, (Exception, glucose.Page, glucose.Picture)):
            yield name, thing.__init__, thing.__doc__
            for key, method in vars(thing).items():
                if inspect.isfunction(method) and not key.startswith("_"):
                    yield f"{name}.{key}", method, method.__doc__


@pytest.mark.parametrize("name, function, doc", [one for one in documented() if one[0] != "Model"], ids=lambda one: one if isinstance(one, str) and len(one) < 40 else "")
def test_every_parameter_is_documented(name, function, doc):
    assert doc and doc[0] != "\n"
    found = re.findall(r"^ *:param (\w+): \S", doc, re.MULTILINE)
    expected = [key for key in inspect.signature(function).parameters if key not in ("self", "cls", "kwargs")]
    if name == "Model.forecast" or name.endswith("_part"):
        # The parameters of a cohort are named together.
        assert "from ``by`` on" in doc
        expected = [key for key in expected if key not in _cohort.COLUMNS]
    if name in ("Model.from_bytes", "PartitionedFit.advance", "part_table", "sum_parts"):
        return  # One parameter, which the sentence names.
    assert sorted(found) == sorted(expected), name


def test_the_program_of_the_type_checker_runs(tmp_path):
    table = made(2, 6)
    events = {"id": ["p0"], "time": [datetime.datetime(2026, 3, 3, 12)], "kind": ["meal"], "carbs_g": [40.0]}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = program.of_pandas(pandas.DataFrame(table), pandas.DataFrame(events))
        assert all(isinstance(one, pandas.DataFrame) and len(one) for one in found)
        program.of_other_kinds(table)
        program.of_a_file(written(tmp_path / "gl.csv", table))
        halves = [{key: column[:1728] for key, column in table.items()}, {key: column[1728:] for key, column in table.items()}]
        program.of_partitions(halves)


MISTAKES = """
import pandas, polars
import swift_glucose as glucose
frame = polars.DataFrame({})
glucose.metrics(frame, perid="day")                 # no such parameter
glucose.metrics(frame, period="month")              # no such period
glucose.fit(frame, minutes="30")                    # no number
wrong: int = glucose.day_statistics(frame)          # a table
glucose.error_grid(frame, reference="a")            # a parameter is missing
"""


def test_a_type_checker_finds_mistakes(tmp_path):
    api = pytest.importorskip("mypy.api")
    path = tmp_path / "mistakes.py"
    path.write_text(MISTAKES)
    out, _, _ = api.run(["--ignore-missing-imports", "--cache-dir", str(tmp_path / "cache"), "--follow-imports", "silent", str(path)])
    lines = {int(line.split(":")[1]) for line in out.splitlines() if "error:" in line}
    assert lines == {5, 6, 7, 8, 9}, out
