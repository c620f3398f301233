"""The functions of the package: each method of a cohort, of a table."""

from __future__ import annotations

import functools
import inspect
import os
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, TypeVar, Union, cast, overload

from ._cohort import COLUMNS, Cohort, Frame, cohort_of, takes_columns
from ._duckdb import register
from ._estimator import Forecaster
from ._library import FileUnreadable, InvalidArgument, InvalidData, call, stream_of
from ._model import Model
from ._partitioned import PartitionedFit, aggregate_part, backtest_part, fit_part
from ._tables import arrow_table, as_kind, kind_of, result, unit_in

if TYPE_CHECKING:
    from typing import Protocol

    from typing_extensions import Concatenate, ParamSpec, Unpack

    from ._cohort import Conflicts, Errors, Unit
    from ._model import ForecastOptions

    _P = ParamSpec("_P")

    class _TableFunction(Protocol[_P]):
        """The type of a function of a table or of a cohort, whose result is a table of the same kind."""

        @overload
        def __call__(self, table: Cohort[Frame], *args: _P.args, **kwargs: _P.kwargs) -> Frame: ...
        @overload
        def __call__(self, table: Frame, *args: _P.args, **kwargs: _P.kwargs) -> Frame: ...


_Result = TypeVar("_Result")

_PARAMETERS = {
    "axis_unit": 'The unit of the numbers, "mg/dL" or "mmol/L"; by default that of the readings.',
    "bands": "The edges of ranges, a name or edges in the unit of the readings; a concentration on an edge is in the range "
        "nearer the target.",
    "compression_lows": "True to search for compression lows. A true low can look like one.",
    "convention": '"clinical", or "iglu" for the numbers of R iglu 4.3.0 with its faults.',
    "minutes": "The longest time ahead in minutes: a multiple of the cadence, at most 120.",
    "night": 'The hours of the night in local time, such as "22:30-06:30"; by default "0-6".',
    "person": "The id; it may be None if there is one person.",
    "pretrained": "True for a fit whose prior is the pretrained model if readings are few: fewer than 20,000 before the tests "
        "with an hour of history, about 70 person-days with a reading every five minutes. False for a fit to these people "
        "alone.",
    "progress": "True for a bar on standard error, or a function of the fraction.",
    "table": "A table of readings or a :class:`Cohort`; the parameters from ``by`` on are those of the latter.",
    "tasks": "The number of threads, on which no result depends; by default one for each core.",
    "test_fraction": "The fraction of each recording, at its end, that is excluded from the fit and on which coverage is "
        "measured: from 0, for none, to below 1.",
    "uses_events": "True for a model that uses logged meals, insulin and exercise.",
    "uses_time_of_day": "True for a model that uses the local time of day, for which all people must have one time zone.",
}
"""What the parameters of several functions mean."""


def document(function: Callable[..., Any], *sources: Any) -> None:
    """Adds the parameters that a function does not document, as some other objects do."""
    text = inspect.cleandoc(function.__doc__ or "")
    known = dict(_PARAMETERS)
    for source in (*sources, text):
        source = source if isinstance(source, str) else inspect.cleandoc(source.__doc__ or "")
        known.update(re.findall(r"^:param (\w+): (.*?)(?=^:|\Z)", source, re.DOTALL | re.MULTILINE))
    errors = re.findall(r"^:raises .*?(?=^:|\Z)", text, re.DOTALL | re.MULTILINE)
    names = [name for name in inspect.signature(function).parameters if name in known]
    body = re.split(r"^:(?=param |raises )", text, maxsplit=1, flags=re.MULTILINE)[0].rstrip()
    lines = [f":param {name}: {known[name]}" for name in names] + errors
    function.__doc__ = "\n\n".join(filter(None, (body, "\n".join(line.rstrip() for line in lines))))


def _function_of(method: Callable[Concatenate[Any, _P], _Result]) -> Callable[Concatenate[Any, _P], _Result]:
    """Returns the function of a table that a method of a cohort is."""

    def function(table: Any, *arguments: Any, **options: Any) -> Any:
        columns = {name: options.pop(name) for name in COLUMNS if name in options}
        return method(cohort_of(table, columns), *arguments, **options)

    own = list(inspect.signature(method).parameters.values())[1:]
    functools.update_wrapper(function, method)
    del vars(function)["__wrapped__"]
    table = inspect.Parameter("table", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation="Any")
    setattr(function, "__signature__", inspect.signature(method).replace(parameters=[table, *own]))
    takes_columns(function)
    function.__qualname__, function.__module__ = method.__name__, __name__
    document(function, Cohort)
    return cast("Callable[Concatenate[Any, _P], _Result]", function)


def _table_of(method: Callable[Concatenate[Any, _P], Any]) -> _TableFunction[_P]:
    """Returns such a function, whose result is a table of the kind that comes in."""
    return cast("_TableFunction[_P]", _function_of(method))


