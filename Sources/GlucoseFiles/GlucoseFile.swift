internal import GlucoseMath
internal import GlucoseFoundation

/// The contents of a file of glucose readings, and a report on each of its rows.
///
///     let options = ReadOptions(zone: TimeZone(identifier: "Europe/Oslo"))
///     let file = try GlucoseFile(reading: bytes, options: options)
///     for person in file.people { print(person.recording.series.count) }
///     for row in file.report.rejected { print(row) }
///
/// The format is detected from the structure of the file, never from its name. Reading the same
/// bytes with the same options returns the same file, including the identifiers of events.
public struct GlucoseFile: Equatable, Sendable {
  /// The format.
  public let format: FileFormat
  /// The people in the file, in order of appearance; empty if no row was accepted.
  public let people: [ImportedPerson]
  /// The disposition of every row, and the properties detected in the file.
  public let report: ImportReport
  /// A hash of the patient's name in the file, if it states one.
  let patient: UInt64?

  /// Creates a file from its bytes, or from the bytes of an archive in which one file can be read.
  ///
  /// - Throws: ``ReadError`` if the file is not in a known format, if a property that concerns all
  ///   rows, such as the unit, cannot be determined, or if an archive contains several files that
  ///   can be read; ``FileBundle`` reads them all. A row that cannot be read is not an error but is
  ///   listed in ``report``.
  /// - Complexity: O(*n*), where *n* is the number of bytes, and O(*m* log *m*), where *m* is the
  ///   number of readings, if these are out of order.
  public init(reading bytes: [UInt8], options: ReadOptions) throws(ReadError) {
    self = try FileBundle(reading: bytes, options: options).only()
  }

  /// Creates a file from the file at `path`, or from the archive at `path` in which one file can be
  /// read.
  ///
  /// - Throws: ``ReadError`` as ``init(reading:options:)`` does, or if the file cannot be opened.
  public init(contentsOf path: String, options: ReadOptions) throws(ReadError) {
    self = try FileBundle(contentsOf: path, options: options).only()
  }

  /// Creates a file from a stream: a document if its beginning is one, a table otherwise.
  init(
    _ stream: inout ByteStream, isEndCertain: Bool = false, _ options: ReadOptions
  ) throws(ReadError) {
    let head = try stream.peek(DocumentFormats.headLength)
    var known: TableFormats.Recognized?
    if options.columns == nil, TextEncoding.guess(head).value == .utf8 {
      let marks = DecodedText.textStart(of: head)
      // Not more of the bytes of an array than of the first piece of a file.
      var shown = head[marks...].prefix(ByteStream.pieceSize)
      if shown.contains(0) { shown = shown.map { $0 == 0 ? Byte.blank : $0 }[...] }
      if let document = DocumentFormats.recognize(shown) {
        let evidence = marks > 0 ? DetectionEvidence.byteOrderMark : .structure("none is stated")
        stream.drop(marks)
        try self.init(document, &stream, DetectedValue(.utf8, evidence), options)
        return
      }
      // A format that is not recognized from the beginning is not recognized from the rest either.
      let start = try DecodedText(Array(head.prefix(DocumentFormats.headLength)))
      known = TableFormats.recognize(start)
      guard known != nil else { throw Self.unknownFormat(start) }
      if head.count >= DocumentFormats.headLength { known = nil }
    }
    let text = try DecodedText(stream.rest())
    let bytes = text.bytes[text.start...]
    if options.columns == nil, text.encoding.value != .utf8,
      let document = DocumentFormats.recognize(bytes)
    {
      var decoded = ByteStream(Array(bytes))
      try self.init(document, &decoded, text.encoding, options)
    } else {
      try self.init(text, isEndCertain, options, known: known)
    }
  }

  init(
    _ recognized: DocumentFormats.Recognized, _ stream: inout ByteStream,
    _ encoding: DetectedValue<TextEncoding>, _ options: ReadOptions
  ) throws(ReadError) {
    var document = recognized.format
    format = type(of: document).format
    var records = Records()
    var report = ImportReport(
      detected: FileDialect(format: DetectedValue(format, recognized.evidence), encoding: encoding))
    try document.read(&stream, into: &records, &report)
    people = try records.finish(
      format, options, stated: document.unit, document.conventions, &report)
    self.report = report
    patient = nil
  }

  init(_ sheet: SheetText, _ options: ReadOptions) throws(ReadError) {
    guard sheet.columnCount > 0
    else { throw ReadError(.emptyFile, expected: "a sheet with readings") }
    try self.init(sheet.text, true, options, sheet)
  }

