# SPDX-License-Identifier: Apache-2.0
"""Threads, interruption, memory, and the library itself."""

import concurrent.futures
import ctypes
import gc
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from importlib import metadata

import pytest
from conftest import made

import swift_glucose as glucose
from swift_glucose._arrow import ArrowArrayStream, _alive, _exported, capsule
from swift_glucose._columns import lists, pandas_frame, read_columns
from swift_glucose._library import call, encoded, library

UTC = {"zone": "UTC"}


def test_two_threads_at_once():
    cohort = glucose.Cohort(made(8), **UTC)
    want = cohort.metrics()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: cohort.metrics(), range(24)))
    assert all(table == want for table in found)


def test_the_number_of_threads_changes_nothing():
    table = made(8)
    assert glucose.metrics(table, tasks=1, **UTC) == glucose.metrics(table, tasks=5, **UTC)


def test_the_interpreter_lock_is_released():
    numpy = pytest.importorskip("numpy")
    count = 3_000_000
    table = {
        "time": numpy.arange(count) * numpy.timedelta64(60, "s") + numpy.datetime64("2000-01-01", "s"),
        "glucose_mgdl": 100.0 + numpy.arange(count) % 97,
    }
    cohort = glucose.Cohort(table, by=None, **UTC)
    ticks = []
    done = threading.Event()

    def work():
        cohort.metrics(tasks=1)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.wait(0.002):
        ticks.append(time.monotonic())
    thread.join()
    assert len(ticks) > 5


class Recorded:
    """The library, which notes the calls of some functions."""

    def __init__(self, *names):
        self.names = names
        self.calls = []

    def __getattr__(self, name):
        if name in self.names:
            self.calls.append(name)
        return getattr(library, name)


def test_ctrl_c_ends_a_call():
    """One call of a dictionary, which is canceled while it computes."""
    code = """
import numpy, swift_glucose as g
from swift_glucose import _library

class Told:
    def glucose_task_progress(self, task):
        # The call is under way, and Ctrl-C is awaited.
        if not told: print('computes', flush=True)
        told.append(task)
        return _loaded.glucose_task_progress(task)
    def glucose_task_cancel(self, task):
        print('canceled', _loaded.glucose_task_progress(task) < 1, flush=True)
        _loaded.glucose_task_cancel(task)
    def __getattr__(self, name):
        return getattr(_loaded, name)

told = []
_loaded, _library.library = _library.library, Told()
n, people = 20_000, 300
t = numpy.tile(numpy.arange(n) * numpy.timedelta64(300, 's') + numpy.datetime64('2020-01-01', 's'), people)
x = 100.0 + numpy.arange(n * people) % 97
c = g.Cohort({'id': numpy.repeat(numpy.arange(people), n), 'time': t, 'glucose_mgdl': x}, zone='UTC')
try:
    c.metrics(period='day', split=True)
    print('over', flush=True)
except KeyboardInterrupt:
    print('interrupted', flush=True)
"""
    pytest.importorskip("numpy")
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    first = process.stdout.readline().strip()
    if first == "computes":
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert [first, *out.split("\n")] == ["computes", "canceled True", "interrupted", ""], err


@pytest.mark.parametrize("kind", ["dict", "pandas", "polars", "pyarrow", "file"])
def test_calls_of_many_rows_can_be_canceled(kind, monkeypatch, tmp_path):
    """The number of rows decides, in every kind of table."""
    rows = made(2, 1)
    if kind == "dict":
        cohort = glucose.Cohort(rows, **UTC)
    elif kind == "file":
        path = tmp_path / "gl.csv"
        lines = [f"{id_},{time},{value}\n" for id_, time, value in zip(*rows.values())]
        path.write_text("id,time,gl\n" + "".join(lines))
        cohort = glucose.read(path, unit="mg/dL", **UTC)
    else:
        module = pytest.importorskip(kind)
        cohort = glucose.Cohort(getattr(module, "table" if kind == "pyarrow" else "DataFrame")(rows), **UTC)
    recorded = Recorded("glucose_task_create")
    monkeypatch.setattr("swift_glucose._library.library", recorded)
    for limit, calls in ((577, []), (576, ["glucose_task_create"])):
        monkeypatch.setattr("swift_glucose._cohort.SHORT", limit)
        cohort.day_statistics()
        assert recorded.calls == calls


