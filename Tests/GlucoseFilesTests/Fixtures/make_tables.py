#!/usr/bin/env python3
"""Writes the samples of tables that make_samples.py does not write.

Every name, serial, date and number is invented; only the grammar (columns, separators, quotes, marks) follows what was
seen in exports and in what reads them.  Run it again to regenerate; the output is deterministic.
"""
import math
import os
from datetime import datetime, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))


def write(name, lines, newline="\n", bom=False):
    text = ("\ufeff" if bom else "") + "\n".join(lines) + "\n"
    with open(os.path.join(HERE, name), "wb") as f:
        f.write(text.replace("\n", newline).encode("utf-8"))


def value(i):
    """A smooth made-up curve in mg/dL."""
    return round(118 + 42 * math.sin(i / 5) + 9 * math.sin(i / 1.7))


def every(start, minutes, count):
    return [start + timedelta(minutes=minutes * i) for i in range(count)]


def quoted(cells):
    return ",".join('"' + c + '"' for c in cells)


# ------------------------------------------------------------------ mySugr
US = ["Date", "Time", "Tags", "Blood Sugar Measurement (mg/dL)", "Insulin Injection Units (Pen)",
      "Basal Injection Units", "Insulin Injection Units (pump)", "Insulin (Meal)", "Insulin (Correction)",
      "Temporary Basal Percentage", "Temporary Basal Duration (Minutes)", "Meal Carbohydrates (Grams, Factor 1)",
      "Meal Descriptions", "Activity Duration (Minutes)", "Activity Intensity (1: Cosy, 2: Ordinary, 3: Demanding)",
      "Activity Description", "Steps", "Note", "Location", "Blood pressure", "Body weight (lbs)", "HbA1c (Percent)",
      "Ketones", "Food type", "Medication"]
DE = ["Datum", "Zeit", "Tags", "Blutzuckermessung (mg/dL)", "Bolusinjektionseinheiten (Pen)",
      "Basalinjektionseinheiten", "Bolusinjektionseinheiten (Pumpe)", "Bolus (Mahlzeit)", "Bolus (Korrektur)",
      "Temporärer Basalprozentsatz", "Temporäre Basaldauer (Minuten)",
      "Mahlzeitkohlenhydrate (Broteinheiten, Faktor 12)", "Mahlzeitbeschreibung", "Aktivitätsdauer (Minuten)",
      "Aktivitätsintensität (1: Bequem, 2: Normal, 3: Anstrengend)", "Aktivitätsbeschreibung", "Schritte", "Notiz",
      "Ort", "Blutdruck", "Körpergewicht (kg)", "HbA1c (mmol/mol)", "Ketone", "Art der Nahrung", "Medikamente"]


def sugr(head, **cells):
    row = [""] * len(head)
    for place, text in cells.items():
        row[int(place[1:])] = text
    return quoted(row)


write("mysugr-us.csv", [
    quoted(US),
    sugr(US, _0="Aug 7, 2017", _1="5:33:00 PM", _2="Dinner", _3="142", _4="5.5", _7="4.5", _8="1.0", _11="45.0",
         _12="Noodles, sauce", _17="after a walk"),
    sugr(US, _0="Aug 7, 2017", _1="12:05:00 PM", _13="30", _14="2", _15="Cycling"),
    sugr(US, _0="Aug 7, 2017", _1="7:10:00 AM", _3="98", _5="18.0"),
    sugr(US, _0="Aug 6, 2017", _1="11:59:00 PM", _9="80", _10="120"),
    sugr(US, _0="Aug 6, 2017", _1="12:00:00 AM", _20="171", _21="6.9"),
    sugr(US, _0="Aug 5, 2017", _1="6:00:00 PM", _2="Sick,Bedtime"),
])
write("mysugr-de.csv", [
    quoted(DE),
    sugr(DE, _0="07.08.2017", _1="17:33:00", _2="Abendessen", _3="142", _6="3,25", _11="3,5", _12="Nudeln"),
    sugr(DE, _0="07.08.2017", _1="07:10:00", _3="98", _5="18"),
])

