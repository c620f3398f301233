internal import Foundation
internal import GlucoseCohort
internal import GlucoseMath

/// The arguments of a call: objects, and options, a JSON object whose keys are checked.
struct Call: Sendable {
  private let name: String
  /// Objects of the library, which can be used in several threads.
  nonisolated(unsafe) private let inputs: [AnyObject?]
  private let values: [String: Value]
  let task: CallTask?
  /// The errors of people that become rows of the result.
  let errors = PersonErrors()

  /// A value of an option.
  enum Value: Decodable, Sendable {
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([Value])
    case fields([String: Value])
    case null

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      func value<Content: Decodable>(_ make: (Content) -> Self) -> Self? {
        (try? container.decode(Content.self)).map(make)
      }
      self =
        try container.decodeNil()
        ? .null
        : value(Self.flag) ?? value(Self.number) ?? value(Self.text) ?? value(Self.list)
          ?? .fields(container.decode([String: Self].self))
    }
  }

  /// Creates the arguments of a call by name, whose options must be among `keys`, which spaces separate.
  init(
    _ name: String, inputs: [AnyObject?], options: String?, _ keys: String, _ task: CallTask?
  ) throws {
    self.name = name
    unsafe self.inputs = inputs
    self.task = task
    guard let options else {
      values = [:]
      return
    }
    do {
      values = try JSONDecoder().decode([String: Value].self, from: Data(options.utf8))
    } catch {
      throw BindingError.argument("The options are not a JSON object: \(options)")
    }
    let known = keys.split(separator: " ").map(String.init).sorted()
    if let unknown = values.keys.sorted().first(where: { !known.contains($0) }) {
      throw BindingError.argument(
        "`\(unknown)` is not an option; the options are \(known.joined(separator: ", ")).")
    }
  }

  /// Returns an input, or `nil` for an absent one.
  func optional<Input: AnyObject>(_ place: Int) throws -> Input? {
    guard unsafe place < inputs.count, let given = unsafe inputs[place] else { return nil }
    let input = try require(
      given as? Input, "Input \(place) of \"\(name)\" is an object of another kind.")
    return input
  }

  /// Returns a required input.
  func input<Input: AnyObject>(_ place: Int = 0) throws -> Input {
    let input: Input = try require(
      optional(place), "Input \(place) of \"\(name)\" must not be NULL.")
    return input
  }

  func cohort() throws -> CohortHandle { try input() }
  func bytes(_ place: Int = 0) throws -> [UInt8] { try (input(place) as Content).bytes }

  private func mistake(_ key: String, _ expected: String) -> BindingError {
    .argument("`\(key)` must be \(expected).")
  }

  /// Returns the value of an option that is present, or throws an error if it is not what is expected.
  private func read<Result>(
    _ key: String, _ expected: String, _ convert: (Value) -> Result?
  ) throws -> Result? {
    switch values[key] {
    case nil, .null?: return nil
    case let value?:
      guard let result = convert(value) else { throw mistake(key, expected) }
      return result
    }
  }

  func text(_ key: String) throws -> String? { try read(key, "a text", \.text) }

  func number(_ key: String) throws -> Double? { try read(key, "a number", \.number) }

  func integer(_ key: String) throws -> Int? {
    guard let number = try number(key) else { return nil }
    guard let integer = Int(exactly: number) else { throw mistake(key, "a whole number") }
    return integer
  }

  func flag(_ key: String, default absent: Bool = false) throws -> Bool {
    try read(key, "true or false") { if case .flag(let flag) = $0 { flag } else { nil } } ?? absent
  }

  func numbers(_ key: String) throws -> [Double]? {
    try read(key, "a list of numbers") { $0.elements(\.number) }
  }

  func texts(_ key: String) throws -> [String]? {
    try read(key, "a list of texts") { $0.elements(\.text) }
  }

  /// Returns one of the choices, by default the first.
  func choice<Choice>(_ key: String, _ choices: [(String, Choice)]) throws -> Choice {
    let name = try text(key) ?? choices[0].0
    guard let choice = choices.first(where: { $0.0 == name }) else {
      throw mistake(
        key,
        choices.map(\.0).filter { !$0.isEmpty }.map { "\"\($0)\"" }.joined(separator: ", ")
          + ", not \"\(name)\"")
    }
    return choice.1
  }
}

