// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

extension Forecast {
  /// A line to each point of the path, and what the range is worth.
  func text(in unit: GlucoseUnit, zone: TimeZone) -> String {
    var style = Date.ISO8601FormatStyle(timeZone: zone)
    style = style.year().month().day().time(includingFractionalSeconds: false)
      .dateTimeSeparator(.space)
    var table = TextTable([
      ("time", .left), ("ahead", .right), (unit.rawValue, .right), ("range", .right),
    ])
    table.add([origin.time.formatted(style), "now", origin.glucose.text(in: unit), ""])
    for point in points {
      let minutes = point.time.timeIntervalSince(origin.time) / 60
      table.add([
        point.time.formatted(style), minutes.formatted(places: 0) + " min",
        point.glucose.text(in: unit),
        point.lower.text(in: unit) + "–" + point.upper.text(in: unit),
      ])
    }
    var promise = "The range is built to hold \(coverage.asPercentage) of outcomes"
    if let measuredCoverage {
      promise +=
        "; \(points.last.map { minutesAhead($0) } ?? "") ahead it held "
        + "\(measuredCoverage.asPercentage) of those the fit had not seen"
    }
    return (table.lines + ["", promise + "."] + odds(in: unit)).joined(separator: "\n")
  }

  /// How likely the usual thresholds are to be crossed, as a line, or none if that is not known.
  private func odds(in unit: GlucoseUnit) -> [String] {
    guard let last = points.last else { return [] }
    let within = Duration.seconds(last.time.timeIntervalSince(origin.time))
    let likely = Backtest.standardCrossings.compactMap { crossing in
      probability(ofCrossing: crossing, within: within).map {
        "\(crossing.text(in: unit)) \($0.asPercentage)"
      }
    }
    guard !likely.isEmpty else { return [] }
    return [
      "How likely a reading within \(minutesAhead(last)) is: " + likely.joined(separator: ", ")
        + "."
    ]
  }

  private func minutesAhead(_ point: Point) -> String {
    (point.time.timeIntervalSince(origin.time) / 60).formatted(places: 0) + " min"
  }
}
