internal import GlucoseDiary
internal import GlucoseMath

extension VendorTable {
  static let all = [
    // Accu-Chek Mobile, by the parsers of Tidepool's uploader and of glucometerutils. Names in other
    // languages are not public, but the order is the same.
    VendorTable(
      format: .accuChek,
      marks: ["Result", "Temperature warning|Out of target range|Control test"],
      time: "Date",
      columns: [\.clock: "Time", \.meter: "Result", \.unit: "Unit", \.control: "Control test"],
      limits: FormatDefaults.Limits(mgdL: 10...600, mmolL: 0.6...33.3),
      columnsInAnyLanguage: { cells, row, head in
        guard cells.count >= 10, row >= 2, cells[..<10].allSatisfy({ !$0.isEmpty }),
          // The serial number and the time of the report.
          head.rows[row - 1].count >= 3, head.rows[row - 1].filter({ !$0.isEmpty }).count == 3,
          let record = head.rows.dropFirst(row + 1).first(where: { $0.count >= 4 }),
          WrittenTime(date: record[0], clock: record[1]) != nil,
          GlucoseUnit(named: record[3]) != nil
        else { return nil }
        return ColumnRoles(time: 0, clock: 1, meter: 2, unit: 3, control: 9)
      }),
    // By the parsers of GlucoMan and of a synchronization with Nightscout.
    VendorTable(
      format: .diabetesM, marks: ["DateTimeFormatted", "glucose", "carb_bolus"],
      time: "DateTimeFormatted",
      columns: [
        \.sensor: "glucose", \.isSensor: "is_sensor", \.isMgdL: "us_units", \.carbs: "carbs",
        \.protein: "proteins", \.fat: "fats", \.basal: "basal", \.isRate: "basal_is_rate",
        \.note: "notes",
      ], bolus: "carb_bolus|correction_bolus|extended_bolus", zone: "timezone",
      action: .rapidActing, isZeroMissing: true),
    // By the loader of a collection of data sets (Blood-Glucose-Control).
    VendorTable(
      format: .gluroo, marks: ["date", "bgl", "msg_type", "food_g"],
      time: "date", columns: [\.sensor: "bgl", \.carbs: "food_g"], bolus: "dose_units",
      unit: .mgdL),
    // By Contour-NS and a parser of the app's reports.
    VendorTable(
      format: .contour,
      marks: [
        "Date and Time|Datum und Zeit", "Meal Marker|Mahlzeit-Markierung",
        "Readings|BGValue|Messungen",
      ],
      time: "Date and Time|Datum und Zeit",
      columns: [
        \.meter: "Readings|BGValue|Messungen",
        \.carbs: "Meal[g]|Meal[BE]|Meal[KE]|Mahlzeit[g]|Mahlzeit[BE]|Mahlzeit[KE]",
        \.medication: "Medication|Medikament", \.note: "Notes|Notizen",
      ],
      columnsInAnyLanguage: { cells, row, head in
        guard 9...10 ~= cells.count, cells[0] == "#", cells[2].hasSuffix("]"),
          GlucoseUnit(mentionedIn: cells[2].lowercased()) != nil, cells[7].hasSuffix("]"),
          let record = head.rows.dropFirst(row + 1).first(where: { $0.count == cells.count }),
          WrittenTime(record[1]) != nil
        else { return nil }
        return ColumnRoles(time: 1, meter: 2, carbs: 7, medication: 8, note: 5)
      }),
    // In UTC, whatever the offset beside it, by Samsung's documentation.
    VendorTable(
      format: .samsungHealth, marks: ["start_time", "time_offset", "glucose"],
      time: "start_time", columns: [\.meter: "glucose", \.note: "comment"], unit: .mmolL,
      isUTC: true, prefix: "com_samsung_health_blood_glucose_"),
    // The columns that SiDiary imports, of which each program writes some. Finger-sticks are in
    // mmol/L if the column is named BG_LEVEL_MMOL.
    VendorTable(
      format: .xDrip, marks: ["DAY", "TIME", "UDT_CGMS|BG_LEVEL"],
      time: "DAY",
      columns: [
        \.clock: "TIME", \.sensor: "UDT_CGMS", \.meter: "BG_LEVEL", \.carbs: "CH_GR",
        \.basal: "BASAL", \.note: "REMARK",
      ], bolus: "BOLUS",
      unit: .mgdL, noteLineEnd: "||"),
    // The tables of an exporter of Nightscout, one below the other, by an export in cgm_format.
    VendorTable(
      format: .nightscout,
      marks: ["Date", "Time", "Glucose", "Type", "Device", "Trend", "ID"],
      time: "Date",
      columns: [\.clock: "Time", \.sensor: "Glucose", \.type: "Type", \.device: "Device"]),
    VendorTable(
      format: .nightscout,
      marks: ["Date", "Time", "Event Type", "Insulin (U)", "Carbs (g)", "ID"],
      time: "Date", columns: [\.clock: "Time", \.carbs: "Carbs (g)", \.note: "Notes"],
      bolus: "Insulin (U)"),
    // The name of the glucose column is its unit.
    VendorTable(
      format: .juggluco, marks: ["Sensorid", "nr", "UnixTime"],
      time: "UnixTime", columns: [\.sensor: "mg/dL|mmol/L", \.device: "Sensorid"]),
    VendorTable(
      format: .glucoseDirect,
      marks: ["Id", "Timestamp", "Glucose in mg/dL", "Glucose in mmol/L"],
      time: "Timestamp", columns: [\.sensor: "Glucose in mg/dL"]),
    VendorTable(
      format: .yourLoops, marks: ["timestamp", "timezoneOffSet", "value", "units", "cgmModel"],
      time: "timestamp", columns: [\.sensor: "value", \.unit: "units", \.device: "cgmModel"],
      isUTC: true),
    // "Time of Glucose Reading [T=(local time) +/- (time zone offset)]"
    VendorTable(
      format: .lingo, marks: ["Time of Glucose Reading", "Measurement"],
      time: "Time of Glucose Reading", columns: [\.sensor: "Measurement"], mayBeExplained: true),
  ]
}