def read(
    path: Union[str, "os.PathLike[str]"], *, zone: Optional[str] = None, unit: Optional[Unit] = None,
    date_order: Optional[str] = None, conflicts: Conflicts = "warn",
    errors: Errors = "raise",
) -> Cohort[Any]:
    """Returns the people of a file or a folder: exports of any program that the library reads, zipped or not.

    Databases are not read: the command writes a logbook or a database of xDrip as a file that is,
    by ``glucose import FILE --to csv``.

    Readings, events and the account of every row are in :meth:`Cohort.readings`, :meth:`Cohort.events`
    and :attr:`Cohort.description`. The warning :class:`LeftOut` has the first rows that are rejected and the first error
    codes of the device, the number of rows in an hour that occurred twice, the files of an archive or a folder that
    cannot be read, and the number of those that are not recordings. Results are pyarrow tables, which ``to_pandas()``
    and ``polars.from_arrow`` convert.

    :param path: The path of the file or folder.
    :param zone: The time zone of local times in the file; it is required if the file has local times.
    :param unit: The unit of a file that does not state it, "mg/dL" or "mmol/L".
    :param date_order: "ymd", "dmy" or "mdy", for a file with ambiguous dates.
    :param conflicts: "warn" with :class:`ConflictingReadings` if a computation finds readings of a person at one
        instant with different values, "last" for no warning, or "refuse" to raise :class:`InvalidData`, here if
        ``errors`` is "raise". Scans and meter readings are not compared.
    :param errors: "raise", or "row" for tables with a row for each person whose record is not valid; see :class:`Cohort`.
    :raises FileUnreadable: if the file cannot be opened.
    :raises InvalidData: if it is in no known format, lacks its unit or the order of its dates, or is
        an archive of people in mg/dL and people in mmol/L.
    """
    options = {
        "zone": zone, "unit": unit, "date_order": date_order, "conflicts": "last" if conflicts == "warn" else conflicts,
        "errors": errors,
    }
    try:
        handle = call("read", os.fsencode(path), options=options)
    except (FileUnreadable, InvalidData) as error:
        # Among many files, the name is needed.
        raise type(error)(f"{os.fsdecode(path)}: {error}") from None
    cohort = Cohort._of_file(handle, conflicts)
    cohort._warn_of_unread(os.fsdecode(path))
    return cohort


for _thing in (
    *vars(Cohort).values(), Model.forecast, Forecaster, PartitionedFit, aggregate_part, backtest_part, fit_part, register,
):
    if inspect.isclass(_thing) or inspect.isfunction(_thing) and not _thing.__name__.startswith("_"):
        document(_thing)

metrics = _table_of(Cohort.metrics)
day_statistics = _table_of(Cohort.day_statistics)
episodes = _table_of(Cohort.episodes)
profile = _table_of(Cohort.profile)
grid = _table_of(Cohort.grid)
quality = _table_of(Cohort.quality)
nights = _table_of(Cohort.nights)
compare = _table_of(Cohort.compare)
agreement = _table_of(Cohort.agreement)
aggregate = _table_of(Cohort.aggregate)
backtest = _table_of(Cohort.backtest)
fit = _function_of(Cohort.fit)
best = _function_of(Cohort.best)
picture = _function_of(Cohort.picture)
report = _function_of(Cohort.report)


@overload
def forecast(model: Model, table: Cohort[Frame], **options: Unpack[ForecastOptions]) -> Frame: ...
@overload
def forecast(model: Model, table: Frame, **options: Unpack[ForecastOptions]) -> Frame: ...
def forecast(model: Model, table: Any, **options: Any) -> Any:
    return model.forecast(table, **options)


_own = list(inspect.signature(Model.forecast).parameters.values())
setattr(forecast, "__signature__", inspect.signature(Model.forecast).replace(parameters=[_own[0].replace(name="model"), *_own[1:]]))
forecast.__doc__ = f"{Model.forecast.__doc__}\n:param model: The model, such as that of :func:`fit`."
document(forecast, Cohort)
document(Cohort.forecast, forecast)


def error_grid(
    table: Frame, *, reference: Union[str, int], measured: Union[str, int], unit: Optional[Unit] = None
) -> Frame:
    """Returns the zone of each pair of a reference and a measurement in the error grids, a row for each row of the table.

    Columns: ``clarke``, ``parkes_type1``, ``parkes_type2`` and ``dts`` (the grid of the Diabetes Technology Society):
    "A", of no clinical risk, to "E"; missing if a concentration is missing. The index of pandas is that of the table.

    :param table: A table of pandas, polars, pyarrow, a dictionary of columns, or any other with ``__arrow_c_stream__``,
        with a row for each pair.
    :param reference: The column of concentrations by the reference method.
    :param measured: The column of concentrations of the sensor or meter at the same time.
    :param unit: The unit of both, "mg/dL" or "mmol/L". It is required unless the name of one of them ends in it.
    :raises InvalidData: if a concentration is not from 10 to 1000 mg/dL.
    :raises InvalidArgument: if the name of a column ends in another unit.
    """
    names = [str(reference), str(measured)]
    units = {unit, *map(unit_in, names)} - {None}
    if len(units) > 1:
        raise InvalidArgument(
            f'The columns "{names[0]}" and "{names[1]}" need one unit, and their names or `unit` have two: convert one first.'
        )
    pairs = stream_of(arrow_table(table, list(dict.fromkeys(names))))
    options = {"reference": names[0], "measured": names[1], "unit": next(iter(units), None)}
    found: Any = as_kind(result(call("error_grid", pairs, options=options)), kind_of(table))
    if kind_of(table) == "pandas":
        found.index = cast(Any, table).index
    return cast(Frame, found)


def metric_columns() -> Dict[str, Dict[str, str]]:
    """Returns the unit and the meaning of each column of :func:`metrics`, by its name."""
    columns = result(call("metric_columns")).to_pydict()
    return {
        name: {"unit": unit, "meaning": meaning}
        for name, unit, meaning in zip(columns["name"], columns["unit"], columns["meaning"])
    }
