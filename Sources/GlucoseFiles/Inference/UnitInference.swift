public import GlucoseMath

/// Infers the unit of a file from all values that state none.
///
/// A value is never judged alone and a locale is never consulted: one file, one unit. A stated unit
/// is checked against the values, too (<doc:ReadableFormats>).
struct UnitInference {
  /// Whether the values may be of another quantity than glucose, so that all must be plausible as
  /// glucose.
  var isDoubtful = false
  private var count = 0
  /// The number of values that are too low for either unit.
  private var strangeCount = 0
  private var atLeastThree = 0
  private var belowSensors = 0
  private var aboveMillimoles = 0
  /// The first value that is hardly possible in mg/dL, and the first that is impossible in mmol/L.
  private var lowExample: Example?
  private var highExample: Example?
  private var hasFraction = false
  private var least = Double.infinity
  private var greatest = -Double.infinity

  private typealias Example = (value: Double, line: Int)

  var hasValues: Bool { count > 0 }

  init(isDoubtful: Bool = false) { self.isDoubtful = isDoubtful }

  @inline(__always)
  mutating func add(_ value: Double, line: Int = 0) {
    guard value >= 0.5 else {
      strangeCount += 1
      return
    }
    count += 1
    if value >= 3 { atLeastThree += 1 }
    // Sensors show 36 mg/dL or more, meters rarely less than 20 mg/dL; none shows more than 33
    // mmol/L.
    if value < 20 {
      belowSensors += 1
      if lowExample == nil { lowExample = (value, line) }
    }
    if value > 60 {
      aboveMillimoles += 1
      if highExample == nil { highExample = (value, line) }
    }
    // Below this number, the sum has no room for a fraction; above it, the value has none.
    let large = 0x1p52
    if value < large, (value + large) - large != value { hasFraction = true }
    least = min(least, value)
    greatest = max(greatest, value)
  }

  /// The unit that the values determine.
  ///
  /// It is mg/dL if any value is 40 or above and less than half are below 20; mmol/L if all are
  /// below 35, some is below 20 and some has a fraction, and half or more are 3 or above and, of
  /// three or more, some is 4.2 or above, which excludes g/L. Numbers from 20 to below 35 alone are extreme in either unit. If the quantity is
  /// doubtful, all must be 20 to 600 and some 100 or above for mg/dL, and all from 1 to below 35,
  /// some below 20 and some with a fraction, for mmol/L.
  private var shown: GlucoseUnit? {
    if isDoubtful {
      if strangeCount > 0 { return nil }
      if least >= 20, greatest >= 100, greatest <= 600 { return .mgdL }
      return least >= 1 && least < 20 && greatest < 35 && hasFraction ? .mmolL : nil
    }
    if greatest >= 40 { return belowSensors * 2 < count ? .mgdL : nil }
    guard least < 20, greatest < 35, hasFraction else { return nil }
    // Several readings of which none is above 4.1 mmol/L are in g/L, which those of one person are
    // more often than always low.
    if count > 2, greatest < 4.2 { return nil }
    return atLeastThree * 2 >= count ? .mmolL : nil
  }

  private func contradict(_ stated: GlucoseUnit, isOfEachValue: Bool) -> Bool {
    switch stated {
    case .mgdL:
      let areFractions = hasFraction && count > 1
      let isLow = belowSensors * 2 > count && (least < PlausibleGlucose.lowest || areFractions)
      return isLow || !isOfEachValue && greatest < 35 && (areFractions || count >= 12)
    case .mmolL: return aboveMillimoles * 2 > count
    }
  }

  /// Checks a unit that is stated with each value. A single value is outside the plausible range if
  /// it contradicts the unit, and only its row is rejected.
  func check(_ stated: GlucoseUnit) throws(ReadError) {
    guard count > 1, contradict(stated, isOfEachValue: true) else { return }
    throw error(stated, "\(stated.rawValue) with each value")
  }

  private func error(_ stated: GlucoseUnit, _ evidence: String) -> ReadError {
    let example = stated == .mgdL ? lowExample : highExample
    let line = example.flatMap { $0.line > 0 ? $0.line : nil }
    let text = example.map { "\(evidence), and the value \($0.value)" } ?? evidence
    return ReadError(
      .unitContradicted(stated, values: least...greatest), line: line, text: text,
      expected: "values that sensors and meters show in this unit")
  }

  /// Returns the unit of the file: the unit that the header states; otherwise, the caller's;
  /// otherwise, the unit that the values determine.
  ///
  /// Returns `nil` if there are no values and neither the header nor the caller states a unit.
  func decide(
    stated: DetectedValue<GlucoseUnit>?, caller: GlucoseUnit?
  ) throws(ReadError) -> DetectedValue<GlucoseUnit>? {
    let stated = stated ?? caller.map { DetectedValue($0, .caller) }
    guard count > 0 else { return stated }
    if let stated {
      if contradict(stated.value, isOfEachValue: false) {
        throw error(stated.value, "\(stated.evidence)")
      }
      return stated
    }
    guard let shown else {
      throw ReadError(
        .unitUnknown(values: least...greatest),
        expected: "the unit, in the header or from the caller")
    }
    return DetectedValue(shown, .values(least...greatest))
  }
}

extension GlucoseFile {
  /// The concentrations that a file may contain: 10 to 1000 mg/dL, both included.
  ///
  /// Meters show 10 or 20 to 600 mg/dL, sensors 40 to 400 or 500 mg/dL; programs with their own
  /// calibration and some transmitters show less than 40 mg/dL; laboratories have measured somewhat
  /// more than a meter shows. A number outside the range is a code, an error of the unit, or
  /// damage, and its row is rejected. A device's own range does not narrow this range, because
  /// values beyond a sensor's range occur in the records of all of them.
  public static let plausibleRange: ClosedRange<Glucose> =
    .mgdL(PlausibleGlucose.lowest) ... .mgdL(PlausibleGlucose.highest)
}

/// The bounds of ``GlucoseFile/plausibleRange`` as numbers, and related limits.
enum PlausibleGlucose {
  /// The lower bound, in mg/dL.
  static let lowest = 10.0
  /// The upper bound, in mg/dL.
  static let highest = 1000.0
  /// The highest number, in any unit, that is evidence for the content of a column.
  static let highestEvidence = 2000.0
  /// Numbers in mmol/L that are within the bounds whatever the rounding error of a conversion.
  static let surelyInMmolL = 0.6...55.0
  /// The lowest sensor entry of Nightscout, in mg/dL; lower numbers are or were codes.
  static let lowestOfNightscout = 13.0
  /// The highest number that a meter or a sensor shows, in mg/dL.
  static let highestShown = 600.0

  /// Returns whether a concentration in mg/dL is within the bounds, with a tolerance for the
  /// rounding error of a conversion and back.
  @inline(__always)
  static func contains(_ mgdL: Double) -> Bool { lowest - 1e-9 <= mgdL && mgdL <= highest + 1e-9 }
}
