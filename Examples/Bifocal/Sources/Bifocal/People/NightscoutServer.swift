import Foundation
import GlucoseKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A Nightscout server: of any address with HTTPS, whose certificate the system checks, or of a local one.
struct NightscoutServer: Sendable {
  let address: URL
  var pause = Duration.seconds(30)

  /// Creates a source, or returns `nil` if the address is neither with HTTPS nor of this machine or a
  /// private network, or contains a user, a query, or a fragment, which a list of processes would show.
  init?(_ text: String) {
    guard let address = URL(string: text), let host = address.host, !host.isEmpty,
      ["http", "https"].contains(address.scheme), address.user == nil, address.query == nil,
      address.fragment == nil
    else { return nil }
    self.address = address
    if address.scheme == "https" { return }
    // Each label must be a number: "127.0.0.1.example.com" is a name.
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let parts = labels.compactMap { label in UInt8(label).flatMap { "\($0)" == label ? $0 : nil } }
    let isPrivate =
      labels.count == 4 && parts.count == 4
      && (parts[0] == 127 || parts[0] == 10 || (parts[0] == 192 && parts[1] == 168)
        || (parts[0] == 172 && (16...31).contains(parts[1])))
    guard isPrivate || host == "localhost" || host == "::1" || host.hasSuffix(".local") else {
      return nil
    }
  }

  func run(_ person: Person) async {
    var entries: Date?
    var treatments: Date?
    while !Task.isCancelled {
      let readings = await read("entries/sgv.json", person, since: &entries) { start in
        ("find[date][$gt]", String(Int(start.timeIntervalSince1970 * 1000)))
      }
      await person.sources.set("Nightscout", readings)
      let events = await read("treatments.json", person, since: &treatments) { start in
        ("find[created_at][$gt]", start.formatted(.iso8601))
      }
      await person.sources.set("Nightscout treatments", events)
      try? await Task.sleep(for: pause)
    }
  }

  /// Reads the documents of a path, and returns what became of them.
  ///
  /// The first time, the documents of two weeks are read; then those since a day before the last
  /// time that succeeded, because documents may arrive late. What is known is dropped by the logbook.
  private func read(
    _ path: String, _ person: Person, since last: inout Date?, _ query: (Date) -> (String, String)
  ) async -> String {
    do {
      let now = person.clock.now
      let start = last?.addingTimeInterval(-86_400) ?? now.addingTimeInterval(-14 * 86_400)
      let bytes = try await fetch(path, query(start))
      // An empty list is no error.
      if bytes.filter({ ![32, 10, 13, 9].contains($0) }) == Data("[]".utf8) {
        last = now
        return "+0"
      }
      var reader = FileReader("", name: "Nightscout", await person.preferences.value, at: now)
      reader.zone = nil
      let account = try await reader.account(of: bytes)
      if let error = account.error { return error }
      let added = try await person.take(account.people, isUndoable: false)
      last = now
      let rejected = account.parts.compactMap(\.rows.last).reduce(0, +)
      return "+\(added)" + (rejected == 0 ? "" : ", \(rejected) rejected")
    } catch {
      // The description of an error of the network alone is short enough.
      return (error as? URLError)?.localizedDescription ?? "\(error)"
    }
  }

  private func fetch(_ path: String, _ query: (String, String)) async throws -> Data {
    let token = Self.environment["NIGHTSCOUT_TOKEN"].map { ("token", $0) }
    let queries = [("count", "50000"), query, token].compactMap(\.self)
    var request = URLRequest(
      url: address.appending(path: "api/v1/" + path).appending(
        queryItems: queries.map { URLQueryItem(name: $0.0, value: $0.1) }))
    request.timeoutInterval = 20
    // A hash of the secret, as Nightscout's clients send it.
    if let secret = Self.environment["NIGHTSCOUT_API_SECRET_SHA1"] {
      request.setValue(secret, forHTTPHeaderField: "api-secret")
    }
    let (data, response) = try await Self.session.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else {
      throw Options.Misuse(reason: "The server answered \(status).")
    }
    return data
  }

  /// The environment has the token of a role that may only read, or the secret: no list of processes shows
  /// them.
  private static let environment = ProcessInfo.processInfo.environment

  /// A session that follows no redirection, which could lead to another network.
  private static let session = URLSession(
    configuration: .ephemeral, delegate: Stay(), delegateQueue: nil)

  private final class Stay: NSObject, URLSessionTaskDelegate {
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
  }
}