# ------------------------------------------------------------------ Tandem
start = datetime(2025, 6, 14, 0, 1, 33)
BOLUS = ("Type,Description,BG,IOB,BolusRequestID,BolusCompletionID,CompletionDateTime,InsulinDelivered,FoodDelivered,"
         "CorrectionDelivered,CompletionStatusID,CompletionStatusDesc,BolusIsComplete,BolexCompletionID,BolexSize,"
         "BolexStartDateTime,BolexCompletionDateTime,BolexInsulinDelivered,BolexIOB,BolexCompletionStatusID,"
         "BolexCompletionStatusDesc,ExtendedBolusIsComplete,EventDateTime,RequestDateTime,BolusType,"
         "BolusRequestOptions,StandardPercent,Duration,CarbSize,UserOverride,TargetBG,CorrectionFactor,FoodBolusSize,"
         "CorrectionBolusSize,ActualTotalBolusRequested,IsQuickBolus,EventHistoryReportEventDesc,"
         "EventHistoryReportDetails,NoteID,IndexID,Note")


def bolus(request, done, kind, now, later, carbs):
    cells = dict(Type="Bolus", Description=kind, BG="141", CompletionDateTime=done, InsulinDelivered=now,
                 BolexInsulinDelivered=later, EventDateTime=request, RequestDateTime=request, CarbSize=carbs)
    # One cell more than the header, as in exports.
    return ",".join('"' + cells[n] + '"' if cells.get(n) else "" for n in BOLUS.split(",")) + ',"",'


rows = ["Tandem Diabetes Care Inc.", "t:connect Therapy Timeline Data Export", "Patient Name, Sample Person",
        "Patient DOB, 1/1/1990", "Report Generated On, 6/15/2025 7:50:04 PM", "",
        "DeviceType,SerialNumber,Description,EventDateTime,Readings (CGM / BGM)"]
for i, t in enumerate(every(start, 5, 24)):
    rows.append(f'"t:slim X2 Insulin Pump","11111111","EGV","{t.isoformat()}","{value(i)}",')
rows += ["", "DeviceType,SerialNumber,Description,EventDateTime,BG (mg/dL),Note",
         '"t:slim X2 Insulin Pump","11111111","BG","2025-06-14T01:00:10","131","",',
         "", "Type,EventID,EventDateTime,IOB", '"IOB","81","2025-06-14T00:00:19","3.24"',
         '"IOB","9","2025-06-14T00:03:12","2.80"',
         "", "Type,EventID,EventDateTime,BasalRate", '"Basal","3","2025-06-14T00:00:00","0.850"',
         "", BOLUS,
         bolus("2025-06-14T00:53:36", "2025-06-14T00:58:26", "Standard/Correction", "6.53", "", "75"),
         bolus("2025-06-14T01:02:04", "2025-06-14T01:03:25", "Extended", "1.50", "1.00", "0"),
         bolus("2025-06-14T01:10:00", "2025-06-14T01:10:05", "Standard", "0.00", "", "0")]
write("tandem-tconnect.csv", rows, newline="\r\n")
rows = ["Gerätetyp,Seriennummer,Beschreibung,Datum und Uhrzeit,Messwerte (mg/dL)"]
for i, t in enumerate(every(start, 5, 12)):
    rows.append(f"Tandem Mobi™ System,1111111,EGV,{t.isoformat()},{value(i)}")
write("tandem-source-de.csv", rows)

# ------------------------------------------------------------------ Lingo
rows = ["Time of Glucose Reading [T=(local time) +/- (time zone offset)], Measurement(mg/dL)"]
for i, t in reversed(list(enumerate(every(datetime(2025, 11, 2, 1, 0), 5, 24)))):
    # Clocks are set back at two: the offset determines the hour.
    wall, offset = (t, "-04:00") if i < 12 else (t - timedelta(hours=1), "-05:00")
    rows.append(f"{wall.strftime('%Y-%m-%dT%H:%M')}{offset},{value(i)}")
