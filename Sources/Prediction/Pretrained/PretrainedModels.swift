// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Models of people in general, for someone of whom little is known yet.
///
///     let model = try Forecaster.prior(for: series, zone: oslo)    // the one that ships
///     let mine = model.personalized(to: series)                    // with what there is of the person
///
/// A prior holds a ``Forecaster`` for each ``SensorKind`` it was learned from, up to ``horizon`` ahead.
/// Train one on your own studies with ``trained(on:)``, and keep its ``bytes``.
public struct PretrainedModels: Hashable, Sendable {
  /// The studies it was learned from, by name.
  public let studies: [String]
  /// A model for each kind of sensor.
  let models: [SensorKind: Forecaster]

  init(studies: [String], models: [SensorKind: Forecaster]) {
    self.studies = studies
    self.models = models
  }

  /// The kinds of sensors that it has a model for.
  public var kinds: [SensorKind] { SensorKind.allCases.filter { models[$0] != nil } }

  /// How far ahead its models look when they are learned: two hours.
  public static let horizon = SensorCadence.longestHorizon

  /// The model for a kind of sensor.
  ///
  /// - Parameters:
  ///   - kind: The kind of sensor.
  ///   - zone: The zone whose clock the person lives by; without one, the time of day counts for nothing.
  ///   - horizon: How far ahead the model is to look: a multiple of the sensor's cadence, at most
  ///     ``horizon``. The shorter, the smaller the person's model becomes.
  /// - Throws: ``PretrainedModelsError`` if it was learned without such a sensor, or does not look as far.
  public func forecaster(
    for kind: SensorKind, zone: TimeZone? = nil, horizon: Duration = .seconds(1800)
  ) throws(PretrainedModelsError) -> Forecaster {
    guard let whole = models[kind] else { throw PretrainedModelsError(.noModel(kind)) }
    guard var model = whole.limited(to: horizon) else {
      throw PretrainedModelsError(.noHorizon(horizon))
    }
    model.zone = zone
    return model
  }

  /// The model for the kind of sensor that a record looks like, or for the other with as many
  /// readings if it was learned without that one.
  ///
  /// Nothing is learned from the record; ``Forecaster/personalized(to:)-(Recording)`` does that.
  ///
  /// - Parameters:
  ///   - series: The record.
  ///   - zone: The zone whose clock the person lives by; without one, the time of day counts for nothing.
  ///   - horizon: How far ahead the model is to look: a multiple of the sensor's cadence, at most
  ///     ``horizon``.
  /// - Throws: ``PretrainedModelsError`` if the record's readings are too far apart or there are fewer than two, or
  ///   if it was learned without such a sensor, or does not look as far.
  /// - Complexity: O(*n* log *n*)
  public func forecaster(
    for series: GlucoseSeries, zone: TimeZone? = nil, horizon: Duration = .seconds(1800)
  ) throws(PretrainedModelsError) -> Forecaster {
    guard let kind = SensorKind(of: series) else { throw PretrainedModelsError(.noCadence) }
    let likeIt = kinds.filter { $0.cadence == kind.cadence }
    return try forecaster(
      for: likeIt.contains(kind) ? kind : likeIt.first ?? kind, zone: zone, horizon: horizon)
  }
}

extension PretrainedModels {
  fileprivate static func readShipped() throws(PretrainedModelsError) -> PretrainedModels {
    do {
      return try shipped.get()
    } catch {
      throw PretrainedModelsError(.unreadable(error))
    }
  }
}

extension Forecaster {
  /// The model that ships with the library, for a kind of sensor.
  ///
  /// It was learned from public recordings; the documentation has its model card.
  ///
  /// - Parameters:
  ///   - kind: The kind of sensor.
  ///   - zone: The zone whose clock the person lives by; without one, the time of day counts for nothing.
  ///   - horizon: How far ahead the model is to look: a multiple of the sensor's cadence, at most two hours.
  /// - Throws: ``PretrainedModelsError`` if `horizon` is none of those.
  public static func prior(
    for kind: SensorKind, zone: TimeZone? = nil, horizon: Duration = .seconds(1800)
  ) throws(PretrainedModelsError) -> Forecaster {
    try PretrainedModels.readShipped().forecaster(for: kind, zone: zone, horizon: horizon)
  }

  /// The model that ships with the library, for the kind of sensor that a record looks like.
  ///
  /// Nothing is learned from the record; ``Forecaster/personalized(to:)-(Recording)`` does that.
  ///
  /// - Parameters:
  ///   - series: The record.
  ///   - zone: The zone whose clock the person lives by; without one, the time of day counts for nothing.
  ///   - horizon: How far ahead the model is to look: a multiple of the sensor's cadence, at most two hours.
  /// - Throws: ``PretrainedModelsError`` if the record's readings are too far apart or there are fewer than two, or if
  ///   `horizon` is none of those.
  /// - Complexity: O(*n* log *n*)
  public static func prior(
    for series: GlucoseSeries, zone: TimeZone? = nil, horizon: Duration = .seconds(1800)
  ) throws(PretrainedModelsError) -> Forecaster {
    try PretrainedModels.readShipped().forecaster(for: series, zone: zone, horizon: horizon)
  }
}

extension PretrainedModels {
  /// The recordings of one study, from which a prior learns.
  public struct Study: Sendable {
    /// What it is called.
    public var name: String
    /// A record to a person. Clocks are those of the person, read as UTC.
    public var people: [GlucoseSeries]
    /// Whether its clocks show the time of day. Some studies hide it.
    public var hasClock: Bool

    /// A study.
    public init(name: String, people: [GlucoseSeries], hasClock: Bool = true) {
      self.name = name
      self.people = people
      self.hasClock = hasClock
    }

    /// The people whose sensors read as often as a model of this cadence needs, or more often.
    func people(_ cadence: SensorCadence) -> [GlucoseSeries] {
      people.filter { series in series.cadence.map { cadence.suits($0) } ?? false }
    }
  }
}

/// Why a prior cannot be used.
public struct PretrainedModelsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The models that ship with the library cannot be read.
    case unreadable(StoredModelError)
    /// The record's readings are too far apart, or it has fewer than two.
    case noCadence
    /// It was learned without recordings of such a sensor.
    case noModel(SensorKind)
    /// It does not look so far ahead, or this is none of its steps.
    case noHorizon(Duration)
  }

  /// What is wrong.
  public let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  /// What is wrong, as a sentence.
  public var description: String {
    switch reason {
    case .unreadable(let error): error.description
    case .noCadence:
      "The record has fewer than two readings, or one every 22.5 minutes or less often."
    case .noModel(let kind): "The prior was learned without \(kind.words)."
    case .noHorizon(let horizon):
      "The prior does not look \(horizon.words()) ahead, or that is no multiple of its cadence; it looks up "
        + "to \(PretrainedModels.horizon.words())."
    }
  }
}