@pytest.mark.parametrize("tasks", [1, 2])
def test_a_canceled_task_is_an_error(tasks):
    cohort = glucose.Cohort(made(8), **UTC)
    task = library.glucose_task_create()
    library.glucose_task_cancel(task)
    try:
        with pytest.raises(glucose.CallCanceled):
            call(library.glucose_compute, cohort._handle, b"metrics", encoded({"tasks": tasks}), task)
    finally:
        library.glucose_task_free(task)


def test_an_error_of_the_progress_cancels_the_call(monkeypatch):
    recorded = Recorded("glucose_task_cancel")

    def show(fraction):
        if fraction < 1:
            raise RuntimeError("progress")

    numpy = pytest.importorskip("numpy")
    cohort = glucose.Cohort({
        "id": numpy.repeat(numpy.arange(100), 30_000),
        "time": numpy.tile(numpy.arange(30_000) * numpy.timedelta64(300, "s") + numpy.datetime64("2020-01-01", "s"), 100),
        "glucose_mgdl": 100.0 + numpy.arange(3_000_000) % 97,
    }, **UTC)
    monkeypatch.setattr("swift_glucose._library.library", recorded)
    with pytest.raises(RuntimeError, match="progress"):
        for _ in range(20):  # A call may be over before its progress is asked for.
            cohort.metrics(period="day", split=True, progress=show)
    assert recorded.calls == ["glucose_task_cancel"]


def test_what_was_exported_is_released():
    """The structures that Python exports are released once each, with the cohort."""
    gc.collect()
    before = len(_alive)
    cohort = glucose.Cohort(made(), events={"id": [], "time": [], "kind": []}, **UTC)
    assert len(_alive) > before
    del cohort
    gc.collect()
    assert len(_alive) == before
    with pytest.raises(glucose.InvalidArgument):
        glucose.Cohort(made(), time="glucose_mgdl", **UTC)
    gc.collect()
    assert len(_alive) == before


def test_threads_end_with_the_call():
    """Nothing refers to a cohort after a call, whose threads have ended, so that it is released at once."""
    table = made(4, 1)
    gc.collect()
    before = len(_alive)
    for _ in range(500):
        cohort = glucose.Cohort(table, **UTC)
        call(library.glucose_compute, cohort._handle, b"day_statistics", encoded({"tasks": 4}), None)
        del cohort
        assert len(_alive) == before


def test_texts_of_more_than_two_gigabytes_have_wide_offsets():
    """With a limit in the place of 2 GiB."""
    pyarrow = pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    table = glucose.Cohort(pyarrow.table(made(3, 1)), **UTC)
    table._kind = "table"
    table = table.metrics()
    total = sum(map(len, table.to_dict()["id"]))
    function = library.glucose_test_table_export
    function.restype, function.argtypes = None, [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.POINTER(ArrowArrayStream)]

    class Limited:
        def __init__(self, limit):
            self.limit = limit

        def stream(self):
            stream = ArrowArrayStream()
            function(table._handle, self.limit, stream)
            return stream

        def __arrow_c_stream__(self, requested_schema=None):
            return capsule(self.stream())

    for limit, kind in ((total, "string"), (total - 1, "large_string"), (0, "large_string")):
        limited = Limited(limit)
        found = pyarrow.RecordBatchReader.from_stream(limited).read_all()
        found.validate(full=True)
        assert str(found.schema.field("id").type) == kind
        assert found.to_pydict() == table.to_dict()
        stream = limited.stream()
        columns = read_columns(stream)
        stream.release(stream)
        assert lists(columns) == table.to_dict()
        pandas.testing.assert_frame_equal(pandas_frame(columns), table.to_pandas())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="This system cannot fork.")
def test_a_forked_process_computes(tmp_path):
    cohort = glucose.Cohort(made(3, 6), **UTC)
    want = cohort.metrics()
    bytes_ = cohort.fit().to_bytes()
    child = os.fork()
    if child == 0:
        ok = cohort.metrics() == want and cohort.fit().to_bytes() == bytes_
        os._exit(0 if ok else 1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="This system cannot fork.")
def test_a_forked_process_refuses_a_backtest():
    cohort = glucose.Cohort(made(2, 6), **UTC)
    cohort.backtest()
    child = os.fork()
    if child == 0:
        try:
            cohort.backtest()
        except glucose.Unavailable as error:
            os._exit(0 if "spawn" in str(error) else 1)
        os._exit(2)
    assert os.waitpid(child, 0)[1] == 0


