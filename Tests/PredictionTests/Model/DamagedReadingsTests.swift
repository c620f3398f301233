import Foundation
import GlucoseMath
import GlucoseSimulation
import Testing

@testable import Prediction

/// Forecasts from damaged last readings, of simulated people.
struct DamagedReadingsTests {
  private static let recordings: [Int: GlucoseSeries] = {
    var result: [Int: GlucoseSeries] = [:]
    guard let first = LocalDay("2026-03-02", in: .gmt) else { return [:] }
    for minutes in [5, 15] {
      result[minutes] =
        VirtualPatient(seed: 7).simulate(
          days: 6, from: first, cadence: .seconds(60 * minutes)
        ).series
    }
    return result
  }()

  private struct Errors {
    var count = 0.0
    var squares = 0.0
    var squaresOfLast = 0.0
    var held = 0.0
    var rmse: Double { (squares / count).squareRoot() }
    var rmseOfLast: Double { (squaresOfLast / count).squareRoot() }
    var coverage: Double { held / count }
  }

  /// Returns the errors 30 minutes ahead, from readings that `damage` changes.
  private func errors(
    every minutes: Int, personal: Bool, _ damage: (inout [Double], ClosedRange<Int>) -> Void
  ) throws -> Errors {
    let series = try #require(Self.recordings[minutes])
    let cut = series.count / 2
    var model = try Forecaster.pretrained(for: series, zone: .gmt)
    if personal { model = model.personalized(to: series[positions: 0..<cut]) }
    var errors = Errors()
    let (day, ahead) = (1440 / minutes, 30 / minutes)
    for index in stride(from: cut, to: series.count - ahead, by: 151 / minutes) {
      let now = series[index].time
      let past = series[positions: index - day..<index + 1]
      guard series[index + ahead].time.timeIntervalSince(now) == 1800 else { continue }
      var values = Array(past.values)
      damage(&values, values.count - 1 - 60 / minutes...values.count - 1)
      let readings = zip(past, values).map { Reading(time: $0.time, glucose: .mgdL($1)) }
      guard let forecast = try? model.forecast(after: GlucoseSeries(readings), at: now),
        let point = forecast.points.last(where: { $0.time.timeIntervalSince(now) <= 1800 }),
        let last = values.last
      else { continue }
      let outcome = series[index + ahead].glucose.mgdL
      errors.count += 1
      errors.squares += (point.glucose.mgdL - outcome) * (point.glucose.mgdL - outcome)
      errors.squaresOfLast += (last - outcome) * (last - outcome)
      errors.held += (point.lower.mgdL...point.upper.mgdL).contains(outcome) ? 1 : 0
    }
    #expect(errors.count > 20)
    return errors
  }

  @Test(arguments: [5, 15], [false, true])
  func aSpikeIsNotAmplifiedAndWidensTheInterval(every minutes: Int, personal: Bool) throws {
    // In 15 minutes, 40 mg/dL resemble a real change.
    for spike in minutes == 5 ? [40.0, -40, 80, -80] : [80, -80] {
      let errors = try errors(every: minutes, personal: personal) { values, hour in
        values[hour.upperBound] = min(max(values[hour.upperBound] + spike, 40), 400)
      }
      #expect(errors.rmse <= errors.rmseOfLast, "\(spike)")
      #expect(errors.coverage >= 0.8, "\(spike)")
    }
  }

  @Test(arguments: [5, 15], [80.0, -80])
  func aSpikeThatPassedLeavesNoTrace(every minutes: Int, spike: Double) throws {
    let plain = try errors(every: minutes, personal: false) { _, _ in }
    let damaged = try errors(every: minutes, personal: false) { values, hour in
      values[hour.upperBound - 1] = min(max(values[hour.upperBound - 1] + spike, 40), 400)
    }
    #expect(damaged.rmse < (minutes == 5 ? 1.1 : 1.4) * plain.rmse)
  }

  @Test(arguments: [5, 15]) func aStuckHourWidensTheInterval(every minutes: Int) throws {
    let errors = try errors(every: minutes, personal: false) { values, hour in
      for place in hour { values[place] = values[hour.lowerBound] }
    }
    #expect(errors.rmse <= errors.rmseOfLast)
    #expect(errors.coverage >= 0.8)
  }
}
