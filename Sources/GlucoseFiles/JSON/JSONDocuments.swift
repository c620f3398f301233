// SPDX-License-Identifier: Apache-2.0

/// Walks through the documents of a JSON file, one at a time.
///
/// Three shapes of file are known: an array of documents; documents one behind the other, as a
/// database exports them line by line; and an object that holds arrays of documents under names such
/// as `entries` or `result`, perhaps within an object called `data`.
struct JSONDocuments {
  /// How the documents are held together.
  enum Shape: String {
    case array = "a list of documents"
    case lines = "one document to a line"
    case container = "lists of documents in an object"
  }

  /// What a step came to.
  enum Step: Equatable {
    /// The scanner holds the next document.
    case document
    /// There are no more.
    case end
    /// The file ends although its list goes on; `start` is where what was cut off begins.
    case cut(start: Int)
    /// The line that begins at `start` is not JSON. The next step is the next line.
    case brokenLine(start: Int, JSONFault)
  }

  /// Holds the document after a step.
  private(set) var scanner: JSONScanner
  let shape: Shape
  /// The name of the array in which the document lies, if the file is an object that holds arrays.
  private(set) var section: String?
  /// What the object around the arrays says beside them, as far as it is text and was passed.
  private(set) var remarks: [String: String] = [:]

  private var state: State
  /// How many objects called `data` are open within the outermost.
  private var wrappers = 0

  private enum State {
    /// Before the first element of an array, or behind one.
    case beforeFirst, afterElement
    /// Between the members of the object around the arrays: before the first, or behind one.
    case beforeFirstMember, afterMember
    case lines
    case ended
  }

  /// The names under which objects hold documents.
  static let containers: Set<String> = [
    "entries", "treatments", "result", "results", "entry", "data", "records", "devicestatus",
    "profile", "food", "activity", "egvs", "calibrations", "events", "graphData",
  ]
  /// The name under which an object holds an object with such arrays.
  private static let wrapper = "data"
  /// The names under which such an object holds one document by itself.
  private static let single = "connection"
  /// The names of remarks.
  private static let remarkNames: Set<String> = ["unit", "recordType"]

  /// The documents of the text that begins at `start`, or `nil` if it does not begin as JSON does.
  init?(_ bytes: [UInt8], from start: Int) {
    scanner = JSONScanner(bytes, from: start)
    switch scanner.peek() {
    case UInt8(ascii: "["):
      scanner.skipByte()
      (shape, state) = (.array, .beforeFirst)
    case UInt8(ascii: "{"):
      if Self.isContainer(scanner) {
        scanner.skipByte()
        (shape, state) = (.container, .beforeFirstMember)
      } else {
        (shape, state) = (.lines, .lines)
      }
    default: return nil
    }
  }

  /// Whether the object that comes next holds documents.
  private static func isContainer(_ scanner: JSONScanner, isWithin: Bool = false) -> Bool {
    var scanner = scanner
    scanner.skipByte()
    do throws(JSONFault) {
      while true {
        guard scanner.peek() == Byte.quote else { return false }
        try scanner.scanValue()
        let name = scanner.text(0) ?? ""
        let isKnown = containers.contains(name)
        guard scanner.peek() == Byte.colon else { return false }
        scanner.skipByte()
        guard let first = scanner.peek() else { return false }
        if first == UInt8(ascii: "{") {
          if isWithin, name == single { return true }
          if !isWithin, name == wrapper, isContainer(scanner, isWithin: true) { return true }
        }
        if isKnown, first == UInt8(ascii: "[") {
          scanner.skipByte()
          let inner = scanner.peek()
          return inner == UInt8(ascii: "{") || inner == UInt8(ascii: "]") || inner == nil
        }
        try scanner.scanValue()
        guard scanner.peek() == Byte.comma else { return false }
        scanner.skipByte()
      }
    } catch {
      return false
    }
  }

