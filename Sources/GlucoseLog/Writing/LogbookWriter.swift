#if Logbook
  /// A target of writes: a ``Logbook``, where each call is a transaction, or a
  /// ``LogbookTransaction``, where all calls are one transaction.
  ///
  /// Only these two types conform; the calls need their state.
  ///
  /// Every call blocks the caller's thread until it ends, except ``Logbook/asyncWrite(_:)``.
  public protocol LogbookWriter {
    func write<T>(_ body: (LogbookTransaction) throws -> T) throws -> T
  }

  extension LogbookWriter {
    /// Runs `body`, which throws only errors of the logbook, and works on a full disk if it `removes`
    /// data.
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
