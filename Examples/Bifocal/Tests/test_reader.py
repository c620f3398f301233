"""A file at which its reader ends, or that takes all memory or time, ends nothing else."""

import os
import re
import resource
import signal
import threading
import time

import pytest
from playwright.sync_api import expect

from bifocal import day, readings, until
from forms import choose

ENDED = "Reading was ended: it needs too much memory or time, or the reader failed."
# Reading it takes a second of a processor, and more than 16 MB of memory.
LARGE = readings([5.5 + index % 7 for index in range(400_000)])


@pytest.fixture(scope="module")
def server(start_for_all, tmp_path_factory):
    folder = tmp_path_factory.mktemp("reader")
    (folder / "exports").mkdir()
    return start_for_all(str(folder / "own.sqlite"), "--watch", str(folder / "exports"),
                         folder=folder)


def end_by_signal(reader):
    os.kill(reader, signal.SIGKILL)


def end_by_memory(reader):
    resource.prlimit(reader, resource.RLIMIT_DATA, (16 << 20, 16 << 20))
    os.kill(reader, signal.SIGCONT)


def end_by_time(reader):
    resource.prlimit(reader, resource.RLIMIT_CPU, (0, 0))
    os.kill(reader, signal.SIGCONT)


@pytest.mark.parametrize("end", [end_by_signal, end_by_memory, end_by_time])
def test_a_file_at_which_the_reader_ends_ends_nothing_else(server, desktop, end):
    root = server.root()
    before = server.archive(root)
    page = desktop.open(server.url + root + "/data")
    choose(page, "large.csv", LARGE)
    reader = server.reader()
    # While it is read, everything else goes on.
    for path in ["/day", "/data", "/log"]:
        assert server.request("GET", root + path, timeout=10)[0].status == 200
    end(reader)
    account = page.get_by_role("region", name="What is in the file: large.csv")
    expect(account).to_contain_text(ENDED)
    expect(account.get_by_role("button", name="Take it into the diary")).to_have_count(0)
    assert server.archive(root) == before and server.readers() == []
    # Another file is read.
    choose(page, "small.csv", readings([5.5, 6.5]))
    expect(page.get_by_role("region", name="What is in the file: small.csv")).to_contain_text(
        "2 rows read")


def test_a_reader_has_limits_of_memory_and_time(server):
    root = server.root()
    thread = threading.Thread(target=server.request, args=[
        "POST", root + "/do/upload?name=large.csv", LARGE])
    thread.start()
    reader = server.reader()
    try:
        assert resource.prlimit(reader, resource.RLIMIT_DATA) == (2 << 30, 2 << 30)
        assert resource.prlimit(reader, resource.RLIMIT_CPU) == (60, 60)
        # What it holds is written nowhere.
        assert resource.prlimit(reader, resource.RLIMIT_CORE) == (0, 0)
    finally:
        os.kill(reader, signal.SIGCONT)
        thread.join()


def test_a_watched_file_at_which_the_reader_ended_is_read_when_it_has_changed(server):
    root = server.root()
    file = server.folder / "exports" / "large.csv"

    def state():
        _, text = server.request("GET", root + "/data")
        return re.search(r"<li>large\.csv: ([^<]*)</li>", text)

    file.write_bytes(LARGE)
    end_by_signal(server.reader())
    until(lambda: state() and ENDED in state()[1])
    # A folder is looked at every two seconds, and a change is noticed after one.
    until_then = time.monotonic() + 6
    while time.monotonic() < until_then:
        assert server.readers() == []
        time.sleep(0.01)
    file.write_bytes(readings([6.6, 7.7]))
    until(lambda: state()[1] == "+2")
    assert server.post(root + "/do/food", day=day(-1), time="12:00", carbs="1")[0].status == 303
