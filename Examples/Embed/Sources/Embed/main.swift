import Foundation
import GlucoseKit
import GlucoseSimulation

let today = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 800_000_000), in: .gmt)
let recording = VirtualPatient(seed: 2).simulate(days: 14, from: today.advanced(by: -13))
func text(_ glucose: Glucose) -> String { String(format: "%.1f", glucose.mmolL) }

let report = recording.report(of: today, bands: .consensus(in: .mmolL))
if let day = report.statistics {
  print("\(today): \(text(day.minimum)) to \(text(day.maximum)), mean \(text(day.mean)) mmol/L")
  let inRange = Int(day.timeInRange.percent)
  let carbs = report.nutrition.carbs.map { "\(Int($0)) g" } ?? "unknown"
  print("In range \(inRange) %, carbs \(carbs)")
}

let forecaster = try Forecaster.best(for: recording, in: .gmt)
do {
  let now = today.time(hour: 17, minute: 30)
  let forecast = try forecaster.forecast(after: recording, at: now)
  for point in forecast.points {
    print(point.time, text(point.glucose), "in", text(point.lower), "to", text(point.upper))
  }
} catch {
  print("No forecast: \(error)")
}
