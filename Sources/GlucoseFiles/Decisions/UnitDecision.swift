// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Finds out the unit of a file from all values that name none.
///
/// A value is never judged by itself and a locale never asked: one file, one unit.
struct UnitDecision {
  /// Whether the values may be of something else than glucose, so that all must be what glucose is.
  var isDoubtful = false
  private var count = 0
  private var belowSensors = 0
  private var aboveMillimoles = 0
  private var hasFraction = false
  private var least = Double.infinity
  private var greatest = -Double.infinity

  init(isDoubtful: Bool = false) { self.isDoubtful = isDoubtful }

  /// Takes note of a value.
  mutating func add(_ value: Double) {
    count += 1
    // No sensor shows less than 36 mg/dL, and hardly a meter less than 20; nor more than 33 mmol/L.
    if value < 20 { belowSensors += 1 }
    if value > 60 { aboveMillimoles += 1 }
    if !hasFraction, Int(exactly: value) == nil { hasFraction = true }
    least = min(least, value)
    greatest = max(greatest, value)
  }

  /// The unit that the values show by themselves: mg/dL if any is 40 or above and not most below 20,
  /// mmol/L if all are below 35 and some has a fraction.
  ///
  /// In doubt, all must be above 20 and some above 100 to be mg/dL, and all above 1 to be mmol/L.
  private var shown: GlucoseUnit? {
    if isDoubtful {
      if least >= 20, greatest >= 100, greatest <= 600 { return .mgdL }
      return least >= 1 && greatest < 35 && hasFraction ? .mmolL : nil
    }
    if greatest >= 40 { return belowSensors * 2 < count ? .mgdL : nil }
    return greatest < 35 && hasFraction ? .mmolL : nil
  }

  /// The unit of the file: what its header says, else what the caller says, else what the values
  /// show. `nil` if there are no values and nothing says more.
  ///
  /// - Throws: ``ReadError`` if nothing decides, or the values cannot be of the unit stated.
  func decide(
    stated: Detected<GlucoseUnit>?, caller: GlucoseUnit?
  ) throws(ReadError) -> Detected<GlucoseUnit>? {
    let stated = stated ?? caller.map { Detected($0, .caller) }
    guard count > 0 else { return stated }
    if let stated {
      let isContradicted =
        switch stated.value {
        // A header in so many words is believed; a caller may have meant another file.
        case .mgdL: shown == .mmolL && stated.evidence == .caller
        case .mmolL: aboveMillimoles * 2 > count
        }
      guard !isContradicted else {
        throw ReadError(
          .unitContradicted(stated.value, values: least...greatest), text: "\(stated.evidence)",
          expected: "values as sensors and meters show them in that unit")
      }
      return stated
    }
    guard let shown else {
      throw ReadError(
        .unitUnknown(values: least...greatest),
        expected: "a unit in the header or from the caller")
    }
    return Detected(shown, .values(least...greatest))
  }
}
