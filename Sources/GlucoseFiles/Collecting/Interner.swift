internal import GlucoseMath

/// Consecutive numbers for distinct texts, in order of appearance, assigned without strings.
struct Interner {
  private var keys: [[UInt8]] = []
  private var indices: [[UInt8]: Int] = [:]
  private var last = 0

  var count: Int { keys.count }

  var texts: [String] { keys.map { String(decoding: $0, as: UTF8.self) } }

  mutating func index(of bytes: [UInt8], _ range: Range<Int>) -> Int {
    if last < keys.count {
      let key = keys[last]
      if ByteWords.areEqual(key.elementSpan, bytes.elementSpan.extracting(range)) { return last }
    }
    let key = Array(bytes[range])
    if let known = indices[key] {
      last = known
    } else {
      last = keys.count
      indices[key] = last
      keys.append(key)
    }
    return last
  }

  mutating func index(of text: String) -> Int { index(of: Array(text.utf8)) }

  mutating func index(of text: [UInt8] = []) -> Int { index(of: text, text.indices) }

  /// Replaces the empty text, or the lack of any, by `name`; returns the new numbers of the texts.
  mutating func name(unnamed name: [UInt8]) -> [Int] {
    let texts = keys.isEmpty ? [[]] : keys
    self = Interner()
    return texts.map { index(of: $0.isEmpty ? name : $0) }
  }
}
