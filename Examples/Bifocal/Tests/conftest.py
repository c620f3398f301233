"""The servers and browsers of the tests. BIFOCAL names the program, CHROMIUM the browser."""

import os
import re
import pathlib

import axe_core_python
import pytest
from playwright.sync_api import expect, sync_playwright

from bifocal import Server, ZONE_NAME, cookie, day

AXE = (pathlib.Path(axe_core_python.__file__).parent / "axe.min.js").read_text()
# A machine that does other work, too, is slower than the five seconds of Playwright.
expect.set_options(timeout=15_000)
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}


@pytest.fixture(scope="session")
def program():
    return os.environ["BIFOCAL"]


def starting(program, tmp_path_factory):
    servers = []

    def start(*arguments, folder=None, **options):
        folder = folder or tmp_path_factory.mktemp("home")
        servers.append(Server(program, folder, *arguments, **options))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def start(program, tmp_path_factory):
    """Starts servers, which are ended when the test is done."""
    yield from starting(program, tmp_path_factory)


@pytest.fixture(scope="session")
def start_for_all(program, tmp_path_factory):
    """Starts servers, which are ended when all tests are done."""
    yield from starting(program, tmp_path_factory)


@pytest.fixture
def own(start, tmp_path):
    """A server of one person."""
    return start(str(tmp_path / "own.sqlite"), folder=tmp_path)


@pytest.fixture(scope="session")
def demo(start_for_all):
    """The virtual person."""
    return start_for_all()


@pytest.fixture(scope="session")
def servers_of_people():
    return []


@pytest.fixture
def people(start_for_all, servers_of_people, tmp_path_factory):
    """People with empty diaries of their own. A server has at most 100, so that after some tests
    another one is started."""
    if servers_of_people and servers_of_people[-1].person_count > 40:
        servers_of_people.pop().kill()
    if not servers_of_people:
        servers_of_people.append(
            start_for_all("--people", str(tmp_path_factory.mktemp("people"))))
    return servers_of_people[-1]


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            # Without a graphics card, drawing by its interface is slower.
            args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


class Browser:
    """Pages of one browser profile, and everything about them that must not be."""

    def __init__(self, chromium, **options):
        self.context = chromium.new_context(
            timezone_id=ZONE_NAME, locale="en-GB", reduced_motion="reduce", **options)
        self.context.set_default_timeout(15_000)
        self.complaints = []
        # Statuses that a test expects; the browser writes each to its console.
        self.expected = set()

    def let_in(self, url):
        """Stores the token of the server, as its page does once."""
        name, value = cookie(int(re.search(r":(\d+)", url)[1]))
        self.context.add_cookies([{"name": name, "value": value, "url": url, "httpOnly": True,
                                   "sameSite": "Strict"}])

    def open(self, url, has_token=True):
        page = self.context.new_page()
        own = re.match(r"http://[^/]+", url)[0]
        if has_token:
            self.let_in(own)
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: request.url.startswith((own, "blob:", "data:"))
                or self.complaints.append("A request to " + request.url))
        page.goto(url)
        return page

    def leave(self):
        """Closes all pages, before their server ends."""
        for page in self.context.pages:
            page.close()

    def hear(self, message):
        if message.type in ("error", "warning") and not any(
                f"status of {status}" in message.text for status in self.expected):
            self.complaints.append(message.text)


@pytest.fixture(params=SIZES)
def device(request):
    return request.param


def size(name):
    width, height = SIZES[name]
    return {"viewport": {"width": width, "height": height},
            "has_touch": name == "phone"}


@pytest.fixture
def open_browser(chromium, start):
    """Opens browsers, which are closed when the test is done and before the servers that it started,
    without a complaint in a console."""
    browsers = []

    def open_browser(**options):
        browsers.append(Browser(chromium, **options))
        return browsers[-1]

    yield open_browser
    for browser in browsers:
        browser.context.close()
    assert [browser.complaints for browser in browsers if browser.complaints] == []


@pytest.fixture
def browser(open_browser, device):
    """A browser of a phone, and one of a desktop."""
    return open_browser(**size(device))


@pytest.fixture
def desktop(open_browser):
    """A browser of a desktop alone, for what does not depend on the width."""
    return open_browser(**size("desktop"))


@pytest.fixture
def page(demo, browser):
    """The day of the virtual person."""
    return browser.open(demo.url)


@pytest.fixture
def root(people, request):
    """The address of a person with an empty diary."""
    return people.add_person(request.node.originalname)


@pytest.fixture
def diary(people, browser, root):
    """The page of a person with an empty diary, and a function that opens a domain of a day."""
    page = browser.open(people.url + root + "/day")

    def open_domain(domain, offset=0):
        page.goto(f"{people.url}{root}/day/{day(offset)}/{domain}")
        return page

    open_domain.page, open_domain.root = page, root
    return open_domain


@pytest.fixture
def violations():
    """Returns the rules of axe-core that a page violates, each with the elements."""

    def violations(page):
        page.evaluate(AXE)
        # What passes is not described, which takes most of the time.
        found = page.evaluate("""async () => {
          const result = await axe.run({ resultTypes: ["violations"] });
          return result.violations.map(rule => [rule.id, rule.nodes.slice(0, 3).map(node => node.target)]);
        }""")
        return [f"{rule}: {targets}" for rule, targets in found]

    return violations
