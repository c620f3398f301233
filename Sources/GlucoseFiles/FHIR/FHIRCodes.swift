internal import GlucoseMath

/// The profiles and codes of the guide for continuous glucose monitoring, hl7.fhir.uv.cgm 1.0.0.
enum FHIRCodes {
  static let loinc: StaticString = "http://loinc.org"
  static let units: StaticString = "http://unitsofmeasure.org"
  static let categories = "http://terminology.hl7.org/CodeSystem/observation-category"
  static let absences: StaticString = "http://terminology.hl7.org/CodeSystem/data-absent-reason"
  static let profiles = "http://hl7.org/fhir/uv/cgm/StructureDefinition/"
  static let bundle = "cgm-data-submission-bundle"
  /// The note on a reading whose local time occurred twice and remains ambiguous.
  static let repeatedHour = "The local time occurred twice; which was meant is not known."

  typealias Observation = (profile: String, code: StaticString)

  static let summary: Observation = ("cgm-summary", "107931-8")
  static let timesInRanges: Observation = ("cgm-summary-times-in-ranges", "106793-3")
  static let managementIndicator: Observation = ("cgm-summary-gmi", "97506-0")
  static let variation: Observation = ("cgm-summary-coefficient-of-variation", "104638-2")
  static let daysOfWear: Observation = ("cgm-summary-days-of-wear", "104636-6")
  static let sensorActive: Observation = ("cgm-summary-sensor-active-percentage", "104637-4")

  static func mean(_ unit: GlucoseUnit) -> Observation {
    unit == .mgdL
      ? ("cgm-summary-mean-glucose-mass-per-volume", "97507-8")
      : ("cgm-summary-mean-glucose-moles-per-volume", "105273-7")
  }

  static func reading(_ unit: GlucoseUnit) -> Observation {
    unit == .mgdL
      ? ("cgm-sensor-reading-mass-per-volume", "99504-3")
      : ("cgm-sensor-reading-moles-per-volume", "105272-9")
  }

  static func code(of band: RangeBand) -> StaticString {
    switch band {
    case .veryLow: "104642-4"
    case .low: "104641-6"
    case .target: "97510-2"
    case .high: "104640-8"
    case .veryHigh: "104639-0"
    }
  }

  typealias Unit = (text: String, code: String)

  static let percent: Unit = ("%", "%")
  static let days: Unit = ("days", "d")

  static func concentration(_ unit: GlucoseUnit) -> Unit {
    (unit == .mgdL ? "mg/dl" : "mmol/l", unit.rawValue)
  }

  // The codes that are read in addition to those that are written.

  /// The codes of sensor readings; the last is from a draft of the guide.
  static let readingCodes: [StaticString] = ["99504-3", "105272-9", "14745-4"]
  static let meterCodes: [StaticString] = ["2339-0", "41653-7", "15074-8", "14743-9", "14744-7"]
  /// The values of an observation that are not read, such as a series of samples.
  static let otherValues: [StaticString] = [
    "valueSampledData", "component", "valueRange", "valueRatio", "valueString", "valueInteger",
    "valueCodeableConcept", "valueBoolean", "valueDateTime", "valueTime", "valuePeriod",
  ]
  static let derivedCodes: [StaticString] =
    [
      summary.code, timesInRanges.code, managementIndicator.code, variation.code, daysOfWear.code,
      sensorActive.code, mean(.mgdL).code, mean(.mmolL).code, "104643-2",
    ] + RangeBand.allCases.map { code(of: $0) }
}
