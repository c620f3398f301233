// Each reader is called directly and not only through the detection of formats.

import GlucoseDiary
@testable import GlucoseFiles
import GlucoseMath

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FuzzTarget {
  static let files: [FuzzTarget] = [
    Self(name: "detector") { bytes in
      for options in options { check(try? FileBundle(reading: bytes, options: options)) }
    },
    Self(name: "text") { bytes in
      guard let text = try? DecodedText(bytes) else { return }
      precondition(
        String(validating: text.bytes, as: UTF8.self) != nil, "Decoded text must be UTF-8")
      for delimiter in CellDelimiter.allCases {
        var cursor = TableCursor(text.bytes, from: text.start, delimiter: delimiter)
        var end = text.start
        while cursor.advance() {
          precondition(cursor.row.lowerBound >= end, "Rows must not overlap")
          end = cursor.row.upperBound
          for column in 0...cursor.cellCount { _ = cursor.text(column) }
        }
      }
    },
    Self(name: "stamp") { bytes in
      if let stamp = WrittenTime(bytes.span, bytes.indices) {
        for order in [DateOrder.yearFirst, .dayFirst, .monthFirst] { _ = stamp.local(order) }
      }
      _ = ScannedNumber(bytes.span, bytes.indices, allowingComma: true)
      let half = bytes.count / 2
      _ = WrittenTime(bytes.span, date: 0..<half, clock: half..<bytes.count)
    },
    Self(name: "gzip") { unpack(ByteStream(GzipBytes([0x1F, 0x8B, 8] + $0))) },
    Self(name: "inflate") { bytes in
      var inflater = Inflater(BitReader(bytes))
      var count = 0
      while count < 1 << 22, let piece = try? inflater.next() { count += piece.count }
    },
    Self(name: "zip") { bytes in
      guard let archive = try? ZipArchive(bytes) else { return }
      for entry in archive.entries.prefix(8) {
        if let stream = try? archive.stream(entry) { unpack(stream) }
      }
    },
    Self(name: "bundle") { bytes in
      // The first bytes change the directory of an archive of two files, a table and the other bytes.
      let changes = bytes.prefix(8)
      let table = Array("time,gl mg/dL\n2025-05-04T10:00:00Z,90\n".utf8)
      var archive = Self.archive([table, Array(bytes.dropFirst(8))])
      for place in stride(from: 0, to: changes.count - 1, by: 2) {
        archive[archive.count - 1 - Int(changes[place]) % min(archive.count, 140)] =
          changes[place + 1]
      }
      check(try? FileBundle(reading: archive, options: options[0]))
    },
    Self(name: "workbook") { bytes in
      // The bytes are a sheet; the other parts contain the texts and styles to which its cells
      // refer.
      let head =
        "<worksheet><sheetData><row><c t=\"str\"><v>time</v></c><c t=\"str\"><v>gl</v></c></row>"
      guard let texts = try? SharedTexts(ByteStream(Array("<sst><si><t>a\tb</t></si></sst>".utf8))),
        let styles = try? NumberStyles(
          ByteStream(
            Array("<a><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"22\"/></cellXfs></a>".utf8)))
      else { preconditionFailure("The parts must be well formed") }
      let sheet = ByteStream(Array((head + "</sheetData>").utf8) + bytes)
      for stream in [ByteStream(bytes), sheet] {
        guard
          var reader = try? SheetReader(
            stream, name: "sheet", texts: texts, styles: styles, countsFrom1904: false),
          let text = try? reader.read()
        else { continue }
        if let file = try? GlucoseFile(text, options[0]) { check(file) }
      }
      if let styles = try? NumberStyles(ByteStream(bytes)) { _ = styles[1] }
      if let texts = try? SharedTexts(ByteStream(bytes)) { _ = texts[0] }
      _ = NumberStyles.kind(String(decoding: bytes, as: UTF8.self))
    },
    Self(name: "plain") { rows(PlainTable.self, "plain-id-time-gl.csv", 3, $0) },
    Self(name: "clarity") { rows(ClarityTable.self, "dexcom-clarity-mgdl.csv", 14, $0) },
    Self(name: "libreview") { rows(LibreViewTable.self, "libreview-continuity.csv", 6, $0) },
    Self(name: "carelink") { rows(CareLinkTable.self, "carelink-eu.csv", 7, $0) },
    Self(name: "xdrip") { rows(NamedTable.self, "xdrip-sidiary.csv", 2, $0) },
    Self(name: "juggluco") { rows(NamedTable.self, "juggluco.tsv", 2, $0) },
    Self(name: "glucosedirect") { rows(NamedTable.self, "glucosedirect.csv", 2, $0) },
    Self(name: "yourloops") { rows(NamedTable.self, "yourloops-cbg.csv", 2, $0) },
    Self(name: "mylife") { rows(MyLifeTable.self, "mylife.csv", 4, $0) },
    Self(name: "glooko") { rows(GlookoTable.self, "glooko-cgm_data_1.csv", 3, $0) },
    Self(name: "nightscout") { rows(NightscoutTable.self, "nightscout-entries.csv", 2, $0) },
    Self(name: "diasend") {
      rows(DiasendTable.self, Array("Serial number,A1\nTime,mmol/L\n".utf8), $0)
      rows(
        DiasendTable.self, Array("Time,Basal Amount (U/h),Bolus Volume (U),Carbs(g),Notes\n".utf8),
        $0)
    },
    Self(name: "tidepooltable") {
      rows(
        TidepoolTable.self,
        Array(
          ("Zulu Time,Local Time,Tidepool Data Type,Value,Units,Sub Type,Normal,Extended,Carb Input,"
            + "Name,Nutrition,Dose,Duration,Timezone Offset,Id,Device Id,Annotations\n").utf8), $0)
    },
    Self(name: "mysugr") { rows(MySugrTable.self, "mysugr-us.csv", 1, $0) },
    Self(name: "tandem") { rows(TandemTable.self, "tandem-tconnect.csv", 7, $0) },
    Self(name: "tandemsource") { rows(TandemTable.self, "tandem-source-de.csv", 2, $0) },
    Self(name: "lingo") { rows(NamedTable.self, "lingo.csv", 1, $0) },
    Self(name: "freestyle") { rows(LibreViewTable.self, "freestyle-libre-es.txt", 4, $0) },
    Self(name: "dexcomstudio") { rows(DexcomStudioTable.self, "dexcom-studio.csv", 1, $0) },
    Self(name: "cgmacros") { rows(CGMacrosTable.self, "cgmacros.csv", 1, $0) },
    Self(name: "registry") { rows(PlainTable.self, "registry-cgm.txt", 2, $0) },
    Self(name: "mapped") { bytes in
      for mapping in mappings {
        let options = ReadOptions(
          zone: oslo, fileUnit: .mgdL, dateOrder: .dayFirst, columns: mapping)
        check(try? FileBundle(reading: bytes, options: options))
      }
    },
  ]

  private static let oslo = TimeZone(secondsFromGMT: 3600)
  static let options = [
    ReadOptions(zone: TimeZone(identifier: "Europe/Oslo") ?? oslo, fileUnit: .mgdL),
    ReadOptions(zone: nil, dateOrder: .monthFirst),
  ]
  static let mappings = [
    ColumnMapping(time: 1, glucose: 2),
    ColumnMapping(
      time: "Date", clock: "Time", glucose: 3, meter: 5, unit: "Unit", person: 1, carbs: 6,
      insulin: 7, note: 8),
  ]

  /// The samples, from whose first lines a reader recognizes its format.
  private static let samples = Dictionary(
    Corpus.files.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })

  /// Reads `bytes` as the rows below the first `lines` of a sample.
  private static func rows(
    _ type: any TableFormat.Type, _ sample: String, _ lines: Int, _ bytes: [UInt8]
  ) {
    guard let whole = samples[sample] else {
      preconditionFailure("The samples must be there: \(sample)")
    }
    let ends = whole.indices.lazy.filter { whole[$0] == 0x0A }
    rows(type, Array(whole[...(ends.dropFirst(lines - 1).first ?? whole.count - 1)]), bytes)
  }

  /// Reads `bytes` as the rows below the first lines of a file.
  private static func rows(_ type: any TableFormat.Type, _ head: [UInt8], _ bytes: [UInt8]) {
    guard let text = try? DecodedText(head + bytes) else { return }
    for delimiter in CellDelimiter.allCases {
      let head = TablePreview(text, delimiter: delimiter)
      guard let reader = type.init(recognizing: head) else { continue }
      let table = TableFormats.Recognized(format: reader, cursor: head.cursor)
      if let file = try? GlucoseFile(text, false, options[0], known: table) { check(file) }
    }
  }

  private static func unpack(_ stream: ByteStream) {
    var (stream, count) = (stream, 0)
    while let piece = try? stream.next() {
      precondition(!piece.isEmpty, "A piece must not be empty")
      count += piece.count
    }
  }

  static func check(_ bundle: FileBundle?) {
    guard let bundle else { return }
    for member in bundle.members { check(member.file) }
    _ = bundle.people
  }

  private static func check(_ account: ImportReport) {
    precondition(
      account.acceptedCount + account.skippedCount + account.rejected.count == account.rowCount
        && account.acceptedCount >= 0, "The counts of a report must add up")
    precondition(
      zip(account.rejected, account.rejected.dropFirst()).allSatisfy { $0.line <= $1.line },
      "Rejected rows must be in order")
    _ = account.description
  }

  /// Returns a Boolean value that indicates whether so many readings are severe lows that the unit
  /// of the written file is contradicted.
  static func looksLikeMillimoles(_ series: [GlucoseSeries]) -> Bool {
    let values = series.flatMap(\.values)
    return values.count { $0 < 35 } * 2 >= values.count
  }

  private static func check(_ file: GlucoseFile) {
    check(file.report)
    let written = CSVWriter(unit: .mgdL, zone: .gmt).bytes(of: file.people)
    let series = file.people.map(\.recording.series).filter { !$0.isEmpty }
    guard !series.isEmpty, !looksLikeMillimoles(series) else { return }
    // A written file is read back identical, provided that no two people share an identifier.
    guard Set(file.people.map(\.id)).count == file.people.count else { return }
    guard let again = try? GlucoseFile(reading: written, options: ReadOptions(zone: nil)) else {
      preconditionFailure("A written file must be readable")
    }
    precondition(
      again.people.map(\.recording.series) == series, "A written file must be read back identical")
  }
}

extension FuzzTarget {
  /// Returns an archive of uncompressed files.
  private static func archive(_ files: [[UInt8]]) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var body: [UInt8] = []
    var directory: [UInt8] = []
    for content in files {
      var checksum = Checksum()
      checksum.add(content)
      let common =
        number(0, 8) + number(Int(checksum.value), 4) + number(content.count, 4)
        + number(content.count, 4) + number(1, 2)
      directory +=
        number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + common + number(0, 12)
        + number(body.count, 4) + [Byte.zero]
      body += number(0x0403_4B50, 4) + number(20, 2) + common + number(0, 2) + [Byte.zero] + content
    }
    return body + directory + number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2)
      + number(files.count, 2) + number(directory.count, 4) + number(body.count, 4) + number(0, 2)
  }
}
