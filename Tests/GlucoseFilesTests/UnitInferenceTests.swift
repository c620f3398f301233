import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct UnitInferenceTests {
  private func decide(
    _ values: [Double], stated: GlucoseUnit? = nil, caller: GlucoseUnit? = nil
  ) throws(ReadError) -> GlucoseUnit? {
    var decision = UnitInference()
    for value in values { decision.add(value) }
    return try decision.decide(
      stated: stated.map { DetectedValue($0, .header("gl")) }, caller: caller)?.value
  }

  @Test func valuesDetermineAnUnstatedUnit() throws {
    #expect(try decide([39, 40, 120]) == .mgdL)
    #expect(try decide([3.9, 12, 22.2]) == .mmolL)
    #expect(try decide([]) == nil)
  }

  /// Among numbers that are below 20 but not below 10, only a fraction contradicts mg/dL.
  @Test(arguments: [11, 0x1p40, 0x1p51, 0x1p52, 0x1p53, 1e300])
  func fractionsAreFoundToTheLastBit(whole: Double) {
    for value in [whole, whole.nextUp, whole.nextDown, whole + 0.5] {
      let isAccepted = (try? decide([12, 13, 14, value], caller: .mgdL)) != nil
      #expect(isAccepted == (value.rounded() == value), "\(value)")
    }
  }

  @Test(arguments: [
    [5, 6, 7], [36, 37.5], [5.5, 6.1, 4.9, 55], [20, 34], [20.1, 25.5, 34.9], [22.2],
  ])
  func refusesValuesThatDoNotDetermineTheUnit(_ values: [Double]) {
    let error = #expect(throws: ReadError.self) { try decide(values) }
    guard case .unitUnknown = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func theHeaderPrecedesTheCallerAndTheCallerTheValues() throws {
    #expect(try decide([120, 130], stated: .mgdL, caller: .mmolL) == .mgdL)
    #expect(try decide([5, 6, 7], caller: .mmolL) == .mmolL)
  }

  @Test func refusesAUnitThatTheValuesContradict() throws {
    let low = #expect(throws: ReadError.self) { try decide([5.5, 7.1], caller: .mgdL) }
    #expect(low?.reason == .unitContradicted(.mgdL, values: 5.5...7.1))
    let high = #expect(throws: ReadError.self) { try decide([120, 130], caller: .mmolL) }
    #expect(high?.reason == .unitContradicted(.mmolL, values: 120...130))
    // Whole numbers in mmol/L: twelve readings in mg/dL are not all too low for a sensor.
    let whole = (0..<12).map { Double(11 + $0) }
    #expect(throws: ReadError.self) { try decide(whole, stated: .mgdL) }
    #expect(try decide(whole.dropLast() + [36], stated: .mgdL) == .mgdL)
  }
}

struct MixedUnitTests {
  private func read(_ values: [String], header: String = "glucose") throws -> GlucoseFile {
    let rows = values.enumerated().map { "2025-05-04 10:\($0 + 10),\($1)\n" }.joined()
    return try readTable("time,\(header)\n" + rows)
  }

  /// No device shows 11.7 mg/dL, although it may show 12 mg/dL.
  @Test func aFractionAmongWholeNumbersIsNotInMgdL() throws {
    let file = try read(["120", "124", "131", "11.7", "12.4", "12", "39"])
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [120, 124, 131, 12, 39])
    #expect(file.report.rejected.map(\.line) == [5, 6])
    #expect(file.report.rejected.map(\.text) == ["11.7", "12.4"])
    #expect(file.report.rejected.allSatisfy { $0.reason == .implausible })
  }

  @Test(arguments: [["120.5", "124.1", "131.9", "11.7"], ["120", "124.1", "131", "140", "11.7"]])
  func aColumnOfFractionsIsReadAsAWhole(values: [String]) throws {
    #expect(try read(values).report.rejected.isEmpty)
  }

  /// A word is a limit in the unit of the numbers, and does not change it.
  @Test(arguments: [
    ("glucose,unit", "5.6,mmol/L", "Low,mmol/L"), ("glucose", "5.6 mmol/L", "Low"),
  ])
  func aWordHasTheUnitThatTheNumbersState(_ header: String, _ value: String, _ word: String) throws
  {
    let text = "time,\(header)\n2025-01-01 00:00,\(value)\n2025-01-01 00:05,\(word)\n"
    for caller in [nil, .mgdL, .mmolL] as [GlucoseUnit?] {
      let file = try readTable(text, unit: caller)
      #expect(file.report.detected.unit?.value == .mmolL)
      #expect(file.report.detected.unit?.source == .structure("named with each value"))
      #expect(file.first.recording.series.map { $0.glucose.mmolL } == [5.6, 2.2])
    }
  }

  @Test func aFileOfBothUnitsHasNone() throws {
    let file = try readTable(
      "time,glucose\n2025-01-01 00:00,5.6 mmol/L\n2025-01-01 00:05,Low\n2025-01-01 00:10,90 mg/dL\n"
    )
    #expect(file.report.detected.unit == nil)
    #expect(file.first.recording.series.last?.glucose == .mgdL(90))
    let words = try readTable("time,glucose\n2025-01-01 00:00,Low\n2025-01-01 00:05,High\n")
    #expect(words.report.detected.unit?.source == .structure("no number in the file"))
  }

  @Test func aHeaderDoesNotMakeAFractionOneInMgdL() throws {
    let file = try read(["120", "124", "131", "11.7"], header: "glucose (mg/dL)")
    #expect(file.report.rejected.map(\.text) == ["11.7"])
  }
}

