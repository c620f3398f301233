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

  /// Names the empty text; returns the new numbers of all texts if the name was there, too.
  mutating func name(unnamed name: [UInt8]) -> [Int]? {
    let unnamed = indices.removeValue(forKey: [])
    switch (unnamed, indices[name]) {
    case (let unnamed?, let named?):
      keys.remove(at: unnamed)
      for (index, key) in keys.enumerated() { indices[key] = index }
      last = 0
      return (0...keys.count).map { index in
        let index = index == unnamed ? named : index
        return index > unnamed ? index - 1 : index
      }
    case (let unnamed?, nil):
      keys[unnamed] = name
      indices[name] = unnamed
    case (nil, nil) where keys.isEmpty: _ = index(of: name)
    case (nil, _): break
    }
    return nil
  }
}
