#if Logbook
  public import GlucoseDiary
  public import GlucoseMath
  public import Foundation
  internal import GRDB

  /// An error of a logbook: its reason and its place.
  ///
  /// When a call throws, the logbook is as it was before the call.
  public struct LogbookError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason for an error.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Reason: Equatable, Sendable {
      /// The file cannot be created, read, or written: for example, the folder or a permission is
      /// missing.
      case inaccessible
      /// The file is not a logbook.
      case notALogbook
      /// The file is damaged.
      case damaged
      /// The file was written by a newer version of this library. The value is the version of its
      /// schema.
      case newerVersion(Int)
      /// The disk is full, or the file has reached its maximum size.
      case full
      /// Another connection locked the file for longer than ``Logbook/Options/busyTimeout``.
      case busy
      /// The logbook is open for reading only.
      case readOnly
      /// The file was deleted, moved, or replaced while it was open.
      case moved
      /// The write-ahead log beside the file belongs to another one, over which the file was moved or
      /// copied, such as a backup; or there is a log, and no file.
      ///
      /// The log has been renamed to the path in ``detail``, and the next call opens the file without
      /// it. For a read-only logbook, ``detail`` is `nil`.
      case foreignLog
      /// The logbook is suspended.
      case suspended
      /// A reading cannot be stored.
      case invalidReading(InvalidReading)
      /// The source exists, and is of the kind `kind`.
      case sourceExists(ReadingSource, kind: ReadingSource.Kind)
      /// No source has the name.
      case noSuchSource(ReadingSource)
      /// A number is NaN or infinite, or an instant is not within the years 1 to 4000.
      case notFinite
      /// An amount of an event or a favorite is negative, or above 100,000, or of a medicine above
      /// 10¹⁵; or a duration is negative or longer than 100 years.
      case invalidQuantity
      /// An identifier or a name contains the character U+0000.
      case invalidText
      /// The year of the day is not in 0 to 9999, so the day cannot be marked.
      case dayOutOfRange(LocalDay)
      /// Another event has the identifier.
      case eventExists(DiaryEvent.ID)
      /// No event has the identifier.
      case noSuchEvent(DiaryEvent.ID)
      /// Another favorite has the identifier.
      case favoriteExists(Favorite.ID)
      /// No favorite has the identifier.
      case noSuchFavorite(Favorite.ID)
      /// A condition of the same kind is ongoing. The value is the identifier of its event.
      case conditionAlreadyOngoing(DiaryEvent.ID)
      /// The event is not an ongoing condition.
      case conditionNotOngoing(DiaryEvent.ID)
      /// The end of the event is before its start.
      case endBeforeStart(DiaryEvent.ID)
      /// The archive cannot be read.
      case unreadableArchive
      /// The logbook is closed.
      case closed
      /// SQLite failed with the result code `code`.
      case database(code: Int)
    }

    /// The reason for the error.
    public let reason: Reason
    /// The place of the error: the path of the file, or the path in an archive.
    public let place: String
    /// The message of SQLite, the system, or a decoder, or `nil`. It contains no data that a person
    /// logged.
    public let detail: String?

    init(_ reason: Reason, at place: String = "", detail: String? = nil) {
      self.reason = reason
      self.place = place
      self.detail = detail
    }

    init(damaged detail: String?) { self.init(.damaged, detail: detail) }

    /// A sentence that describes the error and its place.
    public var description: String {
      let isArchive = reason == .unreadableArchive
      let logbook = place.isEmpty ? "The logbook" : "The logbook \(place)"
      let place = place.isEmpty ? isArchive ? "/" : "the logbook" : place
      let sentence =
        switch reason {
        case .inaccessible: "The file \(place) cannot be created, read, or written."
        case .notALogbook: "The file \(place) is not a logbook."
        case .damaged: "\(logbook) is damaged; the file was not changed."
        case .newerVersion(let version):
          "A newer version of this library wrote \(place), of version \(version); this one reads "
            + "versions up to \(Schema.version)."
        case .full:
          "The disk is full or \(place) has reached its maximum size; nothing was written."
        case .busy: "Another process locked \(place) for too long; nothing was written."
        case .readOnly: "\(logbook) is open for reading only."
        case .moved:
          "The file \(place) was deleted, moved, or replaced while it was open; nothing was written."
        case .foreignLog:
          "The write-ahead log beside \(place) belongs to a file that was replaced, moved, or removed. "
            + (detail == nil
              ? "A read-only logbook does not set it aside: open the logbook for writing, or copy it "
                + "without the log."
              : "The log is set aside; open the logbook again.")
        case .suspended: "\(logbook) is suspended."
        case .invalidReading(let error): "\(error) Nothing was written to \(place)."
        case .sourceExists(let source, let kind):
          "The source \(source) exists in \(place), as a \(kind.rawValue)."
        case .noSuchSource(let source): "\(logbook) has no source named \(source)."
        case .notFinite:
          "A number or an instant for \(place) is NaN or infinite, or not within the years 1 to 4000."
        case .invalidQuantity:
          "An amount for \(place) must be from 0 to 100,000, or 10¹⁵ of a medicine, and a "
            + "duration from 0 to 100 years."
        case .invalidText: "A name or identifier for \(place) contains the character U+0000."
        case .dayOutOfRange(let day): "The day \(day) for \(place) is outside the years 0 to 9999."
        case .eventExists(let id): "\(logbook) has another event with identifier \(id)."
        case .noSuchEvent(let id): "\(logbook) has no event with identifier \(id)."
        case .favoriteExists(let id):
          "\(logbook) has another favorite with identifier \(id)."
        case .noSuchFavorite(let id): "\(logbook) has no favorite with identifier \(id)."
        case .conditionAlreadyOngoing(let id):
          "A condition of this kind is already ongoing in \(place), as event \(id)."
        case .conditionNotOngoing(let id): "Event \(id) in \(place) is not an ongoing condition."
        case .endBeforeStart(let id): "Event \(id) in \(place) must not end before it begins."
        case .closed: "\(logbook) is closed."
        case .unreadableArchive: "The archive cannot be read at \(place)."
        case .database(let code): "SQLite failed on \(place) with code \(code)."
        }
      return detail.map { "\(sentence) (\($0))" } ?? sentence
    }

    static func locating<T>(_ place: String, _ body: () throws -> T) throws(LogbookError) -> T {
      do { return try body() } catch { throw LogbookError(error, at: place) }
    }

    init(_ error: any Error, at place: String) {
      switch error {
      case let error as LogbookError:
        self.init(error.reason, at: error.place.isEmpty ? place : error.place, detail: error.detail)
      case let error as InvalidReading: self.init(.invalidReading(error), at: place)
      case let error as DatabaseError:
        self.init(Self.reason(error, at: place), at: place, detail: error.message)
      case let error as DecodingError:
        self.init(.damaged, at: place, detail: Self.detail(error))
      case is RowDecodingError:
        self.init(.damaged, at: place, detail: "a value has another type")
      case is EncodingError:
        self.init(.notFinite, at: place)
      default:
        self.init(.database(code: -1), at: place, detail: "\(type(of: error))")
      }
    }

    private static func reason(_ error: DatabaseError, at place: String) -> Reason {
      func isFull() -> Bool {
        !place.isEmpty && FileSystem.isFull(FileSystem.resolved(place) ?? place)
      }
      return switch error.resultCode {
      case .SQLITE_IOERR where isFull(), .SQLITE_CANTOPEN where isFull(): .full
      case .SQLITE_CORRUPT: .damaged
      case .SQLITE_NOTADB: .notALogbook
      case .SQLITE_FULL: .full
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: .inaccessible
      default: .database(code: Int(error.extendedResultCode.rawValue))
      }
    }

    /// Returns the path at which a decoder failed, without the content at that path.
    static func detail(_ error: DecodingError) -> String {
      let context: DecodingError.Context? =
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
          .keyNotFound(_, let context), .dataCorrupted(let context):
          context
        @unknown default: nil
        }
      let path = (context?.codingPath ?? []).map { $0.intValue.map(String.init) ?? $0.stringValue }
      return path.isEmpty
        ? "a value is missing or invalid"
        : "the value of \(path.joined(separator: "/")) is missing or invalid"
    }
  }

  // For alerts, which show the localized description of an error.
  extension LogbookError: LocalizedError {
    /// The description, in English.
    public var errorDescription: String? { description }
  }
#endif
