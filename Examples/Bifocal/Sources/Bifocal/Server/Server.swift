import CZlib
import FlyingFox
import Foundation
import GlucoseKit

/// The routes. A request is refused, or answered by a page, a file, or a redirection to a page.
struct Server: HTTPHandler {
  let people: People
  let guards: Guards

  /// What a route returns.
  enum Answer {
    /// A page, which other pages of this machine may frame if it is a widget.
    case page(HTML, HTTPStatusCode = .ok, isWidget: Bool = false)
    case redirect(String)
    case file(Data, type: String, name: String?)
    case response(HTTPResponse)
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await self.response(to: request)
    // Events have no length, and a picture is compressed.
    guard request.acceptsGzip, response.headers[.contentType] != "image/png",
      case .httpBody(let body) = response.payload, let length = body.count, length > 1000,
      let bytes = try await response.bodyData.gzipped
    else { return response }
    var headers = response.headers
    headers[.contentEncoding] = "gzip"
    return HTTPResponse(statusCode: response.statusCode, headers: headers, body: bytes)
  }

  private func response(to request: HTTPRequest) async throws -> HTTPResponse {
    // Also that of a request that is refused: what remained of it would be taken for the next one.
    let body = try await request.bodyData
    if let refusal = guards.refusal(of: request) {
      return response(to: .page(Frame.message(Word.notDone, refusal.phrase), refusal))
    }
    do { return response(to: try await answer(request, body)) } catch {
      Bifocal.write("\(request.method.rawValue) failed: \(error)", to: .standardError)
      return response(to: .page(Frame.message(Word.notDone, "\(error)"), .internalServerError))
    }
  }

  private func answer(_ request: HTTPRequest, _ body: Data) async throws -> Answer {
    let path = request.path.split(separator: "/").map(String.init)
    if let file = Resources.file(at: request.path) { return file }
    if path == ["login"], request.method == .POST {
      return login(request, Form(String(decoding: body, as: UTF8.self)))
    }
    guard guards.knows(request) else { return .page(Frame.login(), .unauthorized) }
    if request.path == Resources.manifestPath { return Resources.manifest }
    if path.isEmpty {
      guard let first = await people.all.first else { return .redirect("/people") }
      return .redirect("/p/\(first.id)/day")
    }
    if path == ["people"] {
      let form = Form(String(decoding: body, as: UTF8.self))
      return try await PeoplePage.answer(
        people, adding: request.method == .POST && form.has("name") ? form : nil)
    }
    if path == ["events"], request.method == .GET {
      return .response(
        HTTPResponse(
          statusCode: .ok, headers: [.contentType: "text/event-stream"],
          body: HTTPBodySequence(from: await EventStream(of: people))))
    }
    guard path.count >= 3, path[0] == "p", let person = await people[path[1]] else {
      return .page(Frame.message(Word.notFound), .notFound)
    }
    let page = await PageContext(person, path: request.path, query: Form(request.target.query()))
    if request.method == .POST {
      guard path.count == 4, path[2] == "do" else {
        return .page(Frame.message(Word.notFound), .notFound)
      }
      return try await Actions(page: page).perform(path[3], request, body)
    }
    let rest = Array(path.dropFirst(3))
    switch path[2] {
    case "day": return try await DayPage.answer(page, rest)
    case "log": return .page(try await LogPage(page: page).html)
    case "month": return .page(try await MonthPage(page: page).html)
    case "patterns": return .page(try await AdvicePage(page: page).html)
    case "data": return .page(try await DataPage(page: page).html)
    case "widget": return .page(try await WidgetPage(page: page).html, isWidget: true)
    case "settings": return .page(await SettingsPage(page: page).html)
    case "export": return try await Exports.answer(page, rest.first ?? "")
    default: return .page(Frame.message(Word.notFound), .notFound)
    }
  }

  private func login(_ request: HTTPRequest, _ form: Form) -> Answer {
    guard let cookie = guards.cookie(for: form["token"], request) else {
      return .page(Frame.login(wrong: true), .unauthorized)
    }
    return .response(
      HTTPResponse(
        statusCode: .seeOther, headers: HTTPHeaders([.location: "/", .setCookie: cookie])))
  }

