public import GlucoseMath

/// An entry that is neither a meal, insulin, exercise, nor a condition: a finger-stick, a note,
/// ketones, a medicine, a change of the sensor, or a result of a laboratory.
///
///     DiaryEntry(.ketones, amount: 0.6, unit: .mmolL)
///     DiaryEntry(.medication, name: "Metformin", amount: 500, unit: .milligrams)
///     DiaryEntry(.temporaryBasal, amount: 0.4, unit: .unitsPerHour, duration: .seconds(3600))
///     DiaryEntry(DiaryEvent.Category(rawValue: "bloodPressure"), name: "120/80")
///
/// Totals of insulin and forecasts do not include entries; pictures have finger-sticks and ketones.
public struct DiaryEntry: Hashable, Sendable {
  /// The unit of an amount: a predefined one, or any other by its symbol.
  public struct Unit: RawRepresentable, Hashable, Codable, Sendable {
    /// The symbol of the unit.
    public let rawValue: String

    /// Creates the unit with the symbol `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Milligrams per deciliter, of glucose.
    public static let mgdL = Self(rawValue: "mg/dL")
    /// Millimoles per liter, of glucose or ketones.
    public static let mmolL = Self(rawValue: "mmol/L")
    /// Kilograms, of weight.
    public static let kilograms = Self(rawValue: "kg")
    /// Grams, of alcohol.
    public static let grams = Self(rawValue: "g")
    /// Milligrams, of a medicine.
    public static let milligrams = Self(rawValue: "mg")
    /// International units per hour, of a basal rate.
    public static let unitsPerHour = Self(rawValue: "U/h")
    /// Percent, of the usual basal rate or of hemoglobin.
    public static let percent = Self(rawValue: "%")
    /// Millimoles per mole, of hemoglobin A1c.
    public static let mmolPerMol = Self(rawValue: "mmol/mol")
  }

  /// The category of the entry, which is not one of the four with a type of their own.
  public let category: DiaryEvent.Category
  /// The name of the medicine, the sensor, the site, or anything else that was logged.
  public var name: String?
  /// The amount, in ``unit``.
  public var amount: Double?
  /// The unit of the amount.
  public var unit: Unit?
  /// The duration, or `nil` for an entry at an instant.
  public var duration: Duration?
  /// The persisted fields for which this version has no property.
  var otherFields: [String: FieldValue] = [:]

  /// Creates an entry of a category.
  ///
  /// - Precondition: `category` must not be ``DiaryEvent/Category/meal``,
  ///   ``DiaryEvent/Category/insulin``, ``DiaryEvent/Category/exercise``, or
  ///   ``DiaryEvent/Category/condition``, which have types of their own.
  public init(
    _ category: DiaryEvent.Category, name: String? = nil, amount: Double? = nil, unit: Unit? = nil,
    duration: Duration? = nil
  ) {
    precondition(!category.hasOwnType, "`category` must not be one that has a type of its own")
    self.category = category
    self.name = name
    self.amount = amount
    self.unit = unit
    self.duration = duration
  }
}

extension DiaryEntry {
  /// Creates the entry of a result of a laboratory for hemoglobin A1c, in percent.
  public init(_ hemoglobinA1c: HemoglobinA1c) {
    self.init(.hemoglobinA1c, amount: hemoglobinA1c.percent, unit: .percent)
  }

  /// The hemoglobin A1c of an entry of that category, or `nil` if the amount is missing or not
  /// plausible, or the unit is neither percent nor mmol/mol.
  public var hemoglobinA1c: HemoglobinA1c? {
    guard category == .hemoglobinA1c, let amount else { return nil }
    return switch unit {
    case Unit.percent: HemoglobinA1c(percent: amount)
    case Unit.mmolPerMol: HemoglobinA1c(mmolPerMol: amount)
    default: nil
    }
  }

  /// The concentration of a finger-stick, or `nil` for an entry of another category, and if the amount
  /// is missing, not positive, or above 100,000 mg/dL, or the unit is neither mg/dL nor mmol/L.
  public var glucose: Glucose? {
    guard category == .fingerstick, let amount,
      let unit = unit.flatMap({ GlucoseUnit(rawValue: $0.rawValue) })
    else { return nil }
    let glucose = Glucose(amount, unit)
    return InvalidReading.accepts(glucose.mgdL) ? glucose : nil
  }
}

