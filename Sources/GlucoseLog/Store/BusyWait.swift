#if Logbook
  internal import Foundation
  internal import GRDB
  internal import GlucoseMath

  /// The waiting of calls for other connections to the same file.
  ///
  /// Opening takes several steps and several connections, which share one deadline. Once the file
  /// is open, each call has its own timeout.
  final class BusyWait: Sendable {
    private let timeout: Duration
    private let deadline = Lock<ContinuousClock.Instant?>(nil)

    init(_ timeout: Duration) { self.timeout = timeout }

    /// Runs the steps of opening, which share one timeout.
    func opening<T>(_ body: () throws -> T) rethrows -> T {
      deadline.withLock { $0 = .now.advanced(by: timeout) }
      defer { deadline.withLock { $0 = nil } }
      return try body()
    }

    /// Repeats `body` while other connections lock the file, until the deadline.
    ///
    /// SQLite waits for a lock by itself, except when it changes the journal mode of a file.
    func retrying<T>(_ body: () throws -> T) throws -> T {
      while true {
        do {
          return try body()
        } catch let error as DatabaseError
          where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
        {
          guard let deadline = deadline.withLock(\.self), .now < deadline else { throw error }
          Thread.sleep(forTimeInterval: 0.01)
        }
      }
    }

    func sleep(afterTries tries: Int) -> Bool {
      // With the longer pauses of SQLite, a process among others that write without a pause rarely
      // finds the file unlocked.
      let pause = Self.pauses[min(tries, Self.pauses.count - 1)]
      let slept =
        Self.pauses.prefix(tries).reduce(0, +) + max(0, tries - Self.pauses.count)
        * Self.longestPause
      var left = timeout - .milliseconds(slept)
      if let deadline = deadline.withLock(\.self) { left = deadline - .now }
      guard left > .zero else { return false }
      Thread.sleep(forTimeInterval: min(Duration.milliseconds(pause), left).inSeconds)
      return true
    }

    private static let pauses = [1, 1, 2, 2, longestPause]
    private static let longestPause = 5
  }
#endif