write("lingo.csv", rows)

# ------------------------------------------------------------------ Clarity, 13 columns
HEAD = ["Index", "Timestamp (YYYY-MM-DDThh:mm:ss)", "Event Type", "Event Subtype", "Patient Info", "Device Info",
        "Source Device ID", "Glucose Value (mg/dL)", "Insulin Value (u)", "Carb Value (grams)", "Duration (hh:mm:ss)",
        "Glucose Rate of Change (mg/dL/min)", "Transmitter Time (Long Integer)"]
table = [HEAD, ["1", "", "FirstName", "", "Sample"] + [""] * 8]
for i, t in enumerate(every(datetime(2017, 3, 4, 8, 0), 5, 12)):
    table.append([str(i + 2), t.isoformat(), "EGV", "", "", "", "SM00000000", str(value(i)), "", "", "", "",
                  str(3000 + 300 * i)])
table.append(["14", "2017-03-04T08:31:00", "Insulin", "Fast-Acting", "", "", "SM00000000", "", "4.5", "", "", "", ""])
table.append(["15", "2017-03-04T08:32:00", "Notes", "", "felt odd", "", "SM00000000", "", "", "", "", "", ""])
write("dexcom-clarity-13-columns.csv", [",".join(r) for r in table], newline="\r\n")

# ------------------------------------------------------------------ FreeStyle Libre software
HEAD = ["ID", "Hora", "Tipo de registro", "Histórico de glucosa (mg/dL)", "Escaneo de glucosa (mg/dL)",
        "Insulina de acción rápida sin valor numérico", "Insulina de acción rápida (unidades)",
        "Alimentos sin valor numérico", "Carbohidratos (gramos)", "Insulina de acción prolongada sin valor numérico",
        "Insulina de acción prolongada (unidades)", "Notas", "Glucosa de tira (mg/dL)", "Cetonas (mmol/L)",
        "No corresponde", "No corresponde", "No corresponde", "Hora anterior", "Hora actualizada"]


def desktop(number, time, kind, **cells):
    row = [str(number), time, str(kind)] + [""] * 16
    for place, text in cells.items():
        row[int(place[1:])] = text
    return "\t".join(row)


rows = ["Persona Ejemplo", "# 00000000", "\t".join(HEAD)]
for i, t in enumerate(every(datetime(2018, 6, 19, 3, 16), 15, 16)):
    rows.append(desktop(16140 + i, t.strftime("%Y/%m/%d %H:%M"), 0, _3=str(value(i))))
rows += [desktop(16200, "2018/06/19 05:02", 1, _4="131"), desktop(16201, "2018/06/19 05:03", 2, _12="127"),
         desktop(16202, "2018/06/19 05:04", 4, _6="3.5"), desktop(16203, "2018/06/19 05:05", 5, _8="40"),
         desktop(16204, "2018/06/19 05:06", 6, _11="paseo"),
         desktop(16205, "2018/06/19 05:07", 6, _17="2018/06/19 05:07", _18="2018/06/19 06:07"),
         desktop(16206, "2018/06/19 05:08", 4, _10="14")]
write("freestyle-libre-es.txt", rows, newline="\r\n")

# ------------------------------------------------------------------ Dexcom Studio
rows = ["PatientInfoField\tPatientInfoValue\tGlucoseInternalTime\tGlucoseDisplayTime\tGlucoseValue\tMeterInternalTime\t"
        "MeterDisplayTime\tMeterValue\tEventLoggedInternalTime\tEventLoggedDisplayTime\tEventTime\tEventType\t"
        "EventDescription"]
info = [("FirstName", "Sample"), ("LastName", "Person"), ("SerialNumber", "SM00000000")]
meter = [("2014-02-01 08:02:00", 131), ("2014-02-01 08:40:10", 118)]
events = [("2014-02-01 08:10:00", "Carbs", "Carbs 45 grams"), ("2014-02-01 08:09:00", "Insulin", "Insulin 4.50 units"),
          ("2014-02-01 08:30:00", "ExerciseModerate", "Exercise Moderate 30 minutes"),
          ("2014-02-01 08:31:00", "HealthStress", "Health Stress")]