  init(
    _ text: DecodedText, _ isEndCertain: Bool, _ options: ReadOptions, _ sheet: SheetText? = nil,
    known: TableFormats.Recognized? = nil
  ) throws(ReadError) {
    let table =
      if let columns = options.columns, known == nil {
        try MappedTable.table(text, columns)
      } else {
        known ?? TableFormats.recognize(text)
      }
    guard let table else { throw Self.unknownFormat(text) }
    var (reader, cursor) = (table.format, table.cursor)
    cursor.isEndCertain = isEndCertain
    cursor.mayHoldZeros = text.hasZeros
    let layout = reader.layout
    format = reader.format
    let dialect = FileDialect(
      format: DetectedValue(format, layout.evidence), encoding: text.encoding,
      delimiter: DetectedValue(cursor.delimiter, .structure("\(layout.columnCount) columns")))
    func rows() throws(ReadError) -> (Records, ImportReport) {
      reader = table.format
      var records = Records()
      records.zone = options.zone
      var report = ImportReport(detected: dialect)
      report.leaveOut(layout.unreadColumns)
      try reader.readRows(&cursor, into: &records, &report)
      return (records, report)
    }
    let start = cursor
    var (records, report) = try rows()
    // The first separator of the file may be a stray one, against all others.
    if cursor.separatorConflicts > report.acceptedCount, let stray = cursor.decimalSeparator {
      let example = cursor.conflictExample
      cursor = start
      cursor.decimalSeparator = stray == .point ? .comma : .point
      cursor.decimalExample = example
      (records, report) = try rows()
    }
    try sheet?.dates.check(Set(records.streams.map(\.column)))
    if layout.conventions.mayNumberRows { records.mergeNumberedRows() }
    if let separator = cursor.decimalSeparator, let example = cursor.decimalExample {
      report.detected.decimalSeparator = DetectedValue(
        separator, .notation(cursor.excerpt(example)))
    }
    records.texts = CellTexts(start)
    do throws(ReadError) {
      people = try records.finish(
        format, options, stated: layout.unit, layout.conventions,
        isUnitDoubtful: layout.isUnitDoubtful, &report)
    } catch {
      var error = error
      if let sheet { error.line = error.line.map(sheet.row) }
      throw error
    }
    if report.detected.unit?.source.isOfValues == true {
      report.ambiguousColumn = layout.ambiguousColumn
    }
    if let sheet {
      report.locate(in: sheet)
      // The cells of a sheet have no delimiter.
      if sheet.columnCount != 1 { report.detected.delimiter = nil }
    }
    self.report = report
    patient = layout.patient
  }

  /// Returns an error that shows the first line that is not blank.
  private static func unknownFormat(_ text: DecodedText) -> ReadError {
    if let refusal = UnsupportedWorkbook.error(text) { return refusal }
    if text.hasZeros { return DecodedText.binary }
    if containsEmptyListsOnly(text.bytes[text.start...]) {
      return ReadError(.noRecords, expected: "a list of readings or events")
    }
    var cursor = TableCursor(text.bytes, from: text.start, delimiter: .comma)
    while cursor.advance(), cursor.row.allSatisfy({ cursor.bytes[$0] <= 0x20 }) {}
    return ReadError(
      .unknownFormat, line: text.sheetName == nil ? cursor.line : nil,
      text: cursor.excerpt(cursor.row),
      expected: "an export of a known program, or a header with a time and a glucose column")
  }

  /// Returns whether a text is JSON whose values are empty lists, the answer of a service that has
  /// nothing, such as `[]` or `{"entries": []}`.
  private static func containsEmptyListsOnly(_ text: ArraySlice<UInt8>) -> Bool {
    var scanner = JSONScanner(Array(text))
    guard (try? scanner.scanValue()) != nil, scanner.peek() == nil else { return false }
    let nodes = scanner.nodes
    var names: Set<Int> = []
    for node in nodes.indices { scanner.forEachMember(of: node) { name, _ in names.insert(name) } }
    let isEmptyList = { nodes[$0].kind == .array && nodes[$0].next == $0 + 1 }
    return nodes.indices.contains(where: isEmptyList)
      && nodes.indices.allSatisfy {
        [.array, .object].contains(nodes[$0].kind) || names.contains($0)
      }
  }
}

