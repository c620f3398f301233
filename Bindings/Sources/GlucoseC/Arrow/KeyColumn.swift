internal import CGlucose
internal import Foundation

/// The id of a person: a text or an integer.
///
/// Texts are equal if their bytes are, as in other libraries, and not by canonical equivalence.
enum Key: Hashable, Sendable, CustomStringConvertible {
  /// A text in UTF-8.
  case text([UInt8])
  case integer(Int64)

  var description: String {
    switch self {
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    case .integer(let number): String(number)
    }
  }

  /// The id in ASCII, in the order of its bytes: bytes above 126 are written as a delete character and
  /// two digits.
  var partitionID: String {
    guard case .text(let bytes) = self, bytes.contains(where: { $0 > 126 }) else {
      return description
    }
    let escaped = bytes.flatMap { byte -> [UInt8] in
      byte > 126 ? [127] + Array(String(byte, radix: 16).utf8) : [byte]
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Returns a text with the ids that ``partitionID`` has escaped.
  static func unescaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == 127, let code = UInt8(String(rest.prefix(2)) ?? "", radix: 16) else {
        bytes.append(byte)
        continue
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Texts of a column, in any of Arrow's three layouts.
struct TextValues {
  @safe private enum Layout {
    case small(offsets: UnsafePointer<Int32>, bytes: UnsafePointer<UInt8>?)
    case large(offsets: UnsafePointer<Int64>, bytes: UnsafePointer<UInt8>?)
    case views(UnsafePointer<View>, buffers: UnsafePointer<UnsafeRawPointer?>)
    case none
  }

  /// A text of up to 12 bytes, or the place of a longer one.
  private struct View {
    let length: Int32
    let prefix: UInt32
    let buffer: Int32
    let offset: Int32
  }

  private let layout: Layout

  init(_ array: UnsafePointer<ArrowArray>, offset: Int, _ format: String) {
    let slice = unsafe ArrowTable.Slice(array: array, offset: offset, count: 0)
    switch format {
    case "u":
      guard let offsets = unsafe slice.buffer(1, of: Int32.self) else { fallthrough }
      layout = unsafe .small(offsets: offsets + offset, bytes: slice.buffer(2, of: UInt8.self))
    case "U":
      guard let offsets = unsafe slice.buffer(1, of: Int64.self) else { fallthrough }
      layout = unsafe .large(offsets: offsets + offset, bytes: slice.buffer(2, of: UInt8.self))
    case "vu":
      guard let views = unsafe slice.buffer(1, of: View.self),
        let buffers = unsafe array.pointee.buffers
      else { fallthrough }
      layout = unsafe .views(views + offset, buffers: UnsafePointer(buffers))
    default: layout = .none
    }
  }

  /// Returns the bytes of a text, which are valid as long as the table.
  @inline(__always)
  func bytes(_ row: Int) -> UnsafeRawBufferPointer {
    @inline(__always)
    func text<Offset: BinaryInteger>(
      _ offsets: UnsafePointer<Offset>, _ bytes: UnsafePointer<UInt8>?
    ) -> UnsafeRawBufferPointer {
      let start = unsafe Int(offsets[row])
      return unsafe UnsafeRawBufferPointer(
        start: bytes.map { unsafe UnsafeRawPointer($0 + start) },
        count: Int(offsets[row + 1]) - start)
    }
    switch layout {
    case .small(let offsets, let bytes): return unsafe text(offsets, bytes)
    case .large(let offsets, let bytes): return unsafe text(offsets, bytes)
    case .views(let views, let buffers):
      let view = unsafe views[row]
      let count = Int(view.length)
      if count <= 12 {
        return unsafe UnsafeRawBufferPointer(start: UnsafeRawPointer(views + row) + 4, count: count)
      }
      return unsafe UnsafeRawBufferPointer(
        start: buffers[2 + Int(view.buffer)].map { unsafe $0 + Int(view.offset) }, count: count)
    case .none: return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
  }

  func text(_ row: Int) -> String { unsafe String(decoding: bytes(row), as: UTF8.self) }

  /// Returns a text as an id.
  func key(_ row: Int) -> Key { unsafe .text(Array(bytes(row))) }
}

/// The ids of a column, or other texts or integers.
struct KeyColumn {
  /// The ids of a batch.
  private enum Values {
    case texts(TextValues)
    /// Integers, or the places of values in a dictionary, which have these codes.
    case integers(NumberColumn.Values, codes: [Int32]?)
    case missing
  }

  private struct Part {
    let values: Values
    let validity: ArrowTable.Validity?
  }

  let isText: Bool
  private let name: String
  private let meaning: String
  private let canBeMissing: Bool
  /// The first row of each batch.
  private let starts: [Int]
  private var parts: [Part] = []
  /// The ids in order of appearance; dictionaries may have further ones.
  private(set) var keys: [Key] = []
  private var codes: [Key: Int32] = [:]

  /// Creates the ids of a column.
  ///
  /// - Parameters:
  ///   - meaning: What a value is, such as "id", for errors.
  ///   - canBeMissing: Whether values can be missing, which otherwise are an error.
  init(
    _ table: ArrowTable, _ name: String, _ meaning: String = "id", canBeMissing: Bool = false
  ) throws {
    let field = try table.field(name)
    let format = field.dictionaryFormat ?? field.format
    let isText = ["u", "U", "vu", "n"].contains(format)
    try require(
      isText || "cCsSiIlL".contains(format) && format.count == 1,
      "The column \"\(name)\" of \(meaning)s has the type \(typeName(field)); "
        + "a string or an integer is needed."
        + (["e", "f", "g"].contains(format)
          ? " In pandas, `.astype(\"Int64\")` makes integers of whole numbers." : ""))
    self.name = name
    self.meaning = meaning
    self.canBeMissing = canBeMissing
    starts = table.starts
    self.isText = isText
    // The last dictionary, which most tables have in all batches.
    var last: (dictionary: UnsafeMutablePointer<ArrowArray>, codes: [Int32])?
    for slice in try table.slices(field) {
      guard slice.count > 0, format != "n" else {
        parts.append(Part(values: .missing, validity: nil))
        continue
      }
      guard field.dictionaryFormat != nil else {
        parts.append(part(slice, format))
        continue
      }
      let dictionary = unsafe try require(
        slice.array.pointee.dictionary, "The column \"\(name)\" has no dictionary.")
      var coded: [Int32] = []
      if let known = unsafe last, unsafe Self.areSame(known.dictionary, dictionary) {
        coded = unsafe known.codes
      } else {
        let words = unsafe ArrowTable.Slice(
          array: UnsafePointer(dictionary), offset: Int(dictionary.pointee.offset),
          count: Int(dictionary.pointee.length))
        try forEachRun(0..<words.count, of: part(words, format), from: nil) { code, rows in
          coded += repeatElement(code, count: rows.count)
        }
      }
      unsafe last = (dictionary, coded)
      parts.append(
        Part(
          values: .integers(NumberColumn.Values(slice, field.format), codes: coded),
          validity: slice.validity))
    }
  }

  /// Returns the texts or integers of a column without a dictionary, or of a dictionary.
  private func part(_ slice: ArrowTable.Slice, _ format: String) -> Part {
    let values: Values =
      isText
      ? .texts(unsafe TextValues(slice.array, offset: slice.offset, format))
      : .integers(NumberColumn.Values(slice, format), codes: nil)
    return Part(values: values, validity: slice.validity)
  }

  /// Returns an integer of a part.
  @inline(__always)
  private func integer(_ values: NumberColumn.Values, _ row: Int) throws -> Int64 {
    guard let number = values.integer(row) else {
      throw BindingError.argument("The column \"\(name)\" has an id above 2⁶³ − 1.")
    }
    return number
  }

  /// Returns whether two dictionaries are the same memory.
  private static func areSame(
    _ one: UnsafeMutablePointer<ArrowArray>, _ two: UnsafeMutablePointer<ArrowArray>
  ) -> Bool {
    let (first, second) = unsafe (one.pointee, two.pointee)
    return unsafe first.length == second.length && first.offset == second.offset
      && first.n_buffers == second.n_buffers
      && (0..<Int(first.n_buffers)).allSatisfy { unsafe first.buffers[$0] == second.buffers[$0] }
  }

  /// Returns the code of an id, or throws an error if it is not UTF-8.
  private mutating func code(_ key: Key) throws -> Int32 {
    if let code = codes[key] { return code }
    if case .text(let bytes) = key, String(validating: bytes, as: UTF8.self) == nil {
      throw BindingError.argument(
        "The column \"\(name)\" has the text \"\(key)\", which is not UTF-8.")
    }
    let code = Int32(keys.count)
    codes[key] = code
    keys.append(key)
    return code
  }

  /// Calls `body` with each run of rows of one id, in order: the code of the id, -1 for a missing one, and the rows
  /// of the part.
  mutating func forEachRun(
    _ rows: Range<Int>, of part: Int, _ body: (Int32, Range<Int>) -> Void
  ) throws {
    try forEachRun(rows, of: parts[part], from: canBeMissing ? nil : starts[part], body)
  }

  /// Calls `body` with each run, or throws an error if a value is missing, unless `firstRow` is `nil`.
  private mutating func forEachRun(
    _ rows: Range<Int>, of part: Part, from firstRow: Int?, _ body: (Int32, Range<Int>) -> Void
  ) throws {
    guard let validity = part.validity else {
      return try forEachRun(rows, of: part.values, from: firstRow, body)
    }
    var start = rows.lowerBound
    while start < rows.upperBound {
      let isValid = validity.isValid(start)
      var end = start + 1
      while end < rows.upperBound, validity.isValid(end) == isValid { end += 1 }
      try forEachRun(start..<end, of: isValid ? part.values : .missing, from: firstRow, body)
      start = end
    }
  }

  private mutating func forEachRun(
    _ rows: Range<Int>, of values: Values, from firstRow: Int?, _ body: (Int32, Range<Int>) -> Void
  ) throws {
    let count = rows.upperBound
    var start = rows.lowerBound
    var row = start
    switch values {
    case .texts(let texts):
      while row < count {
        let bytes = unsafe texts.bytes(row)
        row += 1
        while row < count {
          let next = unsafe texts.bytes(row)
          guard next.count == bytes.count else { break }
          if bytes.count > 0, let one = bytes.baseAddress, let two = next.baseAddress,
            unsafe memcmp(one, two, bytes.count) != 0
          {
            break
          }
          row += 1
        }
        body(try code(.text(unsafe Array(bytes))), start..<row)
        start = row
      }
    case .integers(let values, let codes):
      while row < count {
        let number = try integer(values, row)
        row += 1
        while try row < count && integer(values, row) == number { row += 1 }
        if let codes {
          let place = Int(number)
          let code = codes.indices.contains(place) ? codes[place] : -1
          if code < 0 { try checkMissing(start, from: firstRow) }
          body(code, start..<row)
        } else {
          body(try code(.integer(number)), start..<row)
        }
        start = row
      }
    case .missing:
      guard !rows.isEmpty else { return }
      try checkMissing(start, from: firstRow)
      body(-1, rows)
    }
  }

  private func checkMissing(_ row: Int, from firstRow: Int?) throws {
    guard let firstRow else { return }
    throw BindingError.argument(
      "Row \(firstRow + row) has no \(meaning) in the column \"\(name)\".")
  }
}
