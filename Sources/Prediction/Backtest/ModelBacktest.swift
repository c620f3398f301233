// SPDX-License-Identifier: Apache-2.0

internal import Diary
internal import GlucoseMath

/// A back-test of the model of this package: what is fitted to whom, and tested beside what.
struct ModelBacktest: Sendable {
  private let people: [Recording]
  private let design: BacktestDesign
  private let cadence: SensorCadence
  private let showsLearning: Bool
  /// How the model is fitted, with its cadence, and with events if anybody logged one that counts.
  let options: FitOptions
  /// How often predictors learn during the test, or `nil` for never.
  let pause: Duration?

  /// - Throws: ``FitError`` if there is nobody, or the first person's readings are too far apart.
  init(
    _ people: [Recording], _ options: FitOptions, _ design: BacktestDesign,
    learningEvery interval: Duration?
  ) throws(FitError) {
    precondition(options.testShare > 0, "A test needs a share of each record that the fit left out")
    guard let first = people.first?.series else { throw FitError(.noRecords) }
    guard let cadence = options.cadence ?? SensorCadence(of: first) else {
      throw FitError(.cadence(found: first.cadence, expected: nil), record: 0)
    }
    var options = options
    options.cadence = cadence
    options.usesEvents = options.usesEvents && people.contains { !EventFeatures($0.events).isEmpty }
    self.people = people
    self.design = design
    self.cadence = cadence
    self.options = options
    pause = design == .rolling ? .seconds(86_400) : interval
    showsLearning = interval != nil && design != .rolling
  }

  var leads: [Duration] {
    (1...max(options.stepsAhead(cadence), 1)).map { cadence.step * $0 }
  }

  /// The predictors for a person: personal models, everyone's, and simple rules.
  ///
  /// - Parameter everyone: The models for all, or `nil` if they are to be fitted to everyone else.
  func predictors(
    for person: Int, _ past: GlucoseSeries, _ everyone: ModelPair?,
    _ begin: (_ person: Int, _ personal: Forecaster) -> Void
  ) throws(FitError) -> [any Predictor] {
    let models = if let everyone { everyone } else { try pair(without: person) }
    let isRolling = design == .rolling
    let personal = models.plain.personalized(to: past)
    begin(person, personal)
    var group: [any Predictor] = []
    func add(_ model: Forecaster, called name: String, _ events: [Event] = []) {
      group.append(BacktestedModel(model, called: name, isLearning: isRolling, events: events))
      guard showsLearning else { return }
      group.append(
        BacktestedModel(model, called: name + ", learning", isLearning: true, events: events))
    }
    add(personal, called: personal.name)
    if let knowing = models.knowing {
      let events = people[person].events
      let own = knowing.personalized(to: Recording(series: past, events: events))
      add(own, called: own.name + ", events", events)
    }
    return group + [models.plain] + BacktestDesign.rules(past: past, cadence: cadence)
  }

  /// The models for everyone but one.
  private func pair(without person: Int) throws(FitError) -> ModelPair {
    do throws(FitError) {
      return try ModelPair(people.indices.filter { $0 != person }.map { people[$0] }, options)
    } catch {
      // Who comes after the one that was left out is counted from one less.
      throw FitError(error.reason, record: error.record.map { $0 < person ? $0 : $0 + 1 })
    }
  }
}
