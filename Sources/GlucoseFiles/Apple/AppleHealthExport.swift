// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// An export of Apple Health, in which each element below the root is a row.
///
/// Blood glucose is read in the unit that each record states: records that a person entered, or
/// that belong to a meal, are meter readings; all others are sensor readings. Insulin, food, and
/// workouts become events. The records in correlations occur a second time in the document and are
/// read there.
struct AppleHealthExport: XMLFormat {
  static let format = FileFormat.appleHealth

  let evidence: DetectionEvidence
  private var record: AppleHealthRecord?
  private var meals = AppleHealthMeals()

  init(evidence: DetectionEvidence) { self.evidence = evidence }

  static func evidence(in scanner: inout XMLScanner) -> DetectionEvidence? {
    guard scanner.name(is: "HealthData") else { return nil }
    return .structure("a document of HealthData")
  }

  mutating func open(
    _ scanner: inout XMLScanner, into collector: inout RowCollector, _ report: inout ImportReport
  ) {
    switch scanner.depth {
    case 2:
      if scanner.name(is: "Record") || scanner.name(is: "Workout") {
        let kind = AppleHealthRecord.Kind(scanner)
        guard let kind else { return report.skip(.otherMeasurement) }
        let line = scanner.line()
        do throws(RecordRejection) {
          record = try AppleHealthRecord(kind, scanner, line: line, &collector.devices)
        } catch {
          report.reject(RejectedRow(reason: error.reason, line: line, text: error.text))
        }
      } else if scanner.name(is: "ExportDate") || scanner.name(is: "Me") {
        report.skip(.preamble)
      } else {
        report.skip(.otherMeasurement)
      }
    case 3 where record != nil && scanner.name(is: "MetadataEntry"):
      let key = scanner.value(scanner.attribute("key")) ?? ""
      if let value = scanner.filledValue(scanner.attribute("value")) {
        record?.add(key, value)
      }
    default: break
    }
  }

  mutating func close(
    depth: Int, into collector: inout RowCollector, _ report: inout ImportReport
  ) {
    guard depth == 1, let record else { return }
    self.record = nil
    report.note(record.commit(&meals, into: &collector), line: record.line)
  }

  mutating func finish(into collector: inout RowCollector) { meals.finish(into: &collector) }
}

/// The names of units and activities in Apple Health.
enum AppleHealthVocabulary {
  /// The grams in a unit of food.
  static let grams: [String: Double] = ["g": 1, "mg": 0.001, "oz": 28.349_523_125, "kg": 1000]
  /// The international units in a unit of insulin.
  static let units: [String: Double] = ["IU": 1, "U": 1]

  /// Returns the seconds in a unit of duration; minutes if none is stated.
  static func seconds(_ unit: String?) -> Double {
    switch unit {
    case "s": 1
    case "hr": 3600
    default: 60
    }
  }

  /// Returns the name of an activity as words: "Cross Training" for
  /// `HKWorkoutActivityTypeCrossTraining`.
  static func activity(_ type: String) -> String? {
    let prefix = "HKWorkoutActivityType"
    guard type.hasPrefix(prefix) else { return type.isEmpty ? nil : type }
    var words = ""
    for letter in type.dropFirst(prefix.count) {
      if letter.isUppercase, !words.isEmpty { words += " " }
      words.append(letter)
    }
    return words.isEmpty ? nil : words
  }
}
