import FlyingFox
import Foundation

/// Who may ask: requests with the token and under a name of this server, and writes of its own pages
/// alone. Other people of the machine can connect to the loopback, too.
struct Guards: Sendable {
  static let loopback: Set<String> = ["127.0.0.1", "localhost", "[::1]"]
  /// The name of the cookie. Browsers send one to every port of a host.
  private var cookie: String { "bifocal-\(port)" }

  let port: UInt16
  /// The names under which the server is asked, beside those of the loopback.
  let names: Set<String>
  /// The origin of the pages for browsers that ask through a proxy, such as "https://diary.example".
  var proxy: String?
  let token: String

  /// Returns why a request is refused, or `nil` if it is not.
  func refusal(of request: HTTPRequest) -> HTTPStatusCode? {
    guard request.target.rawValue.utf8.count <= 2048 else { return .uriTooLong }
    // Another name means that a foreign page has its own name resolve to this machine.
    guard let host = request.headers[.host], let origin = origin(of: host) else {
      return .misdirectedRequest
    }
    switch request.method {
    case .GET: return nil
    // A browser names the origin of each write. A request without is of no page of this server.
    case .POST: return request.headers[HTTPHeader("Origin")] == origin ? nil : .forbidden
    default: return .methodNotAllowed
    }
  }

  /// The origin of pages that are asked for under a name, or `nil` if it is of another server. What a
  /// proxy writes into further fields is not read: a client could have written it.
  private func origin(of host: String) -> String? {
    if proxy == "https://" + host { return proxy }
    return isOwn(host) ? "http://" + host : nil
  }

  private func isOwn(_ host: String) -> Bool {
    guard host.hasSuffix(":\(port)") || port == 80 else { return false }
    let name = host.hasSuffix(":\(port)") ? String(host.dropLast("\(port)".count + 1)) : host
    return Self.loopback.contains(name) || names.contains(name)
      // Without a name of its own, the server is asked by the numbers of its addresses.
      || (names.contains("0.0.0.0") && name.allSatisfy { $0.isNumber || $0 == "." })
      || (names.contains("[::]") && name.hasPrefix("[") && name.hasSuffix("]"))
  }

  func knows(_ request: HTTPRequest) -> Bool {
    let cookies = (request.headers[.cookie] ?? "").split(separator: ";")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return cookies.contains { Self.areEqual($0, "\(cookie)=\(token)") }
  }

  /// The cookie that a browser keeps after the token was entered, or `nil` if `entered` is another.
  func cookie(for entered: String, _ request: HTTPRequest) -> String? {
    guard Self.areEqual(entered, token) else { return nil }
    let isEncrypted = request.headers[.host].flatMap(origin) == proxy && proxy != nil
    return "\(cookie)=\(token); HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000"
      + (isEncrypted ? "; Secure" : "")
  }

  /// Compares in a time that does not depend on where two texts differ.
  private static func areEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// What a page may load and do, and no page may frame it.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    + "img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  /// That of a page without controls, which pages of this machine may frame.
  static let framedPolicy = policy.replacing(
    "frame-ancestors 'none'",
    with: "frame-ancestors 'self' http://localhost:* http://127.0.0.1:*")

  static let policyHeader = HTTPHeader("Content-Security-Policy")
  static let frameHeader = HTTPHeader("X-Frame-Options")

  static let headers: [HTTPHeader: String] = [
    policyHeader: policy, frameHeader: "DENY", .cacheControl: "no-store",
    HTTPHeader("X-Content-Type-Options"): "nosniff",
    HTTPHeader("Referrer-Policy"): "same-origin",
    HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
    HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
  ]
}
