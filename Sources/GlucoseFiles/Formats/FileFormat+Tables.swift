// SPDX-License-Identifier: Apache-2.0

extension FileFormat {
  /// An export of Medtronic CareLink.
  public static let careLink = Self(rawValue: "Medtronic CareLink")
  /// A table that xDrip writes for SiDiary.
  public static let xDrip = Self(rawValue: "xDrip for SiDiary")
  /// A table of Juggluco.
  public static let juggluco = Self(rawValue: "Juggluco")
  /// A table of a Glooko export.
  public static let glooko = Self(rawValue: "Glooko")
  /// The sensor readings of YourLoops.
  public static let yourLoops = Self(rawValue: "YourLoops")
  /// A diary of mylife.
  public static let myLife = Self(rawValue: "mylife")
  /// A table of GlucoseDirect.
  public static let glucoseDirect = Self(rawValue: "GlucoseDirect")
  /// A sheet of a workbook that Diasend exports.
  public static let diasend = Self(rawValue: "Diasend")
  /// An export of mySugr.
  public static let mySugr = Self(rawValue: "mySugr")
  /// An export of Tandem t:connect, or a table of an export of Tandem Source.
  public static let tandem = Self(rawValue: "Tandem t:connect")
  /// The readings of Abbott Lingo.
  public static let lingo = Self(rawValue: "Abbott Lingo")
  /// An export of the FreeStyle Libre desktop software.
  public static let freeStyleLibre = Self(rawValue: "FreeStyle Libre software")
  /// An export of Dexcom Studio.
  public static let dexcomStudio = Self(rawValue: "Dexcom Studio")
  /// A person of the CGMacros data set.
  public static let cgMacros = Self(rawValue: "CGMacros")
  /// A table whose columns the caller specifies.
  public static let mapped = Self(rawValue: "Table with named columns")
}
