/// A virtual person with type 1 diabetes who injects insulin and wears a glucose sensor.
///
///     let patient = VirtualPatient(seed: 7)
///     let recording = patient.simulate(days: 14, from: day)    // readings and events
///     recording.series.statistics(bands: .consensus(in: .mgdL))?.timeInRanges.inRange
///
/// The recording is determined by the seed and the parameters: equal values produce the same
/// recording to the last bit on every platform. No parameter is derived from the recording of a
/// real person. The behavior of a virtual person, doses included, is simulated and is not advice.
///
/// For the model and its sources, see the article of the module.
public struct VirtualPatient: Equatable, Sendable {
  /// The seed of all random numbers of the person.
  public var seed: UInt64
  var physiology: Physiology
  var habits: Habits
  /// The parameters of the sensor.
  public var sensor = GlucoseSensor()

  /// Creates a person with parameters drawn from the population.
  public init(seed: UInt64) {
    self.seed = seed
    physiology = Physiology(seed: seed)
    habits = Habits(seed: seed, body: physiology)
  }

  /// Returns `count` different people, each with parameters drawn from the population.
  ///
  /// A person depends only on `seed` and the position in the cohort, so a larger cohort starts with
  /// the people of a smaller one.
  ///
  /// - Precondition: `count` is not negative.
  public static func cohort(of count: Int, seed: UInt64) -> [VirtualPatient] {
    precondition(count >= 0, "`count` must not be negative")
    return (0..<count).map { place in
      VirtualPatient(seed: RandomSource.scrambled(RandomSource.scrambled(seed) &+ UInt64(place)))
    }
  }
}
