"""People and their readings."""

from __future__ import annotations

import datetime
import inspect
import struct
import sys
import threading
import warnings
from functools import partial
from typing import (
    TYPE_CHECKING, Any, Callable, Dict, Generic, Iterable, List, Mapping, Optional, Sequence, Tuple, Type, TypeVar, Union,
)

from ._library import (
    ConflictingReadings, Handle, InvalidArgument, LeftOut, Progress, call, content, counted, described, long_call, model_call,
    require_threads, stream_of,
)
from ._model import Model, Page, Picture, timestamp
from ._tables import AUTO, Unchanging, arrow_table, as_kind, column_names, kind_of, reading_columns, result

if TYPE_CHECKING:
    from typing import Literal, TypedDict

    from typing_extensions import Unpack

    Unit = Literal["mg/dL", "mmol/L"]
    Convention = Literal["clinical", "iglu"]
    Period = Literal["record", "week", "day"]
    Design = Literal[
        "chronological", "leave-one-person-out", "rolling", "best", "glucofm-bench", "metabonet-bench",
        "glucobench"
    ]
    Learning = Literal["daily", "never"]
    TypeOfDiabetes = Literal["type-1", "type-2", "none"]
    PictureKind = Literal["day", "bifocal", "profile", "calendar", "hours"]
    Palette = Literal["arises", "color-blind-safe", "dark", "agp"]
    Layout = Literal["separated", "arises"]
    Skipping = Literal["skip", "refuse"]
    Conflicts = Literal["warn", "last", "refuse"]
    Errors = Literal["raise", "row"]
    QualityRow = Literal["day", "hour", "fault"]
    Comparator = Literal["laboratory", "meter", "sensor"]

    class Columns(TypedDict, total=False):
        """The parameters of a cohort besides the table."""

        by: Column
        time: Column
        glucose: Column
        unit: Optional[Unit]
        zone: Optional[str]
        zones: Column
        flags: Column
        events: Any
        missing: Skipping
        invalid: Skipping
        conflicts: Conflicts
        errors: Errors


Frame = TypeVar("Frame")
"""The kind of table that comes in, and of results: a DataFrame of pandas or polars, a pyarrow Table, a dictionary of
lists. Results for a file and any other object with the Arrow PyCapsule interface are a pyarrow Table."""

Column = Union[str, int, None]
"""The name of a column, or None for none. pandas may have integers for names."""

Bands = Union[str, Mapping[str, float]]
"""A name ("consensus", "tight", "older", "pregnancy", "arises"), or edges by "very_low", "low",
"high" and "very_high", in the unit of the readings."""


Days = Sequence[Union[str, datetime.date]]
"""The first and the last day of a period, such as ("2026-02-01", "2026-02-28")."""

_EVENTS = (
    "time", "kind", "name", "carbs_g", "protein_g", "fat_g", "insulin_units", "action", "minutes", "intensity",
    "exercise_kind", "amount", "unit", "note", "event_id", "value",
)

_Function = TypeVar("_Function", bound=Callable[..., Any])

# Calls with fewer readings are over before anybody presses Ctrl-C.
SHORT = 200_000


