// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary

/// The known types of treatments, in lower case, and this module's own values.
enum NightscoutVocabulary {
  static let tempBasal = "temp basal"
  static let meal = "meal"
  /// The types of treatments that consist of their text.
  static let notes: Set<String> = ["note", "announcement", "question", "<none>", "none", "null"]
  /// The types of treatments that are changes of a sensor or of an infusion site.
  static let changes: [String: DiaryEvent.Category] = [
    "sensor start": .sensorChange, "sensor change": .sensorChange, "site change": .siteChange,
  ]
  /// The types of treatments that are measurements of blood glucose.
  static let checks = Set([
    "bg check", "blood glucose check", "finger stick", "fingerstick", "calibration",
    "sensor calibration", "mbg",
  ]).union(meters)
  /// The origins of a concentration that was measured, in lower case.
  static let measured = Set(["finger", "manual"]).union(meters)
  /// The words for a meter or its readings, which occur as types and as origins.
  private static let meters: Set<String> = [
    "meter", "capillary", "capillary glucose", "blood glucose", "bg", "smbg",
  ]
  /// The value for the duration of an ongoing condition.
  static let open: StaticString = "open"

  /// Returns a Boolean value that indicates whether the type is a meal's.
  static func isMeal(_ type: String) -> Bool {
    type.contains("carb") || type.contains("meal") || type.contains("snack")
  }

  /// Returns a Boolean value that indicates whether the type is a dose's.
  static func isDose(_ type: String) -> Bool {
    type.contains("bolus") || type.contains("insulin") && !type.contains("change")
      || type == "smb"
  }
}

/// The members of Nightscout's documents that are read.
enum NightscoutField: Int, JSONFieldNames {
  // The members of both kinds.
  case mongoID, identifier, uuid, date, mills, utcOffset, device, isValid, created, timestamp
  case timeZone, flags
  // Entries.
  case type, sgv, mbg, cal, dateString, sysTime
  // Treatments.
  case eventType, insulin, enteredInsulin, carbs, protein, fat, glucose, glucoseType, units
  case duration, rate, percent, absolute, notes, reason, foodType, insulinAction, intensity
  case category, name, seconds, insulinInjections, insulinType, isBasalInsulin, exerciseKind
  case entryCategory, amount, unit
  // The members by which other documents are recognized.
  case openaps, loop, pump, uploader, store, defaultProfile

  static let names = [
    "_id", "identifier", "uuid", "date", "mills", "utcOffset", "device", "isValid", "created_at",
    "timestamp", "timeZone", "flags",
    "type", "sgv", "mbg", "cal", "dateString", "sysTime",
    "eventType", "insulin", "enteredinsulin", "carbs", "protein", "fat", "glucose", "glucoseType",
    "units", "duration", "rate", "percent", "absolute", "notes", "reason", "foodType",
    "insulinAction", "intensity", "category", "name", "seconds", "insulinInjections",
    "insulinType", "isBasalInsulin", "exerciseKind", "entryCategory", "amount", "unit",
    "openaps", "loop", "pump", "uploader", "store", "defaultProfile",
  ]
}
