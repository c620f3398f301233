/// The format of a file, identified by its name.
public struct FileFormat: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the format, for display and for storage.
  public let rawValue: String

  /// Creates a format with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A table with a header that names at least a time and a glucose column.
  public static let plain = Self(rawValue: "Plain table")
  /// An export of Dexcom Clarity.
  public static let clarity = Self(rawValue: "Dexcom Clarity")
  /// An export of LibreView.
  public static let libreView = Self(rawValue: "LibreView")
  /// An export of Medtronic CareLink, or a response of its service to followers.
  public static let careLink = Self(rawValue: "Medtronic CareLink")
  /// A table of a Glooko export.
  public static let glooko = Self(rawValue: "Glooko")
  /// A diary of mylife.
  public static let myLife = Self(rawValue: "mylife")
  /// A sheet of a workbook that Diasend exports.
  public static let diasend = Self(rawValue: "Diasend")
  /// An export of mySugr.
  public static let mySugr = Self(rawValue: "mySugr")
  /// An export of Tandem t:connect, or a table of an export of Tandem Source.
  public static let tandem = Self(rawValue: "Tandem t:connect")
  /// An export of the FreeStyle Libre desktop software.
  public static let freeStyleLibre = Self(rawValue: "FreeStyle Libre software")
  /// An export of Dexcom Studio.
  public static let dexcomStudio = Self(rawValue: "Dexcom Studio")
  /// A dump of a meter by glucometerutils.
  public static let glucometerUtils = Self(rawValue: "glucometerutils")
  /// The measurements of the app Glimp.
  public static let glimp = Self(rawValue: "Glimp")
  /// JSON of documents with a time and a concentration under a name of glucose.
  public static let plainDocuments = Self(rawValue: "Plain JSON")
  /// A person of the CGMacros data set.
  public static let cgMacros = Self(rawValue: "CGMacros")
  /// A table whose columns the caller specifies.
  public static let mapped = Self(rawValue: "Table with named columns")
  /// Entries and treatments of Nightscout, as JSON or, without treatments, as CSV.
  public static let nightscout = Self(rawValue: "Nightscout")
  /// An export of Tidepool in JSON.
  public static let tidepool = Self(rawValue: "Tidepool")
  /// A response of a Dexcom service: the API for programs, or the API for followers (Share).
  public static let dexcomService = Self(rawValue: "Dexcom service")
  /// A response of the LibreLinkUp service.
  public static let libreLinkUp = Self(rawValue: "LibreLinkUp")
  /// Data points by the schemas of Open mHealth and IEEE 1752.1.
  public static let openMHealth = Self(rawValue: "Open mHealth")
  /// A bundle of HL7 FHIR R4 with readings that follow the guide for continuous glucose monitoring.
  public static let fhir = Self(rawValue: "HL7 FHIR")
  /// An export of Apple Health.
  public static let appleHealth = Self(rawValue: "Apple Health")
  /// A JSON file of the app Health Auto Export, with records of Apple Health.
  public static let healthAutoExport = Self(rawValue: "Health Auto Export")
  /// A person's file of the OhioT1DM data set.
  public static let ohioT1DM = Self(rawValue: "OhioT1DM")

  /// The formats that are recognized, in the order in which they are tried.
  public static var recognized: [Self] {
    TableFormats.all.flatMap { $0.formats } + DocumentFormats.all.map { $0.format }
  }

  /// The name of the format.
  public var description: String { rawValue }
}