for i, t in enumerate(every(datetime(2014, 2, 1, 8, 0, 12), 5, 12)):
    person = info[i] if i < len(info) else ("", "")
    inner = (t + timedelta(hours=8)).strftime("%Y-%m-%d %H:%M:%S")
    drop = ("", "", "") if i >= len(meter) else (meter[i][0], meter[i][0], str(meter[i][1]))
    event = ("", "", "", "", "") if i >= len(events) else (inner, events[i][0]) + events[i]
    sensor = "Low" if i == 7 else str(value(i))
    rows.append("\t".join(person + (inner, t.strftime("%Y-%m-%d %H:%M:%S"), sensor) + drop + event))
write("dexcom-studio.csv", rows, newline="\r\n")

# ------------------------------------------------------------------ CGMacros
rows = [",Timestamp,Libre GL,Dexcom GL,HR,Calories (Activity),METs,Meal Type,Calories,Carbs,Protein,Fat,Fiber,"
        "Amount Consumed,Image path"]
for i, t in enumerate(every(datetime(2020, 5, 1, 10, 0), 1, 40)):
    dexcom = f"{value(i / 10) + i / 7:.4f}" if i >= 10 else ""
    libre = f"{value(i / 10):.1f}" if i < 38 else ""
    meal = "Breakfast,448,66.0,22.0,10.5,0.0,100.0,photos/1.jpg" if i == 20 else ",,,,,,,"
    rows.append(f"{i},{t.strftime('%Y-%m-%d %H:%M:%S')},{libre},{dexcom},,,10.0,{meal}")
write("cgmacros.csv", rows)

# ------------------------------------------------------------------ Glooko, German
title = "Name:Beispiel,Datumsbereich:14.06.2025 - 15.06.2025"
write("glooko-bolus-de.csv", [
    title,
    "Zeitstempel,Insulin-Typ,Blutzuckereingabe (mg/dl),Kohlenhydrataufnahme (g),Kohlenhydratverhältnis,"
    "Abgegebenes Insulin (E),Anfängliche Abgabe (E),Verzögerte Abgabe (E),Seriennummer",
    '14.06.2025 08:00,Normal,"0,0","45,0","10,0","4,5","","",A0000',
    '14.06.2025 12:30,Normal,"180,0","0,0","10,0","1,55","","",A0000'])

# ------------------------------------------------------------------ tables between bars
rows = ["RecID|PtID|ParentHDeviceUploadsID|SiteID|DeviceDtTm|DexInternalDtTm|RecordType|GlucoseValue"]
n = 0
for person in ("101", "263"):
    for i, t in enumerate(every(datetime(2016, 4, 30, 23, 30), 5, 24)):
        # A date without a clock is midnight.
        text = t.strftime("%m/%d/%Y") if (t.hour, t.minute) == (0, 0) else t.strftime("%m/%d/%Y %I:%M:%S %p")
        kind = "Calibration" if i == 9 else "CGM"
        rows.append(f"{n}|{person}|7|15|{text}|{text}|{kind}|{value(i)}.00")
        n += 1
write("registry-cgm.txt", rows, newline="\r\n")

# ------------------------------------------------------------------ LibreView, saved by a spreadsheet
HEAD = ("Device,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL,Scan Glucose mg/dL,"
        "Non-numeric Rapid-Acting Insulin,Rapid-Acting Insulin (units),Non-numeric Food,Carbohydrates (grams),"
        "Carbohydrates (servings),Non-numeric Long-Acting Insulin,Long-Acting Insulin (units),Notes,"
        "Strip Glucose mg/dL,Ketone mmol/L,Meal Insulin (units),Correction Insulin (units),"
        "User Change Insulin (units)")
