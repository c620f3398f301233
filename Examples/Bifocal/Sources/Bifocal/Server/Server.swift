import FlyingFox
import Foundation
import GlucoseKit

/// The routes. A request is refused, or answered by a page, a file, or a redirection to a page.
struct Server: HTTPHandler {
  let people: People
  let guards: Guards

  enum Answer {
    case page(HTML, HTTPStatusCode = .ok, policy: String = Guards.policy)
    /// The address of another page, and a cookie that is kept.
    case redirect(String, cookie: String? = nil)
    case file(Data, type: String)
    /// A file that a person keeps, of which no more than a part is in memory.
    case export(String, type: String, write: (_ sink: (Data) throws -> Void) throws -> Void)
    case events(ByteStream)

    static var notFound: Answer { .page(Frame.message(.notFound), .notFound) }
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    // Also that of a request that is refused: what remained of it would be taken for the next one.
    let body = try await request.bodyData
    let isGzip = request.acceptsGzip
    if let refusal = guards.refusal(of: request) {
      return try response(.page(Frame.message(.notDone, refusal.phrase), refusal), isGzip)
    }
    do { return try response(try await answer(request, body), isGzip) } catch {
      Bifocal.write("\(request.method.rawValue) failed: \(error)", to: .standardError)
      return try response(
        .page(Frame.message(.notDone, "\(error)"), .internalServerError), isGzip)
    }
  }

  private func answer(_ request: HTTPRequest, _ body: Data) async throws -> Answer {
    let path = request.path.split(separator: "/").map(String.init)
    let isWrite = request.method == .POST
    if let file = Resources.file(at: request.path) { return file }
    if path == ["login"], isWrite {
      let token = Form(String(decoding: body, as: UTF8.self))["token"]
      return guards.cookie(for: token, request).map { .redirect("/", cookie: $0) }
        ?? .page(Frame.login(wrong: true), .unauthorized)
    }
    guard guards.knows(request) else { return .page(Frame.login(), .unauthorized) }
    switch path {
    case ["manifest.json"]: return .file(Resources.manifest, type: "application/manifest+json")
    case []: return .redirect(await people.all.first.map { "/p/\($0.id)/day" } ?? "/people")
    case ["people"]:
      let form = Form(String(decoding: body, as: UTF8.self))
      return try await PeoplePage.answer(people, adding: isWrite && form.has("name") ? form : nil)
    case ["events"] where !isWrite: return .events(await people.signals.listen())
    default: break
    }
    guard path.count >= 3, path[0] == "p", let person = await people[path[1]] else {
      return .notFound
    }
    let page = await PageContext(person, path: request.path, query: Form(request.target.query()))
    if isWrite {
      return path.count == 4 && path[2] == "do" ? try await page.perform(path[3], body) : .notFound
    }
    let rest = Array(path.dropFirst(3))
    switch path[2] {
    case "day": return try await DayPage.answer(page, rest)
    case "log": return .page(try await LogPage(page: page).html())
    case "month": return .page(try await page.monthPage())
    case "patterns": return .page(try await AdvicePage(page: page).html())
    case "data": return .page(try await DataPage(page: page).html())
    case "widget": return .page(try await page.widgetPage(), policy: Guards.framedPolicy)
    case "settings": return .page(await SettingsPage(page: page).html())
    case "export": return try await Exports.answer(page, rest.first ?? "")
    default: return .notFound
    }
  }

  private func response(_ answer: Answer, _ isGzip: Bool) throws -> HTTPResponse {
    var (status, headers, body) = (HTTPStatusCode.ok, HTTPHeaders(), HTTPBodySequence())
    func send(_ data: Data) {
      // A picture is compressed.
      let isSmall = data.count <= 1000 || headers[.contentType] == "image/png"
      let compressed = isGzip && !isSmall ? data.gzipped : nil
      headers[.contentEncoding] = compressed.map { _ in "gzip" }
      body = HTTPBodySequence(data: compressed ?? data)
    }
    for (name, value) in Guards.headers { headers[name] = value }
    switch answer {
    case .page(let html, let code, let policy):
      status = code
      headers[.contentType] = "text/html; charset=utf-8"
      headers[Guards.policyHeader] = policy
      if policy == Guards.framedPolicy { headers[Guards.frameHeader] = nil }
      send(Data(html.text.utf8))
    case .redirect(let path, let cookie):
      status = .seeOther
      (headers[.location], headers[.setCookie]) = (path, cookie)
    case .file(let data, let type):
      headers[.contentType] = type
      send(data)
    case .export(let name, let type, let write):
      headers[.contentType] = type
      headers[.contentDisposition] = "attachment; filename=\"\(name)\""
      headers[.contentEncoding] = isGzip ? "gzip" : nil
      body = try HTTPBodySequence(writing: write, isGzip: isGzip)
    case .events(let stream):
      headers[.contentType] = "text/event-stream"
      body = HTTPBodySequence(from: stream)
    }
    return HTTPResponse(statusCode: status, headers: headers, body: body)
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

/// The files of the page, which are part of the program.
enum Resources {
  static func file(at path: String) -> Server.Answer? {
    files[path].map { .file($0.bytes, type: $0.type) }
  }

  /// What a browser needs to install the pages as an app.
  static let manifest = Data(PackageResources.manifest_json)

  private static let files: [String: (bytes: Data, type: String)] = [
    "/page.js": (Data(PackageResources.page_js), "text/javascript; charset=utf-8"),
    "/page.css": (style, "text/css; charset=utf-8"),
    "/icon.svg": (Data(PackageResources.icon_svg), "image/svg+xml"),
    // The icon as pictures of Chromium: some phones install no page without.
    "/icon-192.png": (Data(PackageResources.icon_192_png), "image/png"),
    "/icon-512.png": (Data(PackageResources.icon_512_png), "image/png"),
  ]

  /// The colors of the pictures, in light and dark, before the style of the page.
  private static let style =
    Data(
      """
      :root { \(ChartPalette.arises.cssVariables) }
      @media screen and (prefers-color-scheme: dark) { :root { \(ChartPalette.dark.cssVariables) } }

      """.utf8) + Data(PackageResources.page_css)
}
