# SPDX-License-Identifier: Apache-2.0
"""People and their readings."""

from __future__ import annotations

import ctypes
import datetime
import json
import sys
import threading
import warnings
from typing import Any, Dict, Mapping, Optional, Sequence, Union

from ._library import (
    ConflictingReadings,
    Progress,
    call,
    encoded,
    library,
    long_call,
    model_tasks,
    require_threads,
    text,
)
from ._model import SHORT, Model, Picture
from ._tables import AUTO, Table, column_names, input_stream, kind_of, numbered_ids, reading_columns

Bands = Union[str, Mapping[str, float]]
"""A name ("consensus", "tight", "older", "pregnancy", "arises"), or edges by "very_low", "low",
"high" and "very_high", in the unit of the readings."""


_EVENTS = (
    "time", "kind", "name", "carbs_g", "protein_g", "fat_g", "insulin_units", "action", "minutes", "intensity",
    "exercise_kind", "amount", "unit", "note", "event_id",
)


class Cohort:
    """The readings and events of people, whose tables are computed on all cores.

    A cohort keeps the columns where they are, without a copy; do not change the table in place while the
    cohort is in use. All functions of the package that take a table take a cohort, too.

    Ctrl-C ends a computation of tables, a fit or forecasts, except a fit with ``tasks=1``. It does not end the
    creation of a cohort, :func:`read`, a picture, or a part of a cohort: these are over first.

    :param table: A DataFrame of pandas or polars, a pyarrow Table, a dictionary of columns, or any
        object with ``__arrow_c_stream__``, with a row for each reading, in any order. A missing concentration
        (null or NaN) is skipped; of several readings at one instant, the last row counts, except in
        :meth:`metrics` with the convention "iglu", where all do.
    :param by: The column of ids (text, integers or categories), by default "id" or "subject";
        None for a table of one person. Results have it under its name; one with another column of that name
        raises :class:`InvalidArgument`.
    :param time: The column of times: timestamps, with a time zone, or local times of ``zone``. By default
        "time" or "timestamp".
    :param glucose: The column of concentrations, by default "glucose_mgdl", "glucose_mmoll", "glucose" or "gl".
    :param unit: The unit of ``glucose``, "mg/dL" or "mmol/L". It is required unless the name of the column
        ends in it.
    :param zone: The time zone of local days, such as "Europe/Oslo"; by default that of the times.
    :param zones: The column of each person's time zone, the same in all of the person's rows; by default "zone" if
        there is one and no ``zone`` is given. Local days and local times are then those of the person's zone.
    :param flags: The column of flags, by default "flags" if there is one: 1 for readings that the device showed
        as Low, 2 for High.
    :param events: A table of events with the columns that :meth:`events` returns, or None. Other columns are
        not read.
    :param missing: "skip", or "refuse" to raise :class:`InvalidData` for a missing concentration.
    :param invalid: "refuse" to raise :class:`InvalidData` for a reading without a time, with a local time
        that clocks skipped, or not from 10 to 1000 mg/dL, or "skip". :meth:`row_account` counts both.
    :param conflicts: "warn" with :class:`ConflictingReadings` if readings of a person at one instant have different
        values, once and again when a computation finds more, "last" for no warning, or "refuse" to raise :class:`InvalidData`. :meth:`row_account` counts them.
    :raises InvalidArgument: if a column is missing or has a type that cannot be read.
    """

    def __init__(
        self,
        table: Any,
        *,
        by: Any = AUTO,
        time: Any = AUTO,
        glucose: Any = AUTO,
        unit: Optional[str] = None,
        zone: Optional[str] = None,
        zones: Any = AUTO,
        flags: Any = AUTO,
        events: Any = None,
        missing: str = "skip",
        invalid: str = "refuse",
        conflicts: str = "warn",
    ) -> None:
        self._handle = 0
        options = reading_columns(table, by, time, glucose, flags, unit, zone, zones)
        keys = ("id", "time", "glucose", "flags", "zones")
        names = [options[key] for key in keys if options[key]]
        options["missing"] = missing
        options["invalid"] = invalid
        options["conflicts"] = "last" if conflicts == "warn" else conflicts
        self._prepare(conflicts)
        chosen, options["id_words"] = numbered_ids(table, options["id"])
        stream, held = input_stream(chosen, list(dict.fromkeys(names)))
        logged, held_events = None, None
        if events is not None:
            known = {*_EVENTS, options["id"]}
            logged, held_events = input_stream(
                events, [name for name in column_names(events) or [] if name in known]
            )
        self._kind = kind_of(table)
        self._handle = call(
            library.glucose_cohort_from_arrow,
            stream,
            logged,
            encoded(options),
        )
        # The stream was moved, and the cohort has its own references to the columns.
        del held, held_events
        self._size = int(library.glucose_cohort_row_count(self._handle))

    @classmethod
    def _of_file(cls, handle: int, conflicts: str) -> "Cohort":
        cohort = cls.__new__(cls)
        cohort._handle = handle
        cohort._kind = "table"
        cohort._size = int(library.glucose_cohort_row_count(handle))
        cohort._prepare(conflicts)
        return cohort

    def _prepare(self, conflicts: str) -> None:
        self._warns = conflicts == "warn"
        self._lock = threading.Lock()
        # The number of conflicting readings of the last warning.
        self._warned = 0

    def __del__(self) -> None:
        if self._handle and not sys.is_finalizing():
            library.glucose_cohort_free(self._handle)

    def __repr__(self) -> str:
        return f"<swift_glucose.Cohort: {self.account['people']} people>"

    @property
    def account(self) -> Dict[str, Any]:
        """What is known of the cohort: the number of people, their ids, the unit and the zone and, for a
        file, the account of its rows: accepted, skipped by reason, rejected with line and reason."""
        found: Dict[str, Any] = json.loads(text(library.glucose_cohort_description, self._handle))
        return found

    def _table(
        self, name: str, options: Dict[str, Any], progress: Progress, is_short: Optional[bool] = None
    ) -> Any:
        table = Table(
            long_call(
                library.glucose_compute,
                self._handle,
                name.encode(),
                encoded(options),
                progress=progress,
                is_short=self._size < SHORT if is_short is None else is_short,
            )
        )
        self._warn_of_conflicts()
        return table.as_kind(self._kind)

    def _warn_of_conflicts(self) -> None:
        """Warns if records that were computed with have several values at one instant, and more than in the last
        warning. The warning may be an error, so the result must have an owner."""
        if not self._warns:
            return
        readings = ctypes.c_int64()
        with self._lock:
            people = library.glucose_cohort_conflicts(self._handle, ctypes.byref(readings))
            count = readings.value
            if not people or count <= self._warned:
                return
            self._warned = count
        warnings.warn(
            f"{count:,} {'reading has' if count == 1 else 'readings have'} another value than a later one of the "
            f"same person at the same time, in {people:,} {'person' if people == 1 else 'people'}; the last "
            'counts, or all in metrics with the convention "iglu". Cohort.row_account() has the numbers.',
            ConflictingReadings,
            stacklevel=_caller_level(),
        )

    def metrics(
        self,
        *,
        period: str = "period",
        convention: str = "clinical",
        bands: Bands = "consensus",
        night: Optional[str] = None,
        split: bool = False,
        tasks: Optional[int] = None,
        progress: Progress = False,
    ) -> Any:
        """Returns every metric, one row for each person and period.

        Concentrations are in mg/dL, percentages from 0 to 100; :func:`metric_columns` has the unit and
        the meaning of each column. An undefined metric is missing. The numbers are those of
        ``glucose metrics --csv``, to the last bit.

        :param period: "period" for the whole recording, "week" (from Monday), or "day".
        :param convention: "clinical", or "iglu" for the numbers of R iglu 4.3.0 with its faults.
        :param bands: The edges of ranges; a concentration on an edge is in the range nearer the target.
        :param night: The hours of the night, such as "22:30-06:30"; by default "0-6".
        :param split: True for three rows a period: the whole day, the day without the night, the night.
        :param tasks: The number of threads; by default one for each core.
        :param progress: True for a bar on standard error, or a function of the fraction.
        """
        options = {
            "period": period,
            "convention": convention,
            "bands": bands_option(bands),
            "night": night,
            "split": split,
            "tasks": tasks,
        }
        return self._table("metrics", options, progress)

    def day_statistics(
        self,
        *,
        bands: Bands = "consensus",
        tasks: Optional[int] = None,
        progress: Progress = False,
    ) -> Any:
        """Returns the statistics of each local day with readings: a day of the zone, of 23 to 25 hours.

        Columns: ``day``, ``hours`` (its length), ``readings``, ``mean_mgdl``, ``sd_mgdl`` (divisor *n* − 1),
        ``cv_percent``, ``min_mgdl``, ``max_mgdl``, and the percentage of readings in each range.
        """
        return self._table("day_statistics", {"bands": bands_option(bands), "tasks": tasks}, progress)

    def episodes(
        self,
        *,
        convention: str = "clinical",
        bands: Bands = "consensus",
        night: Optional[str] = None,
        tasks: Optional[int] = None,
        progress: Progress = False,
    ) -> Any:
        """Returns each episode of low and high glucose, in chronological order for each person.

        An episode begins with 15 minutes beyond a threshold and ends with 15 minutes not beyond it. Columns:
        ``level`` (low, very_low, extended_low, high, very_high, extended_high), ``start``, ``end``,
        ``minutes``, ``mean_mgdl``, ``extreme_mgdl``, ``minutes_to_recovery``, ``part`` (day or night).
        """
        options = {
            "convention": convention,
            "bands": bands_option(bands),
            "night": night,
            "tasks": tasks,
        }
        return self._table("episodes", options, progress)

    def profile(
        self,
        *,
        percentiles: Sequence[float] = (5, 25, 50, 75, 95),
        tasks: Optional[int] = None,
        progress: Progress = False,
    ) -> Any:
        """Returns the ambulatory glucose profile: percentiles over days at each time of day, in mg/dL.

        Columns: ``minute_of_day`` (local time), ``days`` (with a value), ``p5_mgdl`` and so on.
        """
        options = {"percentiles": [float(number) for number in percentiles], "tasks": tasks}
        return self._table("profile", options, progress)

    def row_account(self) -> Any:
        """Returns what became of the rows of each person: ``rows``, ``readings``, ``missing``, ``invalid``,
        ``first_invalid`` (its place among the person's rows), ``duplicates`` of an instant, and ``conflicts``,
        duplicates with another value."""
        return self._table("account", {}, False)

    def readings(self) -> Any:
        """Returns the readings, sorted and one to an instant: ``time``, ``glucose_mgdl``, ``flags``."""
        return self._table("readings", {}, False)

    def events(self) -> Any:
        """Returns the events: ``time``, ``kind``, ``name``, ``carbs_g``, ``protein_g``, ``fat_g``, ``insulin_units``,
        ``action``, ``minutes``, ``intensity``, ``exercise_kind``, ``amount``, ``unit``, ``note``, ``event_id``."""
        return self._table("events", {}, False)

    def backtest(
        self,
        *,
        minutes: Union[int, Sequence[int]] = 30,
        design: str = "chronological",
        learning: str = "daily",
        loss: str = "squared",
        tasks: Optional[int] = None,
        progress: Progress = False,
    ) -> Any:
        """Returns the errors of forecasts on the last part of each recording, beside baselines.

        One row for each predictor and time ahead, of all people (id missing) and of each person:
        ``count``, ``rmse_mgdl``, ``mae_mgdl``, ``mard_percent``, ``bias_mgdl``, and ``coverage_90``, the
        fraction of outcomes within the 90 % interval. The numbers are those of ``glucose backtest --json``.

        :param minutes: The times ahead: multiples of the cadence up to 120.
        :param design: "chronological", "leave-one-person-out", "rolling" or "best".
        :param learning: "daily" or "never": updates of personal models during the test.
        :param loss: "squared" for means, "absolute" (Huber) for medians.
        :raises Unavailable: if there is too little data.
        """
        require_threads("A back-test")
        leads = [minutes] if isinstance(minutes, int) else list(minutes)
        options = {
            "minutes": leads,
            "design": design,
            "learning": learning,
            "loss": loss,
            "tasks": tasks,
        }
        return self._table("backtest", options, progress, is_short=False)

    def fit(
        self,
        *,
        minutes: int = 30,
        cadence: Optional[int] = None,
        loss: str = "squared",
        uses_events: bool = False,
        uses_time_of_day: bool = False,
        test_share: float = 0.3,
        tasks: Optional[int] = None,
        progress: Progress = False,
    ) -> "Model":
        """Returns a model fitted to all people.

        :param minutes: The longest time ahead: a multiple of the cadence, at most 120.
        :param cadence: The minutes between readings, 5 or 15; by default those of the first person.
        :param test_share: The fraction of each recording, at its end, that is excluded from the fit and
            on which coverage is measured.
        :raises Unavailable: if there is too little data.
        """
        options = {
            "minutes": minutes,
            "cadence": cadence,
            "loss": loss,
            "uses_events": uses_events,
            "uses_time_of_day": uses_time_of_day,
            "test_share": test_share,
            "tasks": model_tasks(tasks),
        }
        model = Model(
            long_call(library.glucose_model_fit, self._handle, encoded(options), progress=progress)
        )
        self._warn_of_conflicts()
        return model

    def best(
        self,
        person: Any = None,
        *,
        minutes: int = 30,
        tasks: Optional[int] = None,
        progress: Progress = False,
    ) -> "Model":
        """Returns the model with the least error for one person, among the pretrained one, personal ones and fits.

        :param person: The id; it may be None if there is one person.
        :raises Unavailable: if there is too little data.
        """
        options = {"minutes": minutes, "person": _id(person), "tasks": model_tasks(tasks)}
        model = Model(
            long_call(library.glucose_model_best, self._handle, encoded(options), progress=progress)
        )
        self._warn_of_conflicts()
        return model

    def picture(
        self,
        kind: str = "day",
        person: Any = None,
        *,
        day: Union[str, datetime.date, None] = None,
        width: float = 800,
        palette: str = "arises",
        unit: Optional[str] = None,
        bands: Bands = "consensus",
    ) -> "Picture":
        """Returns a picture of one person, which a notebook shows.

        :param kind: "day", "bifocal", "profile", "calendar" or "hours".
        :param person: The id; it may be None if there is one person.
        :param day: The day of "day" and "bifocal"; by default the last.
        :param palette: "arises", "color-blind-safe" or "dark".
        :param unit: The unit of the axis; by default that of the readings.
        """
        options = {
            "person": _id(person),
            "day": None if day is None else str(day)[:10],
            "width": width,
            "palette": palette,
            "unit": unit,
            "bands": bands_option(bands),
        }
        picture = Picture(
            text(library.glucose_picture, self._handle, kind.encode(), encoded(options))
        )
        self._warn_of_conflicts()
        return picture


def _caller_level() -> int:
    """Returns the level of the first caller outside of the package, as `warnings.warn` counts from the caller of
    this function."""
    level, frame = 1, sys._getframe(1)
    package = __name__.partition(".")[0]
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        level, frame = level + 1, frame.f_back
    return level


def _id(person: Any) -> Optional[str]:
    return None if person is None else str(person)


def bands_option(bands: Bands) -> Any:
    return bands if isinstance(bands, str) else {key: float(edge) for key, edge in bands.items()}


def cohort_of(table: Any, columns: Dict[str, Any]) -> Cohort:
    if isinstance(table, Cohort):
        if columns:
            raise TypeError(f"A cohort has its columns already: {', '.join(columns)}.")
        return table
    return Cohort(table, **columns)
