// SPDX-License-Identifier: Apache-2.0

/// What a word in a table, such as `cgm` or `manual`, states of the reading beside it.
enum ReadingSource {
  /// A sensor measured by itself, a person scanned it, or a meter measured a drop of blood.
  case sensor, scan, meter
  /// It is no glucose: insulin, food, ketones and the like.
  case other
  /// Something that happens, such as a meal: an entry of its own, or what a reading was taken at.
  case occasion

  /// What a cell states, or `nil` if it states nothing known.
  init?(_ cell: String) {
    let word = cell.lowercased().split { !($0.isLetter || $0.isNumber) }.joined()
    if Self.sensors.contains(word) {
      self = .sensor
    } else if word == "scan" || word == "flash" {
      self = .scan
    } else if Self.meters.contains(word) {
      self = .meter
    } else if Self.others.contains(word) {
      self = .other
    } else if Self.occasions.contains(word) {
      self = .occasion
    } else {
      return nil
    }
  }

  /// The kind of entry that the reading is, if it is one.
  var channel: RowCollector.Channel? {
    switch self {
    case .sensor: .sensor
    case .scan: .scan
    case .meter: .meter
    case .other, .occasion: nil
    }
  }

  private static let sensors: Set<String> = [
    "cbg", "cgm", "sgv", "egv", "sensor", "sensorglucose", "continuous", "automatic", "auto",
    "historic", "interstitial", "cgmreading", "rtcgm",
  ]
  private static let meters: Set<String> = [
    "smbg", "mbg", "bgm", "manual", "meter", "glucometer", "fingerstick", "fingerprick", "finger",
    "fingersticks", "strip", "teststrip", "bloodglucose", "bloodglucosemeter", "capillary",
    "capillaryglucose", "calibration", "cal", "selfmonitored", "bgcheck",
  ]
  private static let others: Set<String> = [
    "insulin", "bolus", "basal", "tempbasal", "carbs", "carb", "carbohydrate", "carbohydrates",
    "steps", "heartrate", "ketone", "ketones", "bloodketone", "weight", "deviceevent", "upload",
    "pumpsettings",
  ]
  private static let occasions: Set<String> = [
    "meal", "food", "exercise", "activity", "sleep", "alert", "alarm",
  ]
}
