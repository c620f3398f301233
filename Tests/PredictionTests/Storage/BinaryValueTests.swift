// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Prediction

struct BinaryValueTests {
  private struct Everything: Codable, Equatable {
    var flag = true
    var whole = -70_000
    var large = UInt64.max - 3
    var number = 0.1
    var text = "Größe"
    var bytes = Data([0, 255, 7])
    var duration = Duration.seconds(1800)
    var missing: Int?
    var holes: [Int?] = [1, nil, 3]
    var none: [Double] = []
    var one = [0.5]
    var sixtyFourths = [0.015625, -499, 3]
    var singles = [Double(Float(0.1)), 1e20]
    var doubles = [0.1, .pi, 1e300]
    var rows = [[1.0, 2], [], [3.5]]
    var names = ["a": SensorKind.smoothed, "b": .fifteenMinutes]
  }

  @Test func everyKindOfFieldComesBackExactly() throws {
    let bytes = try BinaryValue(encoding: Everything()).bytes
    let value = try BinaryValue(bytes: bytes[...])
    #expect(try value.decoded(as: Everything.self) == Everything())
  }

  @Test(arguments: [
    ([0.5, 1, -3.25], 2), ([Double(Float(0.1)), 2], 4), ([0.1, 2], 8), ([-0.0, 2], 4),
  ])
  func numbersHaveTheFewestExactBytes(_ numbers: [Double], _ width: Int) throws {
    let bytes = BinaryValue.numbers(numbers).bytes
    #expect(bytes.count == 5 + width * numbers.count)
    guard case .numbers(let read) = try BinaryValue(bytes: bytes[...]) else {
      Issue.record("The numbers are read as something else")
      return
    }
    #expect(read.map(\.bitPattern) == numbers.map(\.bitPattern))
  }

  @Test func bytesCutShortOrGrownAreAnError() throws {
    let whole = try BinaryValue(encoding: Everything()).bytes
    for count in 0..<whole.count {
      #expect(throws: StoredModelError.self) { try BinaryValue(bytes: whole[..<count]) }
    }
    #expect(throws: StoredModelError.self) { try BinaryValue(bytes: (whole + [0])[...]) }
  }

  /// Returns `count` lists, each within the one before.
  private func nested(_ count: Int) -> [UInt8] {
    Array((0..<count).flatMap { _ in [9, 1, 0, 0, 0] as [UInt8] } + [0])
  }

  @Test func listsAreReadToADepthOf64() throws {
    #expect(throws: Never.self) { try BinaryValue(bytes: nested(64)[...]) }
    for count in [65, 200_000] {
      #expect(throws: StoredModelError.self) { try BinaryValue(bytes: nested(count)[...]) }
    }
  }

  @Test(arguments: [4, 5, 6, 7, 8, 9, 10] as [UInt8])
  func aCountBeyondTheBytesIsAnError(_ tag: UInt8) {
    for count in [[1, 0, 0, 0], [255, 255, 255, 255], [0, 0, 0, 128]] as [[UInt8]] {
      #expect(throws: StoredModelError.self) { try BinaryValue(bytes: ([tag] + count)[...]) }
    }
  }

  @Test func keysAreInOrderAndInUTF8() throws {
    let (one, other) = ([1, 0, 0, 0, 0x61, 0] as [UInt8], [1, 0, 0, 0, 0x62, 0] as [UInt8])
    let head = [10, 2, 0, 0, 0] as [UInt8]
    #expect(throws: Never.self) { try BinaryValue(bytes: (head + one + other)[...]) }
    for bytes in [head + other + one, head + one + one] {
      #expect(throws: StoredModelError.self) { try BinaryValue(bytes: bytes[...]) }
    }
    #expect(throws: StoredModelError.self) { try BinaryValue(bytes: [7, 1, 0, 0, 0, 0xFF][...]) }
  }

  @Test func aWrongTypeIsAnError() throws {
    let value = BinaryValue.record(["flag": .text("yes")])
    #expect(throws: DecodingError.self) { try value.decoded(as: Everything.self) }
    #expect(throws: DecodingError.self) { try BinaryValue.absent.decoded(as: [Double].self) }
    #expect(throws: DecodingError.self) { try BinaryValue.whole(300).decoded(as: Int8.self) }
  }
}
