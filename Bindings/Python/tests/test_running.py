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

import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import ROOT, UTC, made

import swift_glucose as glucose
from swift_glucose._library import Handle, _load, call, library


def test_the_number_of_threads_changes_nothing():
    """Of one call, and of several at once."""
    cohort = glucose.Cohort(made(8), **UTC)
    want = cohort.metrics(tasks=1)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert all(table == want for table in pool.map(lambda tasks: cohort.metrics(tasks=tasks), [None, 5] * 12))


class Recorded:
    """The library, which notes the calls of some functions, and first does something else."""

    def __init__(self, *names, first=lambda: None):
        self.names, self.first = names, first
        self.calls = []

    def __getattr__(self, name):
        if name in self.names:
            self.calls.append(name)
            self.first()
        return getattr(library, name)


def many(people, count):
    """Returns many readings, whose computation takes a while."""
    start, rows = numpy.datetime64("2020-01-01", "s"), numpy.arange(people * count)
    return {
        "id": rows // count, "time": rows % count * numpy.timedelta64(300, "s") + start,
        "glucose_mgdl": 150 + 50 * numpy.sin(rows / 25) + rows % 7,
    }


LONG = {
    "metrics": (many, (300, 20_000), lambda people: people.metrics(period="day", split=True)),
    "part": (made, (8, 60), lambda people: glucose.backtest_part(people, glucose.Cohort(made(1, 8), **UTC).fit())),
    "best": (made, (1, 120), lambda people: people.best()),
    "best in one thread": (made, (1, 120), lambda people: people.best(tasks=1)),
    "fit in one thread": (many, (20, 20_000), lambda people: people.fit(tasks=1)),
}


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
@pytest.mark.parametrize("call", list(LONG))
def test_ctrl_c_ends_a_long_call(monkeypatch, call, error):
    """Which is under way, in less than half a second, as does any error in this thread."""
    make, size, work = LONG[call]
    people = glucose.Cohort(make(*size), **UTC)
    sent = []

    def interrupt():
        if recorded.calls[-1] == "glucose_task_progress" and len(recorded.calls) > 2 and not sent:
            sent.append(time.process_time())
            if error is RuntimeError:
                raise error("progress")
            signal.raise_signal(signal.SIGINT)

    recorded = Recorded("glucose_task_progress", "glucose_task_cancel", first=interrupt)
    monkeypatch.setattr("swift_glucose._library.library", recorded)
    # What a shell starts in the background ignores Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(error):
            work(people)
    finally:
        signal.signal(signal.SIGINT, before)
    # Of the processor, whatever else the machine does.
    assert time.process_time() - sent[0] < 0.5 and recorded.calls[-1] == "glucose_task_cancel"


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


def test_a_reader_is_read_once():
    """Afterwards it has no rows, as if nobody had readings."""
    reader = pyarrow.table(made()).to_reader()
    assert len(glucose.metrics(reader, **UTC)) == 3
    with pytest.raises(glucose.InvalidArgument, match="were read already: pass its table, .read_all"):
        glucose.metrics(reader, **UTC)
    assert len(glucose.metrics(pyarrow.table(made()).to_reader(), **UTC)) == 3


def test_a_stream_that_fails_is_an_error():
    def batches():
        yield from pyarrow.table(made()).to_batches()
        raise MemoryError("no memory")

    reader = pyarrow.RecordBatchReader.from_batches(pyarrow.table(made()).schema, batches())
    with pytest.raises(glucose.InvalidArgument, match="stream of readings failed.*no memory"):
        glucose.Cohort(reader, by="id", time="time", glucose="glucose_mgdl", **UTC)


def test_a_cohort_is_copied_and_not_pickled():
    cohort = glucose.Cohort(made(), **UTC)
    assert repr(cohort) == "<swift_glucose.Cohort: 3 people, 3,456 rows>"
    assert copy.copy(cohort) is cohort and copy.deepcopy(cohort) is cohort
    with pytest.raises(TypeError, match="pass its table, or the path of its file"):
        pickle.dumps(cohort)
    picture = cohort.picture("day", "p0")
    assert copy.deepcopy(picture).svg == pickle.loads(pickle.dumps(picture)).svg == picture.svg


def test_calls_with_other_arguments_are_refused():
    cohort = glucose.Cohort(made(1), **UTC)._handle
    for inputs, options, sentence in (
        ((b"",), {}, "of another kind"), ((None,), {}, "must not be NULL"), ((), {}, "must not be NULL"),
        ((cohort,), {"perid": "day"}, "`perid` is not an option; the options are bands, convention, "),
    ):
        with pytest.raises(glucose.InvalidArgument, match=sentence):
            call("metrics", *inputs, options=options)
    with pytest.raises(glucose.InvalidArgument, match='"metric" is not a call; calls are advance, aggregate, '):
        call("metric", cohort)
    assert library.glucose_content(cohort.pointer, None) is None and library.glucose_task_progress(cohort.pointer) == 0
    stream = Handle(library.glucose_stream(None))
    with pytest.raises(glucose.InvalidArgument, match='Input 0 of "cohort" must not be NULL'):
        call("cohort", stream)


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="Threads are counted in /proc.")
def test_the_import_starts_no_thread():
    """Beside those of pyarrow. Not one for each core of BLAS, either: 64 workers of a node would have 4,000."""
    count = "len(os.listdir('/proc/self/task'))"
    code = f"import os, pyarrow.compute; before = {count}; import swift_glucose; print({count} - before)"
    environment = {key: value for key, value in os.environ.items() if "THREADS" not in key}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert result.stdout.strip() == "0", result.stderr


