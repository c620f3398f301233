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

  init(_ bytes: ArraySlice<UInt8>) throws(Refusal) {
    self.bytes = bytes
    var length: String?
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    for line in lines.dropFirst() where !line.isEmpty {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(Self.nameBytes.contains), !line.contains(UInt8(ascii: "\r")),
        !line.contains(0)
      else { throw .malformed }
      switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
      case "transfer-encoding": throw .lengthRequired
      case "content-length":
        guard length == nil else { throw .malformed }
        length = String(decoding: line[(colon + 1)...], as: UTF8.self)
          .trimmingCharacters(in: .whitespaces)
      default: break
      }
    }
    let digits = length ?? "0"
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), digits.utf8.count <= 18,
      let number = Int(digits)
    else { throw .malformed }
    contentLength = number
    let target = String(decoding: lines.first ?? [], as: UTF8.self).split { " ?".contains($0) }
    let isFile = target.dropFirst().first?.hasSuffix("/do/upload") ?? false
    guard number <= (isFile ? Self.fileLimit : Self.formLimit) else { throw .bodyTooLarge }
  }

  /// The bytes that the name of a field may have (RFC 9110, 5.6.2).
  private static let nameBytes = Set(
    "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// Returns the position after the first empty line, or `nil` if there is none yet.
  static func end(in bytes: [UInt8]) -> Int? {
    var start = 0
    while let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if [[], [UInt8(ascii: "\r")]].contains(bytes[start..<feed]) { return feed + 1 }
      start = feed + 1
    }
    return nil
  }
}
