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
  /// - Parameters:
  ///   - name: The name of the sensor.
  ///   - person: The name of the person, or `nil` for that of the sensor.
  ///   - insertions: The times at which sensors were inserted, in any order. Pairs from one
  ///     until the next are of a sensor with its own name, such as "Ada 2" after the second, and have
  ///     the time since the insertion.
  ///   - comparator: The method of the second series, or `nil` if it is not stated.
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
