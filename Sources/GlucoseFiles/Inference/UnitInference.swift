// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Finds out the unit of a file from all values that name none.
///
/// A value is never judged by itself and a locale never asked: one file, one unit. What is stated is
/// held to the values, too:
///
/// | Stated | Contradicted where |
/// |---|---|
/// | mg/dL | more than half are below 20, and some is below 10 or, of two or more, has a fraction |
/// | mg/dL by a header or the caller | besides, where two or more are all below 35 and some has a fraction |
/// | mmol/L | more than half are above 60 |
///
/// A single reading of a severe low, converted from mmol/L, contradicts nothing. Numbers below 0.5 are no concentration in either unit and show nothing.
struct UnitInference {
  /// Whether the values may be of something else than glucose, so that all must be what glucose is.
  var isDoubtful = false
  private var count = 0
  /// How many numbers are too low for either unit.
  private var strangeCount = 0
  private var atLeastThree = 0
  private var belowSensors = 0
  private var aboveMillimoles = 0
  /// The first value that can hardly be in mg/dL, and the first that cannot be in mmol/L.
  private var lowExample: Example?
  private var highExample: Example?
  private var hasFraction = false
  private var least = Double.infinity
  private var greatest = -Double.infinity

  /// A value and its line.
  private typealias Example = (value: Double, line: Int)

  init(isDoubtful: Bool = false) { self.isDoubtful = isDoubtful }

  /// Takes note of a value on a line.
  mutating func add(_ value: Double, line: Int = 0) {
    guard value >= 0.5 else {
      strangeCount += 1
      return
    }
    count += 1
    if value >= 3 { atLeastThree += 1 }
    // No sensor shows less than 36 mg/dL, and hardly a meter less than 20; nor more than 33 mmol/L.
    if value < 20 {
      belowSensors += 1
      if lowExample == nil { lowExample = (value, line) }
    }
    if value > 60 {
      aboveMillimoles += 1
      if highExample == nil { highExample = (value, line) }
    }
    if !hasFraction, Int(exactly: value) == nil { hasFraction = true }
    least = min(least, value)
    greatest = max(greatest, value)
  }

  /// The unit that the values show by themselves: mg/dL if any is 40 or above and not most below 20,
  /// mmol/L if all are below 35, some has a fraction and half or more are 3 or above, which in g/L they
  /// would not be.
  ///
  /// In doubt, all must be above 20 and some above 100 to be mg/dL, and all above 1 to be mmol/L.
  private var shown: GlucoseUnit? {
    if isDoubtful {
      if strangeCount > 0 { return nil }
      if least >= 20, greatest >= 100, greatest <= 600 { return .mgdL }
      return least >= 1 && greatest < 35 && hasFraction ? .mmolL : nil
    }
    if greatest >= 40 { return belowSensors * 2 < count ? .mgdL : nil }
    return greatest < 35 && hasFraction && atLeastThree * 2 >= count ? .mmolL : nil
  }

  /// Whether the values cannot be of the unit that is stated.
  private func contradict(_ stated: GlucoseUnit, isOfEachValue: Bool) -> Bool {
    switch stated {
    case .mgdL:
      let areFractions = hasFraction && count > 1
      let isLow = belowSensors * 2 > count && (least < PlausibleGlucose.lowest || areFractions)
      return isLow || !isOfEachValue && greatest < 35 && areFractions
    case .mmolL: return aboveMillimoles * 2 > count
    }
  }

  /// Checks that values whose records state their unit can be of that unit.
  func check(_ stated: GlucoseUnit) throws(ReadError) {
    guard count > 0, contradict(stated, isOfEachValue: true) else { return }
    throw error(stated, "\(stated.rawValue) with each value")
  }

  private func error(_ stated: GlucoseUnit, _ evidence: String) -> ReadError {
    let example = stated == .mgdL ? lowExample : highExample
    let line = example.flatMap { $0.line > 0 ? $0.line : nil }
    let text = example.map { "\(evidence), and the value \($0.value)" } ?? evidence
    return ReadError(
      .unitContradicted(stated, values: least...greatest), line: line, text: text,
      expected: "values as sensors and meters show them in that unit")
  }

  /// The unit of the file: what its header says, else what the caller says, else what the values
  /// show. `nil` if there are no values and nothing says more.
  ///
  /// - Throws: ``ReadError`` if nothing decides, or the values cannot be of the unit stated.
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
        expected: "a unit in the header or from the caller")
    }
    return DetectedValue(shown, .values(least...greatest))
  }
}
