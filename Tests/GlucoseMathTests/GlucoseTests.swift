import Foundation
import GlucoseMath
import Testing

@Suite struct GlucoseTests {
  @Test func oneMillimoleIsEighteenMilligramsAndABit() {
    #expect(Glucose.mmolL(1).mgdL == 18.01559)
    #expect(Glucose.mgdL(18.01559).mmolL == 1)
    #expect(GlucoseUnit.mgdL.mgdLPerUnit == 1)
  }

  @Test(arguments: [2.2, 3.0, 3.9, 5.6, 10.0, 13.9, 22.2, 27.8])
  func aValueInMillimolesComesBackAsItWas(value: Double) {
    let back = Glucose.mmolL(value).mmolL
    #expect(abs(back - value) <= value.ulp)
    #expect(Glucose(value, .mmolL).value(in: .mmolL) == back)
  }

  @Test func milligramsAreKeptExactly() {
    for value in stride(from: 1.0, through: 600, by: 1) {
      #expect(Glucose.mgdL(value).mgdL == value)
      #expect(Glucose.mgdL(value).value(in: .mgdL) == value)
    }
  }

  @Test func orderIsThatOfConcentration() {
    #expect(Glucose.mmolL(5.6) < .mgdL(140))
    #expect(!(Glucose.mgdL(70) < .mgdL(70)))
    #expect(Glucose.mmolL(10) > .mgdL(180))
    #expect([Glucose.mgdL(3), .mgdL(1), .mgdL(2)].sorted() == [.mgdL(1), .mgdL(2), .mgdL(3)])
  }

  @Test func codesAsOneNumberInMilligrams() throws {
    let encoded = try JSONEncoder().encode([Glucose.mgdL(123.5)])
    #expect(String(decoding: encoded, as: UTF8.self) == "[123.5]")
    #expect(try JSONDecoder().decode([Glucose].self, from: encoded) == [.mgdL(123.5)])
  }

  @Test func unitsCodeAsTheyAreWritten() throws {
    let encoded = try JSONEncoder().encode(GlucoseUnit.allCases)
    let units = try JSONDecoder().decode([GlucoseUnit].self, from: encoded)
    #expect(units == [.mgdL, .mmolL])
    #expect(GlucoseUnit(rawValue: "mmol/L") == .mmolL)
    #expect(GlucoseUnit(rawValue: "mmol/l") == nil)
  }

  @Test func readingsAndFlagsSurviveCoding() throws {
    let reading = Reading(
      time: Date(timeIntervalSinceReferenceDate: 700_000_000.25), glucose: .mgdL(40),
      flags: [.belowDeviceLimit, .ambiguousLocalTime])
    let copy = try JSONDecoder().decode(Reading.self, from: JSONEncoder().encode(reading))
    #expect(copy == reading)
    #expect(copy.flags.contains(.belowDeviceLimit) && !copy.flags.contains(.aboveDeviceLimit))
    #expect(Reading(time: reading.time, glucose: .mgdL(40)).flags.isEmpty)
  }

  @Test func flagsAreDistinctBits() {
    let flags: [ReadingFlags] = [.belowDeviceLimit, .aboveDeviceLimit, .ambiguousLocalTime]
    #expect(flags.map(\.rawValue) == [1, 2, 4])
    #expect(ReadingFlags(flags).rawValue == 7)
  }
}
