internal import GlucoseMath
internal import GlucoseFoundation

enum FHIRSummary {
  /// Returns the entries of the observations of a person, of which the first lists the others; none
  /// without readings.
  static func entries(
    of person: FHIRPerson, _ series: GlucoseSeries, _ unit: GlucoseUnit, _ zone: TimeZone
  ) -> [String] {
    guard let statistics = series.statistics(bands: .consensus(in: unit)),
      let range = series.timeRange
    else { return [] }
    let start = LocalDay(containing: range.lowerBound, in: zone).description
    let end = LocalDay(containing: range.upperBound, in: zone).description
    func entry(
      _ observation: FHIRCodes.Observation, _ value: String
    ) -> (identity: String, text: String) {
      let identity = person.identities(observation.code).identity("\(start) \(end)")
      let period = ",\"effectivePeriod\":{\"start\":\"\(start)\",\"end\":\"\(end)\"}"
      return (identity, FHIREntry.text(observation, identity, person, period + value))
    }
    let shares = RangeBand.allCases.map { band in
      "{\"code\":" + FHIREntry.concept(FHIRCodes.loinc, FHIRCodes.code(of: band))
        + percent(statistics.consensusTimeInRanges[band]?.percent) + "}"
    }
    let mean = statistics.mean.value(in: unit)
    let parts = [
      entry(
        FHIRCodes.mean(unit),
        quantity(mean, places: unit == .mgdL ? 1 : 2, FHIRCodes.concentration(unit))),
      entry(FHIRCodes.timesInRanges, ",\"component\":[\(shares.joined(separator: ","))]"),
      entry(FHIRCodes.managementIndicator, percent(statistics.glucoseManagementIndicator)),
      entry(FHIRCodes.variation, percent(statistics.coefficientOfVariation)),
      entry(
        FHIRCodes.daysOfWear,
        quantity(Double(series.days(in: zone).count), places: 0, FHIRCodes.days)),
      entry(FHIRCodes.sensorActive, percent(series.sensorCoverage()?.activePercentage.percent)),
    ]
    let members = parts.map { "{\"reference\":\"\($0.identity)\"}" }.joined(separator: ",")
    return [entry(FHIRCodes.summary, ",\"hasMember\":[\(members)]").text] + parts.map(\.text)
  }

  private static func percent(_ number: Double?) -> String {
    quantity(number, places: 2, FHIRCodes.percent)
  }

  private static func quantity(_ number: Double?, places: Int, _ unit: FHIRCodes.Unit) -> String {
    guard let number else {
      return ",\"dataAbsentReason\":" + FHIREntry.concept(FHIRCodes.absences, "not-applicable")
    }
    var digits = ByteBuilder(capacity: 16)
    digits.add(fixed: number, places: places)
    return ",\"valueQuantity\":{\"value\":\(digits.text)" + FHIREntry.end(unit)
  }
}

extension ByteBuilder {
  /// Adds a nonnegative number with a number of decimal places, rounded half away from zero.
  mutating func add(fixed number: Double, places: Int) {
    // A `Double` above this limit has no meaningful decimal places.
    guard number.magnitude < 1e12 else { return add(number: number) }
    let scale = (0..<places).reduce(1) { power, _ in power * 10 }
    let units = Int((number * Double(scale)).rounded())
    add("\(units / scale)")
    guard places > 0 else { return }
    add(Byte.point)
    add(units % scale, digits: places)
  }
}
