#if Logbook
  internal import Foundation

  /// The JSON format of this module: keys are sorted, so that equal values have equal text, and
  /// numbers are decoded bit by bit as they were encoded.
  enum JSON {
    static func data(_ value: some Encodable) throws -> Data {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(value)
    }

    static func text(_ value: some Encodable) throws -> String {
      String(decoding: try data(value), as: UTF8.self)
    }

    static func value<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
      try JSONDecoder().decode(type, from: data)
    }

    static func value<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
      try value(type, from: Data(text.utf8))
    }
  }
#endif
