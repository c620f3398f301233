internal import GlucoseDiary
internal import GlucoseMath

/// The roles of a table's columns, by which rows are read.
///
/// A row may have several entries, such as a reading and the carbohydrate of a meal. Zero grams and
/// zero units mean that there was none.
struct ColumnRoles {
  /// The column of the time, or of the date if ``clock`` is a separate column.
  var time: Int
  var clock: Int?
  /// The unit of the numbers in ``time``, if they count from a start.
  var timeUnit: ColumnMapping.ElapsedUnit?
  var isUTC = false
  /// The column of the offset or the time zone of a time that states none itself.
  var zone: ZoneColumn?
  /// The column of a corrected time, which replaces the time of a row in which it is filled.
  var correctedTime: Int?
  /// The column of a time in UTC or with an offset, which is read where it is filled. The time in
  /// ``time`` then only shows the zone.
  var exactTime: Int?
  var isExactTimeUTC = false
  /// Whether a number as a time counts the seconds since 1960.
  var countsFrom1960 = false
  var person: Int?
  var sensor: Int?
  var meter: Int?
  /// The column of a word such as `cbg`, `smbg`, or `manual`, which determines whether ``sensor``
  /// contains a sensor's or a meter's value.
  var type: Int?
  /// The columns that state the quantity of the values in ``sensor``, whose name does not: a row is
  /// read only if one of them says glucose and none another quantity.
  var quantities: [Int] = []
  /// The column among ``quantities`` that states a part of a measurement, such as its rate.
  var field: Int?
  /// Whether ``sensor`` is named after glucose, so that a type such as a meal or sleep is the
  /// occasion of the reading; under other names, it is the measured quantity.
  var isGlucoseNamed = false
  /// Whether the name of ``sensor`` is only a unit, so that a value is read only if its type states
  /// glucose: it may be a target.
  var isNamedByUnit = false
  /// Whether a row whose type is an unknown word is rejected unless it states a unit of glucose,
  /// because its value may be of another quantity.
  var rejectsUnknownTypes = false
  var unit: Int?
  /// A column that is `true` in a row in mg/dL and `false` in one in mmol/L.
  var isMgdL: Int?
  /// A column that is `true` if ``sensor`` contains a sensor's value and `false` if a meter's.
  var isSensor: Int?
  /// A column that is `true` if ``sensor`` contains a meter's value, by which the sensor was
  /// calibrated.
  var isCalibration: Int?
  /// A column that is filled, and not `false`, in a row whose concentration is not that of blood,
  /// such as a test with control solution.
  var control: Int?
  /// The column that ``control`` revises, which counts where that is empty.
  var originalControl: Int?
  var isZeroMissing = false
  var flags: Int?
  var carbs: Int?
  /// The unit of the carbohydrate, unless it is grams.
  var carbUnit: String?
  var protein: Int?
  var fat: Int?
  /// The columns of the parts of a dose, of which the first is the only one in most tables.
  var insulin: [Int] = []
  var basal: Int?
  /// A column that is `true` if ``basal`` contains the rate of a pump.
  var isRate: Int?
  /// The column of texts such as `fast-acting insulin: 5.0 U`; any other text is a note.
  var medication: Int?
  var note: Int?
  var device: Int?
  /// The action of the table's insulin, where ``insulinType`` does not state it for a row.
  var action: InsulinDose.Action?
  /// The column of the name or the action of a row's insulin.
  var insulinType: Int?
  var noteLineEnd: String?
  /// Whether a date without a clock is its midnight, in a column that has clocks otherwise.
  var omitsMidnight = false
  /// The numbers for values below and above the sensor's range.
  var limitCodes: (low: Double, high: Double)?
  /// The column that states beside a concentration of 0 whether it was above the sensor's range, by
  /// 1, or below, by 2.
  var limitIndicator: Int?

