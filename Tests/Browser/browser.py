"""A headless Chromium, driven through its debugging pipe with nothing but the standard library."""

import fcntl
import json
import os
import select
import subprocess
import time


class Browser:
    """One browser with one page. Commands are those of the Chrome DevTools Protocol."""

    def __init__(self, program, folder):
        # The browser reads commands from descriptor 3 and writes answers to 4.
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        low = [theirs_in, theirs_out]
        theirs_in, theirs_out = (fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in low)
        for end in low:
            os.close(end)

        def connect():
            os.dup2(theirs_in, 3)
            os.dup2(theirs_out, 4)

        self._errors = open(os.path.join(folder, "browser.log"), "wb")
        self._process = subprocess.Popen(
            [
                program, "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                "--disable-background-networking", "--remote-debugging-pipe",
                "--user-data-dir=" + os.path.join(folder, "profile"), "about:blank",
            ],
            stdin=subprocess.DEVNULL, stdout=self._errors, stderr=self._errors,
            preexec_fn=connect, pass_fds=(3, 4))
        os.close(theirs_in)
        os.close(theirs_out)
        self._buffer = b""
        self._last = 0
        self._session = None
        self.events = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self._session = self.call(
            "Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"]:
            self.call(domain + ".enable")

    def close(self):
        """Ends the browser that this object started."""
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._errors.close()

    def call(self, method, **parameters):
        """Sends a command and returns its result; events that come meanwhile are kept."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive(30)
            if answer.get("id") == self._last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def wait(self, method, seconds=30):
        """Waits for an event that has not been seen since the last wait."""
        end = time.monotonic() + seconds
        while not any(event["method"] == method for event in self.events):
            self._receive(end - time.monotonic())

    def _receive(self, seconds):
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(seconds, 0))
            if not ready:
                raise TimeoutError("The browser does not answer.")
            read = os.read(self._in, 1 << 16)
            if not read:
                raise RuntimeError("The browser has ended; see browser.log.")
            self._buffer += read
        message, self._buffer = self._buffer.split(b"\0", 1)
        message = json.loads(message)
        if "method" in message:
            self.events.append(message)
        return message

    def open(self, url, width, height):
        """Shows a page in a window of this size."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=width < 600)
        self.events = []
        self.call("Page.navigate", url=url)
        self.wait("Page.loadEventFired")

    def run(self, script):
        """The value of a script as JSON has it."""
        result = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"].get("description", script))
        return result["result"].get("value")

    def click(self, x, y):
        """Presses and releases the mouse."""
        for kind in ["mousePressed", "mouseReleased"]:
            self.call(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def tap(self, x, y):
        """Touches the screen for a moment."""
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def key(self, name, code=0, text=None):
        """Presses and releases a key."""
        press = {"key": name, "code": name, "windowsVirtualKeyCode": code}
        if text:
            press["text"] = text
        self.call("Input.dispatchKeyEvent", type="keyDown", **press)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, code=name,
                  windowsVirtualKeyCode=code)