def memory():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="Memory is read from /proc.")
def test_no_memory_is_lost():
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({key: values[:40] for key, values in made(1).items()})
    lists = {key: values[:40] for key, values in made(1).items()}

    def calls(count):
        for _ in range(count):
            glucose.day_statistics(table, tasks=1, **UTC)
            glucose.day_statistics(lists, tasks=1, **UTC)
            glucose.Cohort(table, **UTC).readings().__class__
            try:
                glucose.metrics(table, **{**UTC, "bands": "none"})
            except glucose.InvalidArgument:
                pass
        gc.collect()

    calls(500)
    before = memory()
    calls(2500)
    assert memory() - before < 4_000_000


def test_tables_are_not_copied():
    """A table of 20 bytes a row is held beside at most a fifth of its bytes, and so is one with texts, of 30."""
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    people, readings = 100, 30_000
    frame = pandas.DataFrame({
        "id": pandas.Categorical.from_codes(
            numpy.repeat(numpy.arange(people, dtype="int16"), readings), [f"p{person}" for person in range(people)]),
        "time": pandas.to_datetime(numpy.tile(numpy.arange(readings) * 300 + 1_700_000_000, people), unit="s", utc=True),
        "glucose_mgdl": 100.0 + numpy.arange(people * readings) % 97,
    })
    polar = polars.DataFrame({
        "id": polars.Series(frame["id"].astype(str).tolist(), dtype=polars.Categorical),
        "time": polars.Series(frame["time"].dt.tz_localize(None).to_numpy()).cast(polars.Datetime("us")),
        "glucose_mgdl": frame["glucose_mgdl"].to_numpy(),
    })
    chunks = polars.concat([polar[start : start + 70_000] for start in range(0, len(polar), 70_000)], rechunk=False)
    chunks = chunks.with_columns(glucose_mgdl=polar["glucose_mgdl"])
    texts = frame.astype({"id": "str"})
    for table, bytes_ in ((frame, 4), (polar, 4), (chunks, 4), (texts, 6)):
        glucose.Cohort(table, **UTC).day_statistics(tasks=1)
        gc.collect()
        before = memory()
        cohorts = [glucose.Cohort(table, **UTC) for _ in range(3)]
        gc.collect()
        # Three cohorts, so that what is freed and used again does not hide a copy.
        assert memory() - before < 3 * bytes_ * people * readings, type(table)
        del cohorts


def test_a_table_outlives_its_cohort():
    pyarrow = pytest.importorskip("pyarrow")
    result = glucose.Cohort(pyarrow.table(made()), **UTC).readings()
    column = result.column("glucose_mgdl")
    del result
    gc.collect()
    assert column.to_pylist()[:3] == made()["glucose_mgdl"][:3]


def test_capsules_that_nobody_reads():
    cohort = glucose.Cohort(made(), **UTC)
    cohort._kind = "table"
    gc.collect()
    before = len(_exported)
    for _ in range(100):
        table = cohort.readings()
        held = table.__arrow_c_stream__()
        assert len(_exported) == before + 1
        del held
        assert len(_exported) == before
    assert len(table) == 3 * 1152


def test_the_library_needs_only_the_c_library():
    path = pathlib.Path(glucose.__file__).with_name("libglucose.so")
    try:
        out = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=True).stdout
    except FileNotFoundError:
        pytest.skip("There is no ldd.")
    names = {line.split()[0].rpartition("/")[2] for line in out.splitlines()}
    assert names <= {"linux-vdso.so.1", "libm.so.6", "libc.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def test_the_wheel_has_the_notices_of_what_it_contains():
    info = metadata.distribution("swift-glucose")
    files = {str(path).partition(".dist-info/")[2]: path for path in info.files or []}
    named = info.metadata.get_all("License-File") or []
    assert len(named) == 5
    for name in named:
        assert len(files[f"licenses/{name}"].read_text()) > 1000, name
    text = "".join(files[f"licenses/{name}"].read_text() for name in named)
    for notice in ("Runtime Library Exception", "Unicode, Inc.", "OpenBLAS", "GCC RUNTIME LIBRARY EXCEPTION"):
        assert notice in text, notice


def test_the_wheel_is_for_the_c_library_that_it_names():
    tags = [line for line in (metadata.distribution("swift-glucose").read_text("WHEEL") or "").splitlines() if "Tag" in line]
    assert "manylinux_2_35" in tags[0], "Ubuntu 22.04 has glibc 2.35."


def test_it_is_typed_and_documented():
    assert pathlib.Path(glucose.__file__).with_name("py.typed").exists()
    for name in glucose.__all__:
        assert getattr(glucose, name).__doc__, name
