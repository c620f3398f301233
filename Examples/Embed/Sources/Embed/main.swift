// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

let today = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 800_000_000), in: .gmt)
let recording = VirtualPatient(seed: 2).simulate(days: 14, from: today.advanced(by: -13))

let report = try recording.report(on: today, bands: .consensus(in: .mmolL))
if let glucose = report.statistics {
  print("\(today): mean \(glucose.mean.mmolL) mmol/L, in range \(100 * glucose.shares.target) %")
}
print("carbs \(report.nutrition.carbs ?? 0) g, covered \(100 * report.coverage) %")

let forecaster = try Forecaster.fit([recording.series])
do {
  let now = today.time(hour: 17, minute: 30)
  let forecast = try forecaster.forecast(after: recording.series, at: now)
  for point in forecast.points {
    print("\(point.time): \(point.glucose.mmolL), \(point.lower.mmolL) to \(point.upper.mmolL)")
  }
} catch {
  print("No forecast: \(error)")
}
