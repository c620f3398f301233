internal import DaySummary
internal import GlucoseMath

/// A concentration as a device showed it: a value, or "Low" or "High", whose true value is beyond the
/// device's limit.
struct ShownGlucose {
  let glucose: Glucose
  let flags: ReadingFlags

  init(_ glucose: Glucose, _ flags: ReadingFlags) {
    self.glucose = glucose
    self.flags = flags
  }

  init(_ reading: Reading) {
    glucose = reading.glucose
    flags = reading.flags
  }

  init(_ point: PlotLinePoint) {
    glucose = point.glucose
    flags =
      switch point.clipping {
      case .aboveDeviceLimit: .aboveDeviceLimit
      case .belowDeviceLimit: .belowDeviceLimit
      case .aboveAxis, nil: []
      }
  }
}

extension ChartStrings {
  /// Returns a concentration as text; that of "Low" or "High" has a sign: "<2.2", ">22.2".
  func number(_ shown: ShownGlucose, in unit: GlucoseUnit) -> String {
    shown.flags.limitSign + number(shown.glucose, in: unit)
  }

  func lowest(of shown: [ShownGlucose], in unit: GlucoseUnit) -> String? {
    number(shown.map(\.glucose).min(), of: shown, beyond: "<", in: unit)
  }

  func highest(of shown: [ShownGlucose], in unit: GlucoseUnit) -> String? {
    number(shown.map(\.glucose).max(), of: shown, beyond: ">", in: unit)
  }

  /// Returns an extreme of concentrations as text, with the sign of values beyond it if any has it.
  private func number(
    _ extreme: Glucose?, of shown: [ShownGlucose], beyond sign: String, in unit: GlucoseUnit
  ) -> String? {
    let all = shown.filter { $0.glucose == extreme }
    func first(_ sign: String) -> ShownGlucose? { all.first { $0.flags.limitSign == sign } }
    return (first(sign) ?? first("") ?? all.first).map { number($0, in: unit) }
  }

  /// Returns a text such as "<2.2 to 12.1 mmol/L", or `nil` without concentrations.
  func range(of shown: [ShownGlucose], in unit: GlucoseUnit) -> String? {
    guard let lowest = lowest(of: shown, in: unit), let highest = highest(of: shown, in: unit)
    else { return nil }
    return "\(lowest) \(self[.to]) \(highest) \(name(of: unit))"
  }
}

extension DayPlot {
  var shownReadings: [ShownGlucose] {
    segments.joined().filter(\.isReading).map(ShownGlucose.init)
  }
}
