"""The peers of GlucoseMath: a C loop, numpy, pandas, polars, iglu_python, and R iglu where it is."""

import contextlib
import ctypes
import io
import logging
import os
import shutil
import subprocess
import tempfile
import warnings

import numpy as np
import pandas as pd
import polars as pl

import careful_numpy
import peers

HERE = os.path.dirname(os.path.abspath(__file__))


def add(table, times, values, repetitions):
    """The lines of GlucoseMath, beside every peer that can do the same work."""
    millions = values.size / 1e6
    few = min(repetitions, 3)

    def against(pattern, peer, work, times_=repetitions, amount=None):
        table.add(pattern, millions, "M readings/s", peer, peers.measured(work, times_),
                  peer_amount=amount)

    flat, daily, full = "Flat statistics.*", "Daily statistics.*", "Full set of.*million readings$"
    against(flat, "numpy, a pass each", lambda: peers.flat_numpy(values))
    with tempfile.TemporaryDirectory() as folder:
        loop = c_loop(folder)
        if loop is None:
            print("There is no C compiler cc: its line is left out.")
        else:
            check_loop(loop, values)
            against(flat, "C, -O3 -march=native", lambda: [loop(row) for row in values])
    table.add(flat, values.size * 8 / 1e9, "GB/s", "a plain read, in Swift",
              table.swift["Plain read of the same values"])

    against(daily, "numpy from timestamps", lambda: peers.daily_numpy(times, values))
    frame = peers.frame(times, values)
    against(daily, "pandas groupby", lambda: peers.daily_pandas(frame), few)
    columns = pl.DataFrame({"id": frame.id.to_numpy(), "time": frame.time.to_numpy(),
                            "gl": frame.gl.to_numpy()})
    against(daily, "polars group_by, one thread", lambda: daily_polars(columns))

    people = min(len(values), 10)
    some = values[:people].size / 1e6
    against(full, f"numpy with care, {people} people",
            lambda: [careful_numpy.full(t, v) for t, v in zip(times[:people], values[:people])],
            few, some)
    against("Full set.*unrounded.*", f"numpy with care, {people} people",
            lambda: [careful_numpy.full(t, v + 0.123) for t, v in
                     zip(times[:people], values[:people])], few, some)
    table.add("Full set of.*tenths of mmol.*", millions, "M readings/s")
    days = 7 if repetitions > 1 else 2
    share = (times[0, :days * 288], values[0, :days * 288])
    against(full, f"iglu_python, {days} days of one person", lambda: iglu_python(*share), 1,
            share[0].size / 1e6)
    seconds = r_iglu(*share, few)
    if seconds is None:
        print("There is no R with iglu: its line is left out.")
    else:
        table.add(full, millions, "M readings/s", f"R iglu, {days} days of one person", seconds,
                  peer_amount=share[0].size / 1e6)
    table.add("MAGE, MODD and CONGA.*", millions, "M readings/s")

    one = next(name for name in table.swift if name.startswith("Full set of a cohort on one core"))
    table.add("Full set of a cohort on all cores.*", millions, "M readings/s", "one core, in Swift",
              table.swift[one])
    add_growth(table)


def add_growth(table):
    """How rate and memory go with the number of readings."""
    counts = sorted(int(name.split()[3]) for name in table.swift if "readings of one person" in name)
    for count in counts:
        name = f"Full set of {count} readings of one person"
        table.add(name, count / 1e6, "M readings/s")
        memory = table.memory.get(name)
        if memory is not None:
            # A reading is a time, a value and a byte of flags.
            size = count * 17
            print(f"    at most {memory.max() / 1e6:.0f} MB in the process, the {size / 1e6:.0f} MB of "
                  f"readings among them: {memory.max() / size:.2f}×")


class Flat(ctypes.Structure):
    """The result of flat.c."""

    _fields_ = ([(name, ctypes.c_double) for name in ("minimum", "maximum", "mean", "deviation")]
                + [(name, ctypes.c_size_t) for name in ("very_low", "low", "high", "very_high")])


def c_loop(folder):
    """The function of flat.c, or None where there is no compiler."""
    if shutil.which("cc") is None:
        return None
    path = os.path.join(folder, "flat.so")
    subprocess.run(["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", path,
                    os.path.join(HERE, "flat.c"), "-lm"], check=True)
    function = ctypes.CDLL(path).flat_pass
    function.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER(Flat)]

    def loop(row):
        result = Flat()
        function(row.ctypes.data, row.size, ctypes.byref(result))
        return result

    return loop


def check_loop(loop, values):
    """The C loop finds what numpy finds."""
    found, row = loop(values[0]), values[0]
    assert (found.minimum, found.maximum) == (row.min(), row.max())
    assert abs(found.mean - row.mean()) < 1e-9 and abs(found.deviation - row.std(ddof=1)) < 1e-9
    assert (found.low, found.high) == ((row < 70).sum(), (row > 180).sum())


def daily_polars(columns):
    """Count, extremes, mean, SD and five bands by person and local date."""
    gl = pl.col("gl")
    return columns.lazy().with_columns(
        day=((pl.col("time") + 3600) // 86_400).cast(pl.Int32)).group_by("id", "day").agg(
        count=pl.len(), minimum=gl.min(), maximum=gl.max(), mean=gl.mean(), sd=gl.std(),
        very_low=(gl < 54).sum(), low=(gl < 70).sum(), high=(gl > 180).sum(),
        very_high=(gl > 250).sum()).collect()


def iglu_table(times, values):
    """A table as iglu takes it."""
    return pd.DataFrame({"id": "1", "time": pd.to_datetime(times, unit="s"), "gl": values})


def iglu_python(times, values):
    """Every metric of iglu_python, each by its own call, as its users do."""
    logging.disable(logging.CRITICAL)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        import iglu_python as iglu
        data = iglu_table(times, values)
        names = ["above_percent", "active_percent", "adrr", "auc", "below_percent", "cogi", "conga",
                 "cv_glu", "cv_measures", "ea1c", "episode_calculation", "gmi", "grade",
                 "grade_eugly", "grade_hyper", "grade_hypo", "gri", "gvp", "hbgi", "hyper_index",
                 "hypo_index", "igc", "in_range_percent", "iqr_glu", "j_index", "lbgi", "m_value",
                 "mad_glu", "mag", "mage", "mean_glu", "median_glu", "modd", "pgs", "quantile_glu",
                 "range_glu", "sd_glu", "sd_measures", "sd_roc", "summary_glu"]
        return [getattr(iglu, name)(data) for name in names]


def r_iglu(times, values, repetitions):
    """Seconds that R iglu takes for all_metrics, or None where it is not installed."""
    if shutil.which("Rscript") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.csv")
        iglu_table(times, values).to_csv(path, index=False, date_format="%Y-%m-%d %H:%M:%S")
        done = subprocess.run(["Rscript", os.path.join(HERE, "iglu.R"), path, str(repetitions)],
                              capture_output=True, text=True)
        if done.returncode != 0:
            return None
        return [float(line) for line in done.stdout.split()]
