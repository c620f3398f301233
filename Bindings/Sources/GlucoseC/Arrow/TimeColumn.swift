internal import CGlucose

/// The timestamps of a column.
@safe struct TimeColumn {
  /// The time zone of the type, or `nil` for local times without one.
  let zoneName: String?
  private let parts: [(values: UnsafePointer<Int64>?, validity: ArrowTable.Validity?)]
  private let unitsPerSecond: Int64

  /// The seconds from 1970 to the reference date.
  static let epoch: Int64 = 978_307_200

  init(_ table: ArrowTable, _ name: String, _ meaning: String = "times") throws {
    let field = try table.field(name)
    let units: [Character: Int64] = ["s": 1, "m": 1000, "u": 1_000_000, "n": 1_000_000_000]
    // A column of nulls has no times.
    let format = Array(field.format == "n" ? "tss:" : field.format)
    guard field.dictionaryFormat == nil, format.starts(with: "ts"), format.count >= 4,
      let unit = units[format[2]]
    else {
      throw BindingError.argument(
        "The column \"\(name)\" of \(meaning) has the type \(typeName(field)); a timestamp is needed."
          + (isText(field)
            ? " In pandas, `parse_dates` of `read_csv` or `pd.to_datetime` makes timestamps of text."
            : " In pandas, `pd.to_datetime` makes timestamps of dates or, with `unit`, of numbers.")
      )
    }
    unitsPerSecond = unit
    zoneName = format.count > 4 ? String(format[4...]) : nil
    unsafe parts = try table.slices(field).map { slice in
      unsafe (
        slice.buffer(1, of: Int64.self).map { unsafe $0 + slice.offset }, slice.validity
      )
    }
  }

  /// Adds the times of some rows in seconds since the reference date, NaN where there is none.
  ///
  /// Local times are in seconds after 2001-01-01 00:00 local time.
  func append(_ rows: Range<Int>, of part: Int, to times: inout [Double]) {
    let (pointer, validity) = unsafe parts[part]
    guard let values = unsafe pointer else {
      for _ in rows { times.append(.nan) }
      return
    }
    let origin = Self.epoch * unitsPerSecond
    let scale = Double(unitsPerSecond)
    let first = times.count
    for row in rows {
      let value = unsafe values[row]
      let (distance, isTooFar) = value.subtractingReportingOverflow(origin)
      let seconds =
        isTooFar ? Double(value) / scale - Double(Self.epoch) : Double(distance) / scale
      // The least integer is pandas' missing time.
      times.append(value == .min ? .nan : seconds)
    }
    guard let validity = validity else { return }
    for (index, row) in rows.enumerated() where !validity.isValid(row) {
      times[first + index] = .nan
    }
  }
}
