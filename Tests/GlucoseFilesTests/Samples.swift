import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// The invented exports in the folder Fixtures, and the results of an independent reader.
struct Sample: CustomTestStringConvertible, Sendable {
  let name: String
  let zone: String

  var testDescription: String { name }

  var options: ReadOptions {
    ReadOptions(
      zone: TimeZone(identifier: zone),
      dateOrder: name == "libreview-ambiguous.csv" ? .dayFirst : nil,
      columns: name == "eversense-mapped.csv"
        ? ColumnMapping(time: "date", clock: "TIME", glucose: "Value", unit: "Unit") : nil)
  }

  func bytes() throws -> [UInt8] { try Sample.fixture(name) }

  static func fixture(_ name: String) throws -> [UInt8] {
    let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    return try Array(Data(contentsOf: folder.appending(path: name)))
  }

  static let clarity = [
    Sample(name: "dexcom-clarity-mgdl.csv", zone: "America/New_York"),
    Sample(name: "dexcom-clarity-mmoll.csv", zone: "America/New_York"),
    Sample(name: "dexcom-clarity-legacy.csv", zone: "America/New_York"),
    Sample(name: "dexcom-clarity-de.csv", zone: "Europe/Berlin"),
  ]
  static let libreView = [
    Sample(name: "libreview-us-12h.csv", zone: "America/New_York"),
    Sample(name: "libreview-uk-mmoll.csv", zone: "Europe/London"),
    Sample(name: "libreview-de-comma.csv", zone: "Europe/Berlin"),
    Sample(name: "libreview-continuity.csv", zone: "Europe/London"),
    Sample(name: "libreview-ambiguous.csv", zone: "Europe/London"),
  ]
  static let plain = [
    Sample(name: "plain-id-time-gl.csv", zone: "Europe/London"),
    Sample(name: "plain-mmoll-comma.csv", zone: "Europe/Berlin"),
    Sample(name: "spreadsheet-utf16.txt", zone: "America/New_York"),
  ]
  static let careLink = [
    Sample(name: "carelink-us.csv", zone: "America/New_York"),
    Sample(name: "carelink-eu.csv", zone: "Europe/Berlin"),
  ]
  static let others = [
    Sample(name: "glooko-cgm_data_1.csv", zone: "Europe/Berlin"),
    Sample(name: "glucosedirect.csv", zone: "Europe/Berlin"),
    Sample(name: "juggluco.tsv", zone: "Europe/London"),
    Sample(name: "mylife.csv", zone: "Europe/Berlin"),
    Sample(name: "nightscout-entries.csv", zone: "Europe/Berlin"),
    Sample(name: "xdrip-sidiary.csv", zone: "Europe/London"),
    Sample(name: "yourloops-cbg.csv", zone: "Europe/Berlin"),
  ]
  /// The samples that make_tables.py writes, with the format of each.
  static let further: [(sample: Sample, format: FileFormat)] = [
    (Sample(name: "mysugr-us.csv", zone: "America/New_York"), .mySugr),
    (Sample(name: "mysugr-de.csv", zone: "Europe/Berlin"), .mySugr),
    (Sample(name: "tandem-tconnect.csv", zone: "America/New_York"), .tandem),
    (Sample(name: "tandem-source-de.csv", zone: "Europe/Berlin"), .tandem),
    (Sample(name: "lingo.csv", zone: "America/New_York"), .lingo),
    (Sample(name: "dexcom-clarity-13-columns.csv", zone: "America/New_York"), .clarity),
    (
      Sample(name: "freestyle-libre-es.txt", zone: "America/Argentina/Buenos_Aires"),
      .freeStyleLibre
    ),
    (Sample(name: "dexcom-studio.csv", zone: "America/New_York"), .dexcomStudio),
    (Sample(name: "cgmacros.csv", zone: "GMT"), .cgMacros),
    (Sample(name: "glooko-bolus-de.csv", zone: "Europe/Berlin"), .glooko),
    (Sample(name: "registry-cgm.txt", zone: "GMT"), .plain),
    (Sample(name: "libreview-padded.csv", zone: "Europe/London"), .libreView),
    (Sample(name: "accu-chek.csv", zone: "Europe/Berlin"), .accuChek),
    (Sample(name: "diabetes-m.csv", zone: "America/New_York"), .diabetesM),
    (Sample(name: "contour-de.csv", zone: "Europe/Berlin"), .contour),
    (Sample(name: "glucometerutils.csv", zone: "Europe/Berlin"), .glucometerUtils),
    (Sample(name: "glimp.csv", zone: "Europe/Berlin"), .glimp),
  ]
  static let all =
    clarity + libreView + plain + careLink + others + further.map(\.sample)
    + [Sample(name: "dexcom-clarity-double-bom.csv", zone: "America/New_York")]
  static let mapped = Sample(name: "eversense-mapped.csv", zone: "America/New_York")
  static let archives = [
    "clarity-bzip2.zip", "clarity-stored.zip", "clarity-streamed.zip", "clarity-wide.zip",
    "clarity.zip", "glooko.zip", "plain-best.csv.gz", "plain-fast.csv.gz", "plain-fixed.csv.gz",
    "plain-huffman.csv.gz", "plain-members.csv.gz", "plain-runs.csv.gz", "plain-stored.csv.gz",
    "two.zip", "tidepool.xlsx", "diasend.xlsx", "libreview.xlsx",
  ].map { Sample(name: "archives/\($0)", zone: "America/New_York") }
  static let texts = all + documents + [mapped]
}

