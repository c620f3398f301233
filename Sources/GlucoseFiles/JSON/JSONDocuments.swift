internal import GlucoseMath

/// A scanner of the documents of a JSON file, one at a time.
///
/// Three structures are supported: an array of documents; consecutive documents, such as a
/// database's export with one to a line; and an object that contains arrays of documents under
/// names such as `entries` or `result`, optionally within an object named `data` or `body`.
struct JSONDocuments {
  /// The structure of the file.
  enum Shape: String {
    case array = "a list of documents"
    case lines = "one document to a line"
    case container = "lists of documents in an object"
  }

  enum Step: Equatable {
    case document
    case end
    /// The file ends before its list does; `start` is the start of the truncated document.
    case cut(start: Int)
    /// The line that begins at `start` is not JSON. The next step is the next line.
    case brokenLine(start: Int, JSONFault)
  }

  var scanner: JSONScanner
  let shape: Shape
  /// The text members of the object beside its arrays that have been scanned so far.
  private(set) var remarks: [String: String] = [:]
  /// The identifier of the person in the object `header` beside the arrays, if it has been scanned.
  private(set) var person: [UInt8]?

  private var state: State
  /// The number of open objects with a name such as `data` within the outermost object.
  private var wrappers = 0

  private enum State {
    /// Before the first element of an array, or after an element.
    case beforeFirst, afterElement
    /// Between the members of the object around the arrays: before the first, or after a member.
    case beforeFirstMember, afterMember
    case lines
    case ended
  }

  /// The names of arrays that contain documents.
  static let containers: Set<String> = [
    "entries", "treatments", "result", "results", "entry", "data", "records", "devicestatus",
    "profile", "food", "activity", "egvs", "calibrations", "events", "graphData",
    "cgm", "metrics", "workouts", "readings", "glucose", "sgs",
  ]
  /// The names of an object with such arrays within another object.
  private static let wrappers: Set<String> = ["data", "body", "patientData"]
  /// The name of a single document in such an object.
  private static let single = "connection"
  /// The names of text members to keep.
  private static let remarkNames: Set<String> = ["unit", "recordType"]
  /// The name of an object that describes the arrays.
  private static let header = "header"

  /// Creates a scanner of the text that begins at `start`, or `nil` if it does not begin like JSON.
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

  /// Returns a Boolean value that indicates whether the next object contains documents.
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
          if !isWithin, wrappers.contains(name), isContainer(scanner, isWithin: true) {
            return true
          }
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

  /// Advances to the next document.
  ///
  /// - Throws: ``JSONFault`` if the file is not JSON from a position on and cannot be continued at
  ///   the next line.
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

  /// Enters an array of documents, or skips another member; returns `true` if the member is a
  /// document itself.
  private mutating func enterMember() throws(JSONFault) -> Bool {
    guard let byte = scanner.peek() else { throw JSONFault(.unexpectedEnd, at: scanner.index) }
    guard byte == Byte.quote else { throw JSONFault(.unexpectedCharacter, at: scanner.index) }
    try scanner.scanValue()
    let name = scanner.text(0) ?? ""
    guard let colon = scanner.peek() else { throw JSONFault(.unexpectedEnd, at: scanner.index) }
    guard colon == Byte.colon else { throw JSONFault(.unexpectedCharacter, at: scanner.index) }
    scanner.skipByte()
    let first = scanner.peek()
    if Self.containers.contains(name), first == UInt8(ascii: "[") {
      scanner.skipByte()
      scanner.section = name
      state = .beforeFirst
      return false
    }
    if wrappers == 0, Self.wrappers.contains(name), first == UInt8(ascii: "{"),
      Self.isContainer(scanner, isWithin: true)
    {
      scanner.skipByte()
      wrappers = 1
      state = .beforeFirstMember
      return false
    }
    try scanner.scanValue()
    state = .afterMember
    if wrappers > 0, name == Self.single, scanner.nodes[0].kind == .object {
      scanner.section = name
      return true
    }
    if Self.remarkNames.contains(name) { remarks[name] = scanner.text(0) }
    if name == Self.header {
      person =
        scanner.identifier(scanner.member("user_id", of: 0))
        ?? scanner.identifier(scanner.member("patient_id", of: 0))
    }
    return false
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

  /// Ends the file, after which nothing may follow.
  private mutating func finish() throws(JSONFault) -> Step {
    state = .ended
    guard scanner.peek() == nil else { throw JSONFault(.unexpectedCharacter, at: scanner.index) }
    return .end
  }
}
