// SPDX-License-Identifier: Apache-2.0

import FlyingFox
import FlyingSocks
import Foundation

/// Who may ask: requests with the token and under a name of this server, and writes of its own pages
/// alone. Other people of the machine can connect to the loopback, too.
struct Guards: Sendable {
  /// The largest bodies, in bytes.
  static let (formLimit, uploadLimit) = (64 * 1024, 64 * 1024 * 1024)
  static let loopback: Set<String> = ["127.0.0.1", "localhost", "[::1]"]
  /// The name of the cookie. Browsers send one to every port of a host.
  private var cookie: String { "bifocal-\(port)" }

  let port: UInt16
  /// The names under which the server is asked, beside those of the loopback.
  let names: Set<String>
  /// The secret that a request needs.
  let token: String

  /// Returns why a request is refused, or `nil` if it is not.
  func refusal(of request: HTTPRequest) -> HTTPStatusCode? {
    guard request.target.rawValue.utf8.count <= 2048 else { return .uriTooLong }
    // Another name means that a foreign page has its own name resolve to this machine.
    guard let host = request.headers[.host], isOwn(host) else { return .misdirectedRequest }
    let length = request.headers[.contentLength].map { Int($0) ?? -1 } ?? 0
    guard length >= 0 else { return .badRequest }
    if request.headers[.transferEncoding] != nil { return .lengthRequired }
    switch request.method {
    case .GET: return length == 0 ? nil : .badRequest
    case .POST:
      // A browser names the origin of each write. A request without is of no page of this server.
      guard request.headers[HTTPHeader("Origin")] == "http://" + host else { return .forbidden }
      return length <= Self.limit(of: request) ? nil : .payloadTooLarge
    default: return .methodNotAllowed
    }
  }

  static func isUpload(_ request: HTTPRequest) -> Bool { request.path.hasSuffix("/do/upload") }

  static func limit(of request: HTTPRequest) -> Int {
    isUpload(request) ? uploadLimit : formLimit
  }

  private func isOwn(_ host: String) -> Bool {
    guard host.hasSuffix(":\(port)") || port == 80 else { return false }
    let name = host.hasSuffix(":\(port)") ? String(host.dropLast("\(port)".count + 1)) : host
    return Self.loopback.contains(name) || names.contains(name)
      // Without a name of its own, the server is asked by the numbers of its addresses.
      || (names.contains("0.0.0.0") && name.allSatisfy { $0.isNumber || $0 == "." })
  }

  /// Returns whether a request has the token.
  func knows(_ request: HTTPRequest) -> Bool {
    let cookies = (request.headers[.cookie] ?? "").split(separator: ";")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return cookies.contains { Self.areEqual($0, "\(cookie)=\(token)") }
  }

  /// The cookie that a browser keeps after the token was entered, or `nil` if `entered` is another.
  func cookie(for entered: String) -> String? {
    guard Self.areEqual(entered, token) else { return nil }
    return "\(cookie)=\(token); HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000"
  }

  /// Compares in a time that does not depend on where two texts differ.
  private static func areEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The headers of every response.
  static let headers: [(HTTPHeader, String)] = [
    (
      HTTPHeader("Content-Security-Policy"),
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        + "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    (HTTPHeader("X-Content-Type-Options"), "nosniff"),
    (HTTPHeader("X-Frame-Options"), "DENY"),
    (HTTPHeader("Referrer-Policy"), "same-origin"),
    (HTTPHeader("Cross-Origin-Resource-Policy"), "same-origin"),
    (HTTPHeader("Cross-Origin-Opener-Policy"), "same-origin"),
    (.cacheControl, "no-store"),
  ]

  /// The headers of a page without controls, which pages of this machine may frame.
  static let framedHeaders = headers.compactMap { name, value in
    name == HTTPHeader("X-Frame-Options")
      ? nil
      : (
        name,
        value.replacing(
          "frame-ancestors 'none'",
          with: "frame-ancestors 'self' http://localhost:* http://127.0.0.1:*")
      )
  }

  /// Returns a response after which the connection is closed. What remains of the request's body
  /// would otherwise be taken for the next request.
  static func closing(_ status: HTTPStatusCode) -> HTTPResponse {
    let text = Data("\(status.code) \(status.phrase)\n".utf8)
    var response = HTTPResponse(
      statusCode: status, headers: [.contentType: "text/plain", .connection: "close"],
      body: HTTPBodySequence(from: LastWords(text: [UInt8](text)), count: text.count))
    for (name, value) in headers { response.headers[name] = value }
    return response
  }
}

/// The bytes of a body, and then an error that ends the connection.
private struct LastWords: AsyncBufferedSequence {
  typealias Element = UInt8
  let text: [UInt8]

  struct Iterator: AsyncBufferedIteratorProtocol {
    var text: [UInt8]?

    mutating func next() async throws -> UInt8? { throw CancellationError() }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      guard let text else { throw CancellationError() }
      self.text = nil
      return text
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(text: text) }
}
