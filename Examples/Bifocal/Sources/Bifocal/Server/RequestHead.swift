import Foundation

/// The head of a request as it arrived, and the length of the body that follows it.
///
/// What two readers could understand differently is refused: a name of a field that is no token, two
/// lengths, a length with a sign, a transfer encoding.
struct RequestHead {
  /// Why a request is not passed on.
  enum Refusal: String, Error {
    case malformed = "400 Bad Request"
    case tooSlow = "408 Request Timeout"
    case lengthRequired = "411 Length Required"
    case bodyTooLarge = "413 Content Too Large"
    case tooLarge = "431 Request Header Fields Too Large"

    var response: Data {
      Data(
        """
        HTTP/1.1 \(rawValue)\r\nConnection: close\r\nContent-Type: text/plain\r\n\
        Content-Length: \(rawValue.utf8.count)\r\n\r\n\(rawValue)
        """.utf8)
    }
  }

  /// The largest bodies of a form and of a file, in bytes.
  private static let (formLimit, fileLimit) = (64 * 1024, 64 * 1024 * 1024)

  let bytes: ArraySlice<UInt8>
  let contentLength: Int

  /// Reads a head with its empty line.
  init(_ bytes: ArraySlice<UInt8>) throws(Refusal) {
    self.bytes = bytes
    var length: Int?
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    for line in lines.dropFirst() {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if line.isEmpty { continue }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(\.isOfToken), !line.contains(UInt8(ascii: "\r")),
        !line.contains(0)
      else { throw .malformed }
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
        .trimmingCharacters(in: .whitespaces)
      switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
      case "transfer-encoding": throw .lengthRequired
      case "content-length":
        guard length == nil, (1...18).contains(value.utf8.count),
          value.utf8.allSatisfy({ (48...57).contains($0) })
        else { throw .malformed }
        length = Int(value)
      default: break
      }
    }
    contentLength = length ?? 0
    let path =
      String(decoding: lines.first ?? [], as: UTF8.self).split { " ?".contains($0) }
      .dropFirst().first ?? ""
    guard contentLength <= (path.hasSuffix("/do/upload") ? Self.fileLimit : Self.formLimit) else {
      throw .bodyTooLarge
    }
  }

  /// Returns the position after the first empty line, or `nil` if there is none yet.
  static func end(in bytes: [UInt8]) -> Int? {
    var start = 0
    while let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[start..<feed]
      if line.isEmpty || line == [UInt8(ascii: "\r")] { return feed + 1 }
      start = feed + 1
    }
    return nil
  }
}

extension UInt8 {
  /// Whether the byte is allowed in the name of a field (RFC 9110, 5.6.2).
  fileprivate var isOfToken: Bool {
    (48...57).contains(self) || (65...90).contains(self) || (97...122).contains(self)
      || "!#$%&'*+-.^_`|~".utf8.contains(self)
  }
}
