# SPDX-License-Identifier: Apache-2.0
"""A server under test, and what its tests share: requests without a browser, and files."""

import csv
import datetime
import http.client
import io
import json
import os
import pathlib
import random
import re
import resource
import signal
import socket
import subprocess
import time
import urllib.parse

UTC = datetime.timezone.utc
# The tests begin between twelve and one in the zone of their servers and browsers. None of them is
# under way at midnight, and the virtual person is at the same hour of the day in each run.
HOURS = 12 - datetime.datetime.now(UTC).hour
ZONE = datetime.timezone(datetime.timedelta(hours=HOURS))
# The names count in the other direction.
ZONE_NAME = f"Etc/GMT{-HOURS:+d}"
HOSTILE = "<img src=x onerror=\"window.pwned=1\"></title><script>window.pwned=2</script>&]]>\"'"


def free_port():
    """A port below those that the system gives to connections, which could take it meanwhile, and that
    no other worker takes."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    while True:
        port = 20_000 + worker % 4 * 3000 + random.randrange(3000)
        with socket.socket() as probe:
            try:
                probe.bind(("0.0.0.0", port))
                return port
            except OSError:
                continue


def today():
    return datetime.datetime.now(ZONE).date()


def day(offset=0):
    """The date this many days from today, as addresses have it."""
    return (today() + datetime.timedelta(days=offset)).isoformat()


# The token of the server at each port.
TOKENS = {}


def cookie(port):
    """The cookie that lets a browser in."""
    return f"bifocal-{port}", TOKENS[port]


class Server:
    """A running program. `folder` is its home: what it stores is there."""

    def __init__(self, program, folder, *arguments, address="127.0.0.1", zone=ZONE_NAME,
                 environment={}):
        self.program, self.folder, self.arguments = program, folder, arguments
        self.zone, self.environment, self.person_count = zone, environment, 0
        self.address, self.port = address, free_port()
        self.start()

    def start(self):
        arguments = [self.program, "--port", str(self.port), *self.arguments]
        if self.address != "127.0.0.1":
            arguments += ["--address", self.address]
        home = str(self.folder)
        self.process = subprocess.Popen(
            arguments, stdout=subprocess.PIPE, text=True,
            # People are made with the time zone of the program.
            env={**os.environ, "TZ": self.zone, "HOME": home, "XDG_DATA_HOME": home,
                 "OPENBLAS_NUM_THREADS": "1", **self.environment})
        self.printed = self.process.stdout.readline().strip()
        assert self.printed.startswith("http"), "The server has not started."
        TOKENS[self.port] = self.printed.partition("#")[2]

    def kill(self):
        """Ends the program at once, as a loss of power does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    @property
    def url(self):
        return f"http://{self.address}:{self.port}"

    def request(self, method, path, body=None, headers=None, origin=True, timeout=120,
                has_token=True):
        """A request without a browser; returns the response and its text."""
        connection = http.client.HTTPConnection(self.address, self.port, timeout=timeout)
        fields = {"Origin": self.url} if origin and method == "POST" else {}
        if has_token:
            fields["Cookie"] = "=".join(cookie(self.port))
        if isinstance(body, dict):
            body = urllib.parse.urlencode(body)
            fields["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, {**fields, **(headers or {})})
        response = connection.getresponse()
        text = response.read().decode("utf-8", "replace")
        connection.close()
        return response, text

    def root(self):
        """The address of the first person."""
        response, _ = self.request("GET", "/")
        return response.headers["Location"].removesuffix("/day")

    def add_person(self, name):
        """Adds a person and returns their address."""
        response, _ = self.request("POST", "/people", {"name": name})
        assert response.status == 303
        self.person_count += 1
        return response.headers["Location"].removesuffix("/settings")

    def post(self, path, **fields):
        return self.request("POST", path, {name.replace("_", "-"): value
                                           for name, value in fields.items()})

    def readers(self):
        """The processes that read files: one for each request to read one."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(number) for file in children for number in file.read_text().split()]

    def reader(self):
        """The process that reads a file, stopped when it has set its limits."""
        (number, *_), _ = until(self.readers)
        # The last one.
        until(lambda: resource.prlimit(number, resource.RLIMIT_CORE) == (0, 0))
        os.kill(number, signal.SIGSTOP)
        return number

    def archive(self, root):
        """Everything that is stored of a person."""
        response, text = self.request("GET", root + "/export/archive.json")
        assert response.status == 200
        return json.loads(text)

    def take(self, root, name, data):
        """Brings in a file and takes it."""
        path = f"{root}/do/upload?name={urllib.parse.quote(name)}"
        response, text = self.request("POST", path, data, timeout=600)
        assert response.status == 200, text
        upload = re.search(r'do/take"><input type="hidden" name="upload" value="([^"]+)"', text)
        assert upload, text
        response, text = self.request(
            "POST", root + "/do/take", {"upload": upload[1]}, timeout=600)
        assert response.status == 303, text


def readings(values, end=None, minutes=5):
    """A table of readings in mmol/L, the last at `end`, as the bytes of a file."""
    end = end or datetime.datetime.now(UTC)
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(["time", "glucose (mmol/L)"])
    for index, value in enumerate(values):
        time = end - datetime.timedelta(minutes=minutes * (len(values) - 1 - index))
        table.writerow([time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), value])
    return text.getvalue().encode()


def until(condition, seconds=60, message="It has not happened in time."):
    """Waits until `condition` returns something true, and returns it and how long it took."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        value = condition()
        if value:
            return value, time.monotonic() - start
        time.sleep(0.02)
    raise AssertionError(message)
