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
    if let origin = Self.known[word] {
      self = origin
    } else if let code = cell.split(separator: " ").first.map(String.init),
      let origin = Self.codes[code]
    {
      self = origin
    } else {
      let text = " " + words.joined(separator: " ") + " "
      let parts = Self.parts.first { $0.words.contains { text.contains($0) } }
      guard let parts else { return nil }
      self = parts.origin
    }
  }

  /// The words within a longer text, the most specific first: a sensor's maker also sells meters, and
  /// a sensor's reading may be called one of blood glucose. Another quantity may be the occasion of a
  /// reading, as in `glucose before insulin`.
  private static let parts: [(origin: Self, words: [Substring])] = [
    (.derived, "predict|forecast|projected|average|mean | avg | pattern|deviation|variability"),
    (.derived, " sd | cv | median| maximum | minimum | max | durchschnitt|mittlere|mittelwert"),
    (.derived, "moyenne| media |medio |gemiddeld|genomsnitt"),
    (.setting, "target glucose|glucose target|target bg|bg target|temp target|zielwert|objetivo"),
    (.setting, "temporary target|threshold"),
    (.alert, " alert| alarm"),
    // Glucose in another fluid, or a substance with glucose in its name.
    (.other, "urin|orina|harn|mocz|csf|cerebrospinal|liquor|pleural|perito|ascit|synovial|saliva"),
    (.other, "phosphate|hemoglobin|a1c|albumin|glucosamin|oxidase"),
    (.other, "keton|céton|ceton"),
    (.occasion, "insulin|carb|step|distance|heart|weight|basal|bolus"),
    (.scan, "scan|flash"),
    (.meter, "finger|strip| meter|glucometer|glukometer|capillary"),
    (.sensor, "sensor|cgm|dexcom|libre|medtronic|guardian|eversense|interstitial|historic"),
    (.meter, "blood glucose|bloodglucose"),
    (.glucose, "glucose|glukose|glucosa|glycémie|glycemie|glicemia"),
  ].map { ($0, $1.split(separator: "|")) }

  var channel: Records.Channel? {
    switch self {
    case .sensor, .glucose: .sensor
    case .scan: .scan
    case .meter: .meter
    case .other, .occasion, .derived, .alert, .setting: nil
    }
  }

  var skipReason: RowSkipReason {
    switch self {
    case .sensor, .scan, .meter, .glucose, .other, .occasion: .otherMeasurement
    case .derived: .derived
    case .alert: .alert
    case .setting: .deviceRecord
    }
  }

  private static let known: [String: Self] = {
    let words: [Self: String] = [
      .sensor: """
      cbg cgm sgv egv sensor sensorglucose continuous automatic auto historic interstitial
      cgmreading rtcgm
      """,
      .scan: "scan flash directread",
      .meter: """
      smbg mbg bgm manual meter glucometer fingerstick fingerprick finger fingersticks strip
      teststrip bloodglucose bloodglucosemeter capillary capillaryglucose calibration cal
      selfmonitored bgcheck bloodsample
      """,
      // Words for glucose or for a reading, and the type of a record of Apple Health, whatever the
      // device.
      .glucose: """
      glucose gluc bg gl sg glucosevalue glucoselevel glucosereading bgreading reading readings
      glukose glukosewert blutzucker bz gewebezucker messwert glucosa glucemia lectura glicose
      glicemia leitura glucosio lettura glycémie glycemie lecture bloedglucose bloedsuiker
      blodsocker blodsukker glukoosi verensokeri glukoza glikemia glykemie glykémie glikoz
      kanşekeri глюкоза глюкозакрови 血糖 血糖値 血糖值 グルコース 葡萄糖 혈당 سكرالدم الجلوكوز
      hkquantitytypeidentifierbloodglucose
      """,
      .other: """
      insulin bolus basal tempbasal carbs carb carbohydrate carbohydrates steps heartrate ketone
      ketones bloodketone weight deviceevent upload pumpsettings cgmsettings wizard
      """,
      .occasion: "meal food exercise activity physicalactivity reportedstate sleep",
      .derived: """
      predicted prediction predictions forecast forecasted projected expected average mean
      median
      """,
      .setting: "target targets goal threshold limit setting settings",
      .alert: "alert alerts alarm alarms warning notification",
    ]
    let pairs = words.flatMap { origin, words in
      words.split(whereSeparator: \.isWhitespace).map { (String($0), origin) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()
  /// The codes of LOINC for glucose in blood, plasma, or serum, and in interstitial fluid.
  private static let codes = Dictionary(
    uniqueKeysWithValues: FHIRCodes.meterCodes.map { ($0.description, Self.meter) }
      + FHIRCodes.readingCodes.map { ($0.description, .sensor) })
}
