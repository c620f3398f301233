// SPDX-License-Identifier: Apache-2.0

import GlucoseTestSupport
import Testing

@testable import Prediction

struct ModelCardTests {
  /// Returns the FNV-1a hash of 64 bits (Fowler, Noll and Vo) of the text without surrounding white
  /// space.
  private static func checksum(of text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 where byte > UInt8(ascii: " ") {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test func aKnownTextHasAKnownChecksum() {
    #expect(Self.checksum(of: "") == "cbf29ce484222325")
    #expect(Self.checksum(of: "foobar") == "85944171f73967e8")
  }

  /// Newly trained models need new figures in the card, and a higher version.
  @Test func theCardIsOfTheModelsThatShip() throws {
    let card = try PackageFiles.text("Sources/Prediction/Prediction.docc/ModelCard.md")
    let checksum = Self.checksum(of: ShippedModels.text)
    #expect(
      card.contains("of the models with the checksum `\(checksum)`"),
      "The models that ship have the checksum \(checksum)")
  }
}
