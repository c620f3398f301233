/// A scanner of the documents of a JSON file, one at a time.
///
/// Three structures are supported: an array of documents; consecutive documents, such as a
/// database's export with one to a line; and an object that contains arrays of documents under
/// names such as `entries` or `result`, optionally within an object named `data` or `body`.
struct JSONDocuments {
  enum Step: Equatable {
    case document
    /// An object in a list of another name than those of readings and events.
    case unread
    case end
    /// The file ends before its list does; `start` is the start of the truncated document.
    case cut(start: Int)
    /// The line that begins at `start` is not JSON. The next step is the next line.
    case brokenLine(start: Int, JSONFault)
  }

  var scanner: JSONScanner
  /// The text members of the object beside its arrays that have been scanned so far.
  private(set) var remarks: [String: String] = [:]
  /// The identifier of the person in the object `header` beside the arrays, if it has been scanned.
  private(set) var person: [UInt8]?

  /// What is at the scanner: elements of an array, members of an object, or lines.
  private enum State { case elements, members, lines, ended }

  private var state: State
  /// Whether no element or member of the innermost array or object has been scanned.
  private var isFirst = true
  private let isContainer: Bool
  /// The number of open objects with a name such as `data` within the outermost object.
  private var wrappers = 0
  /// Whether the elements are of a list with another name than ``containers``.
  private var isUnread = false

  static let containers: Set<String> = [
    "entries", "treatments", "result", "results", "entry", "data", "records", "devicestatus",
    "profile", "food", "activity", "egvs", "calibrations", "events", "graphData",
    "cgm", "metrics", "workouts", "readings", "glucose", "sgs",
  ]
  private static let wrappers: Set<String> = ["data", "body", "patientData"]
  private static let single = "connection"
  private static let remarkNames: Set<String> = ["unit", "recordType"]
  private static let header = "header"

  /// Creates a scanner of the text that begins at `start`, or `nil` if it does not begin like JSON.
  init?(_ bytes: [UInt8], from start: Int) {
    scanner = JSONScanner(bytes, from: start)
    switch scanner.peek() {
    case UInt8(ascii: "["): (state, isContainer) = (.elements, false)
    case UInt8(ascii: "{"):
      isContainer = Self.isContainer(scanner)
      state = isContainer ? .members : .lines
    default: return nil
    }
    if state != .lines { scanner.skipByte() }
  }

  private static func isContainer(_ scanner: JSONScanner, isWithin: Bool = false) -> Bool {
    var scanner = scanner
    scanner.skipByte()
    do throws(JSONFault) {
      while true {
        let name = try scanner.scanName()
        guard let first = scanner.peek() else { return false }
        if first == UInt8(ascii: "{") {
          if isWithin, name == single { return true }
          if !isWithin, wrappers.contains(name), isContainer(scanner, isWithin: true) {
            return true
          }
        }
        if containers.contains(name), first == UInt8(ascii: "[") {
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

  mutating func next() throws(JSONFault) -> Step {
    while state == .elements || state == .members {
      guard let byte = scanner.peek() else { return cut(from: scanner.index) }
      if byte == (state == .elements ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
        scanner.skipByte()
        guard state == .elements ? isContainer : wrappers > 0 else { return try finish() }
        if state == .members { wrappers -= 1 }
        (state, isFirst) = (.members, false)
        continue
      }
      if !isFirst {
        guard byte == Byte.comma else { throw JSONFault(.unexpectedCharacter, at: scanner.index) }
        scanner.skipByte()
        if state == .elements, scanner.peek() == nil { return cut(from: scanner.index) }
      }
      isFirst = false
      let start = scanner.index
      do throws(JSONFault) {
        if state == .members {
          guard try enterMember() else { continue }
          return .document
        }
        try scanner.scanValue()
        guard isUnread else { return .document }
        if scanner.nodes[0].kind == .object { return .unread }
      } catch {
        guard error.reason == .unexpectedEnd else { throw error }
        return cut(from: start)
      }
    }
    return state == .lines ? nextLine() : .end
  }

  /// Enters an array of documents, or skips a member; returns `true` for a document itself.
  private mutating func enterMember() throws(JSONFault) -> Bool {
    let name = try scanner.scanName()
    let first = scanner.peek()
    if first == UInt8(ascii: "[") {
      scanner.skipByte()
      isUnread = !Self.containers.contains(name)
      if !isUnread { scanner.section = name }
      (state, isFirst) = (.elements, true)
      return false
    }
    if wrappers == 0, Self.wrappers.contains(name), first == UInt8(ascii: "{"),
      Self.isContainer(scanner, isWithin: true)
    {
      scanner.skipByte()
      wrappers = 1
      (state, isFirst) = (.members, true)
      return false
    }
    try scanner.scanValue()
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

  private mutating func finish() throws(JSONFault) -> Step {
    state = .ended
    guard scanner.peek() == nil else { throw JSONFault(.unexpectedCharacter, at: scanner.index) }
    return .end
  }
}

extension JSONScanner {
  fileprivate mutating func scanName() throws(JSONFault) -> String {
    try expect(Byte.quote)
    try scanValue()
    let name = text(0) ?? ""
    try expect(Byte.colon)
    skipByte()
    return name
  }

  private mutating func expect(_ byte: UInt8) throws(JSONFault) {
    guard let next = peek() else { throw JSONFault(.unexpectedEnd, at: index) }
    guard next == byte else { throw JSONFault(.unexpectedCharacter, at: index) }
  }
}
