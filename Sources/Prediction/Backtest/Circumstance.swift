// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

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
    MomentKind(index, of: trace).circumstances
  }
}

/// What the moment of a forecast is like, in numbers and in words.
struct MomentKind {
  /// In mg/dL.
  let level: Double
  /// Over the last 15 minutes in mg/dL per minute, or `nil` if the record does not reach back so far.
  let slope: Double?
  let circumstances: [Circumstance]

  init(_ index: Int, of trace: Trace) {
    level = trace.values[index]
    var change: Double?
    if trace.hasHistory(of: 900, at: index) {
      var history = [0.0, 0.0]
      var room = history.mutableSpan
      trace.writeHistory(before: index, step: 900, to: &room)
      change = history[0] - history[1]
    }
    slope = change.map { $0 / 15 }
    var kinds: [Circumstance] = []
    if let change, change > 15 { kinds.append(.rising) }
    if let change, change < -15 { kinds.append(.falling) }
    if level < 70 { kinds.append(.low) }
    if level > 180 { kinds.append(.high) }
    circumstances = kinds
  }
}

/// The errors of predictors by what the moment was like.
struct SituationErrors: Hashable, Codable, Sendable {
  private let leads: [Duration]
  /// By predictor and lead, those of each circumstance and those by level and slope.
  private var circumstances: [String: [[ForecastErrors]]] = [:]
  private var landscapes: [String: [ErrorLandscape]] = [:]

  init(_ leads: [Duration]) { self.leads = leads }

  mutating func add(
    _ outlook: Outlook, outcome: Double, _ predictor: String, lead: Int, _ moment: MomentKind
  ) {
    let kinds = Circumstance.allCases
    let none = leads.map { _ in kinds.map { _ in ForecastErrors() } }
    for (place, kind) in kinds.enumerated() where moment.circumstances.contains(kind) {
      circumstances[predictor, default: none][lead][place].add(outlook, outcome: outcome)
    }
    guard let slope = moment.slope else { return }
    landscapes[predictor, default: leads.map { _ in ErrorLandscape() }][lead]
      .add(outlook.expected.mgdL - outcome, level: moment.level, slope: slope)
  }

  func errors(
    of predictor: String, when circumstance: Circumstance, lead: Duration
  ) -> ForecastErrors? {
    guard let lead = leads.firstIndex(of: lead),
      let place = Circumstance.allCases.firstIndex(of: circumstance),
      let errors = circumstances[predictor]?[lead][place], errors.count > 0
    else { return nil }
    return errors
  }

  func landscape(of predictor: String, lead: Duration) -> ErrorLandscape? {
    leads.firstIndex(of: lead).flatMap { landscapes[predictor]?[$0] }
  }
}
