import FlyingFox
import FlyingSocks
import Foundation
import GlucoseKit

/// A day, a form, and an alarm in a browser of this machine.
///
///     OnePage [LOGBOOK]     // without one, a virtual person
@main
struct OnePage: HTTPHandler {
  private static let port: UInt16 = 8090
  let diary: Diary

  static func main() async throws {
    let path = CommandLine.arguments.dropFirst().first
    guard path?.hasPrefix("-") != true, CommandLine.arguments.count < 3 else {
      FileHandle.standardError.write(Data("USAGE: OnePage [LOGBOOK]\n".utf8))
      exit(64)
    }
    let diary = try Diary(at: path)
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), handler: OnePage(diary: diary))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask { try await diary.forecast() }
      if path == nil { group.addTask { try await diary.simulate() } }
      try await server.waitUntilListening()
      FileHandle.standardOutput.write(Data("http://127.0.0.1:\(port)/\n".utf8))
      // The first error ends all.
      while try await group.next() != nil {}
    }
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    // A page of another site can send forms here, and have its own name resolve to this machine.
    let host = request.headers[.host] ?? ""
    guard ["127.0.0.1:\(Self.port)", "localhost:\(Self.port)"].contains(host) else {
      return HTTPResponse(statusCode: .misdirectedRequest)
    }
    if request.method == .POST,
      request.headers[HTTPHeader("Origin")] != "http://" + host
        || Int(request.headers[.contentLength] ?? "") ?? .max > 4096
    {
      return HTTPResponse(statusCode: .forbidden)
    }
    switch (request.method, request.path) {
    case (.GET, "/"): return page(Page.whole())
    case (.GET, "/day"):
      let display = try await diary.display()
      return page(Page.day(display, alarms: await diary.alarms(of: display.snapshot)))
    case (.POST, "/meals"):
      let form = fields(try await request.bodyData)
      let (name, carbs) = (form["name"] ?? "", form["carbs"] ?? "")
      let errors = try await diary.addMeal(name: name, carbs: carbs)
      guard errors.isEmpty else {
        return page(Page.whole(name: name, carbs: carbs, errors: errors))
      }
      return redirect("/")
    case (.POST, "/acknowledge"):
      try await diary.acknowledgeAlarms()
      return redirect("/day")
    default: return HTTPResponse(statusCode: .notFound)
    }
  }

  private func page(_ text: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: HTTPHeaders([
        .contentType: "text/html; charset=utf-8",
        // No script, and nothing of another server.
        HTTPHeader("Content-Security-Policy"): "default-src 'none'; style-src 'unsafe-inline'; "
          + "frame-src 'self'; form-action 'self'; frame-ancestors 'self'",
      ]),
      body: Data(text.utf8))
  }

  private func redirect(_ path: String) -> HTTPResponse {
    HTTPResponse(statusCode: .seeOther, headers: HTTPHeaders([.location: path]))
  }

  /// The fields of a form, as a browser sends them.
  private func fields(_ body: Data) -> [String: String] {
    let query = String(decoding: body, as: UTF8.self).replacing("+", with: "%20")
    let items = URLComponents(string: "?" + query)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { _, last in last }
  }
}
