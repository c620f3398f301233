internal import GlucoseDiary
internal import GlucoseMath

/// A diary of mySugr in any language; the order of columns is fixed.
///
/// Everything logged at one time is one row: a finger-stick, doses by pen or pump, a meal, an
/// activity, a note, and results such as a weight. Columns are read by position, and words only for the
/// unit of carbohydrate.
struct MySugrTable: HeaderedTable {
  static let formats = [FileFormat.mySugr]

  private enum Column {
    static let date = 0
    static let clock = 1
    static let tags = 2
    static let glucose = 3
    static let pen = 4
    static let basal = 5
    static let pump = 6
    static let mealBolus = 7
    static let correction = 8
    static let temporaryBasal = 9...10
    static let carbs = 11
    static let meal = 12
    static let duration = 13
    static let intensity = 14
    static let activity = 15
    static let note = 17
    static let bloodPressure = 19
    static let weight = 20
    static let hemoglobinA1c = 21
    static let ketones = 22
    static let medication = 24
    /// Steps, and the type of food.
    static let others = [16, 23]
    /// The first of the columns that only newer files have.
    static let firstExtra = 25
    /// Older files end with the medication; newer files have the zone and the place after it.
    static let counts = 18...40
  }

  @Shared private(set) var layout: TableLayout
  private let sensor: Int?
  private let zone: ZoneColumn?
  /// The grams in one unit of the carbohydrate column, or `nil` if the header does not state them.
  private let gramsPerUnit: Double?
  /// The columns of other entries, with the units in their headers.
  private let entries: [(column: Int, category: DiaryEvent.Category, unit: DiaryEntry.Unit?)]

  init?(_ header: [HeaderName], _ row: Int, _ head: TablePreview) {
    let cells = head.rows[row]
    guard row < 6, Column.counts ~= cells.count else { return nil }
    let unit = DetectedValue(header: cells[Column.glucose])
    // "Activity Intensity (1: Cosy, 2: Ordinary, 3: Demanding)", in any language.
    let intensity = cells[Column.intensity]
    guard unit != nil || cells[Column.glucose].contains("("),
      ["1", "2", "3"].allSatisfy(intensity.contains), intensity.contains(":"),
      cells[Column.duration].contains("(")
    else { return nil }
    let names = cells.map { $0.lowercased() }
    sensor = names.indices.dropFirst(Column.intensity).first {
      names[$0].contains("cgm") && GlucoseUnit(mentionedIn: names[$0]) != nil
    }
    zone = names.indices.dropFirst(Column.firstExtra).first { index in
      Self.zoneWords.contains { names[index].contains($0) }
    }.map { ZoneColumn(index: $0) }
    gramsPerUnit = Self.gramsPerUnit(names[Column.carbs])
    let categories: [(Int, DiaryEvent.Category)] = [
      (Column.bloodPressure, DiaryEvent.Category(rawValue: "bloodPressure")),
      (Column.weight, .weight), (Column.hemoglobinA1c, .hemoglobinA1c), (Column.ketones, .ketones),
      (Column.medication, .medication),
    ]
    entries = categories.filter { $0.0 < cells.count }.map { column, category in
      (column, category, Self.unit(of: category, in: names[column]))
    }
    layout = TableLayout(
      headerRow: row, columnCount: cells.count,
      evidence: .structure("\(cells.count) columns, the fifteenth \"\(intensity)\""), unit: unit)
  }

  private static let zoneWords = [
    "timezone", "time zone", "zeitzone", "zona", "fuso", "fuseau", "tijdzone", "tidszon",
    "tidssone", "tidzon", "strefa", "aikavyöhyke", "pásmo", "часовой", "saat dilimi", "时区", "時區",
    "タイムゾーン", "시간대",
  ]

  /// Returns the factor in "Mahlzeitkohlenhydrate (Broteinheiten, Faktor 12)", or 1 for grams.
  private static func gramsPerUnit(_ header: String) -> Double? {
    let brackets = header.split(separator: "(").last ?? ""
    if ["gram", "grám", "грам", "γραμ", "غرام", "جرام", "克", "グラム", "그램"].contains(
      where: { brackets.contains($0) })
    {
      return 1
    }
    let number = brackets.split { !($0.isNumber || $0 == "." || $0 == ",") }.last {
      $0.contains(where: \.isNumber)
    }
    guard let number, let factor = Double(number.replacing(",", with: ".")), 1...50 ~= factor
    else { return nil }
    return factor
  }