  var columns: Set<Int> {
    let others = [
      clock, zone?.index, person, sensor, meter, type, unit, isMgdL, isSensor,
      isCalibration, control, originalControl, flags, carbs, protein, fat, basal, isRate,
      medication, note, device,
      insulinType, correctedTime, exactTime, limitIndicator,
    ]
    return Set(others.compactMap(\.self) + quantities + insulin + [time])
  }

  private var hasMore: Bool {
    meter != nil || carbs != nil || protein != nil || fat != nil || basal != nil
      || medication != nil || note != nil || !insulin.isEmpty
  }

  func readingCells(of row: borrowing TableCursor) -> ReadingCells? {
    // The offset of a named zone depends on the date.
    if let zone, row.text(zone.index)?.contains("/") ?? false { return nil }
    guard let sensor, !hasMore, clock == nil, !isUTC, timeUnit == nil, limitCodes == nil,
      limitIndicator == nil, isMgdL == nil, isSensor == nil, control == nil, !isZeroMissing,
      timeColumn(of: row) == time
    else { return nil }
    return ReadingCells(time: time, glucose: sensor)
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    // The first cell of a row with a time may be the number of a person.
    if row.bytes[row.row.lowerBound] == UInt8(ascii: "#"), (try? row.stamp(time)) == nil {
      return .skipped(.comment)
    }
    if isControl(row) { return .skipped(.otherMeasurement) }
    var contents = RowContents()
    var isReading = true
    var reasonForNone = RowSkipReason.missingValue
    switch try readType(row) {
    case .reading(let stated): contents.sensorChannel = stated
    case .none(let reason) where !hasMore: return .skipped(reason)
    case .none(let reason): (isReading, reasonForNone) = (false, reason)
    }
    do throws(Rejection) {
      if let sensor, isReading { contents.sensor = try readGlucose(sensor, &row) }
      if hasMore { try readMore(&row, &contents) }
    } catch {
      // An empty row of a spreadsheet may still have an identifier; an invalid time is the more
      // relevant error.
      _ = try stamp(row, in: records.zone)
      throw error
    }
    if contents.isEmpty, row.isMissing(timeColumn(of: row)) { return .skipped(.missingValue) }
    let stamp = try stamp(row, in: records.zone)
    if contents.isEmpty { return .skipped(reasonForNone) }
    if contents.sensor != .missing || contents.meter != .missing {
      contents.unit = try readUnit(row)
    }
    checkLocalTime(row, stamp, &records)
    contents.flags = flags.map { PlainFlags.flags(row.lowercased($0)) } ?? []
    let subject = person.map { row.index(ofPerson: $0, &records.subjects) } ?? 0
    let device = device.map { records.devices.index(of: row.bytes, row.range($0)) } ?? 0
    return records.add(
      contents, at: stamp, timeColumn(of: row), of: row, subject: subject, device: device)
  }

  private func readMore(_ row: inout TableCursor, _ contents: inout RowContents) throws(Rejection) {
    if let meter {
      contents.meter = isZeroMissing ? try readGlucose(meter, &row) : try row.glucose(meter)
    }
    let carbohydrate = try amount(carbs, below: 100_000, &row)
      .map { Carbohydrate($0, in: carbUnit) }
    let protein = try amount(protein, below: 100_000, &row)
    let fat = try amount(fat, below: 100_000, &row)
    if carbohydrate != nil || protein != nil || fat != nil {
      contents.events.append(.meal(Meal(carbs: carbohydrate?.grams, protein: protein, fat: fat)))
    }
    if let units = try dose(&row) {
      let own = insulinType.flatMap { row.text($0) }.flatMap { InsulinDose.Action(naming: $0) }
      contents.addDose(units, own ?? action)
    }
    if !isTrue(isRate, row) {
      contents.addDose(try amount(basal, below: 10_000, &row), .longActing)
    }
    var text = note.flatMap { row.text($0) }
    if let noteLineEnd {
      text = text?.split(separator: noteLineEnd, omittingEmptySubsequences: false)
        .joined(separator: "\n")
    }
    var drug: String?
    if let medication, !row.isMissing(medication) {
      if let event = try row.event(in: medication) {
        contents.events.append(event)
      } else {
        drug = row.text(medication)
      }
    }
    // Most rows have none, and joining costs memory.
    contents.note =
      carbohydrate?.note == nil && drug == nil
      ? text : Records.note(joining: [carbohydrate?.note, text, drug])
  }

