"""Twenty clients at once, with a year of readings and with ten."""

import datetime
import http.client
import math
import statistics
import threading
import time

import pytest

from bifocal import UTC, cookie, day, readings


@pytest.mark.parametrize("years", [1, 10])
def test_twenty_clients_at_once_get_their_pages(people, root, years):
    values = [round(8 + 4 * math.sin(index / 30), 1) for index in range(years * 365 * 288)]
    people.take(root, "sensor.csv", readings(values, datetime.datetime.now(UTC)))
    for name, path in [("a day", "/day/{day}"), ("30 days", "/log?days=30"), ("the sources", "/data")]:
        times, statuses, end = [], set(), time.monotonic() + 3

        def client(number):
            connection = http.client.HTTPConnection(people.address, people.port, timeout=120)
            while time.monotonic() < end:
                start = time.monotonic()
                connection.request(
                    "GET", root + path.format(day=day(-number - len(times) % 300)),
                    headers={"Cookie": "=".join(cookie(people.port))})
                response = connection.getresponse()
                response.read()
                statuses.add(response.status)
                times.append(time.monotonic() - start)
            connection.close()

        start = time.monotonic()
        clients = [threading.Thread(target=client, args=(number,)) for number in range(20)]
        for one in clients:
            one.start()
        for one in clients:
            one.join()
        rate = len(times) / (time.monotonic() - start)
        print(f"Of {years} years, {name}: {rate:.0f} pages a second for 20 clients, "
              f"{statistics.median(times) * 1000:.0f} ms, at most {max(times) * 1000:.0f} ms.")
        assert statuses == {200} and len(times) >= 20 and max(times) < 5
