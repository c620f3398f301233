# SPDX-License-Identifier: Apache-2.0
"""The functions of the package: each method of a cohort, of a table."""

from __future__ import annotations

import datetime
import inspect
import os
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Sequence, TypeVar, Union

from ._arrow import release
from ._cohort import Bands, Cohort, Frame, cohort_of
from ._library import FileUnreadable, InvalidData, Progress, call, create, encoded, library
from ._model import Model, Picture
from ._partitioned import aggregate_part, part_table
from ._tables import AUTO, Table, input_stream, kind_of

if TYPE_CHECKING:
    from ._cohort import (
        Column,
        Conflicts,
        Convention,
        Design,
        Learning,
        Loss,
        Palette,
        Period,
        PictureKind,
        Skipping,
        Unit,
    )

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _parameters(doc: Optional[str]) -> Dict[str, str]:
    """Returns the texts of the parameters of a docstring, by name."""
    text = inspect.cleandoc(doc or "")
    found = re.findall(r"^:param (\w+): (.*?)(?=^:|\Z)", text, re.DOTALL | re.MULTILINE)
    return {name: sentence.rstrip() for name, sentence in found}


def _documented(method: Callable[..., Any]) -> Callable[[_Function], _Function]:
    """Adds what the documentation of a method and of :class:`Cohort` have: the columns of the result, and parameters."""

    def decorate(function: _Function) -> _Function:
        known = {**_parameters(Cohort.__doc__), **_parameters(method.__doc__), **_parameters(function.__doc__)}
        text = inspect.cleandoc(method.__doc__ or "")
        body = re.split(r"^:", text, maxsplit=1, flags=re.MULTILINE)[0].partition("\n\n")[2].rstrip()
        own = re.split(r"^:", inspect.cleandoc(function.__doc__ or ""), maxsplit=1, flags=re.MULTILINE)[0].rstrip()
        names = [name for name in inspect.signature(function).parameters if name in known]
        errors = re.findall(r"^:raises .*?(?=^:|\Z)", text, re.DOTALL | re.MULTILINE)
        lines = [f":param {name}: {known[name]}" for name in names] + [error.rstrip() for error in errors]
        function.__doc__ = "\n\n".join(part for part in (own, body, "\n".join(lines)) if part)
        return function

    return decorate


def read(
    path: Union[str, "os.PathLike[str]"],
    *,
    zone: Optional[str] = None,
    unit: Optional[Unit] = None,
    date_order: Optional[str] = None,
    conflicts: Conflicts = "warn",
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
        "zone": zone,
        "unit": unit,
        "date_order": date_order,
        "conflicts": "last" if conflicts == "warn" else conflicts,
    }
    try:
        handle = call(library.glucose_cohort_from_file, os.fsencode(path), encoded(options))
    except (FileUnreadable, InvalidData) as error:
        # Among many files, the name is needed.
        raise type(error)(f"{os.fsdecode(path)}: {error}") from None
    cohort = Cohort._of_file(handle, conflicts)
    cohort._warn_of_unread(os.fsdecode(path))
    return cohort


@_documented(Cohort.metrics)
def metrics(
    table: Union[Frame, Cohort[Frame]],
    *,
    period: Period = "record",
    convention: Convention = "clinical",
    bands: Bands = "consensus",
    night: Optional[str] = None,
    split: bool = False,
    tasks: Optional[int] = None,
    progress: Progress = False,
    by: Column = AUTO,
    time: Column = AUTO,
    glucose: Column = AUTO,
    unit: Optional[Unit] = None,
    zone: Optional[str] = None,
    zones: Column = AUTO,
    flags: Column = AUTO,
    events: Any = None,
    missing: Skipping = "skip",
    invalid: Skipping = "refuse",
    conflicts: Conflicts = "warn",
) -> Frame:
    """Returns every metric of a table of readings, one row for each person and period."""
    return cohort_of(table, locals()).metrics(
        period=period, convention=convention, bands=bands, night=night, split=split, tasks=tasks, progress=progress
    )


@_documented(Cohort.day_statistics)
def day_statistics(
    table: Union[Frame, Cohort[Frame]],
    *,
    bands: Bands = "consensus",
    tasks: Optional[int] = None,
    progress: Progress = False,
    by: Column = AUTO,
    time: Column = AUTO,
    glucose: Column = AUTO,
    unit: Optional[Unit] = None,
    zone: Optional[str] = None,
    zones: Column = AUTO,
    flags: Column = AUTO,
    events: Any = None,
    missing: Skipping = "skip",
    invalid: Skipping = "refuse",
    conflicts: Conflicts = "warn",
) -> Frame:
    """Returns the statistics of each local day with readings: a day of the zone, of 23 to 25 hours."""
    return cohort_of(table, locals()).day_statistics(bands=bands, tasks=tasks, progress=progress)


