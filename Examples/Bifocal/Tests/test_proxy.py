"""The program behind nginx with TLS, as the README has it."""

import pathlib
import re
import shutil
import socket
import subprocess

import pytest
from playwright.sync_api import expect

from bifocal import day, free_port, readings, until
from conftest import size
from forms import choose, enter, is_done

README = pathlib.Path(__file__).parents[1] / "README.md"


@pytest.fixture
def proxy(start, tmp_path):
    """A server, and its address behind a proxy that has the lines of the README."""
    if not shutil.which("nginx") or not shutil.which("openssl"):
        pytest.skip("nginx or openssl is not installed.")
    port = free_port()
    # Browsers have every name below localhost on this machine.
    name = "diary.localhost"
    server = start(str(tmp_path / "own.sqlite"), "--proxy", f"https://{name}:{port}",
                   folder=tmp_path)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         f"/CN={name}", "-keyout", tmp_path / "diary.key", "-out", tmp_path / "diary.pem"],
        check=True, capture_output=True)
    lines = re.search(r"```nginx\n(.*?)```", README.read_text(), re.S)[1]
    for before, after in [("listen 443", f"listen 127.0.0.1:{port}"), ("diary.example", name),
                          ("/etc/ssl/", f"{tmp_path}/"),
                          ("127.0.0.1:8080", f"127.0.0.1:{server.port}")]:
        assert before in lines
        lines = lines.replace(before, after)
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log;\n"
        "user root; events {}\n"
        f"http {{ access_log off; client_body_temp_path {tmp_path}/body;\n"
        f"proxy_temp_path {tmp_path}/proxy; fastcgi_temp_path {tmp_path}/fastcgi;\n"
        f"uwsgi_temp_path {tmp_path}/uwsgi; scgi_temp_path {tmp_path}/scgi;\n{lines}}}\n")
    nginx = subprocess.Popen(["nginx", "-p", tmp_path, "-c", tmp_path / "nginx.conf"])

    def listens():
        with socket.socket() as probe:
            return nginx.poll() is None and probe.connect_ex(("127.0.0.1", port)) == 0

    until(listens, message="nginx has not started.")
    yield server, f"https://{name}:{port}"
    nginx.terminate()
    nginx.wait(30)


def test_a_diary_behind_a_proxy_with_tls(proxy, open_browser):
    server, url = proxy
    token = server.printed.partition("#")[2]
    assert server.printed == f"{url}/#{token}"
    browser = open_browser(ignore_https_errors=True, **size("desktop"))
    browser.expected.add(401)
    page = browser.context.new_page()
    page.on("console", browser.hear)
    page.goto(server.printed)
    shown = page.get_by_role("region", name="Glucose now")
    expect(shown).to_contain_text("No reading yet")
    cookie = browser.context.cookies()[0]
    assert cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Strict"

    # A form, a file, and a change elsewhere that the page follows.
    root = server.root()
    page.goto(f"{url}{root}/day/{day(-1)}/food")
    enter(page, Name="Soup", Carbohydrate="30", Time="12:30")
    page.goto(f"{url}{root}/data")
    choose(page, "large.csv", readings([5.5, 7.7] * 60_000))
    page.get_by_role("button", name="Take it into the diary").click()
    is_done(page, "120000 new.")
    page.goto(url + root + "/day")
    expect(page.locator("main[data-connected]")).to_be_attached()
    server.post(root + "/do/food", day=day(), carbs="10")
    expect(page.get_by_role("link", name=re.compile("^Food 10 g"))).to_be_visible()

    # Through the name of the proxy, too, only its own pages write, and only with the token.
    host = url.removeprefix("https://")
    for origin in ["http://" + host, server.url, "https://evil.example", "null"]:
        response, _ = server.request("POST", root + "/do/erase", {"confirm": "ERASE"},
                                     {"Host": host, "Origin": origin}, origin=False)
        assert response.status == 403, origin
    # A proxy that states another name in further fields is not believed.
    response, _ = server.request(
        "POST", root + "/do/erase", {"confirm": "ERASE"},
        {"Origin": url, "X-Forwarded-Host": host, "X-Forwarded-Proto": "https"}, origin=False)
    assert response.status == 403
    response, _ = server.request("GET", root + "/day", None, {"Host": host}, has_token=False)
    assert response.status == 401
    response, _ = server.request("GET", root + "/day", None, {"Host": "diary.localhost"})
    assert response.status == 421


@pytest.mark.parametrize("origin", [
    "diary.example", "http://diary.example", "https://diary.example/", "https://diary.example:443",
    "https://Diary.example", "https://user@diary.example"])
def test_a_proxy_is_named_by_its_origin(program, origin, tmp_path):
    ended = subprocess.run([program, str(tmp_path / "own.sqlite"), "--proxy", origin],
                           capture_output=True, text=True, timeout=30)
    assert ended.returncode == 1 and "takes an origin" in ended.stderr


@pytest.mark.parametrize("address", ["myhost", "127.0.0.1.5", "::g"])
def test_an_address_is_one_of_numbers(program, address, tmp_path):
    ended = subprocess.run([program, str(tmp_path / "own.sqlite"), "--address", address],
                           capture_output=True, text=True, timeout=30)
    assert ended.returncode == 1 and ended.stderr == (
        "--address takes an IPv4 or IPv6 address, such as 192.168.1.20, or localhost.\n")
