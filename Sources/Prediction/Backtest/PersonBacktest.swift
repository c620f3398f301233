// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// How predictors fared for one person.
struct PersonBacktest: Sendable {
  /// What the predictors are called, in their order.
  let names: [String]
  /// The number of moments at which every predictor had an answer.
  private(set) var originCount = 0
  /// For each predictor and lead, how far forecasts lay from what came.
  private(set) var errors: [[ForecastErrors]]
  /// For each predictor, the same by what the moment was like.
  private(set) var situations: [StratifiedErrors]
  /// The moments as alarms see them, or `nil` if readings are too few or too far apart.
  var watch: AlarmEvaluation?

  /// A test of no moments.
  init(_ names: [String], leads: Int) {
    self.names = names
    errors = names.map { _ in (0..<leads).map { _ in ForecastErrors() } }
    situations = names.map { _ in StratifiedErrors(leads: leads) }
  }

  /// Adds a moment.
  ///
  /// - Parameters:
  ///   - predictions: For each predictor and lead, what it expected.
  ///   - outcomes: What came at each lead, `nil` where it is not known.
  ///   - path: The reading then and those that followed up to the first that is not known, if leads are
  ///     a step apart, and the step in seconds.
  mutating func add(
    _ predictions: [[PredictedGlucose]], _ outcomes: [Double?], _ moment: OriginTraits,
    _ path: (step: Double, readings: [Double])?
  ) {
    originCount += 1
    for (predictor, predictions) in predictions.enumerated() {
      for (lead, outcome) in outcomes.enumerated() {
        guard let outcome else { continue }
        let outlook = predictions[lead]
        errors[predictor][lead].add(outlook, outcome: outcome)
        if let path, path.readings.count > lead + 1 {
          errors[predictor][lead].delays.add(
            outlook.expected.mgdL, path.readings[...(lead + 1)], step: path.step)
        }
        situations[predictor].add(outlook, outcome: outcome, lead: lead, moment)
      }
    }
  }
}

extension [PersonBacktest] {
  /// What predictors are called, in the order in which they first come.
  private var names: [String] {
    reduce(into: []) { names, test in
      for name in test.names where !names.contains(name) { names.append(name) }
    }
  }

  /// The scores by predictor, lead and person, everyone's first.
  func scores(_ leads: [Duration]) -> [Backtest.Score] {
    names.flatMap { name in
      let rows = enumerated().flatMap { person, test in
        zip(test.names, test.errors).filter { $0.0 == name }.map { (person: person, errors: $0.1) }
      }
      return leads.enumerated().flatMap { index, lead in
        var pooled = ForecastErrors()
        for row in rows { pooled += row.errors[index] }
        return [Backtest.Score(predictor: name, person: nil, lead: lead, errors: pooled)]
          + rows.map {
            Backtest.Score(
              predictor: name, person: $0.person, lead: lead, errors: $0.errors[index])
          }
      }
    }
  }

  /// The errors of each predictor by what the moment was like, of all people together.
  var situations: [String: StratifiedErrors] {
    reduce(into: [:]) { result, test in
      for (name, situations) in zip(test.names, test.situations) {
        if result[name] == nil { result[name] = situations } else { result[name]? += situations }
      }
    }
  }

  /// How alarms fared at each rate of false alarms.
  func alarms(of crossings: [ThresholdCrossing], _ allowed: [Double]) -> [AlarmPerformance] {
    crossings.enumerated().flatMap { position, crossing in
      allowed.flatMap { allowed in
        names.map { name in
          watches(of: name).score(name, position, crossing, maximumFalseAlarmsPerWeek: allowed)
        }
      }
    }
  }

  /// The moments of everyone that has a predictor of this name, and its number among theirs.
  private func watches(of name: String) -> [WatchedPredictor] {
    compactMap { test in
      guard let watch = test.watch, let number = test.names.firstIndex(of: name) else { return nil }
      return WatchedPredictor(watch: watch, number: number)
    }
  }

  /// How often what was said to be likely came.
  func reliabilities(of crossings: [ThresholdCrossing]) -> [CrossingReliability] {
    crossings.enumerated().flatMap { position, crossing in
      names.compactMap { name in
        var calibration = CrossingReliability(predictor: name, crossing: crossing)
        for person in watches(of: name) {
          person.watch.calibrate(&calibration, predictor: person.number, crossing: position)
        }
        return calibration.counts.contains { $0 > 0 } ? calibration : nil
      }
    }
  }
}
