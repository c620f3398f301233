internal import CGlucose

/// Numbers of a column, in any type that can be a concentration.
struct NumberColumn {
  /// The parts of the column in each batch.
  let parts: [Part]

  struct Part {
    let values: Values
    let validity: ArrowTable.Validity?
  }

  /// The numbers, from the first row of the part.
  @safe struct Values {
    /// The first number, or `nil` if all rows are null, or there are none.
    var start: UnsafeRawPointer?
    /// The type in Arrow's notation: a letter of ``widths``, or "d" for a decimal of 128 bits.
    var format: UInt8 = 0
    /// The power of ten by which decimals are divided.
    var scale = 1.0

    /// The sizes of numbers in bytes, by their format.
    private static let widths: [String: Int] = [
      "g": 8, "f": 4, "c": 1, "C": 1, "s": 2, "S": 2, "i": 4, "I": 4, "l": 8, "L": 8,
    ]

    /// Creates no numbers.
    init() {}

    /// Creates the numbers of a part of a format, or none for another format or without a buffer.
    init(_ slice: ArrowTable.Slice, _ format: String, scale: Double? = nil) {
      guard let width = scale == nil ? Self.widths[format] : 16, let letter = format.utf8.first
      else { return }
      unsafe start = slice.buffer(1, of: UInt8.self).map {
        unsafe UnsafeRawPointer($0 + width * slice.offset)
      }
      self.format = letter
      self.scale = scale ?? 1
    }

    /// Returns a number as an integer, or `nil` if it is too great.
    @inline(__always)
    func integer(_ row: Int) -> Int64? {
      guard let start = unsafe start else { return 0 }
      func number<Number: BinaryInteger>(_ type: Number.Type) -> Int64? {
        Int64(exactly: unsafe start.assumingMemoryBound(to: type)[row])
      }
      switch format {
      case UInt8(ascii: "c"): return number(Int8.self)
      case UInt8(ascii: "C"): return number(UInt8.self)
      case UInt8(ascii: "s"): return number(Int16.self)
      case UInt8(ascii: "S"): return number(UInt16.self)
      case UInt8(ascii: "i"): return number(Int32.self)
      case UInt8(ascii: "I"): return number(UInt32.self)
      case UInt8(ascii: "l"): return number(Int64.self)
      case UInt8(ascii: "L"): return number(UInt64.self)
      default: return 0
      }
    }
  }

  init(_ table: ArrowTable, _ name: String, _ meaning: String) throws {
    let field = try table.field(name)
    let scale = Self.scale(ofDecimal: field.format)
    try require(
      field.dictionaryFormat == nil
        && (scale != nil || "gfcCsSiIlLn".contains(field.format) && field.format.count == 1),
      "The column \"\(name)\" of \(meaning) has the type \(typeName(field)); "
        + "a floating-point number of 32 or 64 bits, an integer, or a decimal of 128 bits is needed."
        + (isText(field) ? " In pandas, `pd.to_numeric` makes numbers of text." : ""))
    parts = try table.slices(field).map { slice in
      guard slice.count > 0, field.format != "n" else {
        return Part(values: Values(), validity: nil)
      }
      let values = Values(slice, field.format, scale: scale)
      unsafe try require(values.start != nil, "The column \"\(name)\" has no values.")
      return Part(values: values, validity: slice.validity)
    }
  }

  /// Returns the power of ten by which decimals of a format such as "d:9,2" are divided, or `nil` for
  /// another format.
  private static func scale(ofDecimal format: String) -> Double? {
    let parts = format.dropFirst(2).split(separator: ",")
    guard format.hasPrefix("d:"), parts.count == 2 || parts.count == 3 && parts[2] == "128",
      let digits = Int(parts[1]), 0...22 ~= digits
    else { return nil }
    // Each of these powers is exact, so that the quotient is the nearest number.
    return (0..<digits).reduce(1) { power, _ in power * 10 }
  }

  /// Returns the numbers of all rows of a table, NaN where there is none.
  func numbers(of table: ArrowTable) -> [Double] {
    var numbers: [Double] = []
    for (part, rows) in table.rowsOfBatches.enumerated() { append(rows, of: part, to: &numbers) }
    return numbers
  }

  /// Adds the numbers of some rows of a part, NaN where there is none.
  func append(_ rows: Range<Int>, of part: Int, to numbers: inout [Double]) {
    let part = parts[part]
    let first = numbers.count
    guard let start = unsafe part.values.start else {
      for _ in rows { numbers.append(.nan) }
      return
    }
    func add<Number: BinaryInteger>(_ type: Number.Type) {
      let values = unsafe start.assumingMemoryBound(to: type)
      for row in rows { numbers.append(Double(unsafe values[row])) }
    }
    switch part.values.format {
    case UInt8(ascii: "g"):
      unsafe numbers.append(
        contentsOf: UnsafeBufferPointer(
          start: start.assumingMemoryBound(to: Double.self) + rows.lowerBound, count: rows.count))
    case UInt8(ascii: "f"):
      // The decimal number of which a float is the nearest, so that 5.6 is 5.6.
      let values = unsafe start.assumingMemoryBound(to: Float.self)
      for row in rows {
        let exact = Double(unsafe values[row])
        let decimal = (exact * 10_000).rounded() / 10_000
        numbers.append(Float(decimal) == Float(exact) ? decimal : exact)
      }
    case UInt8(ascii: "c"): add(Int8.self)
    case UInt8(ascii: "C"): add(UInt8.self)
    case UInt8(ascii: "s"): add(Int16.self)
    case UInt8(ascii: "S"): add(UInt16.self)
    case UInt8(ascii: "i"): add(Int32.self)
    case UInt8(ascii: "I"): add(UInt32.self)
    case UInt8(ascii: "l"): add(Int64.self)
    case UInt8(ascii: "L"): add(UInt64.self)
    default:
      for row in rows {
        let digits = unsafe start.loadUnaligned(fromByteOffset: 16 * row, as: Int128.self)
        numbers.append(Double(digits) / part.values.scale)
      }
    }
    guard let validity = part.validity else { return }
    for (index, row) in rows.enumerated() where !validity.isValid(row) {
      numbers[first + index] = .nan
    }
  }
}

/// Returns whether a column is text, each word in the rows or once.
func isText(_ field: ArrowTable.Field) -> Bool {
  ["u", "U", "vu"].contains(field.dictionaryFormat ?? field.format)
}

/// The type of a column in words.
func typeName(_ field: ArrowTable.Field) -> String {
  if isText(field) { return "text" }
  if let values = field.dictionaryFormat { return "dictionary of \(typeName(values))" }
  return typeName(field.format)
}

private func typeName(_ format: String) -> String {
  let names = [
    "n": "null", "b": "bool", "c": "int8", "C": "uint8", "s": "int16", "S": "uint16", "i": "int32",
    "I": "uint32", "l": "int64", "L": "uint64", "e": "float16", "f": "float32", "g": "float64",
    "z": "binary", "Z": "large_binary",
    "tdD": "date32", "tdm": "date64", "+l": "list", "+L": "list", "+s": "struct",
    "+r": "run-end encoded",
  ]
  if let name = names[format] { return name }
  for (prefix, name) in [("ts", "timestamp"), ("tt", "time of day"), ("tD", "duration")]
  where format.hasPrefix(prefix) { return name }
  return format.hasPrefix("d:") ? "decimal" : "\"\(format)\""
}
