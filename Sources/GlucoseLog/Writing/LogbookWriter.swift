// SPDX-License-Identifier: Apache-2.0

#if Logbook
  /// What can be written to: a ``Logbook``, where every call is a transaction of its own, or a
  /// ``LogbookTransaction``, where all calls are one.
  ///
  /// Every call blocks the caller's thread until it is done. ``Logbook/asyncWrite(_:)`` does not.
  public protocol LogbookWriter {
    /// Runs `body` and keeps all that it wrote, or nothing if it throws.
    func write<T>(_ body: (LogbookTransaction) throws -> T) throws -> T
  }

  extension LogbookWriter {
    /// Runs `body`, whose errors are those of the logbook only.
    ///
    /// - Parameter removes: Whether `body` removes something, and is to work on a full disk.
    func perform<T>(
      removes: Bool = false, _ body: (LogbookTransaction) throws -> T
    ) throws(LogbookError) -> T {
      do {
        if removes, let log = self as? Logbook { return try log.writeFreeing(body) }
        return try write(body)
      } catch {
        throw LogbookError(error, at: "")
      }
    }
  }
#endif
