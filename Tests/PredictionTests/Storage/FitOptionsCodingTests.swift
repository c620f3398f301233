import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import Prediction

struct FitOptionsCodingTests {
  private static let changed: FitOptions = {
    var options = FitOptions()
    options.cadence = .fifteenMinutes
    options.horizon = .seconds(2700)
    options.history = .seconds(7200)
    options.detail = .daily
    options.minimumDetail = .interactions
    options.zone = .gmt
    (options.usesEvents, options.usesPretrainedModel) = (true, false)
    options.testPercentage = Percentage(fraction: 0.25)
    options.validationPercentage = Percentage(fraction: 0.3)
    options.ridgeCandidates = [1, 2]
    options.kernelRidgeCandidates = [3]
    options.eventRidgeCandidates = [4]
    return options
  }()

  @Test func everyOptionIsStored() throws {
    let json = try JSONEncoder().encode(Self.changed)
    #expect(try JSONDecoder().decode(FitOptions.self, from: json) == Self.changed)
    let keys = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    // An option that is new and not encoded makes these differ.
    let properties = Mirror(reflecting: Self.changed).children.compactMap(\.label)
    #expect(keys.count == properties.count)
    let defaults = Mirror(reflecting: FitOptions()).children.map { "\($0.value)" }
    let values = Mirror(reflecting: Self.changed).children.map { "\($0.value)" }
    #expect(zip(defaults, values).allSatisfy { $0 != $1 })
  }

  @Test func aMissingOptionHasItsDefault() throws {
    #expect(try JSONDecoder().decode(FitOptions.self, from: Data("{}".utf8)) == FitOptions())
  }

  @Test func durationsAreStoredAsSeconds() throws {
    let json = try JSONEncoder().encode(Self.changed)
    let values = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(values["horizon"] as? Double == 2700 && values["history"] as? Double == 7200)
    #expect(throws: DecodingError.self) {
      try HostileJSON.stored(FitOptions(), setting: "history", to: "1e300")
    }
  }

  @Test func moreThan64CandidatesAreRefused() throws {
    func decoded(_ count: Int) throws -> FitOptions {
      try HostileJSON.stored(
        FitOptions(), setting: "ridgeCandidates",
        to: "[\(Array(repeating: "0.1", count: count).joined(separator: ","))]")
    }
    #expect(try decoded(64).ridgeCandidates.count == 64)
    #expect(throws: DecodingError.self) { try decoded(65) }
  }
}
