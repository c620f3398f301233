"""Threads, interruption, memory, and the library itself."""

import concurrent.futures
import copy
import gc
import os
import pathlib
import pickle
import re
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
from importlib import metadata

import pyarrow
import pytest
from conftest import ROOT, made

import swift_glucose as glucose
from swift_glucose._library import _load, call, encoded, library

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
import numpy, signal, swift_glucose as g
from swift_glucose import _library

signal.signal(signal.SIGINT, signal.default_int_handler)  # What a shell starts in the background ignores it.

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


def owned(freed):
    """Returns a table whose memory tells the thread in which it is freed."""

    class Owned(bytearray):
        def __del__(self):
            freed.append(threading.get_ident())

    rows = made()
    values = Owned(struct.pack(f"{len(rows['id'])}d", *rows["glucose_mgdl"]))
    column = pyarrow.Array.from_buffers(pyarrow.float64(), len(rows["id"]), [None, pyarrow.py_buffer(values)])
    return pyarrow.table(dict(rows, glucose_mgdl=column))


def test_a_table_is_released_with_its_cohort():
    """In the thread that frees the cohort, although the tasks of a fit may refer to it for an instant longer."""
    for work in (glucose.Cohort.fit, glucose.Cohort.backtest, lambda cohort: cohort.best("p0"), glucose.Cohort.metrics):
        for _ in range(5):
            freed = []
            cohort = glucose.Cohort(owned(freed), **UTC)
            work(cohort)
            assert not freed
            del cohort
            assert freed == [threading.get_ident()]


def test_a_call_that_fails_releases_the_table():
    for error, options in (
        (TypeError, {"events": 5}), (glucose.InvalidArgument, {"events": {"id": [1j], "time": [None], "kind": ["meal"]}}),
        (glucose.InvalidArgument, {"missing": float("nan")}), (glucose.InvalidArgument, {"time": "glucose_mgdl"}),
    ):
        freed = []
        with pytest.raises(error):
            glucose.Cohort(owned(freed), **options, **UTC)
        gc.collect()
        assert len(freed) == 1


def test_a_stream_that_fails_is_an_error():
    def batches():
        yield from pyarrow.table(made()).to_batches()
        raise MemoryError("no memory")

    reader = pyarrow.RecordBatchReader.from_batches(pyarrow.table(made()).schema, batches())
    with pytest.raises(glucose.InvalidArgument, match="stream of readings failed.*no memory"):
        glucose.Cohort(reader, by="id", time="time", glucose="glucose_mgdl", **UTC)


def test_tables_are_pickled_and_copied():
    """As a pool of processes hands them over."""
    cohort = glucose.Cohort(made(3, 2), events={"id": ["p1"], "time": [made()["time"][5]], "kind": ["meal"]}, **UTC)
    cohort._kind = "table"
    for table in (cohort.metrics(period="day"), cohort.readings(), cohort.events(), cohort.episodes()):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            stored = pickle.loads(pickle.dumps(table, protocol))
            assert stored.to_dict() == table.to_dict() and len(stored) == len(table)
        assert pickle.loads(pickle.dumps(stored)).to_dict() == table.to_dict()
        assert copy.copy(table) is table and copy.deepcopy([table])[0] is table
        for kind in ("pandas", "polars", "pyarrow"):
            pytest.importorskip(kind)
            assert stored.as_kind(kind).equals(table.as_kind(kind))
    del table, stored
    gc.collect()
    assert glucose.metrics(pickle.loads(pickle.dumps(cohort.readings())), **UTC).to_dict() == cohort.metrics().to_dict()


def test_a_cohort_is_copied_and_not_pickled():
    cohort = glucose.Cohort(made(), **UTC)
    assert copy.copy(cohort) is cohort and copy.deepcopy(cohort) is cohort
    with pytest.raises(TypeError, match="pass its table, or the path of its file"):
        pickle.dumps(cohort)
    picture = cohort.picture("day", "p0")
    assert copy.deepcopy(picture).svg == pickle.loads(pickle.dumps(picture)).svg == picture.svg


