// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Readings by the schema `blood-glucose` of Open mHealth and IEEE 1752.1: data points with a header
/// and a body, bodies alone, or a body with a list named `cgm`, as in the data set AI-READI.
struct OpenMHealthDocuments: JSONFormat {
  static let format = FileFormat.openMHealth

  let evidence: DetectionEvidence
  private var header = JSONFields<OpenMHealthHeaderField>()
  private var fields = JSONFields<OpenMHealthField>()

  init(evidence: DetectionEvidence) { self.evidence = evidence }

  static func evidence(in scanner: JSONScanner) -> DetectionEvidence? {
    let body = scanner.member("body", of: 0) ?? 0
    var fields = JSONFields<OpenMHealthField>()
    fields.find(in: scanner, node: body)
    return fields.has(.glucose) && fields.has(.timeFrame)
      ? .structure("a document with blood_glucose and effective_time_frame") : nil
  }

  mutating func read(
    _ scanner: JSONScanner, into collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    fields.find(in: scanner, node: scanner.member("body", of: 0) ?? 0)
    header.find(in: scanner, node: scanner.member("header", of: 0) ?? 0)
    guard let quantity = fields[.glucose] else { return .skipped(.otherMeasurement) }
    // A mean or another statistic of several readings.
    if scanner.filled(fields[.statistic]) != nil { return .skipped(.derived) }
    guard let cell = try cell(scanner, quantity) else { return .skipped(.missingValue) }
    let frame = fields[.timeFrame]
    let interval = scanner.member("time_interval", of: frame)
    let time = try scanner.time(
      of: scanner.member("date_time", of: frame),
      [
        scanner.member("start_date_time", of: interval),
        scanner.member("end_date_time", of: interval),
      ])
    // Without an identifier, a data point is of the person of the header around the list, if any.
    let person =
      scanner.identifier(header[.user]) ?? scanner.identifier(header[.patient]) ?? []
    let subject = collector.subjects.index(of: person, person.indices)
    let device = scanner.device(scanner.filled(fields[.device]), &collector.devices)
    return collector.add(cell, channel(scanner), at: time, subject: subject, device: device)
  }

  /// Returns the concentration or the word for a value beyond the sensor's range, or `nil` if there
  /// is none.
  private func cell(
    _ scanner: JSONScanner, _ quantity: Int
  ) throws(Rejection) -> GlucoseCell? {
    guard let node = scanner.filled(scanner.member("value", of: quantity)) else { return nil }
    if let limit = scanner.limit(node) { return limit }
    guard let value = try scanner.concentration(node) else { return nil }
    guard let unit = try scanner.unit(scanner.member("unit", of: quantity)) else {
      throw Rejection(.missingUnit, scanner.excerpt(quantity))
    }
    return .value(value, unit)
  }

  /// Returns the channel: a meter's, if the specimen is not interstitial fluid or the person
  /// reported the value.
  private func channel(_ scanner: JSONScanner) -> RowCollector.Channel {
    if let specimen = scanner.filledText(fields[.specimen]) ?? scanner.filledText(fields[.blood]) {
      return specimen.lowercased().contains("interstitial") ? .sensor : .meter
    }
    let modality =
      scanner.filled(header[.modality])
      ?? scanner.member("modality", of: header[.provenance])
    return modality.map { scanner.text(of: $0, is: "self-reported") } == true ? .meter : .sensor
  }
}

/// The members of a data point's body that are read.
enum OpenMHealthField: Int, JSONFieldNames {
  case glucose, timeFrame, specimen, blood, statistic, device

  static let names = [
    "blood_glucose", "effective_time_frame", "specimen_source", "blood_specimen_type",
    "descriptive_statistic", "source_device_id",
  ]
}

/// The members of a data point's header that are read.
enum OpenMHealthHeaderField: Int, JSONFieldNames {
  case user, patient, modality, provenance

  static let names = ["user_id", "patient_id", "modality", "acquisition_provenance"]
}
