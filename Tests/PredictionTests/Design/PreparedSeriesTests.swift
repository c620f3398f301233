import GlucoseMath
import Testing

@testable import Prediction

struct TraceTests {
  private func trace(_ readings: [(minute: Double, value: Double)]) throws -> PreparedSeries {
    PreparedSeries(
      try ValidatedReadings(
        times: readings.map { $0.minute * 60 }, values: readings.map(\.value)
      ).series)
  }

  private func history(_ trace: PreparedSeries, at index: Int, steps: Int) -> [Double] {
    var history = [Double](repeating: 0, count: steps + 1)
    var room = history.mutableElementSpan
    trace.writeHistory(before: index, step: 300, to: &room)
    return history
  }

  @Test func historyIsReadOffTheStraightLinesBetweenReadings() throws {
    // Minute 10 is missing and minute 5 is a minute late: 20 min → 120, 15 → 110, 10 → 98 on the
    // line from (6, 90) to (15, 108)…
    let trace = try trace([(0, 80), (6, 90), (15, 108), (20, 120)])
    let history = history(trace, at: 3, steps: 4)
    #expect(history[0] == 120)
    #expect(history[1] == 108)
    #expect(abs(history[2] - 98) < 1e-12)
    #expect(abs(history[3] - (80 + 10 * 5 / 6.0)) < 1e-12)
    #expect(history[4] == 80)
  }

  @Test func historyDoesNotDependOnLaterReadings() throws {
    let full = try trace([(0, 80), (5, 90), (10, 100), (12, 300), (15, 40)])
    let past = try trace([(0, 80), (5, 90), (10, 100)])
    #expect(history(full, at: 2, steps: 2) == history(past, at: 2, steps: 2))
  }

  @Test(arguments: [(32.5, true), (32.6, false)])
  func historyDoesNotReachOverALongGap(gap: Double, reaches: Bool) throws {
    let trace = try trace((0...12).map { (Double($0) * 5, 100) } + [(60 + gap, 100)])
    #expect(trace.hasHistory(of: 3600, at: 13) == reaches)
    #expect(trace.hasHistory(of: 3600, at: 12))
    #expect(!trace.hasHistory(of: 3600, at: 11))
  }

  @Test func outcomeIsTheNearestRealReading() throws {
    let trace = try trace([(0, 100), (5, 101), (28, 128), (31, 131), (60, 160)])
    var hint = 0
    #expect(trace.outcome(after: 0, 300, hint: &hint) == 101)
    #expect(trace.outcome(after: 0, 600, hint: &hint) == nil)
    #expect(trace.outcome(after: 0, 1800, hint: &hint) == 131)
    hint = 0
    #expect(trace.outcome(after: 0, 29 * 60, hint: &hint) == 128)
    #expect(trace.outcome(after: 4, 300, hint: &hint) == nil)
  }

  @Test func nothingIsFilledInTowardsAnOutcome() throws {
    // There is no reading within two and a half minutes of 30 minutes: there is no outcome, though
    // interpolation would be possible.
    let trace = try trace([(0, 100), (27, 120), (33, 130)])
    var hint = 0
    #expect(trace.outcome(after: 0, 1800, hint: &hint) == nil)
  }

  @Test func meanAndDeviationAreThoseOfTheReadings() throws {
    let trace = try trace([(0, 90), (5, 110), (10, 150), (15, 50)])
    let moments = trace.meanAndDeviation(from: 0, through: 1)
    #expect(moments.mean == 100)
    #expect(abs(moments.deviation - 10) < 1e-12)
    #expect(trace.meanAndDeviation(from: 3, through: 3).deviation == 0)
  }
}
