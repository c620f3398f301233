// HostileModels.swift of the tests creates models and uses decoded ones.

import GlucoseMath
import GlucoseTestSupport
import Prediction
import PredictionEvaluation
import PredictionTestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decoders of stored models, back-tests and parts of a fit: from bytes, from JSON,
/// and from a value's content with some changes.
extension FuzzTarget {
  static let decoders: [FuzzTarget] = [
    Self(name: "modelbytes") { bytes in
      if let model = try? Forecaster(bytes: bytes) { models.use(model) }
      if let pretrained = try? PretrainedModels(bytes: bytes) { models.use(pretrained) }
    },
    Self(name: "modeljson") { json in
      if let model = try? HostileJSON.decoder.decode(Forecaster.self, from: Data(json)) {
        models.use(model)
      }
    },
    Self(name: "backtestjson") { json in
      if let test = try? HostileJSON.decoder.decode(Backtest.self, from: Data(json)) {
        HostileModels.use(test)
      }
    },
    Self(name: "partbytes") { bytes in
      if let part = try? FitPart(bytes: bytes) { models.use(part) }
      if let task = try? FitTask(bytes: bytes) { models.use(task) }
    },
    Self(name: "backtestchanges") { bytes in
      guard let content = try? StoredContent(of: models.backtest) else {
        preconditionFailure("A back-test must be encodable")
      }
      let changed = changes(bytes, of: content)
      if let test = try? changed.decoded(as: Backtest.self) { HostileModels.use(test) }
    },
    Self(name: "partchanges") { bytes in
      // The first byte selects a round.
      let round = models.rounds[Int(bytes.first ?? 0) % models.rounds.count]
      guard let part = try? StoredContent(of: round.part),
        let task = try? StoredContent(of: round.fit.task)
      else { preconditionFailure("A part must be encodable") }
      let own = Array(bytes.dropFirst())
      if let part = try? changes(own, of: part).decoded(as: FitPart.self) { models.use(part) }
      if let task = try? changes(own, of: task).decoded(as: FitTask.self) { models.use(task) }
    },
    Self(name: "modelchanges") { changed(models.plain, $0) },
    Self(name: "personalchanges") { changed(models.personal, $0) },
    Self(name: "pretrainedchanges") { given in
      guard let bytes = try? models.pretrained.bytes,
        let original: StoredContent = try? StoredBytes.value(.prior, of: bytes)
      else {
        preconditionFailure("The bytes of a model must be readable")
      }
      let content = changes(given, of: original)
      if let pretrained = try? PretrainedModels(bytes: StoredBytes.bytes(.prior, content)) {
        models.use(pretrained)
      }
    },
  ]

  private static let models: HostileModels = {
    do {
      return try HostileModels()
    } catch {
      preconditionFailure("The models to change must be fitted: \(error)")
    }
  }()

  /// Changes the content of a value, drawing each choice from the bytes, and uses the decoded
  /// value.
  private static func changed(_ original: some Encodable, _ bytes: [UInt8]) {
    guard let content = try? StoredContent(of: original) else {
      preconditionFailure("A model must be encodable")
    }
    use(changes(bytes, of: content))
  }

  private static func changes(_ bytes: [UInt8], of content: StoredContent) -> StoredContent {
    var mutation = ContentMutation(generator: GivenBytes(bytes))
    var content = content
    repeat { content = mutation.changed(content) } while !mutation.generator.rest.isEmpty
    return content
  }

  private static func use(_ content: StoredContent) {
    if let model = try? content.decoded(as: Forecaster.self) { models.use(model) }
  }
}

/// A generator of numbers from two given bytes each, then from a seeded generator.
private struct GivenBytes: RandomNumberGenerator {
  var rest: ArraySlice<UInt8>
  private var further = SeededGenerator(seed: 1)

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func next() -> UInt64 {
    // Swift draws from a range by the high bits, and may reject a number whose low bits are zero.
    let low = further.next() >> 16
    guard let first = rest.popFirst() else { return low << 16 | 1 }
    return UInt64(first) << 56 | UInt64(rest.popFirst() ?? 0) << 48 | low
  }
}
