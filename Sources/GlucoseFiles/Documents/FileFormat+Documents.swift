// SPDX-License-Identifier: Apache-2.0

extension FileFormat {
  /// Entries and treatments of Nightscout, as JSON or, without treatments, as CSV.
  public static let nightscout = Self(rawValue: "Nightscout")
  /// An export of Tidepool in JSON.
  public static let tidepool = Self(rawValue: "Tidepool")
  /// A response of a Dexcom service: the API for programs, or the API for followers (Share).
  public static let dexcomService = Self(rawValue: "Dexcom service")
  /// A response of the LibreLinkUp service.
  public static let libreLinkUp = Self(rawValue: "LibreLinkUp")
  /// A bundle of HL7 FHIR R4 with readings that follow the guide for continuous glucose monitoring.
  public static let fhir = Self(rawValue: "HL7 FHIR")
  /// An export of Apple Health.
  public static let appleHealth = Self(rawValue: "Apple Health")
  /// A person's file of the OhioT1DM data set.
  public static let ohioT1DM = Self(rawValue: "OhioT1DM")
}
