"""A program that uses every function, for a type checker: what it expects is what the functions return."""

from __future__ import annotations

import datetime
import pathlib
from typing import Any, Dict, List

import pandas
import polars
import pyarrow

import swift_glucose as glucose

Columns = Dict[str, List[Any]]


def of_pandas(frame: pandas.DataFrame, events: pandas.DataFrame) -> List[pandas.DataFrame]:
    people = glucose.Cohort(frame, by="id", zone="Europe/Oslo", unit="mg/dL", events=events, conflicts="last")
    model: glucose.Model = people.fit(minutes=30, uses_events=True, tasks=2)
    best: glucose.Model = glucose.best(people, "p0")
    later: glucose.Model = glucose.fit(frame, cadence=5, zone="Europe/Oslo")
    stored: glucose.Model = glucose.Model.from_bytes(later.to_bytes())
    features: Any = stored.description["features"]
    assert features
    now = datetime.datetime(2026, 3, 5, tzinfo=datetime.timezone.utc)
    return [
        glucose.metrics(frame, by="id", zone="Europe/Oslo", unit="mg/dL", period="day", split=True, night="22-6"),
        glucose.metrics(people, convention="iglu", bands={"low": 70, "high": 180}),
        glucose.day_statistics(frame, zone="Europe/Oslo", bands="tight"), glucose.episodes(people),
        glucose.profile(frame, zone="Europe/Oslo", percentiles=[10, 50, 90]), glucose.quality(people, rows="fault"),
        glucose.nights(frame, zone="Europe/Oslo", now=now, errors="row"), glucose.grid(frame, zone="Europe/Oslo", minutes=15),
        glucose.agreement(people, frame), glucose.agreement(frame, people, study=True, zone="Europe/Oslo"),
        glucose.agreement(people, frame, study=True, comparator="laboratory"),
        people.agreement(people, bands="tight"), model.forecast(people, each=True),
        glucose.backtest(people, minutes=[15, 30], design="chronological", learning="never"),
        glucose.forecast(model, people, coverage=0.8),
        best.forecast(frame, at=now, zone="Europe/Oslo", personalized=True), people.forecast(model),
        glucose.aggregate(frame, zone="Europe/Oslo"), glucose.aggregate(people, bands="tight"), people.readings(),
        people.events(), people.row_counts(),
    ]


def of_scikit_learn(frame: pandas.DataFrame) -> None:
    """The estimator; the type checker reads the idioms of the README, too."""
    forecaster: glucose.Forecaster = glucose.Forecaster(minutes=30, columns={"zone": "Europe/Oslo"}).fit(frame)
    score: float = forecaster.set_params(tasks=1).score(frame)
    assert score and len(forecaster.predict(frame)) == len(frame)


def of_other_kinds(columns: Columns) -> None:
    a: polars.DataFrame = glucose.metrics(polars.DataFrame(columns), zone="UTC")
    b: pyarrow.Table = glucose.day_statistics(pyarrow.table(columns), zone="UTC")
    c: Columns = glucose.episodes(columns, zone="UTC")
    assert len(a) == 2 and b.num_rows > 2 and "level" in c


def of_a_file(path: pathlib.Path) -> pyarrow.Table:
    people = glucose.read(path, zone="UTC", unit="mg/dL")
    picture: glucose.Picture = people.picture("day", "p0", day="2026-03-03", axis_unit="mmol/L")
    glucose.picture(people, "profile", "p0").save(path.with_suffix(".svg"))
    assert picture.svg.startswith("<svg")
    count: int = people.description["people"]
    assert count == 2
    table: pyarrow.Table = people.metrics()
    frame: pandas.DataFrame = table.to_pandas()
    rows: Columns = table.to_pydict()
    assert len(frame) == len(rows["id"]) == len(table)
    return table


def of_partitions(parts: List[Columns]) -> pyarrow.Table:
    rounds = glucose.PartitionedFit(minutes=30)
    while rounds.task:
        rounds.advance(glucose.fit_part(part, rounds.task, zone="UTC") for part in parts)
    model: glucose.Model = rounds.model()
    total: bytes = glucose.sum_parts(glucose.backtest_part(part, model, zone="UTC") for part in parts)
    sums: bytes = glucose.sum_parts(glucose.aggregate_part(part, zone="UTC") for part in parts)
    assert len(glucose.part_table(sums)) == 1
    return glucose.part_table(total)
