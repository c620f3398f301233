// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The numbers of the guide's summary for one person, as observations.
struct FHIRSummary {
  private let statistics: GlucoseStatistics
  private let unit: GlucoseUnit
  private let period: (start: LocalDay, end: LocalDay)
  private let dayCount: Int
  private let wear: SensorActivity?

  /// Creates the summary of a series, or `nil` if there are no readings.
  init?(_ series: GlucoseSeries, _ unit: GlucoseUnit, _ zone: TimeZone) {
    guard let statistics = series.statistics(bands: .consensus(in: unit)),
      let range = series.timeRange
    else { return nil }
    self.statistics = statistics
    self.unit = unit
    period = (
      LocalDay(containing: range.lowerBound, in: zone),
      LocalDay(containing: range.upperBound, in: zone)
    )
    dayCount = series.days(in: zone).count
    wear = series.sensorActivity()
  }

  /// Returns the observations of the summary; the first lists the others.
  func observations(of person: FHIRPerson) -> [Item] {
    let dates = (start: period.start.description, end: period.end.description)
    func item(_ observation: FHIRCodes.Observation, _ value: Item.Value) -> Item {
      let identity = person.identities(observation.code).identity(
        "\(dates.start) \(dates.end)")
      return Item(
        observation: observation, identity: identity, person: person, dates: dates, value: value)
    }
    let mean = Item.Quantity(
      number: statistics.mean.value(in: unit), places: unit == .mgdL ? 1 : 2,
      unit: .concentration(unit))
    let shares = RangeBand.allCases.map { band in
      (
        code: FHIRCodes.code(of: band),
        quantity: Item.Quantity(
          number: statistics.consensusTimeInRanges[band]?.percent, places: 2, unit: .percent)
      )
    }
    let parts = [
      item(FHIRCodes.mean(unit), .quantity(mean)),
      item(FHIRCodes.timesInRanges, .components(shares)),
      item(
        FHIRCodes.managementIndicator,
        .quantity(percent(statistics.glucoseManagementIndicator))),
      item(FHIRCodes.variation, .quantity(percent(statistics.coefficientOfVariation))),
      item(
        FHIRCodes.daysOfWear,
        .quantity(Item.Quantity(number: Double(dayCount), places: 0, unit: .days))),
      item(FHIRCodes.sensorActive, .quantity(percent(wear?.activePercentage.percent))),
    ]
    return [item(FHIRCodes.summary, .members(parts.map(\.identity)))] + parts
  }

  private func percent(_ number: Double?) -> Item.Quantity {
    Item.Quantity(number: number, places: 2, unit: .percent)
  }

  /// An observation of the summary.
  struct Item {
    /// A number with a number of decimal places; `nil` if it is undefined.
    struct Quantity {
      var number: Double?
      var places: Int
      var unit: FHIRCodes.Unit
    }

    enum Value {
      case quantity(Quantity)
      case components([(code: String, quantity: Quantity)])
      case members([String])
    }

    var observation: FHIRCodes.Observation
    var identity: String
    var person: FHIRPerson
    var dates: (start: String, end: String)
    var value: Value
  }
}

extension FHIRSummary.Item {
  func add(to lines: inout ByteBuilder) {
    FHIREntry.open(observation, identity, person, &lines)
    lines.add(",\"effectivePeriod\":{\"start\":")
    lines.add(quoted: dates.start)
    lines.add(member: "end", text: dates.end)
    lines.add(UInt8(ascii: "}"))
    switch value {
    case .quantity(let quantity): quantity.add(to: &lines)
    case .components(let components):
      lines.add(",\"component\":[")
      for (index, component) in components.enumerated() {
        lines.add(index == 0 ? "{\"code\":" : ",{\"code\":")
        FHIREntry.add(concept: FHIRCodes.loinc, component.code, &lines)
        component.quantity.add(to: &lines)
        lines.add(UInt8(ascii: "}"))
      }
      lines.add(UInt8(ascii: "]"))
    case .members(let identities):
      lines.add(",\"hasMember\":[")
      for (index, identity) in identities.enumerated() {
        lines.add(index == 0 ? "{\"reference\":" : ",{\"reference\":")
        lines.add(quoted: identity)
        lines.add(UInt8(ascii: "}"))
      }
      lines.add(UInt8(ascii: "]"))
    }
    FHIREntry.close(&lines)
  }
}

extension FHIRSummary.Item.Quantity {
  /// Adds the number, or the reason it is absent.
  fileprivate func add(to lines: inout ByteBuilder) {
    guard let number else {
      lines.add(member: "dataAbsentReason")
      FHIREntry.add(concept: FHIRCodes.absences, "not-applicable", &lines)
      return
    }
    lines.add(",\"valueQuantity\":{\"value\":")
    lines.add(fixed: number, places: places)
    FHIREntry.close(unit, &lines)
  }
}

extension ByteBuilder {
  /// Adds a nonnegative number with a number of decimal places, rounded half away from zero.
  mutating func add(fixed number: Double, places: Int) {
    // A `Double` above this limit has no meaningful decimal places.
    guard number.magnitude < 1e12 else { return add(number: number) }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let units = Int((number * Double(scale)).rounded())
    add("\(units / scale)")
    guard places > 0 else { return }
    let digits = "\(units % scale)"
    add("." + String(repeating: "0", count: places - digits.count) + digits)
  }
}