struct DoubtfulUnitTests {
  private func unit(
    _ header: String, _ values: [String], caller: GlucoseUnit? = nil
  ) throws(ReadError) -> DetectedValue<GlucoseUnit>? {
    let rows = values.enumerated().map { "2025-01-01 00:0\($0),\($1)\n" }.joined()
    return try GlucoseFile(
      reading: Array("time,\(header)\n" + rows), options: ReadOptions(zone: .gmt, fileUnit: caller)
    ).report.detected.unit
  }

  @Test(arguments: ["value", "BG", "Concentration"])
  func anAmbiguousColumnNameNeedsClearValues(_ header: String) throws {
    #expect(try unit(header, ["80", "120"])?.value == .mgdL)
    #expect(try unit(header, ["5.6", "7.1"])?.value == .mmolL)
    #expect(try unit("\(header) (mg/dL)", ["55", "60"])?.value == .mgdL)
    #expect(
      try unit(header, ["60 mg/dL", "61 mg/dL"])?.source == .structure("named with each value"))
    #expect(try unit(header, ["60 mg/dL", "5.1 mmol/L"]) == nil)
    #expect(try unit(header, ["55", "60"], caller: .mgdL)?.source == .caller)
    // Heart rates, steps, minutes: no evidence, no unit.
    for values in [["55", "60"], ["3", "120"], ["120", "1800"], ["0.4", "0.6"]] {
      let error = #expect(throws: ReadError.self) { try unit(header, values) }
      guard case .unitUnknown = error?.reason else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func numbersThatAreExtremeInEitherUnitDetermineNone() throws {
    #expect(throws: ReadError.self) { try unit("value", ["20.1", "25.5"]) }
    #expect(throws: ReadError.self) { try unit("gl", ["20.1", "25.5"]) }
    #expect(try unit("gl", ["19.9", "25.5"])?.value == .mmolL)
    #expect(try unit("gl", ["20.1", "25.5"], caller: .mmolL)?.source == .caller)
  }

  @Test func anInferredUnitIsDistinguishedFromAStatedOne() throws {
    let inferred = try readTable("time,gl\n2025-01-01 00:00,120\n2025-01-01 00:05,121\n").report
    #expect(
      inferred.lines(rejectedLimit: 0).contains(
        "Unit: mg/dL (not stated, inferred from values from 120.0 to 121.0)"))
    #expect(inferred.ambiguousColumn == nil)
    #expect(inferred.warnings.isEmpty)
  }

  /// Heart rates are as plausible.
  @Test func aColumnOfAnUnstatedQuantityIsAWarning() throws {
    let rows = "2025-01-01 00:00,80\n2025-01-01 00:05,121\n"
    let doubtful = try readTable("time,Value\n" + rows).report
    #expect(doubtful.ambiguousColumn == "Value")
    #expect(
      doubtful.warnings == [
        "The column \"Value\" was read as glucose in mg/dL because its values are plausible; "
          + "the file states neither the quantity nor the unit"
      ])
    for header in ["Value (mg/dL)", "glucose", "bg"] {
      #expect(try readTable("time,\(header)\n" + rows).report.ambiguousColumn == nil)
    }
    let typed = rows.replacing("\n", with: ",cgm\n")
    #expect(try readTable("time,value,type\n" + typed).report.ambiguousColumn == nil)
    let caller = try GlucoseFile(
      reading: Array(("time,value\n" + rows).utf8),
      options: ReadOptions(zone: .gmt, fileUnit: .mgdL))
    #expect(caller.report.ambiguousColumn == nil)
  }

  @Test func aGlucoseColumnNameNeedsLessEvidence() throws {
    #expect(try unit("gl", ["55", "60"])?.value == .mgdL)
  }
}
