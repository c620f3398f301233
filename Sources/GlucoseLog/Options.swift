#if Logbook
  internal import GlucoseMath

  extension Logbook {
    /// Options for opening and writing a logbook.
    public struct Options: Equatable, Sendable {
      /// A Boolean value that indicates whether a completed write survives a power loss, not only the
      /// end of the process, provided that the drive has stored the data that it reports as written.
      /// (default: `true`)
      ///
      /// On Apple platforms, each write then flushes the cache of the drive (`F_FULLFSYNC`). With
      /// `false`, many small writes are faster, and a power loss may discard the last of them, each as a
      /// whole.
      public var survivesPowerLoss: Bool
      /// The time for which opening, a write, or a read waits for other connections to the file
      /// before it throws ``LogbookError/Reason/busy``.
      public var busyTimeout: Duration
      /// A Boolean value that indicates whether the whole file is checked for damage when it is
      /// opened.
      public var checksOnOpening: Bool
      /// A Boolean value that indicates whether the logbook is read-only.
      ///
      /// The file must exist. It is neither migrated nor changed, so it opens on a full disk and in
      /// a folder without write permission; calls that write throw
      /// ``LogbookError/Reason/readOnly``.
      public var isReadOnly: Bool
      /// A Boolean value that indicates whether a file opens that is shorter than it was, for recovery.
      var acceptsDamage = false
      /// The maximum number of undo steps. With 0, a transaction that makes a change also clears
      /// the undo steps of other connections, since they no longer apply.
      public var undoLimit: Int
      /// The maximum size of the file in bytes, rounded to pages of 4 KiB, or `nil` for no limit.
      /// Writes beyond it throw ``LogbookError/Reason/full``. A file that is already larger keeps
      /// its size.
      public var maximumSize: Int?
      /// The minimum time between two readings of one sensor.
      ///
      /// A reading that follows another of its sensor sooner (`<`) is a repetition of it: it is
      /// stored, and is in no series. An exclusion applies to a reading and its repetitions. The
      /// series therefore has no duplicates if a sensor sends a reading again with a time a second
      /// off, or fills a gap with times that jitter. With `.zero`, no reading is a repetition.
      public var minimumInterval: Duration
      /// The seconds before a range from which a chain of repetitions is followed into it.
      package var chainReach: Double { 10 * minimumInterval.inSeconds }
      /// The time between two checks for writes by other logbooks to the file, while a change
      /// stream is open, or `nil` for no checks.
      public var pollingInterval: Duration?

      /// Creates options for a logbook.
      ///
      /// - Precondition: `undoLimit`, `busyTimeout`, and `minimumInterval` must not be negative;
      ///   `maximumSize` and `pollingInterval` must be positive.
      public init(
        survivesPowerLoss: Bool = true, busyTimeout: Duration = .seconds(30),
        checksOnOpening: Bool = true, isReadOnly: Bool = false, undoLimit: Int = 100,
        maximumSize: Int? = nil, minimumInterval: Duration = .seconds(30),
        pollingInterval: Duration? = .seconds(1)
      ) {
        precondition(undoLimit >= 0, "`undoLimit` must not be negative")
        precondition(busyTimeout >= .zero, "`busyTimeout` must not be negative")
        precondition(maximumSize.map { $0 > 0 } ?? true, "`maximumSize` must be positive")
        precondition(minimumInterval >= .zero, "`minimumInterval` must not be negative")
        precondition(
          pollingInterval.map { $0 > .zero } ?? true, "`pollingInterval` must be positive")
        self.survivesPowerLoss = survivesPowerLoss
        self.busyTimeout = busyTimeout
        self.checksOnOpening = checksOnOpening
        self.isReadOnly = isReadOnly
        self.undoLimit = undoLimit
        self.maximumSize = maximumSize
        self.minimumInterval = minimumInterval
        self.pollingInterval = pollingInterval
      }
    }
  }
#endif
