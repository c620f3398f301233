import Foundation

/// A browser of the system that prints pages without a window.
struct PagePrinter {
  private let program: URL

  private static let names = [
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge",
  ]
  private static let applications = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ]

  /// Finds the browser: the one that the variable CHROMIUM names, otherwise the first on the PATH.
  init() throws {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let named = environment["CHROMIUM"].map { [$0] } ?? Self.names
    let places =
      named.flatMap { name in name.contains("/") ? [name] : folders.map { $0 + "/" + name } }
      + (environment["CHROMIUM"] == nil ? Self.applications : [])
    guard let found = places.first(where: FileManager.default.isExecutableFile) else {
      throw CommandFailure(
        .unavailable,
        "a PDF needs Chromium or Google Chrome, and none is on the PATH: install it (on Debian "
          + "and Ubuntu: apt-get install chromium), name it in the variable CHROMIUM, or write "
          + "the page with --html and print it from a browser.")
    }
    program = URL(filePath: found)
  }

  func pdf(of html: String) throws -> Data {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "glucose-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (page, document) = (folder.appending(path: "page.html"), folder.appending(path: "page.pdf"))
    // The browser's sandbox does not work for root. The page fetches nothing and runs its own script.
    let sandbox = geteuid() == 0 ? ["--no-sandbox"] : []
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(html.utf8).write(to: page)
      try run(
        [
          "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
          "--disable-extensions", "--disable-background-networking", "--no-pdf-header-footer",
          "--user-data-dir=\(folder.appending(path: "profile").path)",
          "--print-to-pdf=\(document.path)", page.absoluteString,
        ] + sandbox)
      return try Data(contentsOf: document)
    } catch let failure as CommandFailure { throw failure } catch {
      throw CommandFailure(.unavailable, "\(program.path) printed nothing: \(reason(error))")
    }
  }

  private func run(_ arguments: [String]) throws {
    #if os(macOS) || os(Linux)
      let process = Process()
      process.executableURL = program
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      let end = Date(timeIntervalSinceNow: 120)
      while process.isRunning, Date() < end { Thread.sleep(forTimeInterval: 0.05) }
      guard !process.isRunning else {
        process.terminate()
        throw CommandFailure(.unavailable, "\(program.path) did not print the page within 120 s.")
      }
    #else
      throw CommandFailure(.unavailable, "this system cannot run \(program.path).")
    #endif
  }
}
