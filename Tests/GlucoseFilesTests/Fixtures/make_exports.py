#!/usr/bin/env python3
"""Makes the workbooks in the folder archives and the responses of services beside this script; all values are invented.

Deterministic; run it again to regenerate them."""
import csv
import datetime
import io
import json
import os
import zipfile
from xml.sax.saxutils import escape

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "archives")
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
PLAIN, STAMP, CLOCK, LENGTH, DAY = range(5)


def serial(time):
    return repr((time - datetime.datetime(1899, 12, 30)) / datetime.timedelta(days=1))


def letters(column):
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def workbook(sheets):
    """sheets: (name, rows); a cell is None, a text, a number, a datetime or (number, style)."""
    texts = {}

    def cell(value, row, column):
        place = f'{letters(column)}{row}'
        if value is None:
            return ""
        if isinstance(value, datetime.datetime):
            return f'<c r="{place}" s="{STAMP}"><v>{serial(value)}</v></c>'
        if isinstance(value, tuple):
            return f'<c r="{place}" s="{value[1]}"><v>{value[0]!r}</v></c>'
        if isinstance(value, (int, float)):
            return f'<c r="{place}"><v>{value!r}</v></c>'
        return f'<c r="{place}" t="s"><v>{texts.setdefault(value, len(texts))}</v></c>'

    def sheet(rows):
        data = "".join(
            f'<row r="{number}">' + "".join(cell(value, number, column) for column, value in enumerate(row)) + "</row>"
            for number, row in enumerate(rows, 1) if any(value is not None for value in row))
        return f'{HEAD}<worksheet xmlns="{MAIN}"><sheetData>{data}</sheetData></worksheet>'

    parts = [(f"xl/worksheets/sheet{number}.xml", sheet(rows)) for number, (_, rows) in enumerate(sheets, 1)]
    names = "".join(f'<sheet name="{escape(name)}" sheetId="{number}" r:id="rId{number}"/>'
                    for number, (name, _) in enumerate(sheets, 1))
    relations = "".join(f'<Relationship Id="rId{number}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{number}.xml"/>'
                        for number in range(1, len(sheets) + 1))
    relations += f'<Relationship Id="rIdT" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
    relations += f'<Relationship Id="rIdS" Type="{OFFICE}/styles" Target="styles.xml"/>'
    shared = "".join(f'<si><t xml:space="preserve">{escape(text)}</t></si>' for text in texts)
    styles = ('<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>'
              '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>'
              + "".join(f'<xf numFmtId="{number}" xfId="0"/>' for number in (0, 164, 20, 46, 14)) + "</cellXfs>")
    files = [
        ("[Content_Types].xml", f'{HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
        ("_rels/.rels", f'{HEAD}<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" '
                        f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'),
        ("xl/workbook.xml", f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><workbookPr/><sheets>{names}</sheets></workbook>'),
        ("xl/_rels/workbook.xml.rels", f'{HEAD}<Relationships xmlns="{PACKAGE}">{relations}</Relationships>'),
        ("xl/styles.xml", f'{HEAD}<styleSheet xmlns="{MAIN}">{styles}</styleSheet>'),
        ("xl/sharedStrings.xml", f'{HEAD}<sst xmlns="{MAIN}">{shared}</sst>'),
    ] + parts
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files:
            packed.writestr(zipfile.ZipInfo(name, (2025, 11, 20, 16, 12, 0)), text, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def write(name, data):
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data)


minute = datetime.timedelta(minutes=1)
start = datetime.datetime(2025, 6, 14, 22, 0, 0)
wave = [118, 121, 127, 133, 140, 146, 149, 148, 143, 136, 128, 119, 111, 102, 94, 86, 79, 72, 66, 61,
        57, 55, 58, 64, 73, 84, 96, 107, 117, 125]

# Tidepool: local time two hours ahead of UTC.
common = ["Zulu Time", "Local Time", "Device Time", "Tidepool Data Type"]
tail = ["Timezone Offset", "Device Id", "Id", "Upload Id", "Payload", "Annotations"]


def record(at, kind, values, number, annotations=None):
    zulu = at - 120 * minute
    return [zulu, at, at, kind] + values + [120, "sensor-1", f"r{number}", "upload-1", None, annotations]


out_of_range = json.dumps([{"code": "bg/out-of-range", "value": "low", "threshold": 40}])
cgm = [common + ["Value", "Units"] + tail]
for index, value in enumerate(wave):
    cgm.append(record(start + 5 * index * minute, "cbg", [value, "mg/dL"], index))
cgm.append(record(start + 150 * minute, "cbg", [39, "mg/dL"], 30, out_of_range))
carbohydrate = json.dumps({"carbohydrate": {"net": 30, "units": "grams"}})
tidepool = [
    ("CGM", cgm),
    ("SMBG", [common + ["Sub Type", "Value", "Units"] + tail,
              record(start + 7 * minute, "smbg", [None, 6.2, "mmol/L"], 40),
              # 110 mg/dL as Tidepool stores it.
              record(start + 70 * minute, "smbg", [None, 110 / 18.01559, "mmol/L"], 41)]),
    ("Bolus", [common + ["Sub Type", "Duration (mins)", "Extended", "Normal"] + tail,
               record(start + 2 * minute, "bolus", ["normal", None, None, 4.8], 50),
               record(start + 90 * minute, "bolus", ["dual/square", 60, 2.4, 1.2], 51)]),
    ("Bolus Calculator", [common[:3] + ["Tidepool Wizard Type", "Carb Input", "Units"] + tail,
                          record(start + 2 * minute, "wizard", [48, "mg/dL"], 60)]),
    ("Food", [common + ["Name", "Nutrition"] + tail, record(start + 91 * minute, "food", ["soup", carbohydrate], 61)]),
    ("Physical Activity", [common + ["Name", "Duration", "Reported Intensity"] + tail,
                           record(start + 30 * minute, "physicalActivity", ["walk", (40 / 1440, LENGTH), None], 62)]),
    ("Basal", [common + ["Delivery Type", "Duration (mins)", "Rate"] + tail,
               record(start, "basal", ["scheduled", 60, 0.8], 70), record(start + 60 * minute, "basal", ["scheduled", 60, 0.7], 71)]),
    ("Upload", [common[:3] + ["Computer Time", "Tidepool Data Type"] + tail,
                record(start, start, ["upload"], 80)]),
]
write("archives/tidepool.xlsx", workbook(tidepool))

day = start.strftime("%d/%m/%Y")
diasend = [
    ("Name and glucose", [["Name", "Sample Person"], [None], ["Serial number", "A0"],
                          ["Time period", f"{day} to 15/06/2025"], ["Time", "mmol/L"]]
     + [[(start + 55 * index * minute).strftime("%d/%m/%Y %H:%M"), value]
        for index, value in enumerate((6.4, 8.1, 3.6))]),
    ("CGM", [["Serial number", "A1"], ["Time", "mmol/L"]]
     + [[(start + 5 * index * minute).strftime("%d/%m/%Y %H:%M"), round(value / 18.01559, 1)]
        for index, value in enumerate(wave)] + [["15/06/2025 00:30", "LO"]]),
    ("Insulin use and carbs", [["Time", "Basal Amount (U/h)", "Bolus Type", "Bolus Volume (U)", "Immediate Volume (U)",
                                "Extended Volume (U)", "Duration (min)", "Carbs(g)", "Notes"],
                               [f"{day} 22:00", 0.8, None, None, None, None, None, None, None],
                               [f"{day} 22:02", None, "Normal", 4.5, None, None, None, 45, None],
                               [f"{day} 23:00", None, "Combination", 3.6, 1.2, 2.4, 60, None, None],
                               ["15/06/2025 00:00", 0.7, None, None, None, None, None, None, None]]),
    ("Insulin pump settings", [["Active basal program", 1], ["Start", "U/h"], ["00:00", 0.8]]),
    ("Alarms and events", [[None]]),
]
write("archives/diasend.xlsx", workbook(diasend))

# LibreView's file after a spreadsheet of the same country opened and saved it.
rows = []
with open(os.path.join(HERE, "libreview-us-12h.csv"), newline="", encoding="utf-8-sig") as file:
    for number, row in enumerate(csv.reader(file)):
        cells = []
        for column, text in enumerate(row):
            value = text or None
            if number >= 2 and column == 2:
                value = datetime.datetime.strptime(text, "%m-%d-%Y %I:%M %p")
            elif number >= 2 and value is not None:
                try:
                    value = float(text) if "." in text else int(text)
                except ValueError:
                    pass
            cells.append(value)
        rows.append(cells)
# The title has as many cells as the table.
write("archives/libreview.xlsx", workbook([("SamplePerson_glucose", rows)]))

# Dexcom's API for programs, version 3, and the API for followers.
begin = datetime.datetime(2025, 6, 14, 20, 0, 0)
iso = "%Y-%m-%dT%H:%M:%SZ"
records = []
for index, value in enumerate(wave[:12] + [39, 401, None]):
    at = begin + 5 * index * minute
    records.append({
        "recordId": f"e{index}", "systemTime": at.strftime(iso),
        "displayTime": (at + 120 * minute).strftime("%Y-%m-%dT%H:%M:%S+02:00"), "transmitterId": "T1",
        "transmitterTicks": 1000 + 300 * index, "value": value,
        "status": {39: "low", 401: "high"}.get(value), "trend": "flat", "trendRate": 0.1, "unit": "mg/dL",
        "rateUnit": "mg/dL/min", "displayDevice": "iOS", "transmitterGeneration": "g7", "displayApp": "G7"})
egvs = {"recordType": "egv", "recordVersion": "3.0", "userId": "u", "records": list(reversed(records))}
write("dexcom-egvs.json", (json.dumps(egvs, indent=1) + "\n").encode())
shared = [{"WT": f"Date({int((begin + 5 * index * minute).replace(tzinfo=datetime.timezone.utc).timestamp() * 1000)})",
           "ST": f"Date({int((begin + 5 * index * minute).replace(tzinfo=datetime.timezone.utc).timestamp() * 1000)})",
           "DT": f"Date({int((begin + 5 * index * minute).replace(tzinfo=datetime.timezone.utc).timestamp() * 1000)}+0200)",
           "Value": value, "Trend": "Flat"} for index, value in enumerate(wave[:8] + [39, 5])]
write("dexcom-share.json", (json.dumps(list(reversed(shared))) + "\n").encode())


def shown(at):
    hour = at.hour % 12 or 12
    return f"{at.month}/{at.day}/{at.year} {hour}:{at:%M:%S} {at:%p}"


def measurement(index, value, kind):
    at = begin + 5 * index * minute
    return {"FactoryTimestamp": shown(at), "Timestamp": shown(at + 120 * minute), "type": kind,
            "ValueInMgPerDl": value, "MeasurementColor": 1, "GlucoseUnits": 0, "Value": round(value / 18.01559, 1),
            "isHigh": value >= 500, "isLow": value <= 40}


graph = {"status": 0, "data": {
    "connection": {"id": "c", "patientId": "p", "country": "NO", "firstName": "Sample", "lastName": "Person",
                   "targetLow": 70, "targetHigh": 180, "sensor": {"sn": "S", "a": 1749000000, "pt": 4},
                   "glucoseMeasurement": {**measurement(12, 112, 1), "TrendArrow": 3}},
    "activeSensors": [{"sensor": {"sn": "S"}, "device": {"did": "d"}}],
    "graphData": [measurement(index, value, 0) for index, value in enumerate(wave[:10] + [40, 500])]},
    "ticket": {"token": "", "expires": 0, "duration": 0}}
write("librelinkup-graph.json", (json.dumps(graph, indent=1) + "\n").encode())