extension Records {
  func finish(
    _ format: FileFormat, _ options: ReadOptions, stated: DetectedValue<GlucoseUnit>?,
    _ conventions: FormatDefaults, isUnitDoubtful: Bool = false,
    _ report: inout ImportReport
  ) throws(ReadError) -> [ImportedPerson] {
    guard !entries.isEmpty else { return [] }
    // By the first entry of the row, because a row is rejected at most once.
    var late: [Int: RejectedRow] = [:]
    func reject(_ entry: Int, _ reason: RejectedRow.Reason, _ text: String, isTime: Bool = false) {
      let row = rowStart(entry)
      guard late[row] == nil else { return }
      let column = isTime && texts != nil ? streams[entries[entry].stream].column + 1 : nil
      late[row] = RejectedRow(reason: reason, line: entries[entry].line, column: column, text: text)
    }
    let unit = try unit(stated: stated, caller: options.fileUnit, isDoubtful: isUnitDoubtful)
    let detectedOrder = try dateOrder(caller: options.dateOrder)
    let order = detectedOrder?.value ?? .yearFirst
    try checkClock(order)
    let zone = zone(caller: options.zone, order, conventions)
    var undecided: [Int] = []
    var repeatedLines: Set<Int> = []
    var skipped: [Int] = []
    var times = try instants(
      order, zone: zone?.value, conventions,
      twice: {
        repeatedLines.insert(entries[$0].line)
        if $1 { undecided.append($0) }
      },
      reject: {
        if $1 == .skippedHour { skipped.append($0) }
        reject($0, $1, timeText($0), isTime: true)
      })
    undecided.sort()
    let unnamed = entriesWithoutPerson
    for entry in unnamed where !times[entry].isNaN {
      times[entry] = .nan
      reject(entry, .missingPerson, timeText(entry))
    }
    for entry in readingsInMmolL(besides: unit) where !times[entry].isNaN {
      times[entry] = .nan
      reject(entry, .implausible, Self.text(entries[entry].value))
    }
    for entry in entriesOfResetClocks(times) {
      let written = timeText(entry)
      let time = Date(timeIntervalSinceReferenceDate: times[entry])
      times[entry] = .nan
      let text = written.isEmpty ? time.formatted(.iso8601) : written
      reject(entry, .resetClock, text, isTime: true)
    }
    for code in errorCodes(times) {
      times[code] = .nan
      report.skipAccepted(Int(entries[code].value), line: entries[code].line)
    }
    report.errorCodes = report.errorCodes.ordered { $0.line < $1.line }
    var records = self
    let (dense, sparse) = records.chooseDevices(by: times, conventions)
    var subjects = records.subjects(
      format, times: times, undecided: undecided, unit: unit?.value,
      zone: zone?.value ?? options.zone, conventions, &report.conflicts,
      reject: { reject($0, $1, $2) })
    let feeds = records.feeds(of: subjects, times: times)
    for index in subjects.indices {
      report.simultaneousSensors += subjects[index].leaveOutParallelFeeds(of: feeds[index] ?? [])
    }
    report.repeatedHourConflictCount = report.conflicts.count { conflict in
      [conflict.kept.line, conflict.discarded.line].allSatisfy {
        $0.map { repeatedLines.contains($0) } ?? false
      }
    }
    report.localTimeWarning = localTimes.warning
    report.detected.unit = unit
    report.detected.zone = zone
    report.meterReadingsTreatedAsSensorCount = dense
    report.readingsOfUnknownOriginCount = sparse
    if let zone = zone?.value, !skipped.isEmpty {
      report.timeZoneWarning = doubt(zone, order, skipped: skipped)
    }
    if let now = options.now { report.futureRecords = future(times, now) }
    report.detected.dateOrder = detectedOrder
    report.ambiguousTimeLines = undecided.map { entries[$0].line }
    if !late.isEmpty {
      for (_, row) in late.ordered(by: { $0.key < $1.key }) { report.rejectAccepted(row) }
      report.rejected = report.rejected.ordered { $0.line < $1.line }
    }
    return unnamed.isEmpty ? subjects : subjects.filter { $0.id != nil }
  }

  /// The entries of rows whose column of people is empty, in a table in which it is not always.
  private var entriesWithoutPerson: [Int] {
    let ids = subjects.texts
    guard texts != nil, ids.count > 1, let unnamed = ids.firstIndex(of: "") else { return [] }
    return entries.indices.filter { streams[entries[$0].stream].subject == unnamed }
  }

  private func rowStart(_ entry: Int) -> Int {
    var start = entry
    while start > 0, entries[start].mark.contains(.continuesRow) { start -= 1 }
    return start
  }
}
