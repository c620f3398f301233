public import GlucoseMath

extension AccuracyStudy {
  /// The readings beyond a threshold beside the references beyond it.
  public struct Alarms: Sendable {
    /// The side of the threshold.
    public let side: ThresholdSide
    /// The threshold.
    public let threshold: Glucose
    /// The readings beyond the threshold with a reference beyond it at most 15 minutes before or
    /// after, of all readings beyond it, or `nil` if there are none: the true alarm rate.
    public let trueAlarms: Rate?
    /// The references beyond the threshold with a reading beyond it at most 15 minutes before or
    /// after, of all references beyond it, or `nil` if there are none: the detection rate.
    public let detections: Rate?
  }

  /// Returns the alarms at a threshold, of pairs: beyond is below (`<`) or above (`>`) it.
  ///
  /// Each pair counts, as in the user guides of sensors and in the value-based approach of CLSI
  /// POCT05; readings between measurements of the comparator are not known to the study.
  public func alarms(_ side: ThresholdSide, _ threshold: Glucose) -> Alarms {
    var alarms: [String: (count: Int, total: Int)] = [:]
    var events = alarms
    for pairs in sensors {
      let person = pairs[pairs.startIndex].person
      let readings = pairs.filter { side.isBeyond($0.glucose.measured, threshold) }.map(\.seconds)
      let references = pairs.filter { side.isBeyond($0.glucose.reference, threshold) }.map(
        \.seconds)
      alarms[person, default: (0, 0)].total += readings.count
      alarms[person, default: (0, 0)].count += Self.count(readings, near: references)
      events[person, default: (0, 0)].total += references.count
      events[person, default: (0, 0)].count += Self.count(references, near: readings)
    }
    return Alarms(
      side: side, threshold: threshold, trueAlarms: Rate(Array(alarms.values)),
      detections: Rate(Array(events.values)))
  }

  /// Returns the number of ascending times with one of the others at most 15 minutes away.
  private static func count(_ times: [Double], near others: [Double]) -> Int {
    var first = 0
    return times.count { time in
      while first < others.count, others[first] < time - 900 { first += 1 }
      return first < others.count && others[first] <= time + 900
    }
  }
}
