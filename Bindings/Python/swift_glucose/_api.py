"""The functions of the package: each method of a cohort, of a table."""

# A function of a method has its signature and its first sentence only.
# mypy: disable-error-code="empty-body"

from __future__ import annotations

import datetime
import functools
import inspect
import os
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Sequence, TypeVar, Union, cast, overload

from ._cohort import COLUMNS, Bands, Cohort, Frame, cohort_of, takes_columns
from ._library import FileUnreadable, InvalidData, Progress, call, encoded, library, stream_of
from ._model import Model, Page, Picture
from ._partitioned import aggregate_part, part_table
from ._tables import Table, arrow_table, kind_of, result, unit_in

if TYPE_CHECKING:
    from typing import Protocol

    from typing_extensions import Concatenate, ParamSpec, Unpack

    # Also for the types of the parameters of a cohort in the documentation.
    from ._cohort import (
        Column, Columns, Conflicts, Convention, Days, Design, Layout, Learning, Palette, Period, PictureKind, QualityRow,
        Skipping, TypeOfDiabetes, Unit,
    )
    from ._model import ForecastOptions

    _P = ParamSpec("_P")

    class _TableFunction(Protocol[_P]):
        """The type of a function of a table or of a cohort, whose result is a table of the same kind."""

        @overload
        def __call__(self, table: Cohort[Frame], *args: _P.args, **kwargs: _P.kwargs) -> Frame: ...
        @overload
        def __call__(self, table: Frame, *args: _P.args, **kwargs: _P.kwargs) -> Frame: ...


_Function = TypeVar("_Function", bound=Callable[..., Any])


def _parameters(doc: Optional[str]) -> Dict[str, str]:
    """Returns the texts of the parameters of a docstring, by name."""
    text = inspect.cleandoc(doc or "")
    found = re.findall(r"^:param (\w+): (.*?)(?=^:|\Z)", text, re.DOTALL | re.MULTILINE)
    return {name: sentence.rstrip() for name, sentence in found}


def _documentation(function: Callable[..., Any], method: Callable[..., Any]) -> str:
    """Returns the documentation of a function with that of a method and of :class:`Cohort`: the columns of the result,
    and the parameters."""
    own = inspect.cleandoc(function.__doc__ or "")
    known = {**_parameters(Cohort.__doc__), **_parameters(method.__doc__), **_parameters(own)}
    text = inspect.cleandoc(method.__doc__ or "")
    body = re.split(r"^:", text, maxsplit=1, flags=re.MULTILINE)[0].partition("\n\n")[2].rstrip()
    names = [name for name in inspect.signature(function).parameters if name in known]
    errors = re.findall(r"^:raises .*?(?=^:|\Z)", text, re.DOTALL | re.MULTILINE)
    lines = [f":param {name}: {known[name]}" for name in names] + [error.rstrip() for error in errors]
    sentence = re.split(r"^:", own, maxsplit=1, flags=re.MULTILINE)[0].rstrip()
    return "\n\n".join(part for part in (sentence, body, "\n".join(lines)) if part)


def _function_of(method: Callable[..., Any]) -> Callable[[_Function], _Function]:
    """Makes a function of a table of a method of a cohort."""

    def decorate(stub: _Function) -> _Function:
        def function(table: Any, *arguments: Any, **options: Any) -> Any:
            columns = {name: options.pop(name) for name in COLUMNS if name in options}
            return method(cohort_of(table, columns), *arguments, **options)

        takes_columns(functools.update_wrapper(function, stub))
        # The documentation would be that of the stub.
        del vars(function)["__wrapped__"]
        function.__doc__ = _documentation(function, method)
        return cast(_Function, function)

    return decorate


def _table_of(method: Callable[..., Any]) -> Callable[[Callable[Concatenate[Any, _P], Any]], _TableFunction[_P]]:
    """Makes such a function whose result is a table of the kind that comes in."""
    decorate: Any = _function_of(method)
    return cast("Callable[[Callable[Concatenate[Any, _P], Any]], _TableFunction[_P]]", decorate)


