// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Foundation
  public import GlucoseDiary

  extension Logbook {
    /// Adds what can be read of a damaged logbook, by the rules of
    /// ``LogbookWriter/merge(_:replacing:)-(Data,_)``, in one undo step.
    ///
    ///     let log = try Logbook(at: newPath)
    ///     let salvage = try log.salvage(damagedPath)
    ///     for loss in salvage.losses { print(loss) }
    ///
    /// The damaged file is not changed. Its undo history is not read. A damaged number that is
    /// another valid number is not noticed, and neither is a row of which no page contains a trace.
    ///
    /// - Parameter path: The path of the damaged file. Its header must be that of a logbook.
    /// - Throws: ``LogbookError``, such as ``LogbookError/Reason/notALogbook``.
    /// - Complexity: O(size of the file) for a few damaged pages.
    @discardableResult
    public func salvage(_ path: String) throws(LogbookError) -> Salvage {
      let file = try LogbookError.locating(path) { try DamagedFile(at: path, options) }
      let result = try perform { try $0.merge(file.archive, replacing: false) }
      return Salvage(result: result, losses: file.losses)
    }
  }

  /// The result of reading a damaged logbook.
  public struct Salvage: Hashable, Sendable {
    /// Data that cannot be read.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Loss: Hashable, Sendable, CustomStringConvertible {
      /// Readings of a source after and before these instants, of the last reading before the damage
      /// and of the first one after it; `nil` if there is none.
      case readings(ReadingSource, after: Date?, before: Date?)
      /// The content of an event, of which an index has the identifier and the time.
      case event(DiaryEvent.ID, at: Date)
      /// Rows of a table, of which neither the number nor the identifiers are known.
      case rows(of: String)

      /// A sentence that describes what cannot be read, with instants in UTC.
      public var description: String {
        switch self {
        case .readings(let source, let after, let before):
          "Readings of \(source)" + (after.map { " after \($0.ISO8601Format())" } ?? "")
            + (before.map { " before \($0.ISO8601Format())" } ?? "") + " cannot be read."
        case .event(let id, let time):
          "The event \(id) of \(time.ISO8601Format()) cannot be read."
        case .rows(let table): "Some of the \(table) cannot be read."
        }
      }
    }

    /// The numbers of rows that were added, or were in the logbook before.
    public let result: MergeResult
    /// The data that cannot be read. Empty if the file is not damaged, or only in its undo history.
    public let losses: [Loss]
  }
#endif