class Cohort(Unchanging, Generic[Frame]):
    """The readings and events of people, whose tables are computed on all cores.

    A cohort keeps the columns where they are, without a copy; do not change the table in place while the
    cohort is in use. All functions of the package that take a table take a cohort, too.

    Ctrl-C ends a computation of tables, a fit, a back-test or forecasts. It does not end the creation of a cohort,
    :func:`read`, a picture, :func:`fit_part` or :func:`aggregate_part`: these are over first.

    A person whose readings are spread over more than 50 years, with more than eight hours between them on average, as
    with a date 1900-01-01 in the place of a missing one, raises :class:`InvalidData` with the two instants around the
    longest gap, except in :meth:`readings`, :meth:`row_counts` and :meth:`day_statistics`. Rows, readings and events in
    the sentences of errors are counted from 0.

    A cohort refers to memory of the process, so that it cannot be pickled: pass the table, or the path of a file.

    :param table: A DataFrame of pandas or polars, a pyarrow Table, a dictionary of columns, or any
        object with ``__arrow_c_stream__``, with a row for each reading, in any order. A missing concentration
        (null or NaN) is skipped; of several readings at one instant, the last row counts, except in
        :meth:`metrics` with the convention "iglu", where all do.
    :param by: The column of ids (text, integers or categories), by default "id" or "subject";
        None for a table of one person. Two texts are one id if they have the same bytes. Results have it under its
        name; one with another column of that name raises :class:`InvalidArgument`.
    :param time: The column of times: timestamps, with a time zone, or local times of ``zone``. By default
        "time" or "timestamp".
    :param glucose: The column of concentrations, by default "glucose_mgdl", "glucose_mmoll", "glucose" or "gl".
    :param unit: The unit of ``glucose``, "mg/dL" or "mmol/L". It is required unless the name of the column
        ends in it.
    :param zone: The time zone of local days, such as "Europe/Oslo"; by default that of the times, if they all have one.
        Times in UTC need it, which are instants of anywhere, and those of DuckDB, which have the zone of its session.
    :param zones: The column of each person's time zone, the same in all of the person's rows; by default "zone" if
        there is one and no ``zone`` is given. Local days and local times are then those of the person's zone.
    :param flags: The column of flags, by default "flags" if there is one: 1 for readings that the device showed
        as Low, 2 for High. Those of :meth:`readings` may have 4 more.
    :param events: A table of events with the columns that :meth:`events` returns, or None. A number other than 0 in a
        column of another kind of event, such as ``carbs_g`` of a "Meal" or of insulin, raises :class:`InvalidData`, so
        that none is lost: a row has one event. Or a table in the form of the command, ``time``, ``kind``, ``value`` and
        ``unit``: "meal" ("g" of carbohydrate, or an unknown amount in another unit), "bolus" ("U" or none), "basal"
        ("U"), and "exercise", of 15 minutes; another kind raises :class:`InvalidData`. A negative amount does, too. The
        ids are in the column ``by`` or in "subject". :class:`LeftOut` warns of other columns, of insulin in other units,
        such as rates, which is left out, and of events of people who have no readings. Of a local time that clocks
        repeat, the first is meant.
    :param missing: "skip", or "refuse" to raise :class:`InvalidData` for a missing concentration.
    :param invalid: "refuse" to raise :class:`InvalidData` for a reading or an event without a time, with a local time
        that clocks skipped, or not in the years 1900 to 2299, and for a reading not from 10 to 1000 mg/dL, or "skip".
        :meth:`row_counts` counts both for readings, and :class:`LeftOut` warns of such events.
    :param conflicts: "warn" with :class:`ConflictingReadings` if readings of a person at one instant have different
        values, once and again when a computation finds more, "last" for no warning, or "refuse" to raise
        :class:`InvalidData`. :meth:`row_counts` counts them.
    :param errors: "raise", or "row" for tables of all people, as on Spark: they have the columns ``error_type`` and
        ``error``, and a person whose readings or events raise :class:`InvalidData`, or who has events and no readings,
        has one row with the name of the exception and its sentence, after the rows of the others. A fit, a back-test, an
        aggregate, a study, a picture and a report raise it all the same, as do rows without an id.
    :raises InvalidArgument: if a column is missing or has a type that cannot be read.
    """

    def __init__(
        self, table: Frame, *, by: Column = AUTO, time: Column = AUTO, glucose: Column = AUTO,
        unit: Optional[Unit] = None, zone: Optional[str] = None, zones: Column = AUTO, flags: Column = AUTO,
        events: Any = None, missing: Skipping = "skip", invalid: Skipping = "refuse", conflicts: Conflicts = "warn",
        errors: Errors = "raise",
    ) -> None:
        self._columns: Optional[Columns] = {
            "by": by, "time": time, "glucose": glucose, "unit": unit, "zone": zone, "zones": zones, "flags": flags,
            "missing": missing, "invalid": invalid, "conflicts": conflicts, "errors": errors,
        }
        options, names = reading_columns(table, **self._columns)
        options["conflicts"] = "last" if conflicts == "warn" else conflicts
        zone_of = options["time"] if options["zone"] is None and options["zones"] is None else None
        logged = None if events is None else stream_of(arrow_table(events, event_columns(events, options["id"])))
        readings = stream_of(arrow_table(table, list(dict.fromkeys(names)), zone_of))
        self._prepare(call("cohort", readings, logged, options=options), kind_of(table), conflicts)
        if events is not None:
            found = self.description
            if found["first_unused"] is not None:
                events_are = counted(found["unused_events"], "event is", "events are")
                _warn(f'{events_are} of people without readings, the first of them "{found["first_unused"]}", and not used.')
            for key, reason in (
                ("left_out_events", ": insulin in another unit than U, no dose, or a meal whose unit is a number."),
                ("invalid_events", f" for their times, the first of them: {found['first_invalid_event']}"),
            ):
                if found[key]:
                    _warn(f"{found[key]:,} of the events left out{reason}")

    def __reduce__(self) -> Any:
        raise TypeError(
            "A Cohort refers to memory of this process and cannot be pickled: pass its table, or the path of its file."
        )

    @classmethod
    def _of_file(cls, handle: Handle, conflicts: str) -> "Cohort[Any]":
        cohort: Any = cls.__new__(cls)
        cohort._columns = None
        cohort._prepare(handle, "pyarrow", conflicts)
        return cohort  # type: ignore[no-any-return]

    def _warn_of_unread(self, path: str) -> None:
        """Warns of rows and files that were not read, and of times that are in doubt, as the command does."""
        found = self.description
        sentences = []
        for file in found["files"]:
            name = path if file["name"] is None else f"{path}, {file['name']}"
            for rows, what in ((file["rejected"], "rejected"), (file["error_codes"], "skipped as an error of the device")):
                sentences += [f"{name}: {what}. {one.rstrip('.')}." for one in rows[:5]]
                if len(rows) > 5:
                    sentences.append(f"{name}: {len(rows) - 5:,} more {what}.")
            sentences += [f"{name}: {one}." for one in file["warnings"]]
            count = len(file["ambiguous_time_lines"])
            if count:
                sentences.append(
                    f"{name}: {counted(count, 'row is', 'rows are')} in an hour that occurred twice, and "
                    f"{'was' if count == 1 else 'were'} assigned to its first occurrence.")
        sentences += [f"{path}, between its files: {one}." for one in found["warnings"]]
        sentences += [
            f"{path}, {file['name']}: not read: {file['error']}" for file in found["unread"] if not file["has_no_recording"]
        ]
        count = sum(file["has_no_recording"] for file in found["unread"])
        if count:
            files = counted(count, "file that is not a recording", "files that are not recordings")
            sentences.append(f"{path}: left out {files}; Cohort.description has their names.")
        if sentences:
            _warn("\n".join(sentences))

    def _prepare(self, handle: Handle, kind: str, conflicts: str) -> None:
        self._handle, self._kind, self._warns = handle, kind, conflicts == "warn"
        self._lock = threading.Lock()
        # The numbers of conflicting and of parallel readings of the last warnings.
        self._warned: Dict[str, int] = {}

    def __repr__(self) -> str:
        counts = self._counts()
        return f"<swift_glucose.Cohort: {_people(counts['people'])}, {counted(counts['rows'], 'row', 'rows')}>"

    @property
    def description(self) -> Dict[str, Any]:
        """What is known of the cohort: the number of people, their ids, the unit and the zone, for a table the number of
        events that were left out and, for a file, the account of its rows: accepted, skipped by reason, rejected with
        line and reason, and what several files of an archive disagree about."""
        return described("description", self._handle)

    def _table(
        self, name: str, *inputs: Optional[Handle], options: Dict[str, Any], progress: Progress = False, is_long: bool = False
    ) -> Frame:
        """Returns the table of a long call."""
        is_short = self._counts()["rows"] < SHORT and not is_long
        table = result(long_call(name, *inputs, options=options, progress=progress, is_short=is_short))
        self._warn_of_records()
        found: Frame = as_kind(table, self._kind)
        return found

    def _computed(self, name: str, given: Dict[str, Any]) -> Frame:
        """Returns the table of a method with the arguments that it was given, its local variables."""
        return self._table(
            name, self._handle, options=_options(given), progress=given.get("progress", False), is_long=name == "backtest")

    def _model(self, name: str, given: Dict[str, Any]) -> Model:
        model = Model(model_call(name, self._handle, options=_options(given), progress=given["progress"]))
        self._warn_of_records()
        return model

    def _text(self, name: str, given: Dict[str, Any]) -> str:
        found = content(call(name, self._handle, options=_options(given))).decode()
        self._warn_of_records()
        return found

    def _counts(self) -> Dict[str, int]:
        """The numbers of people and rows of a cohort, and those of readings that do not count and of their people."""
        names = ("people", "rows", "conflicts", "conflicts_people", "parallel", "parallel_people")
        return dict(zip(names, struct.unpack("6q", content(call("counts", self._handle)))))

    def _warn_of_records(self) -> None:
        """Warns if records that were computed with have parallel feeds or several values at one instant, and more than
        in the last warning. The warning may be an error, so the result must have an owner."""
        count, people = self._new_readings("parallel")
        if count:
            _warn(
                f"{counted(count, 'reading is', 'readings are')} of a feed beside another, of one sensor or two, in {people}; "
                'one feed counts, or both in metrics with the convention "iglu". Cohort.row_counts() has the numbers.')
        count, people = self._new_readings("conflicts") if self._warns else (0, "")
        if count:
            _warn(
                f"{counted(count, 'reading has', 'readings have')} another value than a later one of the same person at the "
                f'same time, in {people}; the last counts, or all in metrics with the convention "iglu". Cohort.row_counts() has '
                "the numbers.", ConflictingReadings)

    def _new_readings(self, kind: str) -> Tuple[int, str]:
        """Returns the number of readings of a kind, 0 if the last warning had as many, and that of their people."""
        with self._lock:
            counts = self._counts()
            count, before = counts[kind], self._warned.get(kind, 0)
            self._warned[kind] = max(count, before)
        return count if count > before else 0, _people(counts[f"{kind}_people"])

    def metrics(
        self, *, period: Period = "record", convention: Convention = "clinical", bands: Bands = "consensus",
        night: Optional[str] = None, split: bool = False, tasks: Optional[int] = None, progress: Progress = False,
        **columns: Unpack[Columns],
    ) -> Frame:
        """Returns every metric, one row for each person and period; for a person without readings, one of no period.

        Concentrations are in mg/dL, percentages from 0 to 100; :func:`metric_columns` has the unit and
        the meaning of each column. An undefined metric is missing. An episode belongs to the period in
        which it begins, with its whole duration. The numbers are those of ``glucose metrics --csv``, to
        the last bit.

        Means, percentages and minutes per day count every reading the same. Where the interval of a recording
        changes, or scans are among the readings of a sensor, the time with more readings counts more; the metrics
        of a :meth:`grid` of 15 minutes count time.

        With the convention "iglu", the interval of the first person's readings is that of all people for
        ``active_percent`` and the standard deviations within and between days, hours and clock times, as in iglu: with
        several intervals, the order of people matters, and on Spark the partitions do.

        :param period: "record" for the whole recording, "week" (from Monday), or "day".
        :param split: True for three rows a period: the whole day, the day without the night, the night.
        """
        return self._computed("metrics", locals())

    def day_statistics(
        self, *, bands: Bands = "consensus", tasks: Optional[int] = None, progress: Progress = False,
        **columns: Unpack[Columns],
    ) -> Frame:
        """Returns the statistics of each local day with readings: a day of the zone, of 23 to 25 hours.

        Columns: ``day``, ``hours`` (its length in hours), ``readings`` (their number), ``mean_mgdl``, ``sd_mgdl``
        (divisor *n* − 1), ``cv_percent``, ``min_mgdl``, ``max_mgdl``, and the percentage of readings in each range, from
        0 to 100; a range that the bands do not have is missing. Days without readings have no row.
        """
        return self._computed("day_statistics", locals())

    def episodes(
        self, *, convention: Convention = "clinical", bands: Bands = "consensus", night: Optional[str] = None,
        tasks: Optional[int] = None, progress: Progress = False, **columns: Unpack[Columns],
    ) -> Frame:
        """Returns each episode of low and high glucose, in chronological order for each person.

        An episode begins with 15 minutes beyond a threshold and ends with 15 minutes not beyond it. Columns:
        ``level`` (low, very_low, extended_low, high, very_high, extended_high), ``start``, ``end``,
        ``minutes`` (its length), ``mean_mgdl``, ``extreme_mgdl`` (the lowest or highest), ``minutes_to_recovery`` (from
        the extreme to the end of the episode, missing if the recording or a gap ends it), ``part`` (day or night, in
        which it begins), ``extreme_is_device_limit`` (1 if the device showed Low in a low episode or High in a high
        one, so that the true extreme is beyond it, 0 otherwise). Instants have the zone of the days.

        :param bands: The thresholds, a name or edges in the unit of the readings: low episodes are below ``low`` and
            ``very_low``, high ones above ``high`` and ``very_high``.
        """
        return self._computed("episodes", locals())

    def profile(
        self, *, percentiles: Union[float, Sequence[float]] = (5, 25, 50, 75, 95), tasks: Optional[int] = None,
        progress: Progress = False, **columns: Unpack[Columns],
    ) -> Frame:
        """Returns the ambulatory glucose profile: percentiles over days at each time of day, in mg/dL.

        Columns: ``minute_of_day`` (local time, from 0), ``days`` (the number with a value), ``p5_mgdl`` and so on, in
        mg/dL, missing where no day has a value.

        :param percentiles: A number from 0 to 100, or several different ones; 2.5 gives the column ``p2_5_mgdl``.
        """
        return self._computed("profile", locals())

    def quality(
        self, *, rows: QualityRow = "day", score: float = 0.5, compression_lows: bool = False,
        tasks: Optional[int] = None, progress: Progress = False, **columns: Unpack[Columns],
    ) -> Frame:
        """Returns the score of the sensor's signal on each day or in each hour, or each suspected fault.

        The numbers are those of ``glucose quality --csv``, which explains them. Columns of days and hours: ``start`` and
        ``end`` (excluded), ``coverage`` and ``score`` (fractions of the interval), ``reliability`` (the score divided by the
        coverage), and the numbers of faults that overlap the interval: ``compression_low``, ``noise``, ``jump``, ``stuck``,
        ``warm_up`` and ``drift``. Columns of faults: ``kind``, ``start`` and ``end`` (the first and the last reading),
        ``readings`` (their number), ``score`` (from 0 to 1, no probability), ``evidence`` (of a compression low, separated
        by ";") and ``size_mgdl``. Faults are found from glucose alone, and no reading is removed.

        :param rows: "day", "hour" or "fault".
        :param score: The least score of a fault that is counted or listed, from 0 to 1.
        """
        return self._computed("quality", locals())

    def nights(
        self, *, bands: Bands = "consensus", night: Optional[str] = None, now: Optional[datetime.datetime] = None,
        compression_lows: bool = False, tasks: Optional[int] = None, progress: Progress = False,
        **columns: Unpack[Columns],
    ) -> Frame:
        """Returns a row for each night with a reading or an event, named by the day of its morning.

        The numbers are those of ``glucose nights --csv``, which explains them. Columns: ``day``, ``start``, ``end``
        (excluded), ``ongoing`` (1 if the night is not over), ``coverage`` (the fraction with readings), ``lowest_mgdl``,
        ``lowest_time``, ``mean_mgdl``, ``highest_mgdl``, ``change_mgdl`` (the last minus the first), ``in_range`` (the
        fraction of readings), ``minutes_below``, ``steady`` (the fraction of readings whose smoothed rate is at most
        1 mg/dL per minute), ``low_episodes`` and ``high_episodes`` (that touch the night), ``compression_lows`` and
        ``compression_score`` (missing unless they are searched for), ``lowest_is_device_limit`` and
        ``highest_is_device_limit`` (1 if the device showed Low or High).

        :param now: The present, an aware datetime, after which readings and events are left out; by default the time of
            each person's last reading.
        """
        return self._computed("nights", locals())

    def compare(
        self, first: Days, second: Days, *, bands: Bands = "consensus", convention: Convention = "clinical",
        tasks: Optional[int] = None, progress: Progress = False, **columns: Unpack[Columns],
    ) -> Frame:
        """Returns the metrics of two periods of each person and their differences, a row for each metric.

        The numbers are those of ``glucose compare``. Columns: ``metric`` and ``unit`` (as :func:`metric_columns` has them;
        zones, which are no numbers, have no row),
        ``first`` and ``second``, ``difference`` (second minus first), ``lower`` and ``upper`` (its 95 % confidence interval:
        of the mean, the time in range, the glucose management indicator and the coefficient of variation only; missing
        if the periods overlap), ``overlap`` ("disjoint", "partial" or "complete") and ``enough_data`` (1 if both have 14 days
        and 70 % of the readings). A person without readings in one of the periods has no row.

        :param first: The first and the last day of the first period, such as ("2026-02-01", "2026-02-28").
        :param second: The first and the last day of the second period.
        :raises InvalidData: if nobody has readings in both periods.
        """
        return self._computed("compare", locals())

    def agreement(
        self, reference: Any = None, *, study: bool = False, comparator: Optional[Comparator] = None,
        bands: Bands = "consensus", tasks: Optional[int] = None, progress: Progress = False,
        **columns: Unpack[Columns],
    ) -> Frame:
        """Returns how the readings of each person agree with those of a reference at the same times.

        The numbers are those of ``glucose agreement --csv``, which explains them. Each reading of the sparser recording is
        paired with the other, interpolated between readings at most 20 minutes apart. A person has a row for all pairs and
        one for each band of the reference; one without pairs has no row. Columns: ``band``, ``pairs`` (their number),
        ``mean_difference_mgdl`` and its limits of agreement ``lower_limit_mgdl`` and ``upper_limit_mgdl``, ``bias_percent``,
        ``mard_percent``, ``pard_percent``, ``within_15_percent``, ``within_20_percent``, ``within_40_percent``,
        ``lag_minutes``, ``drift_percent_per_day``, ``drift_error_percent_per_day``, and ``clock_difference_minutes``: missing
        unless the recordings agree better with one set back by so much, so that a clock or time zone may be wrong.

        With ``study=True``, one study of the accuracy of a sensor of all people, as ``glucose agreement --study --csv``:
        ``part`` (agreement by group, criteria of 21 CFR 862.1355, error grids, trends, alarms, deviation intervals; an id is
        a person with one sensor at a time, so that precision has no row), ``name``, ``meaning``, and 25 columns of numbers.
        The bounds take people as the sample. The criteria are those for comparisons with a laboratory method.

        :param reference: A table with the columns of this one, or a :class:`Cohort`, with the same ids; of two tables of one
            person, the ids may differ. None for the measurements of a meter in a file that :func:`read` has read.
        :param study: True for a study of the accuracy of a sensor.
        :param comparator: The method of the reference, in a study, or None if it is not stated.
        :param bands: The bands of the reference, a name or edges in its unit.
        :raises InvalidData: if nobody has readings of both at the same time.
        """
        given = dict(locals())
        if not isinstance(given.pop("reference"), (Cohort, type(None))):
            if self._columns is None:
                raise InvalidArgument("The columns of the reference are unknown: pass a Cohort.")
            reference = Cohort(reference, **self._columns)
        handle = None if reference is None else reference._handle
        found = self._table("agreement", self._handle, handle, options=_options(given), progress=progress)
        if reference is not None:
            reference._warn_of_records()
        return found

    def row_counts(self) -> Frame:
        """Returns what became of the rows of each person, in numbers of rows.

        Columns: ``rows``, ``readings`` (rows that count), ``missing`` (without a concentration), ``invalid`` (skipped with
        ``invalid="skip"``), ``first_invalid`` (its place among the person's rows, from 0, missing if there is none),
        ``duplicates`` of an instant, ``conflicts``, duplicates with another value, and ``parallel``, readings of a feed
        beside another. Of a file, the counts of rows are in :attr:`description`, and missing here.
        """
        return self._computed("row_counts", locals())

    def readings(self) -> Frame:
        """Returns the readings, sorted and one to an instant: ``time`` (an instant with the zone of the days),
        ``glucose_mgdl``, and ``flags``: the sum of 1 for Low, 2 for High, and 4 for a local time that occurred twice."""
        return self._computed("readings", locals())

    def grid(
        self, *, minutes: Optional[int] = None, convention: Convention = "clinical", tasks: Optional[int] = None,
        progress: Progress = False, **columns: Unpack[Columns],
    ) -> Frame:
        """Returns the readings resampled to a constant interval, on which all metrics that depend on time are computed.

        Columns: ``day``, ``time`` (of the cell, an instant with the zone of the days; missing if clocks skip it in the
        convention "iglu"), and ``glucose_mgdl``, on the straight line between readings, missing before the first, after
        the last, and inside a gap of more than 45 minutes.

        :param minutes: The interval, which divides 1440; by default that of each person's readings.
        :param convention: "clinical", with cells at the sensor's readings, or "iglu", with cells at round clock times.
        """
        return self._computed("grid", locals())

    def events(self) -> Frame:
        """Returns the events of people with readings, in chronological order for each person.

        Columns: ``time`` (an instant with the zone of the days), ``kind`` ("meal", "insulin", "exercise", "condition" and
        others), ``name``, ``carbs_g``, ``protein_g`` and ``fat_g`` (grams), ``insulin_units`` (international units),
        ``action`` ("rapid", "short", "intermediate", "long" or "mixed"), ``minutes`` (the duration), ``intensity``
        ("low", "medium" or "high"), ``exercise_kind`` ("aerobic", "anaerobic" or "mixed"), ``amount`` in
        ``unit`` (of other entries), ``note``, ``event_id``.
        """
        return self._computed("events", locals())

    def aggregate(self, *, bands: Bands = "consensus", **columns: Unpack[Columns]) -> Frame:
        """Returns the statistics of all readings of all people together, in one row; :func:`part_table` has its columns."""
        return self._computed("aggregate", locals())

    def backtest(
        self, *, minutes: Union[int, Sequence[int]] = 30, design: Design = "chronological",
        learning: Learning = "daily", pretrained: bool = True, tasks: Optional[int] = None, progress: Progress = False,
        **columns: Unpack[Columns],
    ) -> Frame:
        """Returns the errors of forecasts on the last part of each recording, beside baselines.

        One row for each predictor and time ahead, of all people (id missing) and of each person with two or more readings,
        at most 22.5 minutes apart in the median. Columns:
        ``cadence_minutes``, ``predictor`` and its ``name``, ``minutes`` (ahead), ``count`` (of forecasts),
        ``rmse_mgdl``, ``mae_mgdl``, ``mard_percent`` (from 0 to 100), ``bias_mgdl`` (forecast minus outcome),
        ``coverage_50``, ``coverage_80``, ``coverage_90`` and ``coverage_95`` (the fraction of outcomes, from 0 to 1, within
        the interval of that percentage), and ``crps_mgdl`` (the continuous ranked probability score, less is better).
        The numbers are those of ``glucose backtest --json``, to the last bit if the command uses the same version of
        OpenBLAS, and otherwise to about ten digits.

        :param minutes: The times ahead, one or several: multiples of the cadence up to 120 minutes. The model is fitted to
            the longest, and rows have each multiple of the cadence up to it.
        :param design: The training data. "chronological": the earlier part of all recordings. "leave-one-person-out":
            that of all other people. "rolling": "chronological" with daily updates. "best": the model of
            :meth:`best` for each person. "glucofm-bench", "metabonet-bench" and "glucobench": the splits of
            these benchmarks.
        :param learning: "daily" or "never": updates of personal models during the test.
        :param pretrained: True for models whose prior is the pretrained model if readings are few, as in :meth:`fit`,
            False for models of these people alone. Errors on people of its training data, five public studies, are too
            small with it.
        :raises Unavailable: if there is too little data, or in a forked process, which lacks the threads.
        """
        require_threads("A back-test")
        return self._computed("backtest", locals())

    def fit(
        self, *, minutes: int = 30, cadence: Optional[int] = None, uses_events: bool = False,
        uses_time_of_day: bool = False, pretrained: bool = True, test_fraction: float = 0.3,
        tasks: Optional[int] = None, progress: Progress = False, **columns: Unpack[Columns],
    ) -> Model:
        """Returns a model fitted to all people.

        People with fewer than two readings, or readings more than 22.5 minutes apart in the median, are not in the fit,
        of which :class:`LeftOut` warns.

        A recording is read when it is needed, so that memory beside the table does not grow with the number of people.

        :param cadence: The minutes between readings, 5 or 15; by default 15 if a person's are, to which others are
            thinned.
        :raises Unavailable: if there is too little data.
        :raises InvalidArgument: if ``minutes`` is not a multiple of the cadence.
        """
        model = self._model("fit", locals())
        count = self._counts()["people"] - model.description["people"]
        if count:
            _warn(
                f"{counted(count, 'person is', 'people are')} not in the fit: with fewer than two readings, or readings more than "
                "22.5 minutes apart. Cohort.row_counts() has the numbers of readings.")
        return model

    def best(
        self, person: Union[str, int, None] = None, *, type: Optional[TypeOfDiabetes] = None, minutes: int = 30,
        tasks: Optional[int] = None, progress: Progress = False, **columns: Unpack[Columns],
    ) -> Model:
        """Returns the pretrained model, personalized, or, with events, a fit to the person if that has less error.

        :param type: The person's type of diabetes, "type-1", "type-2" or "none"; None if it is unknown. It has an
            effect with less than a day of readings.
        :raises Unavailable: if there is too little data.
        """
        return self._model("best", locals())

    def forecast(
        self, model: Model, *, at: Optional[datetime.datetime] = None, coverage: float = 0.9, personalized: bool = False,
        each: bool = False, tasks: Optional[int] = None, progress: Progress = False, **columns: Unpack[Columns],
    ) -> Frame:
        """Returns the forecast of each person, with the rows and columns of :meth:`Model.forecast`."""
        given = dict(locals())
        del given["model"]
        return self._table(
            "forecast", self._handle, model._handle, options=_options(given), progress=progress, is_long=personalized or each)

    def picture(
        self, kind: PictureKind = "day", person: Union[str, int, None] = None, *,
        day: Union[str, datetime.date, None] = None, width: float = 800, palette: Palette = "arises",
        axis_unit: Optional[Unit] = None, bands: Bands = "consensus", smoothing: int = 60, layout: Layout = "separated",
        **columns: Unpack[Columns],
    ) -> Picture:
        """Returns a picture of one person, which a notebook shows: that of ``glucose plot``.

        On the last day, the forecast follows the line if there is one.

        :param kind: "day", "bifocal", "profile", "calendar" or "hours".
        :param day: The day of "day" and "bifocal", such as "2026-03-02"; by default the last.
        :param width: The width in points of SVG, from 320 to 10000; the height follows from it.
        :param palette: The colors: "arises", "color-blind-safe", "dark" or "agp".
        :param smoothing: The minutes over which the curves of a profile are smoothed, from 0 for none to 240.
        :param layout: The layout of events: "separated" (no overlap) or "arises" (unmoved).
        """
        return Picture(self._text("picture", locals()))

    def report(
        self, person: Union[str, int, None] = None, *, title: Optional[str] = None, axis_unit: Optional[Unit] = None,
        bands: Bands = "consensus", palette: Optional[Palette] = None, now: Optional[datetime.datetime] = None,
        compression_lows: bool = False, **columns: Unpack[Columns],
    ) -> Page:
        """Returns the report of one person as a page in HTML: that of ``glucose report --html``.

        It has the numbers and goals, the profile, the week, the calendar, the last days, the nights, the quality of the
        signal, and an error grid of forecasts, and refers to no other file.

        :param title: The heading; by default the id.
        :param palette: The colors: "arises", "color-blind-safe", "dark" or "agp"; by default "arises", "dark" on a dark
            screen, and "agp" on paper.
        :param now: An aware datetime, after which events are plans; by default the present.
        """
        return Page(self._text("report", locals()))


