// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

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