extension Call.Value {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// Returns the elements of a list, or the only one, or `nil` if one is not of the type.
  fileprivate func elements<Element>(_ element: (Self) -> Element?) -> [Element]? {
    guard case .list(let list) = self else { return element(self).map { [$0] } }
    let elements = list.compactMap(element)
    return elements.count == list.count ? elements : nil
  }
}

extension Call {
  func tasks() throws -> Int? {
    let tasks = try integer("tasks")
    if let tasks, tasks < 1 { throw mistake("tasks", "at least 1") }
    return tasks
  }

  func unit(_ key: String = "unit") throws -> GlucoseUnit? {
    guard let text = try text(key) else { return nil }
    guard let unit = GlucoseUnit(rawValue: text) else {
      throw mistake(key, "\"mg/dL\" or \"mmol/L\", not \"\(text)\"")
    }
    return unit
  }

  /// Returns the cohort of a result of all people, whose events must be valid.
  func validCohort() throws -> CohortHandle {
    let cohort = try cohort()
    try cohort.requireValidEvents()
    return cohort
  }

  /// Returns whether the error of a person whose record is not valid is a row of a table.
  func keepsErrors() throws -> Bool { try choice("errors", [("raise", false), ("row", true)]) }

  func zone() throws -> TimeZone? { try text("zone").map { try Self.zone($0) } }

  /// Returns the time zone with an identifier, or a fixed offset such as "+01:00".
  static func zone(_ identifier: String) throws -> TimeZone {
    let isOffset = ["+", "-"].contains(identifier.prefix(1))
    let zone = try require(
      TimeZone(identifier: isOffset ? "GMT\(identifier)" : identifier),
      "\"\(identifier)\" is not a time zone such as Europe/Oslo.")
    return zone
  }

  func convention() throws -> MetricConvention {
    try choice("convention", [("clinical", .clinical), ("iglu", .iglu)])
  }

  /// Returns range bands whose edges are exact in the unit of the readings.
  func bands(in unit: GlucoseUnit) throws -> RangeBands {
    guard case .fields(let edges)? = values["bands"] else {
      return try choice(
        "bands",
        [
          ("consensus", .consensus(in: unit)), ("tight", .tight(in: unit)),
          ("older", .consensus(in: unit)), ("pregnancy", .pregnancy(in: unit)),
          ("arises", .arises(in: unit)),
        ])
    }
    let names = ["very_low", "low", "high", "very_high"]
    let numbers = try names.map { name -> Double? in
      switch edges[name] {
      case nil, .null?: return nil
      case .number(let number)?: return number
      default: throw mistake("bands", "an object of numbers")
      }
    }
    let present = numbers.compactMap { $0 }
    func edge(_ number: Double) -> Glucose { unit == .mgdL ? .mgdL(number) : .mmolL(number) }
    guard let low = numbers[1], let high = numbers[2], edges.keys.allSatisfy(names.contains),
      present.allSatisfy({ ReadingTable.plausible.contains(edge($0).mgdL) }),
      zip(present, present.dropFirst()).allSatisfy({ $0 <= $1 })
    else {
      throw mistake(
        "bands",
        "an object of low, high and, if there are, very_low and very_high, ascending, "
          + "from 10 to 1000 mg/dL")
    }
    return RangeBands(
      veryLow: numbers[0].map(edge), low: edge(low), high: edge(high),
      veryHigh: numbers[3].map(edge), unit: unit)
  }

  /// Returns the window of the night, from a text such as "0-6" or "22:30-06:30".
  func night() throws -> ClockWindow {
    guard let text = try text("night") else { return .overnight }
    func minute(_ text: Substring) -> Int? {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count), let hour = Int(parts[0]),
        let minute = parts.count == 2 ? Int(parts[1]) : 0, 0...24 ~= hour, 0..<60 ~= minute,
        hour * 60 + minute <= 1440
      else { return nil }
      return hour * 60 + minute
    }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(minute)
    guard ends.count == 2, let start = ends[0], let end = ends[1], start % 1440 != end % 1440 else {
      throw mistake("night", "two different times, such as \"0-6\" or \"22:30-06:30\"")
    }
    return ClockWindow(fromMinute: start % 1440, toMinute: end == 0 ? 1440 : end)
  }
}