def event_columns(events: Any, id_: Optional[str]) -> List[str]:
    """Returns the columns of a table of events that are read, and warns of others."""
    found = column_names(events) or []
    known = {*_EVENTS, id_ if id_ in found or id_ is None else "subject"}
    unread = ", ".join(f'"{name}"' for name in found if name not in known)
    if unread:
        _warn(f"Columns of events are not read: {unread}; those that are: {', '.join(_EVENTS)}.")
    return [name for name in found if name in known]


def _warn(sentence: str, category: Type[Warning] = LeftOut) -> None:
    warnings.warn(sentence, category, stacklevel=_caller_level())


def _caller_level() -> int:
    """Returns the level of the first caller outside of the package, as `warnings.warn` counts from the caller of
    this function."""
    level, frame = 1, sys._getframe(1)
    package = __name__.partition(".")[0]
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        level, frame = level + 1, frame.f_back
    return level


def _people(count: int) -> str:
    return counted(count, "person", "people")


def bands_option(bands: Bands) -> Any:
    if isinstance(bands, str):
        return bands
    if not isinstance(bands, Mapping):
        raise InvalidArgument(
            "`bands` must be a name or a dictionary of low, high and, if there are, very_low and very_high."
        )
    return {key: float(edge) for key, edge in bands.items()}