@_documented(Cohort.episodes)
def episodes(
    table: Union[Frame, Cohort[Frame]],
    *,
    convention: Convention = "clinical",
    bands: Bands = "consensus",
    night: Optional[str] = None,
    tasks: Optional[int] = None,
    progress: Progress = False,
    by: Column = AUTO,
    time: Column = AUTO,
    glucose: Column = AUTO,
    unit: Optional[Unit] = None,
    zone: Optional[str] = None,
    zones: Column = AUTO,
    flags: Column = AUTO,
    events: Any = None,
    missing: Skipping = "skip",
    invalid: Skipping = "refuse",
    conflicts: Conflicts = "warn",
) -> Frame:
    """Returns each episode of low and high glucose, in chronological order for each person."""
    return cohort_of(table, locals()).episodes(
        convention=convention, bands=bands, night=night, tasks=tasks, progress=progress
    )


@_documented(Cohort.profile)
def profile(
    table: Union[Frame, Cohort[Frame]],
    *,
    percentiles: Sequence[float] = (5, 25, 50, 75, 95),
    tasks: Optional[int] = None,
    progress: Progress = False,
    by: Column = AUTO,
    time: Column = AUTO,
    glucose: Column = AUTO,
    unit: Optional[Unit] = None,
    zone: Optional[str] = None,
    zones: Column = AUTO,
    flags: Column = AUTO,
    events: Any = None,
    missing: Skipping = "skip",
    invalid: Skipping = "refuse",
    conflicts: Conflicts = "warn",
) -> Frame:
    """Returns the ambulatory glucose profile: percentiles over days at each time of day, in mg/dL."""
    return cohort_of(table, locals()).profile(percentiles=percentiles, tasks=tasks, progress=progress)


@_documented(Cohort.grid)
def grid(
    table: Union[Frame, Cohort[Frame]],
    *,
    minutes: Optional[int] = None,
    convention: Convention = "clinical",
    tasks: Optional[int] = None,
    progress: Progress = False,
    by: Column = AUTO,
    time: Column = AUTO,
    glucose: Column = AUTO,
    unit: Optional[Unit] = None,
    zone: Optional[str] = None,
    zones: Column = AUTO,
    flags: Column = AUTO,
    events: Any = None,
    missing: Skipping = "skip",
    invalid: Skipping = "refuse",
    conflicts: Conflicts = "warn",
) -> Frame:
    """Returns the readings resampled to a constant interval, on which all metrics that depend on time are computed."""
    return cohort_of(table, locals()).grid(minutes=minutes, convention=convention, tasks=tasks, progress=progress)


@_documented(aggregate_part)
def aggregate(
    table: Union[Frame, Cohort[Frame]],
    *,
    bands: Bands = "consensus",
    by: Column = AUTO,
    time: Column = AUTO,
    glucose: Column = AUTO,
    unit: Optional[Unit] = None,
    zone: Optional[str] = None,
    zones: Column = AUTO,
    flags: Column = AUTO,
    events: Any = None,
    missing: Skipping = "skip",
    invalid: Skipping = "refuse",
    conflicts: Conflicts = "warn",
) -> Frame:
    """Returns the statistics of all readings of all people together, in one row; :func:`part_table` has its columns.

    The sums are computed in the calling thread.
    """
    cohort = cohort_of(table, locals())
    found: Frame = part_table(aggregate_part(cohort, bands=bands)).as_kind(cohort._kind)
    return found


@_documented(Cohort.backtest)
def backtest(
    table: Union[Frame, Cohort[Frame]],
    *,
    minutes: Union[int, Sequence[int]] = 30,
    design: Design = "chronological",
    learning: Learning = "daily",
    loss: Loss = "squared",
    tasks: Optional[int] = None,
    progress: Progress = False,
    by: Column = AUTO,
    time: Column = AUTO,
    glucose: Column = AUTO,
    unit: Optional[Unit] = None,
    zone: Optional[str] = None,
    zones: Column = AUTO,
    flags: Column = AUTO,
    events: Any = None,
    missing: Skipping = "skip",
    invalid: Skipping = "refuse",
    conflicts: Conflicts = "warn",
) -> Frame:
    """Returns the errors of forecasts on the last part of each recording, beside baselines."""
    return cohort_of(table, locals()).backtest(
        minutes=minutes, design=design, learning=learning, loss=loss, tasks=tasks, progress=progress
    )


