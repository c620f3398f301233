// SPDX-License-Identifier: Apache-2.0

#if Logbook
  extension Logbook {
    /// How a logbook is opened and kept.
    public struct Options: Hashable, Sendable {
      /// What a write survives once its call has returned.
      public enum Durability: Hashable, Sendable {
        /// The end of the process, by whatever means, and the loss of power.
        case powerLoss
        /// The end of the process. The loss of power may take back the last writes, never half of
        /// one. Faster where many small writes follow each other.
        case processEnd
      }

      /// What a write survives once its call has returned: by default, the loss of power.
      public var durability: Durability
      /// How long a write waits for another process that writes, before it fails as busy.
      public var patience: Duration
      /// Whether the whole file is checked for damage before it is opened.
      public var checksOnOpening: Bool
      /// How many steps can be undone.
      public var undoDepth: Int
      /// How many bytes the file may take before writes fail as full, rounded to pages of 4 KiB, or
      /// `nil` for as many as the disk holds. A file that is larger already keeps its size.
      public var maximumSize: Int?

      /// Options for a logbook.
      ///
      /// - Precondition: `undoDepth` and `patience` are not negative, `maximumSize` is positive.
      public init(
        durability: Durability = .powerLoss, patience: Duration = .seconds(30),
        checksOnOpening: Bool = true, undoDepth: Int = 100, maximumSize: Int? = nil
      ) {
        precondition(undoDepth >= 0, "One cannot undo fewer than no steps")
        precondition(patience >= .zero, "A write cannot wait for less than no time")
        precondition(maximumSize.map { $0 > 0 } ?? true, "A file takes more than no bytes")
        self.durability = durability
        self.patience = patience
        self.checksOnOpening = checksOnOpening
        self.undoDepth = undoDepth
        self.maximumSize = maximumSize
      }
    }
  }
#endif
