internal import GlucoseMath
public import GlucoseSignals
public import GlucoseFoundation

extension SensorComparison {
  /// Returns the pairs for a study of accuracy, with the first series as the sensor and the second
  /// as the comparator.
  ///
  ///     let comparison = SensorComparison(of: arm, with: belly)
  ///     let study = comparison.flatMap { AccuracyStudy($0.studyPairs(sensor: "Ada")) }
  ///
  /// Without a person, the sensor is taken as another person's. Pairs from one of the `insertions`
  /// of sensors, in any order, until the next are of a sensor with its own name, such as "Ada 2"
  /// after the second, and have the time since the insertion.
  public func studyPairs(
    sensor name: String = "", person: String? = nil, insertions: [Date] = [],
    comparator: AccuracyStudy.Comparator? = nil
  ) -> [AccuracyStudy.Pair] {
    let insertions = insertions.sorted()
    var count = 0
    return pairs.map { pair in
      while count < insertions.count, insertions[count] <= pair.time { count += 1 }
      let insertion = count > 0 ? insertions[count - 1] : nil
      return AccuracyStudy.Pair(
        pair.glucose, at: pair.time, sensor: insertion == nil ? name : "\(name) \(count)",
        person: person ?? name,
        wearTime: insertion.map { .seconds(pair.time.timeIntervalSince($0)) },
        comparator: comparator)
    }
  }
}
