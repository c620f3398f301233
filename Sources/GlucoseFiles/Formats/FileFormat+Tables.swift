// SPDX-License-Identifier: Apache-2.0

extension FileFormat {
  /// The export of Medtronic CareLink.
  public static let careLink = Self(rawValue: "Medtronic CareLink")
  /// The table that xDrip writes for SiDiary.
  public static let xDrip = Self(rawValue: "xDrip for SiDiary")
  /// The table of Juggluco.
  public static let juggluco = Self(rawValue: "Juggluco")
  /// One table of a Glooko export.
  public static let glooko = Self(rawValue: "Glooko")
  /// The sensor readings of YourLoops.
  public static let yourLoops = Self(rawValue: "YourLoops")
  /// The diary of mylife.
  public static let myLife = Self(rawValue: "mylife")
  /// The table of GlucoseDirect.
  public static let glucoseDirect = Self(rawValue: "GlucoseDirect")
  /// A sheet of the workbook that Diasend exports.
  public static let diasend = Self(rawValue: "Diasend")
  /// The export of mySugr.
  public static let mySugr = Self(rawValue: "mySugr")
  /// The export of Tandem t:connect, or one table of that of Tandem Source.
  public static let tandem = Self(rawValue: "Tandem t:connect")
  /// The readings of Abbott Lingo.
  public static let lingo = Self(rawValue: "Abbott Lingo")
  /// The export of the FreeStyle Libre software for desktop computers.
  public static let freeStyleLibre = Self(rawValue: "FreeStyle Libre software")
  /// The export of Dexcom Studio.
  public static let dexcomStudio = Self(rawValue: "Dexcom Studio")
  /// One person of the data set CGMacros.
  public static let cgMacros = Self(rawValue: "CGMacros")
  /// A table read by the columns that the caller named.
  public static let mapped = Self(rawValue: "Table with named columns")
}
