import FlyingFox
import FlyingSocks
import Foundation

/// Accepts the connections and passes on the requests whose heads are complete, small, and in time.
///
/// FlyingFox limits neither the size of a head nor the time in which one arrives, and ends when no
/// file descriptor is left for a connection. The server itself listens on a socket in a folder that
/// only its owner reads.
actor ConnectionGuard {
  /// The most connections; beyond it, the one that has been quiet for the longest is closed.
  private static let connectionLimit = 128
  private static let headLimit = 16 * 1024
  private static let headTime = Duration.seconds(10)
  private static let bodyTime = Duration.seconds(60)

  private let server: sockaddr_un
  private let pool: any AsyncSocketPool = HTTPServer.defaultPool()
  /// The connections, each with when a request was complete or a part of a response was sent.
  private var open: [UUID: (task: Task<Void, Never>, used: ContinuousClock.Instant)] = [:]
  /// The number of connections that are open or being closed, each with two file descriptors.
  private var relayCount = 0

  init(server: sockaddr_un) { self.server = server }

  /// Accepts connections at `address` after `whenListening`, until the task is canceled.
  func run<Address: SocketAddress>(
    at address: Address, whenListening: @Sendable () -> Void
  ) async throws {
    try await pool.prepare()
    let socket = try Socket(domain: Int32(Address.family))
    defer { try? socket.close() }
    try socket.setValue(true, for: .localAddressReuse)
    try socket.bind(to: address)
    try socket.listen()
    let listener = try AsyncSocket(socket: socket, pool: pool)
    whenListening()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [pool] in try await pool.run() }
      group.addTask { await self.accept(from: listener) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func accept(from listener: AsyncSocket) async {
    while !Task.isCancelled {
      // Without a file descriptor for its own connections, the server would end.
      guard relayCount < 2 * Self.connectionLimit else {
        try? await Task.sleep(for: .milliseconds(20))
        continue
      }
      do { add(try await listener.accept()) } catch {
        closeQuietest()
        try? await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  private func add(_ client: AsyncSocket) {
    if open.count >= Self.connectionLimit { closeQuietest() }
    relayCount += 1
    let id = UUID()
    let task = Task {
      await relay(client, id)
      open[id] = nil
      relayCount -= 1
    }
    open[id] = (task, .now)
  }

  private func closeQuietest() {
    guard let id = open.min(by: { $0.value.used < $1.value.used })?.key else { return }
    open.removeValue(forKey: id)?.task.cancel()
  }

  private func use(_ id: UUID) { open[id]?.used = .now }

  // MARK: A connection

  private nonisolated func relay(_ client: AsyncSocket, _ id: UUID) async {
    defer { try? client.close() }
    do {
      let server = try await AsyncSocket.connected(to: self.server, pool: pool)
      defer { try? server.close() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.passRequests(from: client, to: server, id) }
        group.addTask { try await self.passResponses(from: server, to: client, id) }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch let refusal as RequestHead.Refusal {
      try? await client.write(refusal.response)
    } catch {}
    // What the client still sends would reset the connection before it has read the response.
    shutdown(client.socket.file.rawValue, Int32(SHUT_WR))
    _ = try? await Self.within(.seconds(1)) {
      while try await !client.read(atMost: 4096).isEmpty {}
    }
  }

  private nonisolated func passResponses(
    from server: AsyncSocket, to client: AsyncSocket, _ id: UUID
  ) async throws {
    do {
      while true {
        try await client.write(Data(try await server.read(atMost: 4096)))
        await use(id)
      }
    } catch SocketError.disconnected {}
  }

  private nonisolated func passRequests(
    from client: AsyncSocket, to server: AsyncSocket, _ id: UUID
  ) async throws {
    var received: [UInt8] = []
    var isFirst = true
    do {
      while true {
        // Between two requests a connection may rest.
        if received.isEmpty, !isFirst { received = try await client.read(atMost: 4096) }
        isFirst = false
        let (head, rest) = try await Self.within(Self.headTime) { [received] in
          try await Self.head(received, from: client)
        }
        await use(id)
        try await server.write(Data(head.bytes))
        received = try await Self.within(Self.bodyTime) {
          var left = head.contentLength - min(rest.count, head.contentLength)
          try await server.write(Data(rest.prefix(head.contentLength)))
          while left > 0 {
            let part = try await client.read(atMost: min(left, 4096))
            try await server.write(Data(part))
            left -= part.count
          }
          return Array(rest.dropFirst(head.contentLength))
        }
      }
    } catch SocketError.disconnected {
      // A client that sends nothing more may still read.
      shutdown(server.socket.file.rawValue, Int32(SHUT_WR))
      try await Task.sleep(for: Self.bodyTime)
    }
  }

  /// Reads the rest of a head, and returns it with what follows it.
  private static func head(
    _ received: [UInt8], from client: AsyncSocket
  ) async throws -> (RequestHead, [UInt8]) {
    var received = received
    while true {
      if let end = RequestHead.end(in: received), end <= headLimit {
        return (try RequestHead(received[..<end]), Array(received[end...]))
      }
      guard received.count <= headLimit else { throw RequestHead.Refusal.tooLarge }
      received += try await client.read(atMost: 4096)
    }
  }

  private static func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await Task.sleep(for: limit)
        throw RequestHead.Refusal.tooSlow
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}
