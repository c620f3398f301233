// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// What the moment of a forecast is like; some are like two of these, many like none.
public enum Stratum: String, Hashable, Codable, Sendable, CaseIterable {
  /// Glucose rose by more than 15 mg/dL in the last 15 minutes (`>`).
  case rising
  /// Glucose fell by more than 15 mg/dL in the last 15 minutes (`>`).
  case falling
  /// The reading is below 70 mg/dL (`<`).
  case low
  /// The reading is above 180 mg/dL (`>`).
  case high

  /// Those that hold at a reading.
  static func all(at index: Int, of trace: PreparedSeries) -> [Stratum] {
    OriginTraits(index, of: trace).circumstances
  }
}

/// What the moment of a forecast is like, in numbers and in words.
struct OriginTraits {
  /// In mg/dL.
  let level: Double
  /// Over the last 15 minutes in mg/dL per minute, or `nil` if the record does not reach back so far.
  let slope: Double?
  let circumstances: [Stratum]

  init(_ index: Int, of trace: PreparedSeries) {
    level = trace.values[index]
    var change: Double?
    if trace.hasHistory(of: 900, at: index) {
      var history = [0.0, 0.0]
      var room = history.mutableSpan
      trace.writeHistory(before: index, step: 900, to: &room)
      change = history[0] - history[1]
    }
    slope = change.map { $0 / 15 }
    var kinds: [Stratum] = []
    if let change, change > 15 { kinds.append(.rising) }
    if let change, change < -15 { kinds.append(.falling) }
    if level < 70 { kinds.append(.low) }
    if level > 180 { kinds.append(.high) }
    circumstances = kinds
  }
}

/// The errors of a predictor by what the moment was like.
struct StratifiedErrors: Hashable, Codable, Sendable {
  /// For each lead, those of each circumstance.
  private var circumstances: [[ForecastErrors]]
  /// For each lead, those by level and slope.
  private var landscapes: [ErrorLandscape]

  /// Decodes errors and checks that there are some for each lead and circumstance.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    circumstances = try container.decode([[ForecastErrors]].self, forKey: .circumstances)
    landscapes = try container.decode([ErrorLandscape].self, forKey: .landscapes)
    guard landscapes.count == circumstances.count,
      circumstances.allSatisfy({ $0.count == Stratum.allCases.count })
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .circumstances, in: container,
        debugDescription: "There are errors for each lead and circumstance")
    }
  }

  /// - Parameter leads: The number of leads.
  init(leads: Int) {
    let none = Stratum.allCases.map { _ in ForecastErrors() }
    circumstances = Array(repeating: none, count: leads)
    landscapes = Array(repeating: ErrorLandscape(), count: leads)
  }

  mutating func add(_ outlook: PredictedGlucose, outcome: Double, lead: Int, _ moment: OriginTraits)
  {
    for (place, kind) in Stratum.allCases.enumerated()
    where moment.circumstances.contains(kind) {
      circumstances[lead][place].add(outlook, outcome: outcome)
    }
    guard let slope = moment.slope else { return }
    landscapes[lead].add(outlook.expected.mgdL - outcome, level: moment.level, slope: slope)
  }

  /// The errors in a circumstance, or `nil` if there were none.
  func errors(when circumstance: Stratum, lead: Int) -> ForecastErrors? {
    guard circumstances.indices.contains(lead),
      let place = Stratum.allCases.firstIndex(of: circumstance),
      circumstances[lead][place].count > 0
    else { return nil }
    return circumstances[lead][place]
  }

  /// The errors by level and slope, or `nil` if there were none.
  func landscape(lead: Int) -> ErrorLandscape? {
    landscapes.indices.contains(lead) && !landscapes[lead].isEmpty ? landscapes[lead] : nil
  }

  static func += (lhs: inout Self, rhs: Self) {
    for lead in lhs.circumstances.indices {
      for place in lhs.circumstances[lead].indices {
        lhs.circumstances[lead][place] += rhs.circumstances[lead][place]
      }
      lhs.landscapes[lead] += rhs.landscapes[lead]
    }
  }
}
