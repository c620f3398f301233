public import GlucoseFoundation

/// The probabilities of low glucose in the seven hours after bedtime.
///
///     night.probabilityBelow70        // of a reading below 70 mg/dL
///     night.likelyTime                // of the first one, if there is one
///
/// `Prediction` makes it from readings, and has its measured accuracy.
public struct NightForecast: Equatable, Sendable {
  package static let hours = 7
  /// The duration of the night: seven hours.
  public static let duration = Duration.seconds(3600 * hours)
  /// The bedtimes that the model was fitted to: from 21:00 to 02:00, excluded.
  public static let bedtimes = ClockWindow(fromHour: 21, toHour: 2)

  /// The time of the forecast, at which the night starts.
  public let start: Date
  /// The probabilities of a reading below 70 mg/dL (`<`) within one, two, up to seven hours.
  public let probabilitiesBelow70: [Double]
  /// The probabilities of a reading below 54 mg/dL (`<`) within one, two, up to seven hours, in
  /// ascending order; none is greater than that for 70 mg/dL.
  public let probabilitiesBelow54: [Double]

  /// The probability of a reading below 70 mg/dL (`<`) in the night, from 0 to 1.
  public var probabilityBelow70: Double { probabilitiesBelow70.last ?? 0 }
  /// The probability of a reading below 54 mg/dL (`<`) in the night, from 0 to 1.
  public var probabilityBelow54: Double { probabilitiesBelow54.last ?? 0 }

  package var end: Date { start + Self.duration.inSeconds }

  /// A Boolean value that indicates whether the last reading is below 70 mg/dL.
  package var startsLow: Bool { probabilitiesBelow70.first == 1 }

  /// The end of each hour, and the probabilities of a reading below 70 and 54 mg/dL until then.
  package var byHour: [(until: Date, below70: Double, below54: Double)] {
    zip(probabilitiesBelow70, probabilitiesBelow54).enumerated().map { hour, row in
      (start + 3600 * Double(hour + 1), row.0, row.1)
    }
  }

  /// The median time of the first reading below 70 mg/dL, if there is one in the night: the time by
  /// which half of ``probabilityBelow70`` is reached; ``start`` if the last reading is below it.
  public var likelyTime: Date {
    if startsLow { return start }
    let half = probabilityBelow70 / 2
    let hour = probabilitiesBelow70.firstIndex { $0 >= half } ?? 0
    let before = hour > 0 ? probabilitiesBelow70[hour - 1] : 0
    let gain = probabilitiesBelow70[hour] - before
    return start + 3600 * (Double(hour) + (gain > 0 ? (half - before) / gain : 0))
  }

  /// Creates a forecast from its probabilities within one, two, up to seven hours.
  ///
  /// - Precondition: there are seven probabilities for each threshold, from 0 to 1 and ascending, and
  ///   none for 54 is greater than that for 70 mg/dL.
  public init(start: Date, probabilitiesBelow70: [Double], probabilitiesBelow54: [Double]) {
    func isValid(_ values: [Double]) -> Bool {
      values.count == Self.hours && values.allSatisfy { (0...1).contains($0) }
        && zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
    }
    precondition(
      isValid(probabilitiesBelow70) && isValid(probabilitiesBelow54)
        && zip(probabilitiesBelow54, probabilitiesBelow70).allSatisfy { $0 <= $1 },
      "The seven probabilities of a threshold must ascend, those below 54 be at most those below 70"
    )
    self.start = start
    self.probabilitiesBelow70 = probabilitiesBelow70
    self.probabilitiesBelow54 = probabilitiesBelow54
  }
}