  /// Moves to the next document.
  ///
  /// - Throws: ``JSONFault`` where the file stops being JSON and no line helps to go on.
  mutating func next() throws(JSONFault) -> Step {
    while true {
      switch state {
      case .ended: return .end
      case .lines: return nextLine()
      case .beforeFirst, .afterElement:
        guard let byte = scanner.peek() else { return cut(from: scanner.index) }
        if byte == UInt8(ascii: "]") {
          scanner.skipByte()
          if shape == .container {
            state = .afterMember
            continue
          }
          return try finish()
        }
        if case .afterElement = state {
          guard byte == Byte.comma else {
            throw JSONFault(.unexpectedCharacter, at: scanner.index)
          }
          scanner.skipByte()
          guard scanner.peek() != nil else { return cut(from: scanner.index) }
        }
        state = .afterElement
        let start = scanner.index
        do throws(JSONFault) {
          try scanner.scanValue()
        } catch {
          guard error.reason == .unexpectedEnd else { throw error }
          return cut(from: start)
        }
        return .document
      case .beforeFirstMember, .afterMember:
        guard let byte = scanner.peek() else { return cut(from: scanner.index) }
        if byte == UInt8(ascii: "}") {
          scanner.skipByte()
          if wrappers > 0 {
            wrappers -= 1
            state = .afterMember
            continue
          }
          return try finish()
        }
        if case .afterMember = state {
          guard byte == Byte.comma else {
            throw JSONFault(.unexpectedCharacter, at: scanner.index)
          }
          scanner.skipByte()
        }
        let start = scanner.index
        do throws(JSONFault) {
          if try enterMember() { return .document }
        } catch {
          guard error.reason == .unexpectedEnd else { throw error }
          return cut(from: start)
        }
      }
    }
  }

  /// Moves into an array of documents, or past a member that is none: whether it is a document.
  private mutating func enterMember() throws(JSONFault) -> Bool {
    guard let byte = scanner.peek() else { throw JSONFault(.unexpectedEnd, at: scanner.index) }
    guard byte == Byte.quote else { throw JSONFault(.unexpectedCharacter, at: scanner.index) }
    try scanner.scanValue()
    let name = scanner.text(0) ?? ""
    guard let colon = scanner.peek() else { throw JSONFault(.unexpectedEnd, at: scanner.index) }
    guard colon == Byte.colon else { throw JSONFault(.unexpectedCharacter, at: scanner.index) }
    scanner.skipByte()
    if Self.containers.contains(name), scanner.peek() == UInt8(ascii: "[") {
      scanner.skipByte()
      section = name
      state = .beforeFirst
      return false
    }
    if wrappers == 0, name == Self.wrapper, Self.isContainer(atObject: scanner) {
      scanner.skipByte()
      wrappers = 1
      state = .beforeFirstMember
      return false
    }
    try scanner.scanValue()
    state = .afterMember
    if wrappers > 0, name == Self.single, scanner.nodes[0].kind == .object {
      section = name
      return true
    }
    if Self.remarkNames.contains(name) { remarks[name] = scanner.text(0) }
    return false
  }

  /// Whether an object comes next that holds documents within another.
  private static func isContainer(atObject scanner: JSONScanner) -> Bool {
    var scanner = scanner
    return scanner.peek() == UInt8(ascii: "{") && isContainer(scanner, isWithin: true)
  }

  private mutating func nextLine() -> Step {
    guard scanner.peek() != nil else {
      state = .ended
      return .end
    }
    let start = scanner.index
    do throws(JSONFault) {
      try scanner.scanValue()
      return .document
    } catch {
      if error.reason == .unexpectedEnd { return cut(from: start) }
      scanner.skipLine(after: start)
      return .brokenLine(start: start, error)
    }
  }

  private mutating func cut(from start: Int) -> Step {
    state = .ended
    return .cut(start: start)
  }

  /// After the last bracket nothing may follow.
  private mutating func finish() throws(JSONFault) -> Step {
    state = .ended
    guard scanner.peek() == nil else { throw JSONFault(.unexpectedCharacter, at: scanner.index) }
    return .end
  }
}
