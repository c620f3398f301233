// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Prediction

struct PackedValueTests {
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
    var names = ["a": SensorKind.smoothed, "b": .sparse]
  }

  private func bytes(_ value: BinaryValue) -> [UInt8] {
    var output = BinaryOutput()
    value.write(to: &output)
    return output.bytes
  }

  @Test func everyKindOfFieldComesBackExactly() throws {
    var input = BinaryInput(bytes(try BinaryValue(encoding: Everything())))
    let value = try BinaryValue(&input)
    #expect(input.isAtEnd)
    #expect(try value.decoded(as: Everything.self) == Everything())
  }

  @Test(arguments: [
    ([0.5, 1, -3.25], 2), ([Double(Float(0.1)), 2], 4), ([0.1, 2], 8),
  ])
  func numbersTakeTheFewestBytesThatHoldThem(_ numbers: [Double], _ width: Int) {
    #expect(bytes(.numbers(numbers)).count == 5 + width * numbers.count)
  }

  @Test func bytesCutShortAreAnErrorAndNoTrap() throws {
    let whole = bytes(try BinaryValue(encoding: Everything()))
    for count in 0..<whole.count {
      var input = BinaryInput(Array(whole[0..<count]))
      #expect(throws: PretrainedModelsError.self) { try BinaryValue(&input) }
    }
  }

  @Test func aWrongTypeIsAnError() throws {
    let value = BinaryValue.record(["flag": .text("yes")])
    #expect(throws: DecodingError.self) { try value.decoded(as: Everything.self) }
    #expect(throws: DecodingError.self) { try BinaryValue.absent.decoded(as: [Double].self) }
    #expect(throws: DecodingError.self) { try BinaryValue.whole(300).decoded(as: Int8.self) }
  }
}