  /// Returns the unit in brackets, as in "HbA1c (Prozent)" or "Body weight (lbs)", or `nil` if there is none.
  private static func unit(
    of category: DiaryEvent.Category, in header: String
  ) -> DiaryEntry.Unit? {
    let parts = header.split(separator: "(")
    guard parts.count > 1, let text = parts.last?.split(separator: ")").first else { return nil }
    if category == .hemoglobinA1c { return text.contains("mmol") ? .mmolPerMol : .percent }
    return DiaryEntry.Unit(
      rawValue: ["lb": "lb", "lbs": "lb", "mmol/l": "mmol/L"][String(text)] ?? String(text))
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    let stamp = try row.stamp(date: Column.date, clock: Column.clock)
      .located(by: zone, of: row, caller: records.zone)
    var contents = RowContents(meter: try row.glucose(Column.glucose))
    contents.sensor = try row.glucose(sensor)
    let notes = try readEvents(&row, &contents) + [row.text(Column.note)]
    contents.note = Records.note(joining: notes)
    if contents.isEmpty { contents.note = row.text(Column.tags) }
    if contents.isEmpty {
      if Column.temporaryBasal.contains(where: { !row.isEmpty($0) }) { return .skipped(.basalRate) }
      if Column.others.contains(where: { !row.isEmpty($0) }) { return .skipped(.otherMeasurement) }
    }
    return records.add(contents, at: stamp, Column.date, of: row)
  }

  private func readEvents(
    _ row: inout TableCursor, _ contents: inout RowContents
  ) throws(Rejection) -> [String?] {
    var notes: [String?] = []
    contents.addDose(try bolus(&row), .rapidActing)
    contents.addDose(try row.amount(Column.basal, below: 10_000), .longActing)
    let amount = try row.amount(Column.carbs, below: 100_000)
    let carbs = amount.flatMap { amount in gramsPerUnit.map { (amount * $0).nearbyDecimal } }
    let name = row.text(Column.meal)
    if amount != nil || name != nil {
      contents.events.append(.meal(Meal(name: name, carbs: carbs)))
    }
    if carbs == nil, amount != nil, let text = row.text(Column.carbs) {
      notes.append("\(text) servings")
    }
    let activity = row.text(Column.activity)
    if let minutes = try row.amount(Column.duration, below: 10_000) {
      let levels: [Double: Exercise.Intensity] = [1: .light, 2: .moderate, 3: .vigorous]
      let intensity = try row.number(Column.intensity).flatMap { levels[$0] }
      contents.events.append(.exercise(named: activity, minutes: minutes, intensity))
    } else if let activity {
      notes.append(activity)
    }
    for (column, category, unit) in entries {
      guard let text = row.text(column) else { continue }
      let isText = [Column.bloodPressure, Column.medication].contains(column)
      // A result that is no number makes no other cell of the row doubtful.
      let amount = isText ? nil : try? row.quantity(column, below: 10_000)
      let entry =
        amount == nil
        ? DiaryEntry(category, name: text) : DiaryEntry(category, amount: amount, unit: unit)
      contents.events.append(.entry(entry))
    }
    return notes
  }

  /// Returns the bolus: the amount injected or delivered; without it, the sum of its parts.
  private func bolus(_ row: inout TableCursor) throws(Rejection) -> Double? {
    var whole: [Double] = []
    for column in [Column.pen, Column.pump] {
      if let units = try row.amount(column, below: 10_000) { whole.append(units) }
    }
    var parts: [Double] = []
    for column in [Column.mealBolus, Column.correction] {
      // A correction may be negative, and then reduces the bolus for the meal.
      guard let units = try row.number(column), units != 0 else { continue }
      guard -10_000..<10_000 ~= units else { throw Rejection(.unreadableNumber, column: column) }
      parts.append(units)
    }
    let units = (whole.isEmpty ? parts : whole).decimalSum
    guard units >= 0 else { throw Rejection(.unreadableNumber, column: Column.mealBolus) }
    return units > 0 ? units : nil
  }
}
