import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import Prediction
import GlucoseSimulation

@testable import PredictionEvaluation

/// A back-test of two virtual people, computed once for all tests.
enum ExampleReport {
  static let zone = TimeZone.gmt

  private static let task = Task {
    try await BacktestReport(
      of: people, options, at: [.seconds(1800), .seconds(3600)], updateInterval: .seconds(86_400),
      in: zone)
  }

  static var report: BacktestReport {
    get async throws { try await task.value }
  }

  static var options: FitOptions {
    var options = FitOptions()
    options.detail = .interactions
    options.zone = zone
    return options
  }

  static let people: [BacktestReport.Person] = {
    let day = LocalDay(
      containing: Date(timeIntervalSinceReferenceDate: 794_102_400), in: zone)
    return VirtualPatient.cohort(of: 2, seed: 7).enumerated().map { number, patient in
      BacktestReport.Person(
        name: number == 0 ? "A <b> & \"c\"" : "B",
        recording: patient.simulate(days: 8, from: day))
    }
  }()
}

/// The linear scale of an axis, derived from two of its labels in a picture.
struct ReadScale {
  private let origin, slope: Double

  init?(_ first: (place: Double, value: Double), _ second: (place: Double, value: Double)) {
    guard first.place != second.place else { return nil }
    slope = (second.value - first.value) / (second.place - first.place)
    origin = first.value - slope * first.place
  }

  func value(at place: Double) -> Double { origin + slope * place }
}
