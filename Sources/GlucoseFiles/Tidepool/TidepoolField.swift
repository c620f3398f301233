// SPDX-License-Identifier: Apache-2.0

/// The members of Tidepool's documents that are read.
enum TidepoolField: Int, JSONFieldNames {
  case type, id, mongoID, time, deviceTime, timezoneOffset, timezone, deviceID, uploadID
  case value, units, annotations, subType
  case normal, extended, dose, formulation, carbInput, nutrition, name
  case duration, intensity, states, note, notes

  static let names = [
    "type", "id", "_id", "time", "deviceTime", "timezoneOffset", "timezone", "deviceId",
    "uploadId", "value", "units", "annotations", "subType",
    "normal", "extended", "dose", "formulation", "carbInput", "nutrition", "name",
    "duration", "reportedIntensity", "states", "note", "notes",
  ]
}