def read(
    path: Union[str, "os.PathLike[str]"], *, zone: Optional[str] = None, unit: Optional[Unit] = None,
    date_order: Optional[str] = None, conflicts: Conflicts = "warn",
) -> Cohort[Table]:
    """Returns the people of a file: an export of any program that the library reads, zipped or not.

    Readings, events and the account of every row are in :meth:`Cohort.readings`, :meth:`Cohort.events`
    and :attr:`Cohort.description`. The warning :class:`LeftOut` has the first rows that are rejected and the files of an
    archive that cannot be read. Results are of the class :class:`Table`, which ``to_pandas()`` and others convert.

    :param path: The path of the file.
    :param zone: The time zone of local times in the file; it is required if the file has local times.
    :param unit: The unit of a file that does not state it, "mg/dL" or "mmol/L".
    :param date_order: "ymd", "dmy" or "mdy", for a file with ambiguous dates.
    :param conflicts: "warn" with :class:`ConflictingReadings` if a computation finds readings of a person at one
        instant with different values, "last" for no warning, or "refuse" to raise :class:`InvalidData` here. Scans
        and meter readings are not compared.
    :raises FileUnreadable: if the file cannot be opened.
    :raises InvalidData: if it is in no known format, lacks its unit or the order of its dates, or is
        an archive of people in mg/dL and people in mmol/L.
    """
    options = {
        "zone": zone, "unit": unit, "date_order": date_order, "conflicts": "last" if conflicts == "warn" else conflicts,
    }
    try:
        handle = call(library.glucose_cohort_from_file, os.fsencode(path), encoded(options))
    except (FileUnreadable, InvalidData) as error:
        # Among many files, the name is needed.
        raise type(error)(f"{os.fsdecode(path)}: {error}") from None
    cohort = Cohort._of_file(handle, conflicts)
    cohort._warn_of_unread(os.fsdecode(path))
    return cohort


@_table_of(Cohort.metrics)
def metrics(
    table: Any, *, period: Period = "record", convention: Convention = "clinical", bands: Bands = "consensus",
    night: Optional[str] = None, split: bool = False, tasks: Optional[int] = None, progress: Progress = False,
    **columns: Unpack[Columns],
) -> Any:
    """Returns every metric of a table of readings, one row for each person and period."""


@_table_of(Cohort.day_statistics)
def day_statistics(
    table: Any, *, bands: Bands = "consensus", tasks: Optional[int] = None, progress: Progress = False,
    **columns: Unpack[Columns],
) -> Any:
    """Returns the statistics of each local day with readings: a day of the zone, of 23 to 25 hours."""


@_table_of(Cohort.episodes)
def episodes(
    table: Any, *, convention: Convention = "clinical", bands: Bands = "consensus", night: Optional[str] = None,
    tasks: Optional[int] = None, progress: Progress = False, **columns: Unpack[Columns],
) -> Any:
    """Returns each episode of low and high glucose, in chronological order for each person."""


@_table_of(Cohort.profile)
def profile(
    table: Any, *, percentiles: Sequence[float] = (5, 25, 50, 75, 95), tasks: Optional[int] = None,
    progress: Progress = False, **columns: Unpack[Columns],
) -> Any:
    """Returns the ambulatory glucose profile: percentiles over days at each time of day, in mg/dL."""


@_table_of(Cohort.grid)
def grid(
    table: Any, *, minutes: Optional[int] = None, convention: Convention = "clinical", tasks: Optional[int] = None,
    progress: Progress = False, **columns: Unpack[Columns],
) -> Any:
    """Returns the readings resampled to a constant interval, on which all metrics that depend on time are computed."""


@_table_of(Cohort.quality)
def quality(
    table: Any, *, rows: QualityRow = "day", score: float = 0.5, compression_lows: bool = False,
    tasks: Optional[int] = None, progress: Progress = False, **columns: Unpack[Columns],
) -> Any:
    """Returns the score of the sensor's signal on each day or in each hour, or each suspected fault."""


@_table_of(Cohort.nights)
def nights(
    table: Any, *, bands: Bands = "consensus", night: Optional[str] = None, now: Optional[datetime.datetime] = None,
    compression_lows: bool = False, tasks: Optional[int] = None, progress: Progress = False, **columns: Unpack[Columns],
) -> Any:
    """Returns a row for each night with a reading or an event, named by the day of its morning."""


@_table_of(Cohort.compare)
def compare(
    table: Any, first: Days, second: Days, *, bands: Bands = "consensus", convention: Convention = "clinical",
    tasks: Optional[int] = None, progress: Progress = False, **columns: Unpack[Columns],
) -> Any:
    """Returns the metrics of two periods of each person and their differences, a row for each metric."""


@_table_of(Cohort.agreement)
def agreement(
    table: Any, reference: Any = None, *, study: bool = False, bands: Bands = "consensus", tasks: Optional[int] = None,
    progress: Progress = False, **columns: Unpack[Columns],
) -> Any:
    """Returns how the readings of each person agree with those of a reference at the same times."""


def _aggregate(cohort: Cohort[Any], *, bands: Bands = "consensus") -> Any:
    return part_table(aggregate_part(cohort, bands=bands)).as_kind(cohort._kind)


_aggregate.__doc__ = aggregate_part.__doc__