def _day(day: Union[str, datetime.date]) -> str:
    return str(day)[:10]


_CONVERSIONS: Dict[str, Callable[[Any], Any]] = {
    "bands": bands_option, "day": _day, "first": lambda days: [_day(day) for day in days],
    "second": lambda days: [_day(day) for day in days], "now": partial(timestamp, "now"), "at": partial(timestamp, "at"),
    "percentiles": lambda numbers: [float(number) for number in (numbers if isinstance(numbers, Iterable) else [numbers])],
    "person": str, "minutes": lambda minutes: list(minutes) if isinstance(minutes, Iterable) else minutes,
}


def _options(given: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns the options of a method from the arguments that it was given."""
    unknown = given.get("columns")
    if unknown:
        raise TypeError(f"A cohort has its columns already: {', '.join(unknown)}.")
    return {
        name: _CONVERSIONS.get(name, lambda value: value)(value) for name, value in given.items()
        if value is not None and name not in ("self", "progress", "columns")
    }


COLUMNS: Dict[str, inspect.Parameter] = {
    name: parameter for name, parameter in inspect.signature(Cohort.__init__).parameters.items() if name not in ("self", "table")
}
"""The parameters of a cohort besides the table."""


def cohort_of(table: "Union[Frame, Cohort[Frame]]", columns: Mapping[str, Any]) -> "Cohort[Frame]":
    """Returns the cohort of a table with some parameters of a cohort, or the cohort."""
    if not isinstance(table, Cohort):
        return Cohort(table, **columns)
    if columns:
        raise TypeError(f"A cohort has its columns already: {', '.join(columns)}.")
    return table


def takes_columns(function: _Function, columns: Iterable[inspect.Parameter] = COLUMNS.values()) -> _Function:
    """Names the parameters of a cohort, which a function takes as keywords, in its signature."""
    signature = inspect.signature(function)
    own = [parameter for parameter in signature.parameters.values() if parameter.kind is not parameter.VAR_KEYWORD]
    setattr(function, "__signature__", signature.replace(parameters=[*own, *columns]))
    return function


takes_columns(Model.forecast)
# The keywords of a method are those of its function, which has a table in the place of the cohort.
for _method in filter(inspect.isfunction, list(vars(Cohort).values())):
    if "columns" in inspect.signature(_method).parameters and not _method.__name__.startswith("_"):
        takes_columns(_method, ())
