import Dispatch
import FlyingFox
import FlyingSocks
import Foundation
import GlucoseKit

@main
struct Bifocal {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == [FileReader.argument] {
      do { return try FileReader.answer() } catch { exit(1) }
    }
    if arguments.contains("--help") || arguments.contains("-h") { return print(Options.help) }
    do { try await serve(Options(arguments)) } catch {
      write("\(error)", to: .standardError)
      exit(1)
    }
  }

  /// Writes a line at once, also where the output is a pipe.
  static func write(_ line: String, to file: FileHandle) {
    try? file.write(contentsOf: Data((line + "\n").utf8))
  }

  private static func serve(_ options: Options) async throws {
    // What the program creates, SQLite's files beside a logbook too, is its user's alone.
    umask(0o077)
    // A process that has ended does not end the one that writes to it.
    signal(SIGPIPE, SIG_IGN)
    try TemporaryFolder.create()
    // A program that is killed leaves the folder.
    let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        TemporaryFolder.remove()
        exit(0)
      }
      source.resume()
      return source
    }
    defer {
      for source in signals { source.cancel() }
      TemporaryFolder.remove()
    }
    let people = try await open(options)
    let isIP6 = options.address.contains(":")
    let host = isIP6 ? "[\(options.address)]" : options.address
    let isLocal = Guards.loopback.contains(host)
    let token = try Options.token()
    let guards = Guards(port: options.port, names: [host], proxy: options.proxy, token: token)
    let name = options.address == "localhost" ? "127.0.0.1" : options.address
    let address: any SocketAddress
    do {
      address =
        isIP6
        ? try sockaddr_in6.inet6(ip6: name, port: options.port)
        : try sockaddr_in.inet(ip4: name, port: options.port)
    } catch {
      throw Options.Misuse(
        reason: "--address takes an IPv4 or IPv6 address, such as 192.168.1.20, or localhost.")
    }
    // The server behind the guard has an address that only this user can open.
    let inner = sockaddr_un.unix(path: TemporaryFolder.url.appending(path: "socket").path)
    var configuration = HTTPServer.Configuration(address: inner, timeout: 300)
    // Larger bodies are read by the server itself, within its limits.
    configuration.sharedRequestReplaySize = configuration.sharedRequestBufferSize
    configuration.logger = .disabled
    let server = HTTPServer(config: configuration, handler: Server(people: people, guards: guards))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask {
        try await server.waitUntilListening()
        try await ConnectionGuard(server: inner).run(at: address) {
          let origin = options.proxy ?? "http://\(host):\(options.port)"
          write("\(origin)/#\(token)", to: .standardOutput)
          guard !isLocal else { return }
          write(
            "Whoever has the token after the # can read and change everything, "
              + "and the connection is not encrypted.", to: .standardOutput)
        }
      }
      // The first error ends both.
      while try await group.next() != nil {}
    }
  }

  private static func open(_ options: Options) async throws -> People {
    let people = People(folder: options.folder, speed: options.speed)
    if let logbook = options.logbook {
      try await people.open(logbook)
    } else if let folder = options.folder {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try await people.openAll()
    } else {
      // Faster time leaves the present, so that its readings are not kept.
      let folder = options.speed == 1 ? try Options.dataFolder() : TemporaryFolder.url.path
      try await people.openDemo(in: folder)
    }
    if let path = options.watched {
      await people.follow { await WatchedFolder(path: path).run($0) }
    }
    if let nightscout = options.nightscout { await people.follow { await nightscout.run($0) } }
    return people
  }
}
