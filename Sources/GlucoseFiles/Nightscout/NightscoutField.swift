// SPDX-License-Identifier: Apache-2.0

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
  case category, name, seconds, insulinInjections, insulinType, isBasalInsulin
  // The members by which other documents are recognized.
  case openaps, loop, pump, uploader, store, defaultProfile

  static let names = [
    "_id", "identifier", "uuid", "date", "mills", "utcOffset", "device", "isValid", "created_at",
    "timestamp", "timeZone", "flags",
    "type", "sgv", "mbg", "cal", "dateString", "sysTime",
    "eventType", "insulin", "enteredinsulin", "carbs", "protein", "fat", "glucose", "glucoseType",
    "units", "duration", "rate", "percent", "absolute", "notes", "reason", "foodType",
    "insulinAction", "intensity", "category", "name", "seconds", "insulinInjections",
    "insulinType", "isBasalInsulin",
    "openaps", "loop", "pump", "uploader", "store", "defaultProfile",
  ]
}
