/// The format of a file, identified by its name.
public struct FileFormat: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the format, for display and for storage.
  public let rawValue: String

  /// Creates a format with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A table with a header that names at least a time and a glucose column.
  public static let plain = Self(rawValue: "Plain table")
  /// JSON of documents with a time and a concentration under a name of glucose.
  public static let plainDocuments = Self(rawValue: "Plain JSON")
  /// A table whose columns the caller specifies.
  public static let mapped = Self(rawValue: "Table with named columns")

  static let clarity = Self(rawValue: "Dexcom Clarity")
  static let libreView = Self(rawValue: "LibreView")
  static let careLink = Self(rawValue: "Medtronic CareLink")
  static let glooko = Self(rawValue: "Glooko")
  static let myLife = Self(rawValue: "mylife")
  static let diasend = Self(rawValue: "Diasend")
  static let mySugr = Self(rawValue: "mySugr")
  static let tandem = Self(rawValue: "Tandem t:connect")
  static let freeStyleLibre = Self(rawValue: "FreeStyle Libre software")
  static let dexcomStudio = Self(rawValue: "Dexcom Studio")
  static let glucometerUtils = Self(rawValue: "glucometerutils")
  static let glimp = Self(rawValue: "Glimp")
  static let cgMacros = Self(rawValue: "CGMacros")
  static let nightscout = Self(rawValue: "Nightscout")
  static let tidepool = Self(rawValue: "Tidepool")
  static let dexcomService = Self(rawValue: "Dexcom service")
  static let libreLinkUp = Self(rawValue: "LibreLinkUp")
  static let openMHealth = Self(rawValue: "Open mHealth")
  static let fhir = Self(rawValue: "HL7 FHIR")
  static let appleHealth = Self(rawValue: "Apple Health")
  static let healthAutoExport = Self(rawValue: "Health Auto Export")
  static let ohioT1DM = Self(rawValue: "OhioT1DM")
  static let xDrip = Self(rawValue: "xDrip for SiDiary")
  static let juggluco = Self(rawValue: "Juggluco")
  static let yourLoops = Self(rawValue: "YourLoops")
  static let glucoseDirect = Self(rawValue: "GlucoseDirect")
  static let lingo = Self(rawValue: "Abbott Lingo")
  static let contour = Self(rawValue: "Contour Diabetes")
  static let samsungHealth = Self(rawValue: "Samsung Health")
  static let accuChek = Self(rawValue: "Accu-Chek")
  static let gluroo = Self(rawValue: "Gluroo")
  static let diabetesM = Self(rawValue: "Diabetes:M")

  /// The formats that are recognized, in the order in which they are tried.
  public static var recognized: [Self] {
    TableFormats.all.flatMap { $0.formats } + DocumentFormats.all.map { $0.format }
  }

  /// The name of the format.
  public var description: String { rawValue }
}