extension DiaryEvent {
  /// The concentration of a finger-stick, or `nil` for another event; see ``DiaryEntry/glucose``.
  package var fingerstick: Glucose? {
    if case .entry(let entry) = content { entry.glucose } else { nil }
  }
}

extension DiaryEntry: Codable {
  /// Decodes an entry from `type`, `name`, `amount`, `unit`, `seconds` and `attoseconds`.
  ///
  /// All other fields are preserved and encoded again, including all fields of an unknown `type`,
  /// of any value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    category = DiaryEvent.Category(rawValue: try container.decode(String.self, forKey: .type))
    try decoder.require(
      !category.hasOwnType, "The type of an entry must not be one that has fields of its own")
    var isTaken: Set<String> = [FieldName.type.stringValue]
    let isKnown = DiaryEvent.Category.allCases.contains(category)
    func field<Value: Decodable>(_ type: Value.Type, _ key: FieldName) throws -> Value? {
      guard container.contains(key) else { return nil }
      if isKnown {
        isTaken.insert(key.stringValue)
        return try container.decodeIfPresent(type, forKey: key)
      }
      guard let value = try? container.decode(type, forKey: key) else { return nil }
      isTaken.insert(key.stringValue)
      return value
    }
    name = try field(String.self, .name)
    amount = try field(Double.self, .amount)
    unit = try field(String.self, .unit).map(Unit.init(rawValue:))
    if let seconds = try field(Int64.self, .seconds) {
      duration = Duration(seconds, attoseconds: try field(Int64.self, .attoseconds) ?? 0)
      try decoder.require(duration != nil || !isKnown, Duration.attosecondsRequirement)
      if duration == nil {
        isTaken.subtract([FieldName.seconds.stringValue, FieldName.attoseconds.stringValue])
      }
    }
    try decoder.require(amount?.isFinite ?? true, "The amount of an entry must be finite")
    for key in container.allKeys where !isTaken.contains(key.stringValue) {
      otherFields[key.stringValue] = try container.decode(FieldValue.self, forKey: key)
    }
  }

  /// Encodes the entry, including the decoded fields for which it has no property.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    for (name, value) in otherFields { try container.encode(value, forKey: FieldName(name)) }
    try container.encode(category.rawValue, forKey: .type)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(amount, forKey: .amount)
    try container.encodeIfPresent(unit?.rawValue, forKey: .unit)
    if let duration { try container.encode(duration) }
  }
}

/// The name of a field in the persisted form of the content of an event.
struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  static let type = Self("type")
  static let name = Self("name")
  static let amount = Self("amount")
  static let unit = Self("unit")
  static let seconds = Self("seconds")
  static let attoseconds = Self("attoseconds")
  static let intensity = Self("intensity")
  static let kind = Self("kind")
}

extension Duration {
  static let attosecondsRequirement = "The attoseconds of a duration must be less than a second"

  /// Creates a duration of whole seconds and the attoseconds beyond them, or returns `nil` for a
  /// second or more of attoseconds, with which the whole seconds may exceed those of a `Duration`.
  package init?(_ seconds: Int64, attoseconds: Int64) {
    guard attoseconds.magnitude < 1_000_000_000_000_000_000 else { return nil }
    self.init(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }
}

extension KeyedEncodingContainer<FieldName> {
  /// Encodes a duration as whole seconds and, unless there are none, the attoseconds beyond them.
  mutating func encode(_ duration: Duration) throws {
    let (seconds, attoseconds) = duration.components
    try encode(seconds, forKey: .seconds)
    if attoseconds != 0 { try encode(attoseconds, forKey: .attoseconds) }
  }
}

/// A JSON value of any type.
indirect enum FieldValue: Hashable, Sendable, Codable {
  case null
  case flag(Bool)
  case integer(Int64)
  case largeInteger(UInt64)
  case number(Double)
  case text(String)
  case list([FieldValue])
  case fields([String: FieldValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    func value<Value: Decodable>(_ make: (Value) -> Self) -> Self? {
      (try? container.decode(Value.self)).map(make)
    }
    let single: Self? =
      container.decodeNil()
      ? .null
      : value(Self.flag) ?? value(Self.integer) ?? value(Self.largeInteger)
        ?? value(Self.number) ?? value(Self.text) ?? value(Self.list)
    self = try single ?? .fields(container.decode([String: FieldValue].self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .integer(let integer): try container.encode(integer)
    case .largeInteger(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .fields(let fields): try container.encode(fields)
    }
  }
}
