"""A Nightscout server of this machine as a source: a stub answers what a test wants it to."""

import datetime
import json
import re
import shutil
import ssl
import subprocess
import threading
import urllib.parse

import pytest
from playwright.sync_api import expect

from bifocal import HOSTILE, UTC, Site, until

NOW = datetime.datetime.now(UTC).replace(microsecond=0)


def entry(minutes, value, **fields):
    """A reading of some minutes ago."""
    time = NOW - datetime.timedelta(minutes=minutes)
    return {"_id": f"{minutes:024x}", "type": "sgv", "sgv": value, "direction": "Flat",
            "date": int(time.timestamp() * 1000),
            "dateString": time.strftime("%Y-%m-%dT%H:%M:%S.000Z"), **fields}


def treatment(minutes, kind="Meal Bolus", **fields):
    time = NOW - datetime.timedelta(minutes=minutes)
    return {"_id": f"{minutes + (1 << 40):024x}", "eventType": kind,
            "created_at": time.strftime("%Y-%m-%dT%H:%M:%S.000Z"), **fields}


class Stub(Site):
    """A server that answers each path by a function of the query, and keeps the queries."""

    def __init__(self, port=0):
        self.entries = self.treatments = lambda query: (200, json.dumps([]))
        self.requests = []
        super().__init__(self.answer, port)

    def answer(self, request):
        url = urllib.parse.urlsplit(request.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        self.requests.append((url.path, query, dict(request.headers)))
        answer = {"/api/v1/entries/sgv.json": self.entries,
                  "/api/v1/treatments.json": self.treatments}.get(url.path)
        status, text = answer(query) if answer else (404, "")
        if 300 <= status < 400:
            return status, {"Location": text}, b""
        return status, {}, text if isinstance(text, bytes) else text.encode()


@pytest.fixture
def stub():
    stub = Stub()
    yield stub
    stub.close()


@pytest.fixture
def follow(start, stub, tmp_path):
    """Starts a server that follows the stub."""

    def follow():
        server = start(str(tmp_path / "own.sqlite"), "--nightscout", stub.url, "--every", "1",
                       folder=tmp_path)
        return server, server.root()

    return follow


def readings(server, root):
    _, text = server.request("GET", root + "/export/readings.csv")
    return text.count("\n") - 1


def events(server, root):
    return server.archive(root)["events"]


def states(server, root):
    _, text = server.request("GET", root + "/data")
    return dict(re.findall(r"<li>(Nightscout[^:]*): ([^<]*)</li>", text))


def test_readings_and_treatments_arrive_once(stub, follow, desktop):
    # The newest comes first, as Nightscout sends it, and one comes twice.
    values = [entry(minutes, 100 + minutes) for minutes in range(0, 60, 5)]
    stub.entries = lambda query: (200, json.dumps(values + [values[3]]))
    stub.treatments = lambda query: (200, json.dumps(
        [treatment(30, carbs=40, insulin=4.5), treatment(20, "Note", notes=HOSTILE)]))
    server, root = follow()
    until(lambda: readings(server, root) == 12 and len(events(server, root)) == 3)
    count = len(stub.requests)
    until(lambda: len(stub.requests) > count + 4)
    assert readings(server, root) == 12 and len(events(server, root)) == 3
    # A reading that is late, and a new one.
    values[:0] = [entry(-1, 111), entry(52, 152)]
    until(lambda: readings(server, root) == 14)
    # What is asked for again is the last day and not everything.
    starts = [float(query["find[date][$gt]"]) for path, query, _ in list(stub.requests)
              if "sgv" in path]
    first, last = starts[0], starts[-1]
    assert abs(NOW.timestamp() * 1000 - first - 14 * 86_400_000) < 43_200_000
    assert last > first + 12 * 86_400_000
    until(lambda: states(server, root)["Nightscout"] == "+0")
    page = desktop.open(server.url + root + "/data")
    expect(page.get_by_role("region", name="Sources")).to_contain_text("Nightscout: +0")
    # What the server sends is no step that undo takes back.
    response, _ = server.post(root + "/do/undo")
    assert "done=no-undo" in response.headers["Location"]


@pytest.mark.parametrize("status, text, shown", [
    (500, "oops", "answered 500"), (401, "", "answered 401"), (404, "", "answered 404"),
    (200, '[{"type":"sgv","sgv":100,"date":17', "format of the file|rejected"), (200, "", "empty"),
    (200, "<html>Sign in</html>", "."), (200, b"\xff\xfe\x00\x01", "."), (200, "{}", "."),
    (200, "null", "."), (200, "[[[[", "."),
])
def test_an_error_of_one_document_is_shown_and_the_other_is_read(
        stub, follow, status, text, shown):
    stub.entries = lambda query: (status, text)
    stub.treatments = lambda query: (200, json.dumps([treatment(30, carbs=40)]))
    server, root = follow()
    until(lambda: len(events(server, root)) == 1 and "Nightscout" in states(server, root))
    state = states(server, root)["Nightscout"]
    assert re.search(shown, state) and readings(server, root) == 0, state
    # Once it is well again, its readings arrive.
    stub.entries = lambda query: (200, json.dumps([entry(5, 120)]))
    until(lambda: readings(server, root) == 1)


def test_damaged_records_are_counted_and_the_others_are_read(stub, follow):
    broken = [entry(5, 120), entry(10, "many"), {"type": "sgv"}, entry(15, -4), entry(20, 130)]
    stub.entries = lambda query: (200, json.dumps(broken))
    server, root = follow()
    until(lambda: readings(server, root) == 2)
    until(lambda: "rejected" in states(server, root).get("Nightscout", ""))


def test_a_state_is_shown_at_once_though_nothing_arrives(stub, follow, desktop):
    server, root = follow()
    page = desktop.open(server.url + root + "/data")
    sources = page.get_by_role("region", name="Sources")
    expect(sources).to_contain_text("Nightscout: +0")
    page.evaluate("""() => {
      window.changes = 0;
      new EventSource("/events").addEventListener("change", () => { window.changes += 1; });
    }""")
    # The first is that of the start.
    until(lambda: page.evaluate("window.changes") == 1)
    count = len(stub.requests)
    until(lambda: len(stub.requests) > count + 4)
    assert page.evaluate("window.changes") == 1
    stub.entries = lambda query: (500, "")
    until(lambda: page.evaluate("window.changes") > 1)
    expect(sources).to_contain_text("answered 500")


def test_a_redirection_is_not_followed(stub, follow):
    other = Stub()
    other.entries = lambda query: (200, json.dumps([entry(5, 120)]))
    stub.entries = lambda query: (302, other.url + "/api/v1/entries/sgv.json")
    server, root = follow()
    until(lambda: "302" in states(server, root).get("Nightscout", ""))
    assert other.requests == [] and readings(server, root) == 0
    other.close()


def test_a_slow_server_does_not_slow_the_page(stub, follow):
    is_answered = threading.Event()

    def slow(query):
        is_answered.wait(60)
        return 200, json.dumps([entry(5, 120)])

    stub.entries = slow
    server, root = follow()
    until(lambda: stub.requests)
    for path in ["/day", "/data", "/log"]:
        response, _ = server.request("GET", root + path)
        assert response.status == 200
    assert readings(server, root) == 0
    is_answered.set()
    until(lambda: readings(server, root) == 1)


def test_a_server_that_is_gone_is_named_and_found_again(stub, follow):
    server, root = follow()
    until(lambda: states(server, root).get("Nightscout") == "+0")
    port = stub.server.server_port
    stub.close()
    until(lambda: not states(server, root)["Nightscout"].startswith("+"))
    response, _ = server.request("GET", root + "/day")
    assert response.status == 200
    again = Stub(port)
    again.entries = lambda query: (200, json.dumps([entry(5, 120)]))
    until(lambda: readings(server, root) == 1)
    again.close()


@pytest.mark.parametrize("address", [
    "http://example.com", "http://8.8.8.8", "ftp://127.0.0.1", "nonsense",
    "http://127.0.0.1.example.com", "http://172.32.0.1", "http://010.8.8.8", "http://+10.0.0.1",
    "https://example.com?token=reader-1", "https://reader@example.com"])
def test_an_address_without_encryption_is_nearby_and_none_has_a_token(program, address, tmp_path):
    ended = subprocess.run(
        [program, str(tmp_path / "own.sqlite"), "--nightscout", address],
        capture_output=True, text=True, timeout=30)
    assert ended.returncode == 1 and "private network" in ended.stderr


def test_the_token_of_a_reader_is_sent(start, stub, tmp_path):
    start(str(tmp_path / "own.sqlite"), "--nightscout", stub.url, folder=tmp_path,
          environment={"NIGHTSCOUT_TOKEN": "reader-0123456789abcdef"})
    until(lambda: len(stub.requests) > 1)
    assert all(query["token"] == "reader-0123456789abcdef" for _, query, _ in stub.requests[:2])


def test_a_certificate_must_be_valid(start, tmp_path):
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed.")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
         str(tmp_path / "key.pem"), "-out", str(tmp_path / "certificate.pem")],
        check=True, capture_output=True)
    stub = Stub()
    stub.entries = lambda query: (200, json.dumps([entry(5, 120)]))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "certificate.pem", tmp_path / "key.pem")
    stub.server.socket = context.wrap_socket(stub.server.socket, server_side=True)
    server = start(str(tmp_path / "own.sqlite"), "--nightscout",
                   f"https://localhost:{stub.server.server_port}", "--every", "1",
                   folder=tmp_path)
    root = server.root()
    until(lambda: "Nightscout" in states(server, root))
    state = states(server, root)["Nightscout"]
    assert re.search("SSL|TLS|certificate", state), state
    assert not stub.requests and readings(server, root) == 0
    stub.close()