  /// Returns the sum of the parts of a dose, one of which may be negative, or `nil` if there is none.
  private func dose(_ row: inout TableCursor) throws(Rejection) -> Double? {
    var parts: [Double] = []
    for column in insulin where !row.isMissing(column) {
      if let part = try row.number(column) { parts.append(part) }
    }
    let units = parts.decimalSum
    guard units != 0, let first = insulin.first else { return nil }
    return try row.checked(units, first, below: 10_000)
  }

  private func isTrue(_ column: Int?, _ row: borrowing TableCursor) -> Bool {
    column.map { truth(of: $0, row) ?? false } ?? false
  }

  private func isControl(_ row: borrowing TableCursor) -> Bool {
    guard let control else { return false }
    let column = row.isMissing(control) ? originalControl ?? control : control
    return !row.isMissing(column) && truth(of: column, row) ?? true
  }

  /// Returns whether a cell is true, or `nil` if it has neither a word nor a number for that.
  private func truth(of column: Int, _ row: borrowing TableCursor) -> Bool? {
    let word = row.lowercased(column)
    if ["true", "t", "yes", "y"].contains(word) { return true }
    if ["false", "f", "no", "n"].contains(word) { return false }
    // A statistics program writes 1 as 1.0, or as 1,0, where other rows have none.
    return Double(word.replacing(",", with: ".")).flatMap { $0 == 1 ? true : $0 == 0 ? false : nil }
  }

  private func amount(
    _ column: Int?, below limit: Double, _ row: inout TableCursor
  ) throws(Rejection) -> Double? {
    guard let column, !row.isMissing(column) else { return nil }
    return try row.amount(column, below: limit)
  }

  private enum RowType {
    case reading(Records.Channel)
    case none(RowSkipReason)
  }

  private func readQuantity(_ row: borrowing TableCursor) throws(Rejection) -> RowType {
    var channel: Records.Channel?
    var unknown: Int?
    for column in quantities {
      guard let word = row.text(column), !LimitWords.missing.contains(word.lowercased()),
        !Self.wordsForValues.contains(word.lowercased())
      else { continue }
      guard let origin = ReadingOrigin(word) else {
        if column == field { throw Rejection(.unknownKind, column: column) }
        // The number of a row names no quantity, unlike the code 2093-3.
        if unknown == nil, !word.allSatisfy(\.isNumber) { unknown = column }
        continue
      }
      guard let found = origin.channel else { return .none(origin.skipReason) }
      // A word for a meter or a scan is more specific than one for glucose.
      if channel == nil || channel == .sensor { channel = found }
    }
    if let channel { return .reading(channel) }
    guard let column = unknown ?? quantities.first(where: { $0 != type })
    else { return .reading(.sensor) }
    throw Rejection(.unknownKind, column: column)
  }

  /// Words that state no quantity, such as that of a field with the measured value itself.
  private static let wordsForValues: Set<String> = [
    "value", "values", "result", "numeric", "number", "wert", "valor", "valore", "valeur",
    "measured", "measurement", "actual", "observed",
  ]