  private func response(to answer: Answer) -> HTTPResponse {
    var response: HTTPResponse
    var headers = Guards.headers
    switch answer {
    case .page(let html, let status, let isWidget):
      response = HTTPResponse(
        statusCode: status, headers: [.contentType: "text/html; charset=utf-8"],
        body: Data(html.text.utf8))
      if isWidget { headers = Guards.framedHeaders }
    case .redirect(let path):
      response = HTTPResponse(statusCode: .seeOther, headers: HTTPHeaders([.location: path]))
    case .file(let data, let type, let name):
      response = HTTPResponse(statusCode: .ok, headers: [.contentType: type], body: data)
      if let name { response.headers[.contentDisposition] = "attachment; filename=\"\(name)\"" }
    case .response(let made): response = made
    }
    for (name, value) in headers where response.headers[name] == nil {
      response.headers[name] = value
    }
    return response
  }
}

extension HTTPRequest {
  fileprivate var acceptsGzip: Bool {
    (headers[HTTPHeader("Accept-Encoding")] ?? "").split(separator: ",").contains { coding in
      let parts = coding.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      return parts.first == "gzip" && Double(parts.last?.dropFirst(2) ?? "") != 0
    }
  }
}

extension Data {
  /// The bytes as a gzip file (RFC 1952), or `nil` if there are more than 4 GB.
  fileprivate var gzipped: Data? {
    var stream = unsafe z_stream()
    // The largest window, and 16 for the head of a gzip file.
    let (window, size) = (Int32(15 + 16), Int32(unsafe MemoryLayout<z_stream>.size))
    guard let length = UInt32(exactly: count),
      unsafe deflateInit2_(
        &stream, Z_BEST_SPEED, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        == Z_OK
    else { return nil }
    defer { unsafe deflateEnd(&stream) }
    var (input, output) = (self, Data(count: Int(unsafe deflateBound(&stream, UInt(count)))))
    guard let space = UInt32(exactly: output.count) else { return nil }
    let result = unsafe input.withUnsafeMutableBytes { input in
      unsafe output.withUnsafeMutableBytes { output in
        unsafe stream.next_in = input.bindMemory(to: UInt8.self).baseAddress
        unsafe stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
        unsafe (stream.avail_in, stream.avail_out) = (length, space)
        return unsafe deflate(&stream, Z_FINISH)
      }
    }
    return result == Z_STREAM_END ? output.prefix(Int(unsafe stream.total_out)) : nil
  }
}

/// The files of the page, which are part of the program.
enum Resources {
  static func file(at path: String) -> Server.Answer? {
    switch path {
    case "/page.js":
      .file(Data(PackageResources.page_js), type: "text/javascript; charset=utf-8", name: nil)
    case "/page.css": .file(style, type: "text/css; charset=utf-8", name: nil)
    // The icon as pictures of Chromium: some phones install no page without.
    case "/icon-192.png":
      .file(Data(PackageResources.icon_192_png), type: "image/png", name: nil)
    case "/icon-512.png":
      .file(Data(PackageResources.icon_512_png), type: "image/png", name: nil)
    case "/icon.svg": .file(icon, type: "image/svg+xml", name: nil)
    default: nil
    }
  }

  static let manifestPath = "/manifest.json"

  /// What a browser needs to install the pages as an app.
  static let manifest = Server.Answer.file(
    Data(
      """
      {"name": "Bifocal", "id": "/", "start_url": "/", "display": "standalone", \
      "theme_color": "#ffffff", "background_color": "#f3f5f8", "icons": [\
      {"src": "/icon-192.png", "type": "image/png", "sizes": "192x192"}, \
      {"src": "/icon-512.png", "type": "image/png", "sizes": "512x512"}, \
      {"src": "/icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"}, \
      {"src": "/icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "maskable"}]}
      """.utf8), type: "application/manifest+json", name: nil)

  /// The colors of the pictures, in light and dark, before the style of the page.
  private static let style =
    Data(
      """
      :root { \(ChartPalette.arises.cssVariables) }
      @media (prefers-color-scheme: dark) { :root { \(ChartPalette.dark.cssVariables) } }

      """.utf8) + Data(PackageResources.page_css)

  private static let icon = Data(
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" \
    fill="#15406e"/><path d="M4 20 L11 20 L15 9 L20 24 L23 17 L28 17" fill="none" stroke="#fff" \
    stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"/></svg>
    """.utf8)
}
