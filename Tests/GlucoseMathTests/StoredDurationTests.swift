import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

/// Durations are stored as numbers of seconds.
struct StoredDurationTests {
  private struct Timer: Codable, Equatable {
    var length: Duration
    var pause: Duration?

    enum CodingKeys: String, CodingKey { case length, pause }

    init(_ length: Duration, pause: Duration? = nil) {
      self.length = length
      self.pause = pause
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      length = try container.duration(forKey: .length)
      pause = try container.durationIfPresent(forKey: .pause)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(seconds: length, forKey: .length)
      try container.encodeIfPresent(seconds: pause, forKey: .pause)
    }
  }

  private func timer(_ json: String) throws -> Timer {
    try JSONDecoder().decode(Timer.self, from: Data(json.utf8))
  }

  @Test func isANumberOfSeconds() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let whole = try encoder.encode(Timer(.seconds(900), pause: .milliseconds(-1500)))
    #expect(String(decoding: whole, as: UTF8.self) == #"{"length":900,"pause":-1.5}"#)
    #expect(try timer(#"{"length":900,"pause":null}"#) == Timer(.seconds(900)))
  }

  @Test func aNumberOfSecondsIsDecodedAsItWas() throws {
    // For some of these, the nearest number of seconds is that of another duration.
    for index in 0..<2000 {
      let seconds = Double(index) * 0.0731 + 1.0 / 3
      let timer = Timer(.seconds(seconds), pause: .seconds(-seconds))
      #expect(try HostileJSON.stored(timer) == timer)
    }
    for duration in [Duration.zero, .milliseconds(100), .seconds(1e15), .seconds(-1e15)] {
      #expect(try HostileJSON.stored(Timer(duration)) == Timer(duration))
    }
  }

  @Test func aDurationIsWithinARangeThatDoesNotTrap() throws {
    let longest = Timer(.seconds(1e15), pause: .seconds(-1e15))
    let longer = Timer(.seconds(Int64.max), pause: .seconds(Int64.min))
    #expect(try HostileJSON.stored(longer) == longest)
    #expect(longest.length.inSeconds == 1e15)
  }

  @Test(arguments: [
    "1.1e15", "-1e16", "1e300", "\"nan\"", "\"inf\"", "\"-inf\"", "\"900\"", "true", "null", "[]",
    "[1]", "[-1,-1]", "{}",
  ])
  func otherValuesAreRefused(json: String) throws {
    #expect(throws: DecodingError.self) {
      _ = try HostileJSON.stored(Timer(.seconds(1)), setting: "length", to: json)
    }
    guard json != "null" else { return }
    #expect(throws: DecodingError.self) {
      _ = try HostileJSON.stored(Timer(.zero, pause: .zero), setting: "pause", to: json)
    }
  }
}
