// SPDX-License-Identifier: Apache-2.0

#if Logbook
  /// What can be written to: a ``Logbook``, where every call is a transaction of its own, or a
  /// ``LogbookBatch``, where all calls are one.
  public protocol LogbookWriter {
    /// Runs `body` and keeps all that it wrote, or nothing if it throws.
    func write<T>(_ body: (LogbookBatch) throws -> T) throws -> T
  }

  extension LogbookWriter {
    /// Runs `body`, whose errors are those of the logbook only.
    func perform<T>(_ body: (LogbookBatch) throws -> T) throws(LogbookError) -> T {
      do { return try write(body) } catch { throw LogbookError(error, at: "") }
    }
  }
#endif
