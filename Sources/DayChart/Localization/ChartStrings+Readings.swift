internal import DaySummary
internal import GlucoseMath

extension ChartStrings {
  /// Returns a concentration as text; that of "Low" or "High" has a sign: "<2.2", ">22.2".
  func number(_ glucose: Glucose, _ flags: ReadingFlags, in unit: GlucoseUnit) -> String {
    flags.limitSign + number(glucose, in: unit)
  }

  func lowest(of readings: [Reading], in unit: GlucoseUnit) -> String? {
    number(readings.map(\.glucose).min(), of: readings, beyond: "<", in: unit)
  }

  func highest(of readings: [Reading], in unit: GlucoseUnit) -> String? {
    number(readings.map(\.glucose).max(), of: readings, beyond: ">", in: unit)
  }

  /// Returns an extreme of readings as text, with the sign of values beyond it if any has it.
  private func number(
    _ extreme: Glucose?, of readings: [Reading], beyond sign: String, in unit: GlucoseUnit
  ) -> String? {
    let all = readings.filter { $0.glucose == extreme }
    func first(_ sign: String) -> Reading? { all.first { $0.flags.limitSign == sign } }
    return (first(sign) ?? first("") ?? all.first).map { number($0.glucose, $0.flags, in: unit) }
  }

  /// Returns a text such as "<2.2 to 12.1 mmol/L", or `nil` without readings.
  func range(of readings: [Reading], in unit: GlucoseUnit) -> String? {
    guard let lowest = lowest(of: readings, in: unit), let highest = highest(of: readings, in: unit)
    else { return nil }
    return "\(lowest) \(self[.to]) \(highest) \(name(of: unit))"
  }
}

extension DayPlot {
  var readings: [Reading] { segments.joined().filter(\.isReading).map(\.reading) }
}

extension PlotLinePoint {
  /// The concentration as the device showed it: a value, or "Low" or "High".
  var reading: Reading {
    let flags: ReadingFlags =
      switch clipping {
      case .aboveDeviceLimit: .aboveDeviceLimit
      case .belowDeviceLimit: .belowDeviceLimit
      case .aboveAxis, nil: []
      }
    return Reading(time: time, glucose: glucose, flags: flags)
  }
}
