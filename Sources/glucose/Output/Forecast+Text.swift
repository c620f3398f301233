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
    return (table.lines + ["", promise + "."]).joined(separator: "\n")
  }

  private func minutesAhead(_ point: Point) -> String {
    (point.time.timeIntervalSince(origin.time) / 60).formatted(places: 0) + " min"
  }
}
