public import GlucoseMath

/// The rates of change by a sensor beside those by the comparator.
///
/// Rates are in the steps of `GlucoseTrend`, and each pair of steps has a zone of clinical risk
/// from A to D (Clinical Trend Concurrence Analysis; Eichenlaub, Pleus and Freckmann, *Journal of
/// Diabetes Science and Technology*, 2024):
///
/// | sensor | reference < −3 | −3 to −2 | −2 to −1 | −1 to 1 | 1 to 2 | 2 to 3 | > 3 |
/// |---|---|---|---|---|---|---|---|
/// | < −3 mg/dL/min | A | A | B | C | D | D | D |
/// | −3 to −2 | A | A | A | C | D | D | D |
/// | −2 to −1 | B | A | A | B | C | D | D |
/// | −1 to 1 | D | C | B | A | B | C | C |
/// | 1 to 2 | D | D | C | B | A | A | B |
/// | 2 to 3 | D | D | D | C | A | A | A |
/// | > 3 | D | D | D | C | B | A | A |
public struct TrendConcurrence: Equatable, Sendable {
  /// The zones of the steps of the reference, for each step of the sensor.
  private static let zones: [[ErrorGridZone]] = [
    [.a, .a, .b, .c, .d, .d, .d],
    [.a, .a, .a, .c, .d, .d, .d],
    [.b, .a, .a, .b, .c, .d, .d],
    [.d, .c, .b, .a, .b, .c, .c],
    [.d, .d, .c, .b, .a, .a, .b],
    [.d, .d, .d, .c, .a, .a, .a],
    [.d, .d, .d, .c, .b, .a, .a],
  ]

  private struct Steps: Hashable { let measured, reference: GlucoseTrend }

  private let counts: [Steps: Int]
  /// The number of pairs of rates.
  public let count: Int

  /// Creates the concurrence of pairs of rates in mg/dL per minute.
  ///
  /// - Precondition: no rate is NaN.
  public init(_ rates: some Sequence<(measured: Double, reference: Double)>) {
    var counts: [Steps: Int] = [:]
    for rate in rates {
      let steps = Steps(
        measured: GlucoseTrend(mgdLPerMinute: rate.measured),
        reference: GlucoseTrend(mgdLPerMinute: rate.reference))
      counts[steps, default: 0] += 1
    }
    self.counts = counts
    count = counts.values.reduce(0, +)
  }

  /// Returns the number of pairs whose rates are in a step of the sensor and one of the reference.
  public func count(measured: GlucoseTrend, reference: GlucoseTrend) -> Int {
    counts[Steps(measured: measured, reference: reference), default: 0]
  }

  /// Returns the zone of a step of the sensor and one of the reference.
  public static func zone(measured: GlucoseTrend, reference: GlucoseTrend) -> ErrorGridZone {
    let steps = GlucoseTrend.allCases
    // Both are among all cases.
    guard let row = steps.firstIndex(of: measured), let column = steps.firstIndex(of: reference)
    else { return .d }
    return zones[row][column]
  }

  /// The number of pairs of rates in zone A to D; zones without a pair have 0.
  public var zoneCounts: [ErrorGridZone: Int] {
    var zoneCounts: [ErrorGridZone: Int] = [.a: 0, .b: 0, .c: 0, .d: 0]
    for (steps, count) in counts {
      zoneCounts[Self.zone(measured: steps.measured, reference: steps.reference), default: 0] +=
        count
    }
    return zoneCounts
  }
}

extension AccuracyStudy {
  /// The rates of change of the sensors beside those of the comparator.
  ///
  /// A rate is the change since the last pair of the same sensor and comparator that is at least 10
  /// minutes before, divided by the time; pairs with none in the 30 minutes before have no rate.
  public var trends: TrendConcurrence {
    TrendConcurrence(rates.lazy.map { (measured: $0.measured, reference: $0.reference) })
  }

  /// The rates of change in mg/dL per minute, and the concentrations of the reference at their ends.
  var rates: [(measured: Double, reference: Double, glucose: Glucose)] {
    let methods = comparators.map(\.comparator)
    let traces = sensors.flatMap { pairs in
      methods.map { method in pairs.filter { $0.comparator == method } }
    }
    return traces.flatMap { pairs in
      var before = pairs.startIndex
      return pairs.compactMap { pair -> (measured: Double, reference: Double, glucose: Glucose)? in
        func seconds(since index: Int) -> Double { pair.seconds - pairs[index].seconds }
        while before + 1 < pairs.endIndex, seconds(since: before + 1) >= 600 { before += 1 }
        let minutes = seconds(since: before) / 60
        guard (10...30).contains(minutes) else { return nil }
        let (earlier, later) = (pairs[before].glucose, pair.glucose)
        return (
          (later.measured.mgdL - earlier.measured.mgdL) / minutes,
          (later.reference.mgdL - earlier.reference.mgdL) / minutes, later.reference
        )
      }
    }
  }
}
