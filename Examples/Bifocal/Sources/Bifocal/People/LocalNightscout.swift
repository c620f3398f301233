// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A Nightscout server of a local address.
struct LocalNightscout: Sendable {
  let address: URL
  /// The time between two requests.
  var pause = Duration.seconds(30)

  /// Creates a source, or returns `nil` if the address is not of this machine or a private network.
  init?(_ text: String) {
    guard let address = URL(string: text), let host = address.host,
      ["http", "https"].contains(address.scheme)
    else { return nil }
    // Each label must be a number: "127.0.0.1.example.com" is a name.
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let parts = labels.compactMap { UInt8($0) }
    let isPrivate =
      labels.count == 4 && parts.count == 4
      && (parts[0] == 127 || parts[0] == 10 || (parts[0] == 192 && parts[1] == 168)
        || (parts[0] == 172 && (16...31).contains(parts[1])))
    guard isPrivate || host == "localhost" || host == "::1" || host.hasSuffix(".local") else {
      return nil
    }
    self.address = address
  }

  func run(_ person: Person) async {
    while !Task.isCancelled {
      let results = await [
        (
          "Nightscout",
          read("entries/sgv.json", person) { start in
            ["find[date][$gt]": String(Int(start.timeIntervalSince1970 * 1000))]
          }
        ),
        (
          "Nightscout treatments",
          read("treatments.json", person) { start in
            ["find[created_at][$gt]": start.formatted(.iso8601)]
          }
        ),
      ]
      for (name, state) in results { await person.sources.set(name, state) }
      try? await Task.sleep(for: pause)
    }
  }

  /// Reads the documents since the last reading of this source, and returns what became of them.
  /// What arrives up to a day late is read, too; what is known is dropped by the logbook.
  private func read(
    _ path: String, _ person: Person, _ query: (Date) -> [String: String]
  ) async -> String {
    do {
      let source = try person.log.sources().first { $0.source == "Nightscout" }
      let newest = min(source?.timeRange?.upperBound ?? .distantFuture, person.clock.now)
      let days = source == nil ? 14.0 : 1
      let bytes = try await fetch(path, query(newest.addingTimeInterval(-days * 86_400)))
      // An empty list is no error.
      if bytes.filter({ ![32, 10, 13, 9].contains($0) }) == Array("[]".utf8) { return "+0" }
      let file = try GlucoseFile(reading: bytes, options: ReadOptions(zone: nil))
      let added = try await Intake.take(
        file.people, from: "Nightscout", into: person, isUndoable: false)
      let rejected = file.report.rejectedCount
      return "+\(added)" + (rejected == 0 ? "" : ", \(rejected) rejected")
    } catch {
      // The description of an error of the network alone is short enough.
      return (error as? URLError)?.localizedDescription ?? "\(error)"
    }
  }

  private func fetch(_ path: String, _ query: [String: String]) async throws -> [UInt8] {
    let url = address.appending(path: "api/v1/" + path).appending(
      queryItems: [URLQueryItem(name: "count", value: "50000")]
        + query.map { URLQueryItem(name: $0.key, value: $0.value) })
    var request = URLRequest(url: url)
    request.timeoutInterval = 20
    // A hash of the secret, as Nightscout's clients send it; never in the address.
    if let secret = ProcessInfo.processInfo.environment["NIGHTSCOUT_API_SECRET_SHA1"] {
      request.setValue(secret, forHTTPHeaderField: "api-secret")
    }
    let (data, response) = try await Self.session.data(for: request)
    guard let status = (response as? HTTPURLResponse)?.statusCode, status == 200 else {
      throw Failure(status: (response as? HTTPURLResponse)?.statusCode ?? 0)
    }
    return [UInt8](data)
  }

  private struct Failure: Error, CustomStringConvertible {
    let status: Int
    var description: String { "The server answered \(status)." }
  }

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