@_table_of(_aggregate)
def aggregate(table: Any, *, bands: Bands = "consensus", **columns: Unpack[Columns]) -> Any:
    """Returns the statistics of all readings of all people together, in one row; :func:`part_table` has its columns.

    The sums are computed in the calling thread.
    """


@_table_of(Cohort.backtest)
def backtest(
    table: Any, *, minutes: Union[int, Sequence[int]] = 30, design: Design = "chronological",
    learning: Learning = "daily", pretrained: bool = True, tasks: Optional[int] = None, progress: Progress = False,
    **columns: Unpack[Columns],
) -> Any:
    """Returns the errors of forecasts on the last part of each recording, beside baselines."""


@_function_of(Cohort.fit)
def fit(
    table: Any, *, minutes: int = 30, cadence: Optional[int] = None, uses_events: bool = False,
    uses_time_of_day: bool = False, pretrained: bool = True, test_fraction: float = 0.3, tasks: Optional[int] = None,
    progress: Progress = False, **columns: Unpack[Columns],
) -> Model:
    """Returns a model fitted to all people of a table of readings."""


@_function_of(Cohort.best)
def best(
    table: Any, person: Union[str, int, None] = None, *, type: Optional[TypeOfDiabetes] = None, minutes: int = 30,
    tasks: Optional[int] = None, progress: Progress = False, **columns: Unpack[Columns],
) -> Model:
    """Returns the model with the least error for one person, among the pretrained one, personal ones and fits."""


@overload
def forecast(model: Model, table: Cohort[Frame], **options: Unpack[ForecastOptions]) -> Frame: ...
@overload
def forecast(model: Model, table: Frame, **options: Unpack[ForecastOptions]) -> Frame: ...
def forecast(model: Model, table: Any, **options: Any) -> Any:
    """Returns the forecast of each person, with a row for each time ahead.

    :param model: The model, such as that of :func:`fit`.
    """
    return model.forecast(table, **options)


_own = list(inspect.signature(Model.forecast).parameters.values())
setattr(forecast, "__signature__", inspect.signature(Model.forecast).replace(parameters=[_own[0].replace(name="model"), *_own[1:]]))
forecast.__doc__ = _documentation(forecast, Model.forecast)


@_function_of(Cohort.picture)
def picture(
    table: Any, kind: PictureKind = "day", person: Union[str, int, None] = None, *,
    day: Union[str, datetime.date, None] = None, width: float = 800, palette: Palette = "arises",
    axis_unit: Optional[Unit] = None, bands: Bands = "consensus", smoothing: int = 60, layout: Layout = "separated",
    **columns: Unpack[Columns],
) -> Picture:
    """Returns a picture of one person, which a notebook shows: that of ``glucose plot``."""


@_function_of(Cohort.report)
def report(
    table: Any, person: Union[str, int, None] = None, *, title: Optional[str] = None, axis_unit: Optional[Unit] = None,
    bands: Bands = "consensus", palette: Optional[Palette] = None, now: Optional[datetime.datetime] = None,
    compression_lows: bool = False, **columns: Unpack[Columns],
) -> Page:
    """Returns the report of one person as a page in HTML, which a notebook shows."""


def error_grid(
    table: Frame, *, reference: Union[str, int], measured: Union[str, int], unit: Optional[Unit] = None
) -> Frame:
    """Returns the zone of each pair of a reference and a measurement in the error grids, a row for each row of the table.

    Columns: ``clarke``, ``parkes_type1``, ``parkes_type2`` and ``dts`` (the grid of the Diabetes Technology Society):
    "A", of no clinical risk, to "E"; missing if a concentration is missing.

    :param table: A table of pandas, polars, pyarrow, a dictionary of columns, or any other with ``__arrow_c_stream__``,
        with a row for each pair.
    :param reference: The column of concentrations by the reference method.
    :param measured: The column of concentrations of the sensor or meter at the same time.
    :param unit: The unit of both, "mg/dL" or "mmol/L". It is required unless the name of ``reference`` ends in it.
    :raises InvalidData: if a concentration is not finite or not above zero.
    """
    names = [str(reference), str(measured)]
    capsule, stream = stream_of(arrow_table(table, list(dict.fromkeys(names))))
    options = encoded({"reference": names[0], "measured": names[1], "unit": unit_in(names[0]) if unit is None else unit})
    found: Frame = result(call(library.glucose_error_grid, stream, options))._moved_to(kind_of(table))
    return found


def metric_columns() -> Dict[str, Dict[str, str]]:
    """Returns the unit and the meaning of each column of :func:`metrics`, by its name."""
    columns = result(call(library.glucose_metric_columns)).to_dict()
    return {
        name: {"unit": unit, "meaning": meaning}
        for name, unit, meaning in zip(columns["name"], columns["unit"], columns["meaning"])
    }
