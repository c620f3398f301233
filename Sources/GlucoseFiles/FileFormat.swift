/// The format of a file, identified by its name.
public struct FileFormat: Hashable, Sendable, CustomStringConvertible {
  /// The name of the format, for display and for storage.
  public let description: String

  package init(_ name: String) { description = name }

  /// A table with a header that names at least a time and a glucose column.
  public static let plain = Self("Plain table")
  /// JSON of documents with a time and a concentration under a name of glucose.
  public static let plainDocuments = Self("Plain JSON")
  /// A table whose columns the caller specifies.
  public static let mapped = Self("Table with named columns")

  static let clarity = Self("Dexcom Clarity")
  static let libreView = Self("LibreView")
  static let careLink = Self("Medtronic CareLink")
  static let glooko = Self("Glooko")
  static let myLife = Self("mylife")
  static let diasend = Self("Diasend")
  static let mySugr = Self("mySugr")
  static let tandem = Self("Tandem t:connect")
  static let freeStyleLibre = Self("FreeStyle Libre software")
  static let dexcomStudio = Self("Dexcom Studio")
  static let glucometerUtils = Self("glucometerutils")
  static let glimp = Self("Glimp")
  static let cgMacros = Self("CGMacros")
  static let nightscout = Self("Nightscout")
  static let tidepool = Self("Tidepool")
  static let dexcomService = Self("Dexcom service")
  static let libreLinkUp = Self("LibreLinkUp")
  static let openMHealth = Self("Open mHealth")
  static let fhir = Self("HL7 FHIR")
  static let appleHealth = Self("Apple Health")
  static let healthAutoExport = Self("Health Auto Export")
  static let ohioT1DM = Self("OhioT1DM")
  static let xDrip = Self("xDrip for SiDiary")
  static let juggluco = Self("Juggluco")
  static let yourLoops = Self("YourLoops")
  static let glucoseDirect = Self("GlucoseDirect")
  static let lingo = Self("Abbott Lingo")
  static let contour = Self("Contour Diabetes")
  static let samsungHealth = Self("Samsung Health")
  static let accuChek = Self("Accu-Chek")
  static let gluroo = Self("Gluroo")
  static let diabetesM = Self("Diabetes:M")

  /// The formats that are recognized, in the order in which they are tried.
  public static var recognized: [Self] {
    TableFormats.all.flatMap { $0.formats } + DocumentFormats.all.map { $0.format }
  }
}
