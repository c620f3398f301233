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
  @safe enum Values {
    case float64(UnsafePointer<Double>)
    case float32(UnsafePointer<Float>)
    case int8(UnsafePointer<Int8>)
    case uint8(UnsafePointer<UInt8>)
    case int16(UnsafePointer<Int16>)
    case uint16(UnsafePointer<UInt16>)
    case int32(UnsafePointer<Int32>)
    case uint32(UnsafePointer<UInt32>)
    case int64(UnsafePointer<Int64>)
    case uint64(UnsafePointer<UInt64>)
    /// Decimals of 128 bits, divided by a power of ten.
    case decimal(UnsafeRawPointer, scale: Double)
    /// All rows are null, or there are none.
    case none
  }

  init(_ table: ArrowTable, _ name: String, _ meaning: String) throws {
    let field = try table.field(name)
    let scale = Self.scale(ofDecimal: field.format)
    guard field.dictionaryFormat == nil,
      scale != nil || "gfcCsSiIlLn".contains(field.format) && field.format.count == 1
    else {
      throw BindingError.argument(
        "The column \"\(name)\" of \(meaning) has the type \(typeName(field)); "
          + "a floating-point number, an integer, or a decimal of 128 bits is needed.")
    }
    parts = try unsafe (0..<table.batches.count).map { batch in
      let slice = try table.slice(field, batch)
      guard slice.count > 0, field.format != "n" else { return Part(values: .none, validity: nil) }
      let values =
        scale.map { scale in
          unsafe slice.buffer(1, of: UInt8.self).map {
            unsafe Values.decimal(UnsafeRawPointer($0 + 16 * slice.offset), scale: scale)
          } ?? .none
        } ?? Self.values(slice, field.format)
      if case .none = values {
        throw BindingError.argument("The column \"\(name)\" has no values.")
      }
      return Part(values: values, validity: slice.validity)
    }
  }

  /// Returns the numbers of a part of a format, or none for another format or without a buffer.
  static func values(_ slice: ArrowTable.Slice, _ format: String) -> Values {
    func pointer<Element>(_ type: Element.Type) -> UnsafePointer<Element>? {
      unsafe slice.buffer(1, of: type).map { unsafe $0 + slice.offset }
    }
    let values: Values? =
      switch format {
      case "g": unsafe pointer(Double.self).map { unsafe .float64($0) }
      case "f": unsafe pointer(Float.self).map { unsafe .float32($0) }
      case "c": unsafe pointer(Int8.self).map { unsafe .int8($0) }
      case "C": unsafe pointer(UInt8.self).map { unsafe .uint8($0) }
      case "s": unsafe pointer(Int16.self).map { unsafe .int16($0) }
      case "S": unsafe pointer(UInt16.self).map { unsafe .uint16($0) }
      case "i": unsafe pointer(Int32.self).map { unsafe .int32($0) }
      case "I": unsafe pointer(UInt32.self).map { unsafe .uint32($0) }
      case "l": unsafe pointer(Int64.self).map { unsafe .int64($0) }
      case "L": unsafe pointer(UInt64.self).map { unsafe .uint64($0) }
      default: nil
      }
    return values ?? .none
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

  /// Adds the numbers of some rows of a part, NaN where there is none.
  func append(_ rows: Range<Int>, of part: Int, to numbers: inout [Double]) {
    let part = parts[part]
    let first = numbers.count
    switch part.values {
    case .float64(let values):
      unsafe numbers.append(
        contentsOf: UnsafeBufferPointer(start: values + rows.lowerBound, count: rows.count))
    case .float32(let values):
      // The decimal number of which a float is the nearest, so that 5.6 is 5.6.
      for row in rows {
        let exact = Double(unsafe values[row])
        let decimal = (exact * 10_000).rounded() / 10_000
        numbers.append(Float(decimal) == Float(exact) ? decimal : exact)
      }
    case .int8(let values): for row in rows { numbers.append(Double(unsafe values[row])) }
    case .uint8(let values): for row in rows { numbers.append(Double(unsafe values[row])) }
    case .int16(let values): for row in rows { numbers.append(Double(unsafe values[row])) }
    case .uint16(let values): for row in rows { numbers.append(Double(unsafe values[row])) }
    case .int32(let values): for row in rows { numbers.append(Double(unsafe values[row])) }
    case .uint32(let values): for row in rows { numbers.append(Double(unsafe values[row])) }
    case .int64(let values): for row in rows { numbers.append(Double(unsafe values[row])) }
    case .uint64(let values): for row in rows { numbers.append(Double(unsafe values[row])) }
    case .decimal(let values, let scale):
      for row in rows {
        let digits = unsafe values.loadUnaligned(fromByteOffset: 16 * row, as: Int128.self)
        numbers.append(Double(digits) / scale)
      }
    case .none: for _ in rows { numbers.append(.nan) }
    }
    guard let validity = part.validity else { return }
    for (index, row) in rows.enumerated() where !validity.isValid(row) {
      numbers[first + index] = .nan
    }
  }
}

/// The type of a column in words.
func typeName(_ field: ArrowTable.Field) -> String {
  if let values = field.dictionaryFormat { return "dictionary of \(typeName(values))" }
  return typeName(field.format)
}

private func typeName(_ format: String) -> String {
  let names = [
    "n": "null", "b": "bool", "c": "int8", "C": "uint8", "s": "int16", "S": "uint16", "i": "int32",
    "I": "uint32", "l": "int64", "L": "uint64", "e": "float16", "f": "float32", "g": "float64",
    "u": "string", "U": "large_string", "vu": "string_view", "z": "binary", "Z": "large_binary",
    "tdD": "date32", "tdm": "date64",
  ]
  if let name = names[format] { return name }
  if format.hasPrefix("ts") { return "timestamp" }
  return format.hasPrefix("d:") ? "decimal" : "\"\(format)\""
}
