// SPDX-License-Identifier: Apache-2.0

/// A virtual person with type 1 diabetes, who injects insulin and wears a glucose sensor.
///
///     let someone = VirtualPatient(seed: 7)
///     let recording = someone.simulate(days: 14, from: day)    // readings and events
///     recording.series.statistics()?.timeInRanges.inRange
///
/// Everything follows from the seed and the parameters: the same values give the same recording, to
/// the last bit, on every platform. The person is no one: no recording of a real person went into any
/// number. What they do, doses included, is simulated behavior and no advice.
///
/// The model and its sources are described in the module's article.
public struct VirtualPatient: Hashable, Codable, Sendable {
  /// What all random numbers of this person's life follow from.
  public var seed: UInt64
  /// The body.
  public var physiology: Physiology
  /// What the person does.
  public var habits: Habits
  /// The sensor the person wears.
  public var sensor: GlucoseSensor

  /// A person drawn from the population.
  public init(seed: UInt64) {
    let physiology = Physiology(seed: seed)
    self.init(
      seed: seed, physiology: physiology, habits: Habits(seed: seed, body: physiology))
  }

  /// A person with these parameters.
  public init(
    seed: UInt64, physiology: Physiology, habits: Habits, sensor: GlucoseSensor = GlucoseSensor()
  ) {
    self.seed = seed
    self.physiology = physiology
    self.habits = habits
    self.sensor = sensor
  }

  /// As many different people as `count`, each drawn from the population.
  ///
  /// A person depends on `seed` and their place alone, so a larger cohort begins with the smaller
  /// one, and people can be simulated in any order or at once:
  ///
  ///     let recordings = VirtualPatient.cohort(of: 100, seed: 1).map { $0.simulate(days: 14, from: day) }
  ///
  /// - Precondition: `count` is not negative.
  public static func cohort(of count: Int, seed: UInt64) -> [VirtualPatient] {
    precondition(count >= 0, "A cohort has no negative number of people")
    return (0..<count).map { place in
      VirtualPatient(seed: RandomSource.scrambled(RandomSource.scrambled(seed) &+ UInt64(place)))
    }
  }
}
