internal import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// A writer of bundles of HL7 FHIR R4 by the guide for continuous glucose monitoring
/// (hl7.fhir.uv.cgm 1.0.0): a summary of each person's readings, and optionally the readings.
///
///     let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
///     let file = try GlucoseFile(contentsOf: "export.csv", options: ReadOptions(zone: oslo))
///     let bundle = FHIRWriter(unit: .mgdL, zone: oslo).bytes(of: file.people, at: Date())
///
/// The summary is defined by the guide: mean, times in ranges, glucose management indicator,
/// coefficient of variation, days of wear, and the percentage of time the sensor was active, each
/// an observation with its LOINC code and UCUM unit, and an observation that lists them.
/// Percentages have two decimal places, as the guide requires. The bundle is the transaction that
/// the guide's `$submit-cgm-bundle` accepts.
///
/// ``GlucoseFile`` reads the readings back: instants to the nanosecond, values in mg/dL exactly (in
/// mmol/L to the last place of a `Double`), and flags: a value below or above the sensor's range is
/// a quantity with the comparator `<` or `>`. Without a reference to the patient, the people's
/// identifiers are read back too. Events, meter readings, and scans are not written, because the
/// guide does not define events and the latter two are not sensor readings.
public struct FHIRWriter: Sendable {
  /// The content written for each person.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Contents: Equatable, Sendable {
    /// The summary.
    case summary
    /// The sensor readings.
    case readings
    /// The summary, then the readings.
    case all
  }

  let contents: Contents
  let unit: GlucoseUnit
  let zone: TimeZone
  let patient: String?

  /// Creates a writer of these contents.
  ///
  /// - Parameters:
  ///   - contents: The content written for each person.
  ///   - unit: The unit of the readings and the mean, in which the bounds of the ranges are exact.
  ///   - zone: The time zone of the days in which the reporting period begins and ends and days of
  ///     wear are counted.
  ///   - patient: A reference to the person in the system that receives the bundle, such as
  ///     `Patient/123`, of a bundle with a single person. If `nil`, a person is identified by
  ///     ``ImportedPerson/id``.
  public init(
    contents: Contents = .summary, unit: GlucoseUnit, zone: TimeZone, patient: String? = nil
  ) {
    (self.contents, self.unit, self.zone, self.patient) = (contents, unit, zone, patient)
  }

  /// Returns the bundle as text in UTF-8, one entry on each line.
  ///
  /// - Parameters:
  ///   - people: The people; a person without readings is omitted.
  ///   - timestamp: The time of creation of the bundle.
  /// - Precondition: All times are in the years 1 to 9999.
  /// - Complexity: O(*n*), where *n* is the number of readings.
  public func bytes(of people: some Sequence<ImportedPerson>, at timestamp: Date) -> [UInt8] {
    var bytes: [UInt8] = []
    write(people, at: timestamp) { bytes += $0 }
    return bytes
  }

  /// Writes the bundle in pieces, so that it is never in memory as a whole.
  ///
  /// - Parameters:
  ///   - people: The people; a person without readings is omitted.
  ///   - timestamp: The time of creation of the bundle.
  ///   - sink: A closure called with the pieces in order, each of about 64 KiB.
  /// - Precondition: All times are in the years 1 to 9999.
  /// - Throws: Any error that `sink` throws.
  public func write<Failure>(
    _ people: some Sequence<ImportedPerson>, at timestamp: Date,
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var list = DocumentList()
    list.lines.add("{\"resourceType\":\"Bundle\",\"meta\":{\"profile\":[")
    list.lines.add(quoted: FHIRCodes.profiles + FHIRCodes.bundle)
    list.lines.add("]},\"type\":\"transaction\",\"timestamp\":")
    list.lines.add(quotedTime: timestamp.timeIntervalSinceReferenceDate)
    // A list in FHIR is never empty; it is omitted instead.
    var isOpen = false
    func add(_ document: (inout ByteBuilder) -> Void) throws(Failure) {
      if !isOpen {
        list.lines.add(",\"entry\":")
        list.open()
      }
      isOpen = true
      try list.add(to: sink, document)
    }
    for (number, subject) in people.enumerated() {
      let person = FHIRPerson(number: number, id: subject.id, patient: patient)
      let series = subject.recording.series
      if contents != .readings {
        for entry in FHIRSummary.entries(of: person, series, unit, zone) {
          try add { (lines) in lines.add(entry) }
        }
      }
      if contents != .summary, !series.isEmpty {
        let parts = FHIRReadingParts(unit, person)
        for ((time, value), flags) in zip(zip(series.times, series.values), series.flags) {
          try add { (lines) in parts.add(time, value, flags, to: &lines) }
        }
      }
    }
    if isOpen { list.close() }
    list.lines.add("}\n")
    try list.lines.flush(to: sink)
  }
}