@_documented(Cohort.fit)
def fit(
    table: Any,
    *,
    minutes: int = 30,
    cadence: Optional[int] = None,
    loss: Loss = "squared",
    uses_events: bool = False,
    uses_time_of_day: bool = False,
    test_fraction: float = 0.3,
    tasks: Optional[int] = None,
    progress: Progress = False,
    by: Column = AUTO,
    time: Column = AUTO,
    glucose: Column = AUTO,
    unit: Optional[Unit] = None,
    zone: Optional[str] = None,
    zones: Column = AUTO,
    flags: Column = AUTO,
    events: Any = None,
    missing: Skipping = "skip",
    invalid: Skipping = "refuse",
    conflicts: Conflicts = "warn",
) -> Model:
    """Returns a model fitted to all people of a table of readings."""
    return cohort_of(table, locals()).fit(
        minutes=minutes, cadence=cadence, loss=loss, uses_events=uses_events, uses_time_of_day=uses_time_of_day,
        test_fraction=test_fraction, tasks=tasks, progress=progress,
    )


@_documented(Cohort.best)
def best(
    table: Any,
    person: Union[str, int, None] = None,
    *,
    minutes: int = 30,
    tasks: Optional[int] = None,
    progress: Progress = False,
    by: Column = AUTO,
    time: Column = AUTO,
    glucose: Column = AUTO,
    unit: Optional[Unit] = None,
    zone: Optional[str] = None,
    zones: Column = AUTO,
    flags: Column = AUTO,
    events: Any = None,
    missing: Skipping = "skip",
    invalid: Skipping = "refuse",
    conflicts: Conflicts = "warn",
) -> Model:
    """Returns the model with the least error for one person, among the pretrained one, personal ones and fits."""
    return cohort_of(table, locals()).best(person, minutes=minutes, tasks=tasks, progress=progress)


@_documented(Model.forecast)
def forecast(
    model: Model,
    table: Union[Frame, Cohort[Frame]],
    *,
    at: Optional[datetime.datetime] = None,
    coverage: float = 0.9,
    personalized: bool = False,
    tasks: Optional[int] = None,
    progress: Progress = False,
    by: Column = AUTO,
    time: Column = AUTO,
    glucose: Column = AUTO,
    unit: Optional[Unit] = None,
    zone: Optional[str] = None,
    zones: Column = AUTO,
    flags: Column = AUTO,
    events: Any = None,
    missing: Skipping = "skip",
    invalid: Skipping = "refuse",
    conflicts: Conflicts = "warn",
) -> Frame:
    """Returns the forecast of each person, with a row for each time ahead.

    :param model: The model, such as that of :func:`fit`.
    """
    people: Any = cohort_of(table, locals())
    found: Frame = model.forecast(
        people, at=at, coverage=coverage, personalized=personalized, tasks=tasks, progress=progress
    )
    return found


@_documented(Cohort.picture)
def picture(
    table: Any,
    kind: PictureKind = "day",
    person: Union[str, int, None] = None,
    *,
    day: Union[str, datetime.date, None] = None,
    width: float = 800,
    palette: Palette = "arises",
    axis_unit: Optional[Unit] = None,
    bands: Bands = "consensus",
    by: Column = AUTO,
    time: Column = AUTO,
    glucose: Column = AUTO,
    unit: Optional[Unit] = None,
    zone: Optional[str] = None,
    zones: Column = AUTO,
    flags: Column = AUTO,
    events: Any = None,
    missing: Skipping = "skip",
    invalid: Skipping = "refuse",
    conflicts: Conflicts = "warn",
) -> Picture:
    """Returns a picture of one person, which a notebook shows."""
    return cohort_of(table, locals()).picture(
        kind, person, day=day, width=width, palette=palette, axis_unit=axis_unit, bands=bands
    )


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
    if unit is None:
        suffix = names[0].lower().replace("/", "")
        unit = "mg/dL" if suffix.endswith("mgdl") else "mmol/L" if suffix.endswith("mmoll") else None
    stream, held = input_stream(table, list(dict.fromkeys(names)))
    try:
        options = encoded({"reference": names[0], "measured": names[1], "unit": unit})
        handle = create(library.glucose_error_grid, stream, options, free=library.glucose_table_free)
    finally:
        release(stream)
    del held
    found = Table(handle)
    if stream.length is not None and stream.length != len(found):
        raise InvalidData(f"The table has {stream.length} rows, of which {len(found)} were read.")
    moved: Frame = found._moved_to(kind_of(table))
    return moved


def metric_columns() -> Dict[str, Dict[str, str]]:
    """Returns the unit and the meaning of each column of :func:`metrics`, by its name."""
    columns = Table(call(library.glucose_metric_columns)).to_dict()
    return {
        name: {"unit": unit, "meaning": meaning}
        for name, unit, meaning in zip(columns["name"], columns["unit"], columns["meaning"])
    }
