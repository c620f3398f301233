public import Foundation

/// Decodes stored values that were changed by hand, non-finite numbers included.
public enum HostileJSON {
  /// An encoder that writes non-finite numbers as "inf", "-inf" and "nan".
  public static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  /// A decoder of what ``encoder`` writes.
  public static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }

  /// The value, encoded and decoded.
  public static func stored<Value: Codable>(_ value: Value) throws -> Value {
    try decoder.decode(Value.self, from: encoder.encode(value))
  }

  /// The value as it is decoded after the place at `path`, such as "points.0.lower", was set to the JSON
  /// `replacement`, such as `-1`, `"nan"` or `[]`.
  public static func stored<Value: Codable>(
    _ value: Value, setting path: String, to replacement: String
  ) throws -> Value {
    let parsed = try JSONSerialization.jsonObject(
      with: Data(replacement.utf8), options: .fragmentsAllowed)
    let object = try JSONSerialization.jsonObject(
      with: encoder.encode(value), options: .fragmentsAllowed)
    let changed = try Self.setting(object, path.split(separator: ".")[...], to: parsed)
    return try decoder.decode(
      Value.self, from: JSONSerialization.data(withJSONObject: changed, options: .fragmentsAllowed))
  }

  /// A path that leads nowhere.
  struct NoSuchPlace: Error {
    var key: String
  }

  private static func setting(
    _ object: Any, _ path: ArraySlice<Substring>, to replacement: Any
  ) throws -> Any {
    guard let key = path.first else { return replacement }
    if var members = object as? [String: Any], let member = members[String(key)] {
      members[String(key)] = try setting(member, path.dropFirst(), to: replacement)
      return members
    }
    if var elements = object as? [Any], let index = Int(key), elements.indices.contains(index) {
      elements[index] = try setting(elements[index], path.dropFirst(), to: replacement)
      return elements
    }
    throw NoSuchPlace(key: String(key))
  }
}
