// SPDX-License-Identifier: Apache-2.0

/// What the moment of a forecast is like; some are like two of these, many like none.
public enum Circumstance: String, Hashable, Codable, Sendable, CaseIterable {
  /// Glucose rose by more than 15 mg/dL in the last 15 minutes (`>`).
  case rising
  /// Glucose fell by more than 15 mg/dL in the last 15 minutes (`>`).
  case falling
  /// The reading is below 70 mg/dL (`<`).
  case low
  /// The reading is above 180 mg/dL (`>`).
  case high

  /// Those that hold at a reading.
  static func all(at index: Int, of trace: Trace) -> [Circumstance] {
    var result: [Circumstance] = []
    if trace.hasHistory(of: 900, at: index) {
      var history = [0.0, 0.0]
      var room = history.mutableSpan
      trace.writeHistory(before: index, step: 900, to: &room)
      let change = history[0] - history[1]
      if change > 15 { result.append(.rising) }
      if change < -15 { result.append(.falling) }
    }
    if trace.values[index] < 70 { result.append(.low) }
    if trace.values[index] > 180 { result.append(.high) }
    return result
  }
}

/// The errors of a predictor and lead in a circumstance.
struct SituationErrors: Hashable, Codable, Sendable {
  let predictor: String
  let lead: Duration
  let circumstance: Circumstance
  var errors = ForecastErrors()
}

extension [SituationErrors] {
  mutating func add(
    _ outlook: Outlook, outcome: Double, _ predictor: String, _ lead: Duration,
    _ circumstance: Circumstance
  ) {
    func isOwn(_ errors: SituationErrors) -> Bool {
      errors.lead == lead && errors.circumstance == circumstance && errors.predictor == predictor
    }
    let index = firstIndex(where: isOwn) ?? count
    if index == count {
      append(SituationErrors(predictor: predictor, lead: lead, circumstance: circumstance))
    }
    self[index].errors.add(outlook, outcome: outcome)
  }
}
