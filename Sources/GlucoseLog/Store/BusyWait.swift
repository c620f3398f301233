// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import GRDB
  internal import GlucoseMath

  /// The time for which calls wait for other connections to the same file.
  ///
  /// Opening takes several steps and several connections, all of which share one deadline. Once the
  /// file is open, each call waits for its own time.
  final class BusyWait: Sendable {
    private let timeout: Duration
    private let deadline = Lock<ContinuousClock.Instant?>(nil)

    init(_ timeout: Duration) { self.timeout = timeout }

    /// Runs the steps of opening, which together wait for no longer than the timeout.
    func opening<T>(_ body: () throws -> T) rethrows -> T {
      deadline.withLock { $0 = .now.advanced(by: timeout) }
      defer { deadline.withLock { $0 = nil } }
      return try body()
    }

    /// Repeats `body` for as long as other connections are in its way and there is time.
    ///
    /// SQLite waits by itself for a lock, but not where it changes a file's journal mode.
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

    /// Sleeps for a while, and returns whether it is worth to try again.
    ///
    /// - Parameter tries: How often this wait was tried already.
    func sleep(afterTries tries: Int) -> Bool {
      let pause = Self.pauses[min(tries, Self.pauses.count - 1)]
      let slept =
        Self.pauses.prefix(tries).reduce(0, +)
        + max(0, tries - Self.pauses.count) * Self.longestPause
      var left = timeout - .milliseconds(slept)
      if let deadline = deadline.withLock(\.self) { left = deadline - .now }
      guard left > .zero else { return false }
      Thread.sleep(forTimeInterval: min(Duration.milliseconds(pause), left).inSeconds)
      return true
    }

    /// Milliseconds, as SQLite's own timeout sleeps.
    private static let pauses = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, longestPause]
    private static let longestPause = 100
  }
#endif
