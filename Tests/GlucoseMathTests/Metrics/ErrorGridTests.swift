import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@Suite struct ErrorGridTests {
  private struct Row {
    var pair: GlucosePair
    var zones: [String: ErrorGridZone]
  }

  private static func rows(_ text: String) -> [Row] {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }
    guard let header = lines.first else { return [] }
    return lines.dropFirst().compactMap { fields in
      guard let reference = Double(fields[0]), let measured = Double(fields[1]) else { return nil }
      let zones = zip(header, fields).dropFirst(2).compactMap { name, zone in
        ErrorGridZone(rawValue: zone.lowercased()).map { (String(name), $0) }
      }
      return Row(
        pair: GlucosePair(reference: .mgdL(reference), measured: .mgdL(measured)),
        zones: Dictionary(uniqueKeysWithValues: zones))
    }
  }

  private static func golden(_ name: String) throws -> [Row] {
    let folder = try #require(goldenFolder)
    return rows(
      try String(contentsOf: folder.appending(path: "errorgrid/\(name).csv"), encoding: .utf8))
  }

  @Test func clarkeAgreesWithEgaOnEveryPointOfTheLattice() throws {
    let url = try #require(
      Bundle.module.url(forResource: "Fixtures/ega_lattice_zones", withExtension: "csv"))
    let rows = Self.rows(try String(contentsOf: url, encoding: .utf8))
    #expect(rows.count == 3600)
    let grid = ErrorGrid.clarke
    #expect(rows.filter { grid.zone(of: $0.pair) != $0.zones["clarke"] }.isEmpty)
  }

  @Test(
    .enabled(if: goldenFolder != nil, Datasets.skipped),
    arguments: ["ega_glucose_data_zones", "methcomp_zones"])
  func clarkeAgreesOnEveryPair(file: String) throws {
    let rows = try Self.golden(file)
    #expect(rows.count == 5072)
    let grid = ErrorGrid.clarke
    #expect(rows.filter { grid.zone(of: $0.pair) != $0.zones["clarke"] }.isEmpty)
  }

  @Test(
    .enabled(if: goldenFolder != nil, Datasets.skipped),
    arguments: [("parkes1", ErrorGrid.parkesType1), ("parkes2", .parkesType2)])
  func parkesAgreesOnEveryPair(name: String, grid: ErrorGrid) throws {
    let rows = try Self.golden("parkes_pfutzner_polylines_zones")
    #expect(rows.count == 5072)
    #expect(rows.filter { grid.zone(of: $0.pair) != $0.zones[name] }.isEmpty)
  }

  @Test(arguments: [
    (541.0, 147.0, ErrorGridZone.c), (330, 70, .c), (380, 90, .c), (30, 50, .a), (29, 51, .b),
    (40, 600, .e), (250, 39, .c), (251, 39, .d), (300, 300, .a),
  ])
  func parkesPutsAPointOnALineInTheMilderZone(
    reference: Double, measured: Double, zone: ErrorGridZone
  ) {
    let pair = GlucosePair(reference: .mgdL(reference), measured: .mgdL(measured))
    #expect(ErrorGrid.parkesType1.zone(of: pair) == zone)
  }

  /// At its corners, and exactly on the line between the vertices.
  @Test(arguments: [
    (62.5, 20.0, ErrorGridZone.a), (100, 80, .a), (100, 79, .b), (40, 60, .a), (40, 61, .b),
    (97.5, 40, .b), (98, 40, .c), (40, 87, .c), (160, 40, .d), (40, 125, .d), (300, 50, .e),
    (40, 200, .e), (200, 200, .a), (275, 330, .a), (275, 331, .b), (51, 126, .c), (51, 127, .d),
    (331.25, 265, .a), (331.25, 264.9, .b), (198.5, 343.25, .b), (198.5, 343.3, .c),
    (376.5, 123.5, .c), (376.5, 123.4, .d), (419, 88, .d), (419, 87.9, .e), (108.5, 389.5, .d),
    (108.5, 389.6, .e), (950, 1140, .a), (950, 1141, .b),
  ])
  func dtsLinesRunStraightFromVertexToVertexAndOn(
    reference: Double, measured: Double, zone: ErrorGridZone
  ) {
    let pair = GlucosePair(reference: .mgdL(reference), measured: .mgdL(measured))
    #expect(ErrorGrid.dts.zone(of: pair) == zone)
  }

  @Test func dtsAgreesWithAnotherMethodOnEveryPairOfWholeNumbers() throws {
    let url = try #require(
      Bundle.module.url(forResource: "Fixtures/dts_lattice_zones", withExtension: "csv"))
    let grid = ErrorGrid.dts
    var count = 0
    var wrong: [GlucosePair] = []
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",")
      let reference = try #require(Double(fields[0]))
      for run in fields[1].split(separator: " ") {
        let zone = try #require(ErrorGridZone(rawValue: run.prefix(1).lowercased()))
        let bounds = run.dropFirst().split(separator: "-").compactMap { Int($0) }
        for measured in bounds[0]...bounds[1] {
          count += 1
          let pair = GlucosePair(reference: .mgdL(reference), measured: .mgdL(Double(measured)))
          if grid.zone(of: pair) != zone { wrong.append(pair) }
        }
      }
    }
    #expect(count == 361 * 361)
    #expect(wrong.isEmpty)
  }

  @Test(arguments: [
    (150.0, 28.0, ErrorGridZone.b), (150, 27.9, .c), (160, 42, .b), (160, 41.9, .c),
    (170, 55.9, .c),
    (100, 210, .b), (100, 210.1, .c), (240, 100, .b), (240.1, 100, .d),
  ])
  func clarkePutsAPointOnALineWhereEgaDoes(
    reference: Double, measured: Double, zone: ErrorGridZone
  ) {
    let pair = GlucosePair(reference: .mgdL(reference), measured: .mgdL(measured))
    #expect(ErrorGrid.clarke.zone(of: pair) == zone)
  }

  @Test func perfectMeasurementsLieInZoneA() {
    let pairs = stride(from: 20.0, through: 600, by: 0.5).map {
      GlucosePair(reference: .mgdL($0), measured: .mgdL($0))
    }
    for grid in [ErrorGrid.clarke, .parkesType1, .parkesType2, .dts] {
      #expect(grid.zoneCounts(of: pairs)[.a] == pairs.count)
    }
  }

  @Test func agreementDividesAtOneHundred() throws {
    let pairs = [(99.0, 114.0), (99, 115), (100, 115), (100, 116), (200, 240), (200, 290)].map {
      GlucosePair(reference: .mgdL($0.0), measured: .mgdL($0.1))
    }
    let agreement = try #require(DeviceAgreement(pairs))
    #expect(agree(agreement.percentageWithin15.percent, 100 * 2 / 6.0))
    #expect(agree(agreement.percentageWithin20.percent, 100 * 5 / 6.0))
    #expect(agree(agreement.percentageWithin40.percent, 100 * 5 / 6.0))
    #expect(agree(agreement.meanAbsoluteDifference.mgdL, 192 / 6.0))
    let relative = 15 / 99.0 + 16 / 99.0 + 0.15 + 0.16 + 0.2 + 0.45
    #expect(agree(agreement.meanAbsoluteRelativeDifference, 100 * relative / 6))
    #expect(DeviceAgreement([]) == nil)
  }

  /// In whole tenths of mmol/L, so that a limit is decided by integers.
  @Test(arguments: [15, 20, 40])
  func aLimitInPercentIncludesItsEndsInBothUnits(limit: Int) {
    for reference in 56...300 {
      for measured in 10...500 where abs(measured - reference) * 100 == limit * reference {
        let pairs = [GlucoseUnit.mgdL, .mmolL].map { unit in
          GlucosePair(
            reference: Glucose(Double(reference) * (unit == .mgdL ? 2 : 0.1), unit),
            measured: Glucose(Double(measured) * (unit == .mgdL ? 2 : 0.1), unit))
        }
        for pair in pairs {
          #expect(pair.isWithin(Double(limit)))
          #expect(pair.absoluteRelativeDifference == Double(limit))
          if limit == 20 { #expect(ErrorGrid.clarke.zone(of: pair) == .a) }
        }
      }
    }
    let beyond = GlucosePair(reference: .mmolL(10), measured: .mmolL(12.001))
    #expect(!beyond.isWithin(20))
    #expect(ErrorGrid.clarke.zone(of: beyond) == .b)
  }
}
