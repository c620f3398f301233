internal import GlucoseMath

/// Readings by the schema `blood-glucose` of Open mHealth and IEEE 1752.1: data points with a header
/// and a body, bodies alone, or a body with a list named `cgm`, as in the data set AI-READI.
struct OpenMHealthDocuments: JSONFormat {
  static let format = FileFormat.openMHealth

  static func evidence(in scanner: JSONScanner) -> DetectionEvidence? {
    let body = scanner.rooted(at: scanner["body"])
    return body.has("blood_glucose") && body.has("effective_time_frame")
      ? .structure("a document with blood_glucose and effective_time_frame") : nil
  }

  func read(_ scanner: JSONScanner, into records: inout Records) throws(Rejection) -> Outcome {
    let header = scanner.rooted(at: scanner["header"])
    let scanner = scanner.rooted(at: scanner["body"])
    guard let quantity = scanner["blood_glucose"] else { return .skipped(.otherMeasurement) }
    // A mean or another statistic of several readings.
    if scanner.filled("descriptive_statistic") != nil { return .skipped(.derived) }
    guard let cell = try cell(scanner, quantity) else { return .skipped(.missingValue) }
    let frame = scanner["effective_time_frame"]
    let interval = scanner.member("time_interval", of: frame)
    let time = try scanner.time(
      of: scanner.member("date_time", of: frame),
      [
        scanner.member("start_date_time", of: interval),
        scanner.member("end_date_time", of: interval),
      ])
    // Without an identifier, a data point is of the person of the header around the list, if any.
    let subject = records.subjects.index(
      of: scanner.identifier(header["user_id"]) ?? scanner.identifier(header["patient_id"]) ?? [])
    let device = scanner.device(scanner.filled("source_device_id"), &records.devices)
    return records.add(cell, channel(scanner, header), at: time, subject: subject, device: device)
  }

  private func cell(_ scanner: JSONScanner, _ quantity: Int) throws(Rejection) -> GlucoseCell? {
    guard let node = scanner.filled(scanner.member("value", of: quantity)) else { return nil }
    if let limit = scanner.limit(node) { return limit }
    guard let value = try scanner.concentration(node) else { return nil }
    guard let unit = try scanner.unit(scanner.member("unit", of: quantity))
    else { throw Rejection(.missingUnit, scanner.excerpt(quantity)) }
    return .value(value, unit)
  }

  /// Returns the channel: a meter's, if the specimen is not interstitial fluid or the person
  /// reported the value.
  private func channel(_ scanner: JSONScanner, _ header: JSONScanner) -> Records.Channel {
    if let specimen = scanner.filledText("specimen_source")
      ?? scanner.filledText("blood_specimen_type")
    {
      return specimen.lowercased().contains("interstitial") ? .sensor : .meter
    }
    let modality =
      scanner.filled(header["modality"])
      ?? scanner.member("modality", of: header["acquisition_provenance"])
    return modality.map { scanner.text(of: $0, is: "self-reported") } == true ? .meter : .sensor
  }
}