rows = ["Glucose Data,Generated on,20-11-2025 16:12 UTC,Generated by,Sample Person" + "," * 14, HEAD]
for i, t in enumerate(every(datetime(2025, 5, 14, 8, 0), 15, 16)):
    rows.append(f"FreeStyle Libre 2,AAAA000-A0000,{t.strftime('%d-%m-%Y %H:%M')},0,{value(i)}" + "," * 14)
write("libreview-padded.csv", rows, newline="\r\n")


# ------------------------------------------------------------------ Accu-Chek
# Header and order: tidepool-org/uploader, lib/drivers/roche/accuChekMobile.js; glucometers-tech/glucometerutils,
# glucometerutils/drivers/accuchek_reports.py (the last name is padded with 197 spaces).
CHEK = [("01.06.2025", "07:45", "112", 4), ("01.06.2025", "12:10", "145", 5), ("01.06.2025", "18:30", "LO", 4),
        ("02.06.2025", "07:50", "131", 4), ("02.06.2025", "12:31", "HI", 5), ("02.06.2025", "13:00", "103", 6)]


def chek(date, clock, text, place, unit):
    marks = [""] * 6
    marks[place - 1] = "x"
    return ";".join([date, clock, text, unit] + marks)


write("accu-chek.csv", [
    "Serial number;Download date;Download time;;;;;;;", "U100000001;08.12.2025;17:04;;;;;;;",
    "Date;Time;Result;Unit;Temperature warning;Out of target range;Other;Before meal;After meal;Control test" + " " * 197,
] + [chek(d, t, v, p, "mg/dL") for d, t, v, p in CHEK], "\r\n")

# ------------------------------------------------------------------ Diabetes:M
# Columns: the importer of GlucoMan (DiabetesM.cs) and that of a synchronization with Nightscout (readDiabetesMCSVFile.kt),
# which skip a line before the header.
M = ("DateTimeFormatted glucose carbs proteins fats calories carb_bolus correction_bolus extended_bolus "
     "extended_bolus_duration basal basal_is_rate bolus_insulin_type basal_insulin_type weight_entry weight category "
     "category_name carb_ratio_factor insulin_sensitivity_factor notes is_sensor pressure_sys pressure_dia pulse "
     "injection_bolus_site injection_basal_site finger_test_site ketones google_fit_source timezone exercise_index "
     "exercise_comment exercise_duration medications food us_units hba1c cholesterol_total cholesterol_ldl "
     "cholesterol_hdl triglycerides microalbumin_test_type microalbumin creatinine_clearance egfr cystatin_c albumin "
     "creatinine calcium total_protein sodium potassium bicarbonate chloride alp alt ast bilirubin bun").split()


def entry(**cells):
    row = dict(glucose="0.0", carbs="0.0", proteins="0.0", fats="0.0", carb_bolus="0.0", correction_bolus="0.0",
               extended_bolus="0.0", basal="0.0", basal_is_rate="false", bolus_insulin_type="15", basal_insulin_type="14",
               is_sensor="false", timezone="Europe/Bratislava", us_units="false")
    row.update(cells)
    return quoted([row.get(name, "") for name in M])


write("diabetes-m.csv", ["Diabetes:M entries", quoted(M)] + [
    entry(DateTimeFormatted="2025-06-01 07:30:00", glucose="6.2", carbs="45.0", proteins="12.0", carb_bolus="3.5",
          correction_bolus="0.5", notes="porridge, milk"),
    entry(DateTimeFormatted="2025-06-01 12:50:00", glucose="8.1", carbs="60.0", carb_bolus="5.0"),
    entry(DateTimeFormatted="2025-06-01 21:50:00", basal="7.0"),
    entry(DateTimeFormatted="2025-06-02 01:50:00", basal="0.8", basal_is_rate="true"),
] + [entry(DateTimeFormatted=f"2025-06-02 {t:%H:%M:%S}", glucose=f"{value(i) / 18.016:.1f}", is_sensor="true")
     for i, t in enumerate(every(datetime(2025, 6, 2, 8), 5, 12))] + [
    entry(DateTimeFormatted="2025-06-02 19:00:00", ketones="0.4")])

