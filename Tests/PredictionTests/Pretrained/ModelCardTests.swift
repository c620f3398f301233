import GlucoseTestSupport
import Testing

@testable import Prediction

struct ModelCardTests {
  /// Newly trained models need new figures in the card, and a higher version.
  @Test func theCardIsOfTheModelsThatShip() throws {
    let card = try PackageFiles.text("Sources/Prediction/Prediction.docc/ModelCard.md")
    let line = try #require(ShippedModels.text.split(separator: "\n").first)
    let checksum = try #require(line.split(separator: " ").last)
    #expect(
      card.contains("of the models with the checksum `\(checksum)`"),
      "The models that ship have the checksum \(checksum)")
  }
}
