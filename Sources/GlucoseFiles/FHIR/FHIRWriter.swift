// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Writes a bundle of HL7 FHIR R4 after the guide for continuous glucose monitoring
/// (hl7.fhir.uv.cgm 1.0.0): a summary of each person's readings, and the readings on request.
///
///     let bundle = FHIRWriter(zone: oslo).bytes(of: file.subjects, at: now)
///
/// The summary is the guide's: mean, times in ranges, glucose management indicator, coefficient of
/// variation, days of wear and the percentage of time the sensor was active, each an observation with
/// its LOINC code and UCUM unit, and one that lists them. Percentages have two decimal places, as the
/// guide asks for. The bundle is the transaction that the guide's `$submit-cgm-bundle` takes.
///
/// ``GlucoseFile`` reads the readings back: instants to the nanosecond, values bit for bit in mg/dL (in
/// mmol/L to the last place of a `Double`), and flags: a value below or above the sensor's range
/// is a quantity with the comparator `<` or `>`. Without ``patient`` the persons' identifiers come
/// back too. The guide has no place for events, and meter readings and scans are no sensor readings:
/// they are not written.
public struct FHIRWriter: Hashable, Sendable {
  /// What is written of each person.
  public enum Contents: Hashable, Sendable {
    /// The summary.
    case summary
    /// The readings of the sensor.
    case readings
    /// The summary, then the readings.
    case all
  }

  /// What is written of each person.
  public var contents: Contents
  /// The unit of readings and mean, in which the edges of the ranges are exact.
  public var unit: GlucoseUnit
  /// The zone in whose days the reporting period begins and ends and days of wear are counted.
  public var zone: TimeZone
  /// A reference to the person in the system that takes the bundle, such as `Patient/123`.
  ///
  /// Without it a person is named by ``Subject/id`` as an identifier. A bundle with a reference should
  /// hold one person.
  public var patient: String?

  /// A writer of these contents.
  public init(
    contents: Contents = .summary, unit: GlucoseUnit = .mgdL, zone: TimeZone,
    patient: String? = nil
  ) {
    self.contents = contents
    self.unit = unit
    self.zone = zone
    self.patient = patient
  }

  /// The bundle as text in UTF-8, one entry to a line.
  ///
  /// - Parameters:
  ///   - subjects: The persons; of one without readings nothing is written.
  ///   - timestamp: The instant at which the bundle is made.
  /// - Precondition: All times lie in the years 1 to 9999.
  /// - Complexity: O(*n*) in readings.
  public func bytes(of subjects: some Sequence<ImportedPerson>, at timestamp: Date) -> [UInt8] {
    var bytes: [UInt8] = []
    write(subjects, at: timestamp) { bytes += $0 }
    return bytes
  }

  /// Writes the bundle piece by piece, so that it is never in memory as a whole.
  ///
  /// - Parameters:
  ///   - subjects: The persons; of one without readings nothing is written.
  ///   - timestamp: The instant at which the bundle is made.
  ///   - sink: Takes the pieces in order, each of about 64 KiB.
  /// - Precondition: All times lie in the years 1 to 9999.
  /// - Throws: What `sink` throws.
  public func write<Failure>(
    _ subjects: some Sequence<ImportedPerson>, at timestamp: Date,
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var list = DocumentList()
    list.lines.add("{\"resourceType\":\"Bundle\",\"meta\":{\"profile\":[")
    list.lines.add(quoted: FHIRCodes.profiles + FHIRCodes.bundle)
    list.lines.add("]},\"type\":\"transaction\",\"timestamp\":")
    list.lines.add(quotedTime: timestamp.timeIntervalSinceReferenceDate)
    // A list of FHIR is never empty; where there is nothing, it is absent.
    var isOpen = false
    func open() {
      guard !isOpen else { return }
      isOpen = true
      list.lines.add(",\"entry\":")
      list.open()
    }
    for (number, subject) in subjects.enumerated() {
      let person = FHIRPerson(number: number, id: subject.id, patient: patient)
      let series = subject.recording.series
      if contents != .readings, let summary = FHIRSummary(series, unit, zone) {
        open()
        for observation in summary.observations(of: person) {
          try list.add(to: sink) { observation.add(to: &$0) }
        }
      }
      if contents != .summary, !series.isEmpty {
        open()
        for ((time, value), flags) in zip(zip(series.times, series.values), series.flags) {
          try list.add(to: sink) { add(time, value, flags, of: person, to: &$0) }
        }
      }
    }
    if isOpen { list.close() }
    list.lines.add("}\n")
    try list.finish(to: sink)
  }

  private func add(
    _ time: Double, _ value: Double, _ flags: ReadingFlags, of person: FHIRPerson,
    to lines: inout ByteBuilder
  ) {
    let observation = FHIRCodes.reading(unit)
    let identity = person.identity(observation.code, "\(time)")
    FHIREntry.open(observation, identity, person, &lines)
    lines.add(",\"effectiveDateTime\":")
    lines.add(quotedTime: time)
    lines.add(",\"valueQuantity\":{\"value\":")
    lines.add(number: Glucose.mgdL(value).value(in: unit))
    if flags.contains(.belowDeviceLimit) { lines.add(member: "comparator", text: "<") }
    if flags.contains(.aboveDeviceLimit) { lines.add(member: "comparator", text: ">") }
    FHIREntry.close(.concentration(unit), &lines)
    if flags.contains(.ambiguousLocalTime) {
      lines.add(",\"note\":[{\"text\":")
      lines.add(quoted: FHIRCodes.repeatedHour)
      lines.add("}]")
    }
    FHIREntry.close(&lines)
  }
}
