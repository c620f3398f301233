/// The columns of a table in an unknown format, specified by the caller.
///
///     var options = ReadOptions(zone: TimeZone(identifier: "Europe/Oslo"))
///     options.columns = ColumnMapping(time: "Date", clock: "Time", glucose: "Value", unit: "Unit")
///     let file = try GlucoseFile(contentsOf: "export.csv", options: options)
///
/// Columns are specified by their header, regardless of case, or by their number, counted from 1.
/// Encodings, delimiters, units, dates, and the import report are the same as for known formats.
///
/// An app can store the mapping of a person's exports. The persisted form is an object with the
/// columns that are specified, each a text or a number: `{"time":"Date","glucose":3}`; the unit of
/// times from a start is a text: `"timeUnit":"minutes"`.
public struct ColumnMapping: Equatable, Codable, Sendable {
  /// A column specified by its header or by its number.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Column: Equatable, Sendable {
    /// The column with this header, regardless of case and surrounding spaces.
    case named(String)
    /// The column with this number, counted from 1.
    case numbered(Int)

    var text: String {
      switch self {
      case .named(let name): name
      case .numbered(let number): "\(number)"
      }
    }
  }

  /// The unit of numbers that count the time from a start, such as the enrollment in a study.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum ElapsedUnit: String, Codable, Sendable {
    /// Days of 24 hours, with a fraction or with a separate clock.
    case days
    /// Hours.
    case hours
    /// Minutes.
    case minutes
    /// Seconds.
    case seconds

    package static var all: [Self] { [.days, .hours, .minutes, .seconds] }
  }

  /// The column of the time, or of the date if ``clock`` is a separate column.
  public var time: Column
  /// The unit of the numbers in ``time``, if they count from a start; `nil` for dates.
  ///
  /// The start is the beginning of the year 2000, as the file has no dates: weekdays and months mean
  /// nothing. The time zone is that of shifted dates (``ReadOptions/zone``). In a table with commas, a
  /// number in quotes such as "1,440" is rejected, because its comma may separate thousands.
  public var timeUnit: ElapsedUnit?
  /// The column of the clock, if it is separate from the date.
  public var clock: Column?
  /// The column of a sensor's readings.
  public var glucose: Column?
  /// The column of blood glucose from a meter.
  public var meter: Column?
  /// The column of the unit of each row's concentrations.
  public var unit: Column?
  /// The column of words such as `cgm` and `manual`, which determine whether ``glucose`` contains a
  /// sensor's or a meter's value.
  ///
  /// A row of another kind, such as `insulin`, has no reading; a row with an unknown word has a
  /// sensor's reading.
  public var type: Column?
  /// The column of the person's identifier.
  public var person: Column?
  /// The column of carbohydrate in grams; zero means none.
  public var carbs: Column?
  /// The column of insulin in units; zero means none.
  ///
  /// A header that contains the name or the action of an insulin determines the action of its
  /// doses.
  public var insulin: Column?
  /// The column of remarks.
  public var note: Column?

  /// Creates a mapping of these columns.
  public init(
    time: Column, clock: Column? = nil, glucose: Column? = nil, meter: Column? = nil,
    unit: Column? = nil, person: Column? = nil, carbs: Column? = nil, insulin: Column? = nil,
    note: Column? = nil, type: Column? = nil, timeUnit: ElapsedUnit? = nil
  ) {
    (self.time, self.timeUnit, self.clock, self.glucose) = (time, timeUnit, clock, glucose)
    (self.meter, self.unit, self.type, self.person) = (meter, unit, type, person)
    (self.carbs, self.insulin, self.note) = (carbs, insulin, note)
  }

  var all: [Column] {
    [time, clock, glucose, meter, unit, type, person, carbs, insulin, note].compactMap(\.self)
  }
}

extension ColumnMapping.Column: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Creates the column with this header.
  public init(stringLiteral name: String) { self = .named(name) }

  /// Creates the column with this number, counted from 1.
  public init(integerLiteral number: Int) { self = .numbered(number) }
}

extension ColumnMapping.Column: Codable {
  /// Decodes a header or a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .numbered(number)
    } else {
      self = .named(try container.decode(String.self))
    }
  }

  /// Encodes the header as a text, or the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .named(let name): try container.encode(name)
    case .numbered(let number): try container.encode(number)
    }
  }
}
