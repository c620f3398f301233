internal import GlucoseMath
public import GlucoseFoundation

/// The container of stored bytes: a line with their kind, their format and a checksum, and a JSON
/// document.
///
/// The line is, for example, "glucose-model 1 f3a96bd2340ce817"; keys are sorted, so that equal
/// values have equal bytes.
package enum StoredBytes {
  package enum Kind: String {
    case model, prior, task, part, backtest
  }

  /// The format that this version writes and reads, as bytes and in other encodings. It also
  /// stands for the features: a change of their values makes the weights of stored models wrong,
  /// and needs another number.
  package static let format = 1

  /// Returns the bytes of a value; throws `EncodingError` if a number beside the lists of numbers
  /// is not finite.
  package static func bytes(_ kind: Kind, _ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let content = [UInt8](try encoder.encode(value))
    return Array("glucose-\(kind.rawValue) \(format) \(checksum(content[...]))\n".utf8) + content
  }

  /// Returns the value of bytes, or throws if they have another kind or format, are damaged, or are
  /// not such a value.
  package static func value<Value: Decodable>(
    _ kind: Kind, of bytes: [UInt8]
  ) throws(StoredModelError) -> Value {
    let end = bytes.prefix(64).firstIndex(of: 0x0A) ?? 0
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 3, words[0] == "glucose-\(kind.rawValue)", let found = Int(words[1]) else {
      throw StoredModelError.damaged("The bytes are not those of a stored \(kind.rawValue).")
    }
    try check(format: found)
    let content = bytes[(end + 1)...]
    guard words[2] == checksum(content) else {
      throw StoredModelError.damaged("The checksum does not match the content.")
    }
    do {
      return try JSONDecoder().decode(Value.self, from: Data(content))
    } catch {
      throw StoredModelError(error)
    }
  }

  package static func check(format found: Int) throws(StoredModelError) {
    guard found == format else {
      throw StoredModelError(.format(found: found, expected: format))
    }
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.reduce(into: FNVHash()) { $0.add($1) }.digits
  }
}

/// The reason why a stored model is unusable.
///
/// Decoding a ``Forecaster`` throws it for another format, and a `DecodingError` for values that
/// are not valid for a model; reading bytes throws only this error.
public struct StoredModelError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
  /// The reason for an error.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Equatable, Sendable {
    /// The bytes are not those of a stored model, are damaged, or contain values that are not valid
    /// for a model, as `sentence` describes.
    case damaged(_ sentence: String)
    /// The format is not the one that this version of the library reads.
    case format(found: Int, expected: Int)
  }

  /// The reason for the error.
  public let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  static func damaged(_ sentence: String) -> Self { Self(.damaged(sentence)) }

  /// A sentence that describes the error.
  public var description: String {
    switch reason {
    case .damaged(let sentence): "The stored model is damaged. \(sentence)"
    case .format(let found, let expected):
      "The stored model has format \(found); this version of the library reads format \(expected)."
    }
  }

  /// The description, for alerts.
  public var errorDescription: String? { description }

  init(_ error: any Error) {
    switch error {
    case let error as StoredModelError: self = error
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context):
      self = .damaged(Self.sentence(context))
    case DecodingError.keyNotFound(let key, let context):
      self = .damaged("\(Self.place(context.codingPath + [key])) is missing.")
    default: self = .damaged("It is not decodable.")
    }
  }

  private static func sentence(_ context: DecodingError.Context) -> String {
    let place = context.codingPath.isEmpty ? "" : "\(place(context.codingPath)): "
    return place + context.debugDescription + (context.debugDescription.hasSuffix(".") ? "" : ".")
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.map(\.stringValue).joined(separator: ".")
  }
}
