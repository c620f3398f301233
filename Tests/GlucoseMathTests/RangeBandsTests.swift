import Foundation
import GlucoseMath
import Testing

@Suite struct RangeBandsTests {
  /// A value and the band it lies in: at each edge, just below and just above.
  private func expect(
    _ bands: RangeBands, _ unit: GlucoseUnit, _ edges: [Double], _ below: [RangeBand],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (edge, (lower, upper)) in zip(edges, zip(below, below.dropFirst())) {
      let inner = upper <= .target ? upper : lower
      #expect(bands.band(of: Glucose(edge, unit)) == inner, sourceLocation: sourceLocation)
      #expect(bands.band(of: Glucose(edge * 0.999, unit)) == lower, sourceLocation: sourceLocation)
      #expect(bands.band(of: Glucose(edge * 1.001, unit)) == upper, sourceLocation: sourceLocation)
    }
  }

  @Test func consensusEdgesBelongToTheBandNearerTheTarget() {
    let all = RangeBand.allCases
    expect(.consensus(in: .mgdL), .mgdL, [54, 70, 180, 250], all)
    expect(.consensus(in: .mmolL), .mmolL, [3.0, 3.9, 10.0, 13.9], all)
  }

  @Test func pregnancyHasNoVeryHighBand() {
    let bands: [RangeBand] = [.veryLow, .low, .target, .high]
    expect(.pregnancy(in: .mgdL), .mgdL, [54, 63, 140], bands)
    expect(.pregnancy(in: .mmolL), .mmolL, [3.0, 3.5, 7.8], bands)
    #expect(RangeBands.pregnancy(in: .mmolL).bands == bands)
  }

  @Test func tightRangeEndsAt140() {
    expect(.tight(in: .mgdL), .mgdL, [54, 70, 140, 250], RangeBand.allCases)
    expect(.tight(in: .mmolL), .mmolL, [3.0, 3.9, 7.8, 13.9], RangeBand.allCases)
  }

  @Test func arisesHasThreeBands() {
    expect(.arises(in: .mmolL), .mmolL, [4.0, 10.0], [.low, .target, .high])
    #expect(RangeBands.arises(in: .mmolL).bands == [.low, .target, .high])
  }

  @Test func edgesAreExactInTheirUnitOnly() {
    #expect(RangeBands.consensus(in: .mmolL).band(of: .mmolL(10.0)) == .target)
    #expect(RangeBands.consensus(in: .mgdL).band(of: .mmolL(10.0)) == .high)
    #expect(RangeBands.consensus(in: .mmolL).band(of: .mmolL(3.9)) == .target)
    #expect(RangeBands.consensus(in: .mgdL).band(of: .mgdL(70)) == .target)
  }

  @Test func edgesOfABandAreThoseOfItsNeighbors() {
    let bands = RangeBands.consensus(in: .mgdL)
    #expect(bands.edges(of: .veryLow) == (nil, .mgdL(54)))
    #expect(bands.edges(of: .low) == (.mgdL(54), .mgdL(70)))
    #expect(bands.edges(of: .target) == (.mgdL(70), .mgdL(180)))
    #expect(bands.edges(of: .high) == (.mgdL(180), .mgdL(250)))
    #expect(bands.edges(of: .veryHigh) == (.mgdL(250), nil))
    #expect(RangeBands.arises(in: .mmolL).edges(of: .low) == (nil, .mmolL(4)))
    #expect(RangeBands.arises(in: .mmolL).edges(of: .veryHigh) == (nil, nil))
  }

  @Test func bandsAscend() {
    #expect(RangeBand.allCases.sorted() == [.veryLow, .low, .target, .high, .veryHigh])
    #expect(!(RangeBand.low < .low))
  }

  @Test(arguments: [RangeBands.consensus(in: .mgdL), .arises(in: .mmolL), .pregnancy(in: .mmolL)])
  func bandsSurviveCoding(bands: RangeBands) throws {
    let data = try JSONEncoder().encode(bands)
    #expect(try JSONDecoder().decode(RangeBands.self, from: data) == bands)
  }

  @Test func decodingRefusesEdgesThatDoNotAscend() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        RangeBands.self, from: Data(#"{"low": 180, "high": 70, "unit": "mg/dL"}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder()
        .decode(RangeBands.self, from: Data(#"{"veryLow": 80, "low": 70, "high": 180}"#.utf8))
    }
  }

  @Test func equalEdgesLeaveABandEmpty() {
    let bands = RangeBands(veryLow: .mgdL(70), low: .mgdL(70), high: .mgdL(180), unit: .mgdL)
    #expect(bands.band(of: .mgdL(69)) == .veryLow && bands.band(of: .mgdL(70)) == .target)
  }

  @Test func edgesThatDoNotAscendAreAMistake() async {
    await #expect(processExitsWith: .failure) {
      _ = RangeBands(low: .mgdL(180), high: .mgdL(70), unit: .mgdL)
    }
    await #expect(processExitsWith: .failure) {
      _ = RangeBands(low: .mgdL(.nan), high: .mgdL(70), unit: .mgdL)
    }
  }
}
