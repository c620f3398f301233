// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// An observation within a scanned document.
struct FHIRObservation {
  private let scanner: JSONScanner
  private let fields: JSONFields<FHIRField>
  private let quantity: JSONFields<FHIRQuantityField>

  /// Creates the observation that has these members and, if it has a quantity, these members of it.
  init(
    _ scanner: JSONScanner, _ fields: JSONFields<FHIRField>,
    _ quantity: JSONFields<FHIRQuantityField>
  ) {
    self.scanner = scanner
    self.fields = fields
    self.quantity = quantity
  }

  func read(line: Int, into collector: inout RowCollector) throws(RecordRejection) -> RowDisposition
  {
    if let status = fields[.status],
      scanner.text(of: status, is: "entered-in-error") || scanner.text(of: status, is: "cancelled")
    {
      return .skipped(.deleted)
    }
    let isReading = hasCode { isOneOf(FHIRCodes.readingCodes, $0) }
    guard isReading || hasCode({ isOneOf(FHIRCodes.meterCodes, $0) }) else {
      let isDerived = hasCode { node in
        scanner.text(node).map { FHIRCodes.derivedCodes.contains($0) } ?? false
      }
      return .skipped(isDerived ? .derived : .otherMeasurement)
    }
    guard let node = fields[.quantity], let value = try scanner.concentration(quantity[.value])
    else {
      if let other = otherValue { throw RecordRejection(.unknownKind, scanner.excerpt(other)) }
      return .skipped(.missingValue)
    }
    let unit = try unit(of: node)
    let time = try scanner.time(of: fields[.dateTime], [fields[.instant]])
    let stream = RowCollector.Stream(
      subject: subject(&collector.subjects), channel: isReading ? .sensor : .meter, device: 0)
    _ = collector.add(
      .value(value, unit), flags: flags, at: time.stamp,
      place: RowCollector.Place(time, line: line), stream: stream)
    return .accepted
  }

  /// The value of an observation without a quantity, such as a series of samples.
  private var otherValue: Int? {
    guard fields[.quantity] == nil else { return nil }
    let resource = scanner.member("resource", of: 0) ?? 0
    for name in FHIRCodes.otherValues {
      if let node = scanner.member(name, of: resource) { return node }
    }
    return nil
  }

  /// Returns the unit of a quantity: its code, if it is a UCUM code; otherwise, its display unit.
  ///
  /// The LOINC code of the observation does not determine the unit: mass per volume may be g/L.
  private func unit(of node: Int) throws(RecordRejection) -> GlucoseUnit {
    let text = scanner.filled(quantity[.unit])
    let system = scanner.filled(quantity[.system])
    let isUCUM = system.map { scanner.text(of: $0, is: FHIRCodes.units) } ?? true
    let code = isUCUM ? scanner.filled(quantity[.code]) : nil
    guard let code else {
      guard let text else { throw RecordRejection(.missingUnit, scanner.excerpt(node)) }
      guard let unit = try scanner.unit(text) else { throw RecordRejection(.missingUnit, "") }
      return unit
    }
    guard let unit = try scanner.unit(code) else { throw RecordRejection(.missingUnit, "") }
    // The display unit may be any text except the other unit.
    let other = text.flatMap { scanner.namedUnit($0) }
    guard other == nil || other == unit else {
      throw RecordRejection(
        .unknownUnit, "\(scanner.excerpt(code)), \(text.map(scanner.excerpt) ?? "")")
    }
    return unit
  }

  /// Returns a Boolean value that indicates whether a LOINC code, or one that states no system, is
  /// included.
  private func hasCode(_ isIncluded: (Int) -> Bool) -> Bool {
    guard let list = scanner.member("coding", of: fields[.code]) else { return false }
    var isFound = false
    scanner.forEachElement(of: list) { coding in
      if let system = scanner.member("system", of: coding),
        !scanner.text(of: system, is: FHIRCodes.loinc)
      {
        return
      }
      if let code = scanner.member("code", of: coding), isIncluded(code) { isFound = true }
    }
    return isFound
  }

  private func isOneOf(_ codes: [StaticString], _ node: Int) -> Bool {
    codes.contains { scanner.text(of: node, is: $0) }
  }

  /// Returns the number of the person in the observation: an identifier, a reference, or an empty
  /// string.
  private func subject(_ subjects: inout Interner) -> Int {
    let subject = fields[.subject]
    let identifier = scanner.member("value", of: scanner.member("identifier", of: subject))
    for node in [identifier, scanner.member("reference", of: subject)] {
      guard let node, scanner.nodes[node].kind == .string else { continue }
      let range = scanner.nodes[node].range
      guard scanner.nodes[node].isEscaped else {
        return subjects.index(of: scanner.bytes, range)
      }
      let bytes = Array(String(decoding: scanner.unescaped(range), as: UTF8.self).utf8)
      return subjects.index(of: bytes, bytes.indices)
    }
    return subjects.index(of: [], 0..<0)
  }

  private var flags: ReadingFlags {
    var flags: ReadingFlags = []
    if let comparator = quantity[.comparator] {
      switch scanner.text(comparator) {
      case "<", "<=": flags.insert(.belowDeviceLimit)
      case ">", ">=": flags.insert(.aboveDeviceLimit)
      default: break
      }
    }
    if let note = scanner.firstElement(of: fields[.note]),
      scanner.text(scanner.member("text", of: note)) == FHIRCodes.repeatedHour
    {
      flags.insert(.ambiguousLocalTime)
    }
    return flags
  }
}