def test_what_is_shown():
    cohort = glucose.Cohort(made(), **UTC)
    assert repr(cohort) == "<swift_glucose.Cohort: 3 people, 3,456 rows>"
    cohort._kind = "table"
    table = cohort.metrics()
    assert repr(table).startswith("<swift_glucose.Table: 3 rows of id, period_start, ") and "columns)>" in repr(table)
    assert "<th>mean_mgdl</th>" in table._repr_html_() and "<td>p2</td>" in table._repr_html_()
    assert cohort.readings()._repr_html_().count("<tr>") == 11


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="Threads are counted in /proc.")
def test_the_import_starts_no_thread():
    """Beside those of pyarrow. Not one for each core of BLAS, either: 64 workers of a node would have 4,000."""
    count = "len(os.listdir('/proc/self/task'))"
    code = f"import os, pyarrow.compute; before = {count}; import swift_glucose; print({count} - before)"
    environment = {key: value for key, value in os.environ.items() if "THREADS" not in key}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert result.stdout.strip() == "0", result.stderr


def compiled(folder, name, code):
    """Returns a library that is compiled from C, or skips the test."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("There is no compiler.")
    path = folder / name
    subprocess.run([compiler, "-shared", "-fPIC", "-x", "c", "-", "-o", str(path)], input=code, text=True, check=True)
    return str(path)


def test_the_version_of_the_library_is_checked_first(tmp_path):
    """An older library lacks functions, too."""
    old = compiled(tmp_path, "old.so", "#include <stdint.h>\nuint32_t glucose_abi_version(void) { return 0; }")
    with pytest.raises(ImportError, match="has the interface 0; 1 is needed"):
        _load(old)
    part = compiled(tmp_path, "part.so", "#include <stdint.h>\nuint32_t glucose_abi_version(void) { return 1; }")
    with pytest.raises(ImportError, match="has no function glucose_free: the package and the library differ"):
        _load(part)
    other = compiled(tmp_path, "other.so", "int other(void) { return 0; }")
    with pytest.raises(ImportError, match="is not the library of swift_glucose"):
        _load(other)


def test_a_large_frame_is_in_the_memory_of_the_result():
    """Without a second copy; and it outlives the result."""
    pandas = pytest.importorskip("pandas")
    numpy = pytest.importorskip("numpy")
    table = pandas.DataFrame(made(40, 180))
    frame = glucose.metrics(table, period="day", **UTC)
    assert len(frame) == 7200 and frame.memory_usage().sum() > 8_000_000
    column = frame["mean_mgdl"].to_numpy()
    assert not column.flags.owndata
    gc.collect()
    want = glucose.metrics(table.to_dict("list"), period="day", **UTC)
    for name in ("mean_mgdl", "mage_mgdl", "modd_mgdl", "readings"):
        found = frame[name].to_numpy()
        expected = numpy.array(want[name], dtype=float)
        assert numpy.array_equal(found, expected, equal_nan=True), name
    for name in ("id", "zone", "part"):
        assert frame[name].tolist() == want[name]
    assert frame["period_start"].dt.date.tolist() == want["period_start"]
    assert numpy.isnan(frame["modd_mgdl"]).any()
    # It can be changed.
    frame.loc[frame.index[0], "mean_mgdl"] = 1.0
    assert frame["mean_mgdl"].iloc[0] == 1


def test_calls_of_many_rows_can_be_canceled(monkeypatch):
    """The number of rows decides, and not the number of columns."""
    cohort = glucose.Cohort(made(2, 1), **UTC)
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


def free_memory():
    with open("/proc/meminfo") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))


@pytest.mark.skipif(not os.path.exists("/proc/meminfo") or free_memory() < 12e9, reason="It needs 12 GB of memory.")
def test_texts_of_more_than_two_gigabytes_have_wide_offsets():
    numpy = pytest.importorskip("numpy")
    id_ = "x" * (1 << 20)
    for rows, kind in ((2047, "string"), (2049, "large_string")):
        table = pyarrow.table({
            "id": pyarrow.DictionaryArray.from_arrays(numpy.zeros(rows, "int8"), [id_]),
            "time": numpy.arange(rows) * numpy.timedelta64(300, "s") + numpy.datetime64("2026-03-02", "s"),
            "glucose_mgdl": numpy.full(rows, 100.0),
        })
        found = glucose.Cohort(table, **UTC).readings()
        assert found.schema.field("id").type == getattr(pyarrow, kind)()
        assert len(found) == rows and found["id"][rows - 1].as_py() == id_
        del found


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
    result = glucose.Cohort(pyarrow.table(made()), **UTC).readings()
    column = result.column("glucose_mgdl")
    del result
    gc.collect()
    assert column.to_pylist()[:3] == made()["glucose_mgdl"][:3]


def test_the_library_needs_only_the_c_library():
    path = pathlib.Path(glucose.__file__).with_name("libglucose.so")
    try:
        out = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=True).stdout
    except FileNotFoundError:
        pytest.skip("There is no ldd.")
    names = {line.split()[0].rpartition("/")[2] for line in out.splitlines()}
    assert names <= {"linux-vdso.so.1", "libm.so.6", "libc.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def test_an_installation_from_sources_says_what_it_lacks(tmp_path):
    """The hooks of pip, without a compiler, and outside of the repository."""
    if sys.version_info < (3, 11):
        pytest.importorskip("tomli")
    source = ROOT / "Bindings" / "Python"
    code = "import make_wheel, sys; make_wheel.build_wheel(sys.argv[1])"
    alone = tmp_path / "Bindings" / "Python"
    alone.mkdir(parents=True)
    for name in ("make_wheel.py", "pyproject.toml"):
        shutil.copy(source / name, alone)
    for folder, sentence in ((source, "compiled with Swift 6.3 or later on Debian or Ubuntu"), (alone, "is built in its repository")):
        result = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, cwd=folder, env={"PATH": "/nowhere"})
        assert result.returncode == 1 and sentence in result.stderr, result.stderr


def test_an_installation_from_sources_packs_no_old_library(tmp_path):
    """The script builds what has changed, also if there is a library."""
    if sys.version_info < (3, 11):
        pytest.importorskip("tomli")
    source = tmp_path / "Bindings" / "Python"
    for folder in (source, tmp_path / "scripts", tmp_path / "bin", tmp_path / "out", tmp_path / ".build-python" / "release"):
        folder.mkdir(parents=True)
    shutil.copy(ROOT / "Bindings" / "Python" / "make_wheel.py", source)
    (tmp_path / ".build-python" / "release" / "libGlucoseC.so").write_text("old")
    for path, line in (
        (tmp_path / "scripts" / "python", 'cd "${0%/scripts/python}/.build-python" && mkdir wheel && echo new > wheel/made.whl'),
        (tmp_path / "bin" / "swiftc", ""),
    ):
        path.write_text(f"#!/bin/sh\n{line}\n")
        path.chmod(0o755)
    code = "import make_wheel, sys; print(make_wheel.build_wheel(sys.argv[1]))"
    result = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "out")], capture_output=True, text=True, cwd=source,
        env={"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"})
    assert result.stdout.strip() == "made.whl", result.stderr
    assert (tmp_path / "out" / "made.whl").read_text() == "new\n"


def test_the_version_is_that_of_the_command():
    text = (ROOT / "Sources" / "glucose" / "GlucoseCommand.swift").read_text()
    assert f'version: "{glucose.__version__}"' in text
    assert metadata.version("swift-glucose") == glucose.__version__
    with pytest.raises(AttributeError, match="no attribute 'version'"):
        glucose.version


def test_the_bar_of_progress(monkeypatch, capsys):
    from swift_glucose import _library

    now = [0.0]
    monkeypatch.setattr(_library.time, "monotonic", lambda: now[0])
    bar = _library._Bar()
    bar(0.1)
    assert capsys.readouterr().err == ""  # Short calls show none.
    now[0] = 2.0
    bar(0.5)
    shown = capsys.readouterr().err
    assert shown == "\r[" + "#" * 15 + "." * 15 + "]  50 % 2 s"
    bar.end()
    assert capsys.readouterr().err == "\r" + " " * len(shown) + "\r"


def test_the_library_exports_its_interface_only():
    objdump = shutil.which("objdump")
    if objdump is None:
        pytest.skip("There is no objdump.")
    path = pathlib.Path(glucose.__file__).with_name("libglucose.so")
    out = subprocess.run([objdump, "-T", str(path)], capture_output=True, text=True, check=True).stdout
    exported = {line.split()[-1] for line in out.splitlines() if " g    DF " in line}
    header = (ROOT / "Bindings" / "Sources" / "CGlucose" / "include" / "glucose.h").read_text()
    declared = set(re.findall(r"\b(glucose_\w+)\(", header))
    assert exported == declared
