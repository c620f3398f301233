internal import CGlucose
internal import Synchronization

/// The errors of people whose records are not valid, in a call for a cohort whose errors are rows.
final class PersonErrors: Sendable {
  private let errors = Mutex<[Int: BindingError]>([:])

  var isEmpty: Bool { errors.withLock(\.isEmpty) }

  /// The errors in the order of the people.
  var inOrder: [(person: Int, error: BindingError)] {
    errors.withLock { $0 }.sorted { $0.key < $1.key }.map { (person: $0.key, error: $0.value) }
  }

  func keep(_ error: BindingError, of person: Int) { errors.withLock { $0[person] = error } }
}

extension CohortHandle {
  /// Returns what `body` computes for each person, in order, on several threads.
  ///
  /// If errors are rows, it is `absent` for a person whose record is not valid, and the call has the error.
  func eachPerson<Value: Sendable>(
    _ call: Call, or absent: Value, _ body: @escaping @Sendable (Int) throws -> Value
  ) throws -> [Value] {
    try concurrently(count, call) { person in
      do {
        return try body(person)
      } catch let error where self.keepsErrors && BindingError(error).typeName != nil {
        call.errors.keep(BindingError(error), of: person)
        return absent
      }
    }
  }

  /// Returns a table of people with the columns `error_type` and `error`, and a row for each error after the others, if
  /// errors are rows.
  func withErrors(_ table: ResultTable, _ call: Call) throws -> ResultTable {
    // A study is one result of all people.
    guard keepsErrors, try !call.flag("study") else { return table }
    var rows = call.errors.inOrder.map { (key: keys[$0.person], error: $0.error) }
    rows += errorsWithoutReadings
    var columns = table.columns
    for name in ["error_type", "error"] where !columns.contains(where: { $0.name == name }) {
      columns.append(ResultTable.Column(name, runs: [(nil, table.rowCount)]))
    }
    guard !rows.isEmpty else { return ResultTable(columns) }
    return ResultTable(
      columns.map { column in
        switch column.name {
        case "error_type": column.adding(rows.map(\.error.typeName))
        case "error": column.adding(rows.map { $0.error.message as String? })
        case keyName where hasKeys && !isKeyText:
          column.adding(
            rows.map { row -> Int64? in
              if case .integer(let number)? = row.key { number } else { nil }
            }, or: 0)
        case keyName where hasKeys: column.adding(rows.map { $0.key?.description })
        default: column.adding(nulls: rows.count)
        }
      })
  }

  /// The errors of people who have events and no readings, in the order of their events.
  private var errorsWithoutReadings: [(key: Key?, error: BindingError)] {
    let known = Set(keys)
    return logged.inOrder.filter { !known.contains($0) }.map { key in
      let sentence = (key.map { "\($0): " } ?? "") + "There are events and no readings."
      return (key: key, error: logged.errors[key] ?? .data(sentence))
    }
  }

  /// Throws the first error of events, for a result of all people.
  func requireValidEvents() throws {
    for key in logged.inOrder { if let error = logged.errors[key] { throw error } }
  }
}

extension BindingError {
  /// The name of the exception in Python, or `nil` for an error that is not one of a person's record.
  var typeName: String? {
    switch Int(code) {
    case GLUCOSE_ERROR_DATA: "InvalidData"
    case GLUCOSE_ERROR_UNAVAILABLE: "Unavailable"
    default: nil
    }
  }
}

extension ResultTable.Column {
  /// Returns the column with a number of further rows, which are null.
  fileprivate func adding(nulls count: Int) -> Self {
    func rows<Element>(_ type: Element.Type) -> [Element?] { Array(repeating: nil, count: count) }
    return switch format {
    case "g": adding(rows(Double.self), or: .nan)
    case "l": adding(rows(Int64.self), or: 0)
    case "tdD": adding(rows(Int32.self), or: 0)
    case "C": adding(rows(UInt8.self), or: 0)
    case "u", "U": adding(rows(String.self))
    default: adding(rows(Int64.self), or: Self.noTime)
    }
  }

  /// Returns the column, whose values have a fixed size, with further rows.
  fileprivate func adding<Element: BitwiseCopyable>(
    _ rows: [Element?], or missing: Element
  ) -> Self {
    var builder = ColumnBuilder(capacity: count + rows.count, or: missing)
    for row in 0..<count {
      builder.append(value(row, missing), isValid: isValid(row))
    }
    for row in rows { builder.append(row) }
    return builder.column(name, format)
  }

  /// Returns the column of texts with further rows.
  fileprivate func adding(_ rows: [String?]) -> Self {
    Self(
      name,
      runs: (0..<count + rows.count).lazy.map { row in
        (text: row < count ? text(row) : rows[row - count], count: 1)
      })
  }

  private func isValid(_ row: Int) -> Bool {
    guard let bits = buffers[0] else { return true }
    let first = unsafe bits.start.assumingMemoryBound(to: UInt8.self)
    return unsafe ArrowTable.Validity(bits: first, offset: 0).isValid(row)
  }

  /// Returns the value of a row of the type of `missing`.
  private func value<Element: BitwiseCopyable>(_ row: Int, _ missing: Element) -> Element {
    guard let values = buffers[1] else { return missing }
    return unsafe values.start.load(
      fromByteOffset: row * MemoryLayout<Element>.stride, as: Element.self)
  }

  private func text(_ row: Int) -> String? {
    guard isValid(row), let bytes = buffers[2] else { return nil }
    let (start, end) =
      format == "u"
      ? (Int(value(row, Int32(0))), Int(value(row + 1, Int32(0))))
      : (Int(value(row, Int64(0))), Int(value(row + 1, Int64(0))))
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: bytes.start + start, count: end - start),
      as: UTF8.self)
  }
}
