// SPDX-License-Identifier: Apache-2.0

/// Which column of a table holds what, told by the caller for a file that no reader knows.
///
///     var options = ReadOptions(zone: oslo)
///     options.columns = ColumnMapping(time: "Date", clock: "Time", glucose: "Value", unit: "Unit")
///     let file = try GlucoseFile(contentsOf: path, options: options)
///
/// Columns are named by their header, in whatever case, or numbered from 1. All that the other
/// formats share holds here too: encodings, delimiters, units, dates and the account of each row.
public struct ColumnMapping: Hashable, Sendable {
  /// A column by the text of its header or by its number.
  public enum Column: Hashable, Sendable, CustomStringConvertible {
    /// The column whose header is this text; case and blanks around it do not matter.
    case named(String)
    /// The column of this number, counted from 1.
    case numbered(Int)

    /// The name or the number.
    public var description: String {
      switch self {
      case .named(let name): name
      case .numbered(let number): "\(number)"
      }
    }
  }

  /// The column of the time, or of the date if ``clock`` is another.
  public var time: Column
  /// The column of the clock, if the date stands alone.
  public var clock: Column?
  /// The column of a sensor's readings.
  public var glucose: Column?
  /// The column of blood glucose from a meter.
  public var meter: Column?
  /// The column of the unit of each row's concentrations.
  public var unit: Column?
  /// The column of words such as `cgm` and `manual` that tell whether ``glucose`` holds a sensor's or
  /// a meter's value; a row of another kind, such as `insulin`, gives no reading, and one whose word
  /// is unknown gives a sensor's.
  public var type: Column?
  /// The column of what identifies the person.
  public var person: Column?
  /// The column of carbohydrate in grams; zero is nothing.
  public var carbs: Column?
  /// The column of insulin in units; zero is nothing. A header that names an insulin, or how it acts,
  /// tells the action of its doses.
  public var insulin: Column?
  /// The column of remarks.
  public var note: Column?

  /// A mapping of these columns.
  public init(
    time: Column, clock: Column? = nil, glucose: Column? = nil, meter: Column? = nil,
    unit: Column? = nil, person: Column? = nil, carbs: Column? = nil, insulin: Column? = nil,
    note: Column? = nil, type: Column? = nil
  ) {
    self.time = time
    self.clock = clock
    self.glucose = glucose
    self.meter = meter
    self.unit = unit
    self.type = type
    self.person = person
    self.carbs = carbs
    self.insulin = insulin
    self.note = note
  }

  /// The columns with something to read.
  var all: [Column] {
    [time, clock, glucose, meter, unit, type, person, carbs, insulin, note].compactMap(\.self)
  }
}

extension ColumnMapping.Column: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// The column of this header.
  public init(stringLiteral name: String) { self = .named(name) }

  /// The column of this number, counted from 1.
  public init(integerLiteral number: Int) { self = .numbered(number) }
}
