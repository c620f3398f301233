// SPDX-License-Identifier: Apache-2.0

#if Logbook
  extension Logbook {
    /// How a logbook is opened and kept.
    public struct Options: Hashable, Sendable {
      /// What a write survives once its call has returned.
      public enum Durability: Hashable, Sendable {
        /// The end of the process, by whatever means, and the loss of power, as far as the drive has
        /// written what it reports as written. On Apple's systems the drive is told to empty its cache
        /// at each write (`F_FULLFSYNC`).
        case powerLoss
        /// The end of the process. The loss of power may take back the last writes, never half of
        /// one. Faster where many small writes follow each other.
        case processEnd
      }

      /// What a write survives once its call has returned: by default, the loss of power.
      public var durability: Durability
      /// The time for which opening, a write, or a read waits for other connections to the file before
      /// it fails with ``LogbookError/Reason/busy``.
      public var busyTimeout: Duration
      /// A Boolean value that indicates whether the whole file is checked for damage before it is
      /// opened.
      public var checksOnOpening: Bool
      /// A Boolean value that indicates whether the logbook is only read.
      ///
      /// The file must exist. It is neither brought up to date nor changed, so that it opens on a full
      /// disk and in a folder without the right to write; calls that write throw
      /// ``LogbookError/Reason/readOnly``.
      public var isReadOnly: Bool
      /// The number of steps that can be undone; with 0, a step that changes something also clears what
      /// other sessions could undo, since their steps no longer lead to what they left.
      public var undoLimit: Int
      /// How many bytes the file may take before writes fail as full, rounded to pages of 4 KiB, or
      /// `nil` for as many as the disk holds. A file that is larger already keeps its size.
      public var maximumSize: Int?
      /// The least time between two readings of one sensor.
      ///
      /// A reading that follows another of its sensor sooner (`<`) repeats it: it is stored, and is in
      /// no series. An exclusion holds for a reading and those that repeat it. A sensor that sends a reading again with a stamp a second off, or fills a gap with
      /// stamps that jitter, does not double the series so. `.zero` keeps all readings.
      public var minimumInterval: Duration
      /// How often a logbook that somebody listens to looks whether another one has written to the
      /// file, or `nil` for never.
      public var pollingInterval: Duration?

      /// Creates options for a logbook.
      ///
      /// - Precondition: `undoLimit`, `busyTimeout` and `minimumInterval` are not negative; `maximumSize` and
      ///   `pollingInterval` are positive.
      public init(
        durability: Durability = .powerLoss, busyTimeout: Duration = .seconds(30),
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
        self.durability = durability
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