/// The facts of expected.json that the tests use.
struct Expectation: Decodable {
  var readings: Int
  var first: String?
  var last: String?
  var minimum: Double?
  var maximum: Double?
  var low: Int?
  var high: Int?
  var untimed: Int?
  var kinds: [String: Int]?
  var unit: String?
  var records: [String: Int]?
  var emptyNotes: Int?
  var subjects: [String]?
  var missing: Int?
  var meter: Int?
  var control: Int?
  var insulin: Double?

  enum CodingKeys: String, CodingKey {
    case readings, first, last, minimum, maximum, low, high, untimed, kinds, unit, subjects, missing
    case meter, control, insulin
    case records = "records_by_type"
    case emptyNotes = "empty_type6"
  }

  static func of(_ sample: Sample) throws -> Expectation {
    let all = try JSONDecoder().decode(
      [String: Maybe].self, from: Data(Sample.fixture("expected.json")))
    return try #require(all[sample.name]?.value)
  }

  /// Facts about a sample of another family, which may have another structure.
  private struct Maybe: Decodable {
    let value: Expectation?
    init(from decoder: any Decoder) { value = try? Expectation(from: decoder) }
  }
}

extension [UInt8] {
  init(_ text: String) { self = Array(text.utf8) }
}

func instant(_ text: String) throws -> Date {
  try Date(text, strategy: .iso8601)
}

func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

/// Returns the file with a table as its content, after checking that its report is consistent.
func readTable(
  _ text: String, zone: TimeZone? = .gmt, unit: GlucoseUnit? = nil, columns: ColumnMapping? = nil
) throws -> GlucoseFile {
  let file = try GlucoseFile(
    reading: Array(text), options: ReadOptions(zone: zone, fileUnit: unit, columns: columns))
  #expect(addsUp(file.report))
  return file
}

/// Returns a Boolean value that indicates whether the counts of a report are consistent, which
/// every test of a file requires.
func addsUp(_ account: ImportReport) -> Bool {
  account.acceptedCount + account.skippedCount + account.rejected.count == account.rowCount
    && account.rejected.allSatisfy { $0.line >= 1 }
    && zip(account.rejected, account.rejected.dropFirst()).allSatisfy { $0.line <= $1.line }
}

extension CSVWriter {
  func string(of people: some Sequence<ImportedPerson>) -> String {
    String(decoding: bytes(of: people), as: UTF8.self)
  }
}

extension GlucoseFile {
  /// The first person of the file, or an empty one.
  var first: ImportedPerson {
    people.first ?? ImportedPerson(recording: Recording(series: GlucoseSeries(), events: []))
  }
}