@pytest.mark.parametrize(
    "code, sentence",
    [
        ("uint32_t glucose_abi_version(void) { return 0; }", "has the interface 0; 1 is needed"),
        ("uint32_t glucose_abi_version(void) { return 1; }", "has no function glucose_release: the package and the library differ"),
        ("int other(void) { return 0; }", "is not the library of swift_glucose"),
    ],
)
def test_the_version_of_the_library_is_checked_first(tmp_path, code, sentence):
    """An older library lacks functions, too."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("There is no compiler.")
    path = str(tmp_path / "other.so")
    subprocess.run([compiler, "-shared", "-fPIC", "-x", "c", "-", "-o", path], input=f"#include <stdint.h>\n{code}", text=True, check=True)
    with pytest.raises(ImportError, match=sentence):
        _load(path)


def test_a_large_frame_is_in_the_memory_of_the_result():
    """Without a second copy; and it outlives the result."""
    table = made(40, 180)
    frame = glucose.metrics(pandas.DataFrame(table), period="day", **UTC)
    assert len(frame) == 7200 and frame.memory_usage().sum() > 8_000_000
    assert not frame["mean_mgdl"].to_numpy().flags.owndata
    gc.collect()
    want = pandas.DataFrame(glucose.metrics(table, period="day", **UTC))
    for name in ("mean_mgdl", "mage_mgdl", "modd_mgdl", "readings", "id", "zone", "part"):
        assert frame[name].tolist() == want[name].tolist() or frame[name].equals(want[name].astype(frame[name].dtype)), name
    assert frame["period_start"].dt.date.tolist() == want["period_start"].tolist() and frame["modd_mgdl"].isna().any()
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


def free_memory():
    with open("/proc/meminfo") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))


@pytest.mark.skipif(not os.path.exists("/proc/meminfo") or free_memory() < 12e9, reason="It needs 12 GB of memory.")
def test_texts_of_more_than_two_gigabytes_have_wide_offsets():
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
def test_a_forked_process_computes_and_refuses_a_backtest():
    cohort = glucose.Cohort(made(3, 6), **UTC)
    want, bytes_ = cohort.metrics(), cohort.fit().to_bytes()
    cohort.backtest()
    child = os.fork()
    if child == 0:
        try:
            assert cohort.metrics() == want and cohort.fit().to_bytes() == bytes_
            cohort.backtest()
        except glucose.Unavailable as error:
            os._exit(0 if "spawn" in str(error) else 1)
        finally:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize("compiler, sentence", [
    (None, "compiled with Swift 6.3 or later on Debian or Ubuntu"), ("swiftc", "made.whl"), ("", "is built in its repository"),
])
def test_an_installation_from_sources_builds_or_says_what_it_lacks(tmp_path, compiler, sentence):
    """The hooks of pip: without a compiler, with an old library, which is not packed, and outside of the repository."""
    if sys.version_info < (3, 11):
        pytest.importorskip("tomli")
    source, script, path = tmp_path / "Bindings" / "Python", tmp_path / "scripts" / "python", tmp_path / "bin"
    for folder in (source, script.parent, path, tmp_path / ".build-python" / "release"):
        folder.mkdir(parents=True)
    shutil.copy(ROOT / "Bindings" / "Python" / "make_wheel.py", source)
    (tmp_path / ".build-python" / "release" / "libGlucoseC.so").write_text("old")
    line = 'cd "${0%/scripts/python}/.build-python" && mkdir wheel && echo new > wheel/made.whl'
    for file in ([script] if compiler is None else [script, path / compiler] if compiler else []):
        file.write_text(f"#!/bin/sh\n{line if file == script else ''}\n")
        file.chmod(0o755)
    result = subprocess.run(
        [sys.executable, "-c", "import make_wheel, sys; print(make_wheel.build_wheel(sys.argv[1]))", str(tmp_path)],
        capture_output=True, text=True, cwd=source, env={"PATH": f"{path}:/usr/bin:/bin" if compiler else str(path)})
    assert sentence in result.stdout + result.stderr and result.returncode == (0 if compiler else 1)
    assert not compiler or (tmp_path / "made.whl").read_text() == "new\n"


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


def test_the_version_is_that_of_the_command():
    text = (ROOT / "Sources" / "glucose" / "GlucoseCommand.swift").read_text()
    assert f'version: "{glucose.__version__}"' in text and metadata.version("swift-glucose") == glucose.__version__


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


def test_the_library_exports_its_interface_only_and_needs_the_c_library_only():
    if not shutil.which("objdump"):
        pytest.skip("There is no objdump.")
    path = str(pathlib.Path(glucose.__file__).with_name("libglucose.so"))
    out = subprocess.run(["objdump", "-Tp", path], capture_output=True, text=True, check=True).stdout
    exported = {line.split()[-1] for line in out.splitlines() if " g    DF " in line}
    header = (ROOT / "Bindings" / "Sources" / "CGlucose" / "include" / "glucose.h").read_text()
    assert exported == set(re.findall(r"\b(glucose_\w+)\(", header))
    assert set(re.findall(r"NEEDED +(\w+)", out)) <= {"libm", "libc", "ld"}
