/// The origin of a reading, by a word in the table such as `cgm` or `manual`.
enum ReadingOrigin {
  /// A sensor's automatic reading, a sensor scanned by a person, or a meter's reading.
  case sensor, scan, meter
  /// A reading of a device that is not stated.
  case glucose
  /// A quantity other than glucose: insulin, food, ketones.
  case other
  /// An occasion such as a meal: an entry of its own, or the occasion of a reading.
  case occasion
  /// A number that was not measured: predicted, averaged, or otherwise computed.
  case derived
  /// An alert, or a setting such as a target.
  case alert, setting

  /// Creates the origin in a cell, or `nil` if the cell has no known word.
  ///
  /// The whole text determines the origin if it is known; otherwise, the words within it do, those
  /// of other quantities first, as in `insulin sensor site`.
  init?(_ cell: String) {
    let words = cell.lowercased().split { !($0.isLetter || $0.isNumber) }
    let word = words.joined()
    if Self.sensors.contains(word) {
      self = .sensor
    } else if Self.unstated.contains(word) {
      self = .glucose
    } else if word == "scan" || word == "flash" {
      self = .scan
    } else if Self.meters.contains(word) {
      self = .meter
    } else if Self.others.contains(word) {
      self = .other
    } else if Self.occasions.contains(word) {
      self = .occasion
    } else if let origin = Self.unmeasured[word] {
      self = origin
    } else if let code = cell.split(separator: " ").first, Self.meterCodes.contains(code) {
      self = .meter
    } else if let code = cell.split(separator: " ").first, Self.sensorCodes.contains(code) {
      self = .sensor
    } else {
      let text = " " + words.joined(separator: " ")
      let parts = Self.parts.first { $0.words.contains { text.contains($0) } }
      guard let parts else { return nil }
      self = parts.origin
    }
  }

  /// The words within a longer text, the most specific first: a sensor's maker also sells meters, and
  /// a sensor's reading may be called one of blood glucose. Another quantity may be the occasion of a
  /// reading, as in `glucose before insulin`.
  private static let parts: [(origin: Self, words: [Substring])] = [
    (.derived, "predict|forecast|projected|average glucose|mean glucose| pattern"),
    (
      .setting,
      "target glucose|glucose target|target bg|bg target|temp target|temporary target|threshold"
    ),
    (.alert, " alert| alarm"),
    // Glucose in another fluid, or a substance with glucose in its name.
    (.other, "urin|csf|cerebrospinal|phosphate|hemoglobin|a1c"),
    (.occasion, "insulin|carb|step|heart|ketone|weight|basal|bolus"),
    (.scan, "scan|flash"),
    (.meter, "finger|strip| meter|glucometer|glukometer|capillary"),
    (
      .sensor,
      "sensor|cgm|dexcom|libre|medtronic|guardian|eversense|interstitial|historic"
    ),
    (.meter, "blood glucose|bloodglucose"),
    (.glucose, "glucose|glukose|glucosa|glycémie|glycemie|glicemia"),
  ].map { ($0, $1.split(separator: "|")) }

  /// The kind of entry for the reading, or `nil` if it is not a reading.
  var channel: RowCollector.Channel? {
    switch self {
    case .sensor, .glucose: .sensor
    case .scan: .scan
    case .meter: .meter
    case .other, .occasion, .derived, .alert, .setting: nil
    }
  }

  /// The reason a row is skipped, if it is not a reading.
  var skipReason: RowSkipReason {
    switch self {
    case .sensor, .scan, .meter, .glucose, .other, .occasion: .otherMeasurement
    case .derived: .derived
    case .alert: .alert
    case .setting: .deviceRecord
    }
  }

  private static let sensors: Set<String> = [
    "cbg", "cgm", "sgv", "egv", "sensor", "sensorglucose", "continuous", "automatic", "auto",
    "historic", "interstitial", "cgmreading", "rtcgm",
  ]
  /// Words for glucose or for a reading, which do not state the device.
  private static let unstated: Set<String> = [
    "glucose", "gluc", "bg", "gl", "sg", "glucosevalue", "glucoselevel", "glucosereading",
    "bgreading",
    "reading", "readings", "glukose", "glukosewert", "blutzucker", "bz", "gewebezucker",
    "messwert", "glucosa", "glucemia", "lectura", "glicose", "glicemia", "leitura", "glucosio",
    "lettura", "glycémie", "glycemie", "lecture", "bloedglucose", "bloedsuiker", "blodsocker",
    "blodsukker", "glukoosi", "verensokeri", "glukoza", "glikemia", "glykemie", "glykémie",
    "glikoz", "kanşekeri", "глюкоза", "глюкозакрови", "血糖", "血糖値", "血糖值", "グルコース", "葡萄糖",
    "혈당", "سكرالدم", "الجلوكوز",
    // The type of a record of Apple Health, whatever the device.
    "hkquantitytypeidentifierbloodglucose",
  ]
  private static let meters: Set<String> = [
    "smbg", "mbg", "bgm", "manual", "meter", "glucometer", "fingerstick", "fingerprick", "finger",
    "fingersticks", "strip", "teststrip", "bloodglucose", "bloodglucosemeter", "capillary",
    "capillaryglucose", "calibration", "cal", "selfmonitored", "bgcheck", "bloodsample",
  ]
  private static let others: Set<String> = [
    "insulin", "bolus", "basal", "tempbasal", "carbs", "carb", "carbohydrate", "carbohydrates",
    "steps", "heartrate", "ketone", "ketones", "bloodketone", "weight", "deviceevent", "upload",
    "pumpsettings",
  ]
  private static let occasions: Set<String> = [
    "meal", "food", "exercise", "activity", "sleep",
  ]
  private static let unmeasured: [String: Self] = [
    "predicted": .derived, "prediction": .derived, "predictions": .derived, "forecast": .derived,
    "forecasted": .derived, "projected": .derived, "expected": .derived, "average": .derived,
    "mean": .derived, "median": .derived, "target": .setting, "targets": .setting,
    "goal": .setting, "threshold": .setting, "limit": .setting, "setting": .setting,
    "settings": .setting, "alert": .alert, "alerts": .alert, "alarm": .alert, "alarms": .alert,
    "warning": .alert, "notification": .alert,
  ]
  /// The codes of LOINC for glucose in blood, plasma, or serum, and in interstitial fluid.
  private static let meterCodes = Set(FHIRCodes.meterCodes.map { Substring($0.description) })
  private static let sensorCodes = Set(FHIRCodes.readingCodes.map { Substring($0.description) })
}