private struct FHIRReadingParts {
  private let unit: GlucoseUnit
  private let identities: FHIRIdentities
  /// The bytes between identifier, time, number, comparator, end of quantity, and end of entry.
  private let parts: [[UInt8]]

  init(_ unit: GlucoseUnit, _ person: FHIRPerson) {
    self.unit = unit
    let observation = FHIRCodes.reading(unit)
    identities = person.identities(observation.code)
    // No text in JSON contains a zero byte.
    let content =
      ",\"effectiveDateTime\":\0,\"valueQuantity\":{\"value\":\0"
      + FHIREntry.end(FHIRCodes.concentration(unit)) + "\0"
    parts = FHIREntry.text(observation, "\0", person, content).utf8
      .split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
  }

  func add(_ time: Double, _ value: Double, _ flags: ReadingFlags, to lines: inout ByteBuilder) {
    lines.add(parts[0])
    identities.add(identityOf: Array("\(time)".utf8), to: &lines)
    lines.add(parts[1])
    lines.add(quotedTime: time)
    lines.add(parts[2])
    lines.add(number: Glucose.mgdL(value).value(in: unit))
    if flags.contains(.belowDeviceLimit) { lines.add(member: "comparator", text: "<") }
    if flags.contains(.aboveDeviceLimit) { lines.add(member: "comparator", text: ">") }
    lines.add(parts[3])
    if flags.contains(.ambiguousLocalTime) {
      lines.add(",\"note\":[{\"text\":")
      lines.add(quoted: FHIRCodes.repeatedHour)
      lines.add("}]")
    }
    lines.add(parts[4])
  }
}

enum FHIREntry {
  static func text(
    _ observation: FHIRCodes.Observation, _ identity: String, _ person: FHIRPerson,
    _ content: String
  ) -> String {
    """
    {"fullUrl":"\(identity)","resource":{"resourceType":"Observation",\
    "meta":{"profile":["\(FHIRCodes.profiles)\(observation.profile)"]},"status":"final",\
    "category":[{"coding":[{"system":"\(FHIRCodes.categories)","code":"laboratory"}]}],\
    "code":\(concept(FHIRCodes.loinc, observation.code)),"subject":\(person.reference)\(content)},\
    "request":{"method":"POST","url":"Observation"}}
    """
  }

  static func end(_ unit: FHIRCodes.Unit) -> String {
    ",\"unit\":\"\(unit.text)\",\"system\":\"\(FHIRCodes.units)\",\"code\":\"\(unit.code)\"}"
  }

  static func concept(_ system: StaticString, _ code: StaticString) -> String {
    "{\"coding\":[{\"system\":\"\(system)\",\"code\":\"\(code)\"}]}"
  }
}

struct FHIRPerson {
  var number: Int
  var id: String?
  var patient: String?

  var reference: String {
    func quoted(_ text: String) -> String {
      var builder = ByteBuilder(capacity: 64)
      builder.add(quoted: text)
      return builder.text
    }
    if let patient { return "{\"reference\":\(quoted(patient))}" }
    if let id { return "{\"identifier\":{\"value\":\(quoted(id))}}" }
    return "{\"display\":\"unnamed\"}"
  }

  func identities(_ code: StaticString) -> FHIRIdentities {
    FHIRIdentities(of: "\(number)|\(patient ?? "")|\(id ?? "")|\(code)|")
  }
}

/// UUIDs of a person's observations, made from their content: the same for the same readings.
struct FHIRIdentities {
  /// The hashes of two bytes, each followed by the common text.
  private var high = FNVHash()
  private var low = FNVHash()

  fileprivate init(of text: String) {
    high.add(0)
    low.add(1)
    add(Array(text.utf8))
  }

  private mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      high.add(byte)
      low.add(byte)
    }
  }

  func identity(_ content: String) -> String {
    var lines = ByteBuilder(capacity: 64)
    add(identityOf: Array(content.utf8), to: &lines)
    return lines.text
  }

  func add(identityOf content: [UInt8], to lines: inout ByteBuilder) {
    var identity = self
    identity.add(content)
    lines.add("urn:uuid:")
    // Version 8 is for application-specific content; the variant is that of RFC 9562.
    lines.add(hexadecimal: identity.high.value & ~0xF000 | 0x8000, dashes: 1 << 32 | 1 << 16 | 1)
    lines.add(hexadecimal: identity.low.value & ~(0b11 << 62) | 0b10 << 62, dashes: 1 << 48)
  }
}

extension ByteBuilder {
  /// Adds sixteen digits, and a dash after each whose lowest bit is set in `dashes`.
  fileprivate mutating func add(hexadecimal number: UInt64, dashes: UInt64) {
    for place in stride(from: UInt64(60), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: number >> place) & 0xF
      add(digit < 10 ? Byte.zero + digit : UInt8(ascii: "a") - 10 + digit)
      if dashes >> place & 1 == 1 { add(Byte.minus) }
    }
  }
}
