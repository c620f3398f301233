// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// An observation within a scanned document.
struct FHIRObservation {
  private let scanner: JSONScanner
  private let node: Int

  init(_ scanner: JSONScanner, _ node: Int) {
    self.scanner = scanner
    self.node = node
  }

  func read(line: Int, into collector: inout RowCollector) throws(RecordRejection) -> RowDisposition
  {
    let status = scanner.text(member("status"))
    if status == "entered-in-error" || status == "cancelled" { return .skipped(.deleted) }
    let codes = codes
    let isReading = codes.contains { FHIRCodes.readingCodes.contains($0) }
    guard isReading || codes.contains(where: { FHIRCodes.meterCodes.contains($0) }) else {
      let isDerived = codes.contains { FHIRCodes.derivedCodes.contains($0) }
      return .skipped(isDerived ? .derived : .otherMeasurement)
    }
    guard let quantity = member("valueQuantity"),
      let value = try scanner.concentration(scanner.member("value", of: quantity))
    else { return .skipped(.missingValue) }
    let unit = try unit(of: quantity, value)
    let time = try scanner.time(of: [member("effectiveDateTime"), member("effectiveInstant")])
    let subject = collector.subjects.index(of: Array(person.utf8), 0..<person.utf8.count)
    let stream = RowCollector.Stream(
      subject: subject, channel: isReading ? .sensor : .meter, device: 0)
    _ = collector.add(
      .value(value, unit), flags: flags(quantity), at: time.stamp,
      place: RowCollector.Place(time, line: line), stream: stream)
    return .accepted
  }

  /// Returns the unit of a quantity: its code, if it is a UCUM code; otherwise, its display unit.
  ///
  /// The LOINC code of the observation does not determine the unit: mass per volume may be g/L.
  private func unit(
    of quantity: Int, _ value: Double
  ) throws(RecordRejection) -> GlucoseUnit {
    let text = scanner.filled(scanner.member("unit", of: quantity))
    let system = scanner.filled(scanner.member("system", of: quantity))
    let isUCUM = system.map { scanner.text(of: $0, is: FHIRCodes.units) } ?? true
    let code = isUCUM ? scanner.filled(scanner.member("code", of: quantity)) : nil
    guard let code else {
      guard let text else { throw RecordRejection(.missingUnit, scanner.excerpt(quantity)) }
      guard let unit = try scanner.unit(text) else { throw RecordRejection(.missingUnit, "") }
      return unit
    }
    guard let unit = try scanner.unit(code) else { throw RecordRejection(.missingUnit, "") }
    // The display unit may be any text except the other unit.
    let other = text.flatMap { scanner.text($0) }.flatMap { GlucoseUnit(named: $0) }
    guard other == nil || other == unit else {
      throw RecordRejection(
        .unknownUnit, "\(scanner.excerpt(code)), \(text.map(scanner.excerpt) ?? "")")
    }
    return unit
  }

  private func member(_ name: String) -> Int? { scanner.member(name, of: node) }

  /// The LOINC codes and those that state no system.
  private var codes: [String] {
    var codes: [String] = []
    guard let list = scanner.member("coding", of: member("code")) else { return codes }
    scanner.forEachElement(of: list) { coding in
      if let system = scanner.member("system", of: coding),
        !scanner.text(of: system, is: FHIRCodes.loinc)
      {
        return
      }
      if let code = scanner.text(scanner.member("code", of: coding)) { codes.append(code) }
    }
    return codes
  }

  /// The person in the observation: an identifier, a reference, or an empty string.
  private var person: String {
    let subject = member("subject")
    return scanner.text(scanner.member("value", of: scanner.member("identifier", of: subject)))
      ?? scanner.text(scanner.member("reference", of: subject)) ?? ""
  }

  private func flags(_ quantity: Int) -> ReadingFlags {
    var flags: ReadingFlags = []
    switch scanner.text(scanner.member("comparator", of: quantity)) {
    case "<", "<=": flags.insert(.belowDeviceLimit)
    case ">", ">=": flags.insert(.aboveDeviceLimit)
    default: break
    }
    if let note = scanner.firstElement(of: member("note")),
      scanner.text(scanner.member("text", of: note)) == FHIRCodes.repeatedHour
    {
      flags.insert(.ambiguousLocalTime)
    }
    return flags
  }
}