  private func readType(_ row: borrowing TableCursor) throws(Rejection) -> RowType {
    if isTrue(isCalibration, row) { return .reading(.meter) }
    if !quantities.isEmpty { return try readQuantity(row) }
    if isSensor != nil { return .reading(isTrue(isSensor, row) ? .sensor : .meter) }
    guard let type else { return .reading(.sensor) }
    guard let word = row.text(type), !LimitWords.missing.contains(word.lowercased())
    else { return isNamedByUnit ? .none(.otherMeasurement) : .reading(.sensor) }
    guard let source = ReadingOrigin(word) else {
      if isNamedByUnit || rejectsUnknownTypes && statedUnit(row) == nil {
        throw Rejection(.unknownKind, column: type)
      }
      return .reading(.sensor)
    }
    if source == .occasion, isGlucoseNamed, let sensor, !row.isEmpty(sensor) {
      return .reading(.sensor)
    }
    return source.channel.map { .reading($0) } ?? .none(source.skipReason)
  }

  private func readGlucose(
    _ sensor: Int, _ row: inout TableCursor
  ) throws(Rejection) -> GlucoseCell {
    guard let code = limitCode(sensor, row) else { return try row.glucose(sensor) }
    // 1 may be the beginning of 156.
    if row.range(sensor).upperBound == row.bytes.count {
      try row.checkEnd(sensor, of: .concentration)
    }
    return code
  }

  private func limitCode(_ column: Int, _ row: borrowing TableCursor) -> GlucoseCell? {
    guard limitCodes != nil || limitIndicator != nil || isZeroMissing else { return nil }
    let number = ScannedNumber.value(
      filling: row.range(column), of: row.bytes.elementSpan, allowingComma: true)
    if isZeroMissing, number == 0 { return .missing }
    if let limitIndicator, number == 0 {
      switch row.text(limitIndicator) {
      case "1": return .high(nil)
      case "2": return .low(nil)
      default: return nil
      }
    }
    guard let limitCodes else { return nil }
    return number == limitCodes.low ? .low(nil) : number == limitCodes.high ? .high(nil) : nil
  }

  private func readUnit(_ row: borrowing TableCursor) throws(Rejection) -> GlucoseUnit? {
    if let isMgdL, !row.isMissing(isMgdL) { return isTrue(isMgdL, row) ? .mgdL : .mmolL }
    guard let unit, !row.isEmpty(unit) else { return nil }
    guard let found = statedUnit(row) else { throw Rejection(.unknownUnit, column: unit) }
    return found
  }

  private func statedUnit(_ row: borrowing TableCursor) -> GlucoseUnit? {
    unit.flatMap { row.text($0) }.flatMap { GlucoseUnit(named: $0) }
  }
}

extension TableCursor {
  /// Returns an amount, or `nil` if the cell is empty or zero or there is no such column.
  mutating func amount(_ column: Int?, below limit: Double) throws(Rejection) -> Double? {
    try quantity(column, below: limit).flatMap { $0 == 0 ? nil : $0 }
  }

  /// Returns an amount, which may be zero, or `nil` if the cell is empty or there is no such column.
  mutating func quantity(_ column: Int?, below limit: Double) throws(Rejection) -> Double? {
    guard let column, let number = try number(column) else { return nil }
    return try checked(number, column, below: limit)
  }

  func checked(_ amount: Double, _ column: Int, below limit: Double) throws(Rejection) -> Double {
    guard amount >= 0 else { throw Rejection(.notPositive, column: column) }
    guard amount < limit else { throw Rejection(.implausible, column: column) }
    return amount
  }

  /// Returns the number of the person in a cell; quotes preserve the spaces of a name.
  func index(ofPerson column: Int, _ persons: inout Interner) -> Int {
    let cell = self[column]
    if cell.isEscaped, let text = text(column) { return persons.index(of: text) }
    return persons.index(of: bytes, cell.isQuoted ? cell.start..<cell.end : range(column))
  }

  func isMissing(_ column: Int) -> Bool {
    guard let first = range(column).first else { return true }
    // No mark begins with a digit; most cells do.
    return !(Byte.zero...Byte.nine ~= bytes[first])
      && LimitWords.missing.contains(lowercased(column))
  }

  func lowercased(_ column: Int) -> String { text(column)?.lowercased() ?? "" }
}