# ------------------------------------------------------------------ Contour Diabetes
# steve8x8/Contour-NS, csv2insulin and csv2carbs.
CONTOUR = ["#", "Datum und Zeit", "Messungen [mg/dL]", "Mahlzeit-Markierung", "Datenquelle", "Notizen", "Aktivität",
           "Mahlzeit[BE]", "Medikament", "Ort"]
write("contour-de.csv", [quoted(CONTOUR)] + [
    quoted(["1", "18.11.25 15:20", "", "", "Manuell", "Brot", "", "2,00", "", ""]),
    quoted(["2", "18.11.25 07:20", "112", "Nüchtern", "Messgerät", "", "", "", "Fast-acting insulin: 5,0 E", ""]),
    quoted(["3", "19.11.25 07:20", "118", "Nüchtern", "Messgerät", "", "", "", "Long-acting insulin: 12,5 E", ""]),
    quoted(["4", "19.11.25 12:05", "", "", "Manuell", "", "", "", "Metformin", ""])], bom=True)

# ------------------------------------------------------------------ glucometerutils
# glucometers-tech/glucometerutils, pull request 107.
write("glucometerutils.csv", [
    '"2025-03-06 16:05:00","","","time","2025-03-06 15:57:59"', '"2025-03-07 14:34:26","0.01","","blood sample","(Ketone)"',
    '"2025-03-07 14:34:30","0.02","blood sample","(Ketone)"',
    '"2025-03-07 14:34:49","140.00","Before Meal","blood sample","(Blood)"', '"2025-03-07 15:00:18","121.00","","CGM","(Scan)"',
] + [f'"{t:%Y-%m-%d %H:%M:%S}","{value(i)}.00","","CGM","(Sensor)"'
     for i, t in enumerate(every(datetime(2025, 3, 7, 14, 48, 46), 15, 8))])

# ------------------------------------------------------------------ Glimp
# glimp2sidiary, Glimp2SiDiaryConverter.java, and two scripts that plot GlicemiaMisurazioni.csv, which name the 13 cells.
GLIMP = [f"2;{t:%d/%m/%Y %H.%M.%S};;0;{value(i) - 6};{value(i)};1;;;;;;" for i, t in
         enumerate(every(datetime(2025, 6, 13, 8), 15, 8))] + [
    "2;13/06/2025 09.50.00;;0;112;112;0;;;;;;", "2;13/06/2025 12.10.00;;0;0;0;0;;4.5;Humalog;;Arm;lunch"]
with open(os.path.join(HERE, "glimp.csv"), "wb") as f:
    f.write("\r\n".join(GLIMP + [""]).encode("utf-16"))

# ------------------------------------------------------------------ JSON
import json

START = datetime(2025, 6, 1, 7)
write("plain-readings.json", [json.dumps({"readings": [
    {"time": t.isoformat() + "Z", "glucose": value(i), "unit": "mg/dL"} for i, t in enumerate(every(START, 5, 24))]})])
# openaps/oref0, lib/glucose-get-last.js: a glucose instead of a sgv, newest first.
write("openaps-glucose.json", [json.dumps([
    {"glucose": value(i), "date": int((t - datetime(1970, 1, 1)).total_seconds() * 1000), "dateString": t.isoformat() + "+0000", "direction": "Flat",
     "device": "openaps://medtronic", "type": "sgv"} for i, t in enumerate(every(START, 5, 24))][::-1])])
# The test data of public clients of CareLink Connect: the pump's local time with a Z.
write("carelink-connect.json", [json.dumps({"patientData": {"lastSensorTSAsString": "2025-06-01T08:55:00", "markers": [], "sgs": [
    {"sg": 0 if i == 7 else value(i), "timestamp": t.isoformat() + ".000Z", "kind": "SG", "version": 1, "sensorState":
     "NO_DATA_FROM_PUMP" if i == 7 else "NO_ERROR_MESSAGE"} for i, t in enumerate(every(START, 5, 24))]}})])
