import Foundation
import GlucoseMath
import PredictionTestSupport
import Testing

@testable import Prediction

struct StoredModelsTests {
  private static let models = Result { try HostileModels() }

  private func content(
    of value: some Encodable, _ change: (inout [String: StoredContent]) -> Void
  ) throws -> StoredContent {
    guard case .record(var fields) = try StoredContent(of: value) else { return .absent }
    change(&fields)
    return .record(fields)
  }

  @Test func aModelComesBackFromJSONAndBytesAndForecastsTheSameBits() throws {
    let models = try Self.models.get()
    let now = try #require(models.recording.series.last?.time)
    for model in [models.personal, models.plain] {
      let json = try JSONDecoder().decode(Forecaster.self, from: JSONEncoder().encode(model))
      let bytes = try model.bytes
      let restored = try Forecaster(bytes: bytes)
      #expect(json == model && restored == model)
      #expect(try restored.bytes == bytes)
      let forecast = try model.forecast(after: models.recording, at: now)
      #expect(try json.forecast(after: models.recording, at: now) == forecast)
      #expect(try restored.forecast(after: models.recording, at: now) == forecast)
    }
  }

  @Test(arguments: [StoredBytes.format + 1, StoredBytes.format + 2, Int.max, 0, -1])
  func anotherFormatIsRefused(_ format: Int) throws {
    let models = try Self.models.get()
    let error = StoredModelError(.format(found: format, expected: StoredBytes.format))
    let changed = try content(of: models.personal) { $0["format"] = .whole(Int64(format)) }
    #expect(throws: error) { try changed.decoded(as: Forecaster.self) }
    #expect(error.description.contains("\(format)"))
    #expect(error.description.contains("format \(StoredBytes.format)"))
    guard format > 0 else { return }
    var bytes = try models.personal.bytes
    let digits = Array("\(format)".utf8)
    bytes.replaceSubrange(14..<15, with: digits)
    #expect(throws: error) { try Forecaster(bytes: bytes) }
  }

  @Test func bytesThatWereChangedAreRefused() throws {
    let bytes = try Self.models.get().plain.bytes
    for position in stride(from: 0, to: bytes.count, by: 41) {
      var changed = bytes
      changed[position] ^= 4
      #expect(throws: StoredModelError.self) { try Forecaster(bytes: changed) }
    }
    for count in [0, 10, 15, 16, 20, 24, 32, 33, 40, bytes.count - 1] {
      #expect(throws: StoredModelError.self) { try Forecaster(bytes: Array(bytes[..<count])) }
    }
    #expect(throws: StoredModelError.self) { try PretrainedModels(bytes: bytes) }
  }

  @Test(arguments: ["[", #"{"options":"#])
  func listsOfGreatDepthAreRefused(_ opening: String) {
    let json = Data(String(repeating: opening, count: 200_000).utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Forecaster.self, from: json) }
  }
}
