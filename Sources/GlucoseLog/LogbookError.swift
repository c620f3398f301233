// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import GlucoseDiary
  public import GlucoseMath
  internal import GRDB

  /// What a logbook could not do, and where.
  ///
  /// When a call throws, the logbook is as it was before the call.
  public struct LogbookError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
      /// The file cannot be made, read or written: a missing folder, a missing right.
      case inaccessible
      /// The file is no logbook.
      case notALogbook
      /// The file is damaged.
      case damaged
      /// The file was written by a newer version of this library, whose schema has this number.
      case newerVersion(Int)
      /// The disk is full, or the file has reached its greatest size.
      case full
      /// Another connection held the file for longer than ``Logbook/Options/busyTimeout``.
      case busy
      /// The logbook was opened to be read only.
      case readOnly
      /// The file was deleted, moved or replaced while it was open.
      case moved
      /// The logbook is suspended.
      case suspended
      /// A reading cannot be stored.
      case invalidReading(InvalidReading)
      /// A number or an instant is NaN or infinite.
      case notFinite
      /// A text that identifies or names something holds the character U+0000.
      case invalidText
      /// The day lies outside the years 0 to 9999, and cannot bear a mark.
      case dayOutOfRange(LocalDay)
      /// Another event has this identifier.
      case eventExists(DiaryEvent.ID)
      /// There is no event with this identifier.
      case noSuchEvent(DiaryEvent.ID)
      /// Another favorite has this identifier.
      case favoriteExists(Favorite.ID)
      /// There is no favorite with this identifier.
      case noSuchFavorite(Favorite.ID)
      /// A condition of this kind already goes on, as the event with this identifier.
      case conditionAlreadyOngoing(DiaryEvent.ID)
      /// The event is no condition that still goes on.
      case conditionNotOngoing(DiaryEvent.ID)
      /// The end would come before the beginning.
      case endBeforeStart(DiaryEvent.ID)
      /// A restore needs a logbook without content.
      case notEmpty
      /// The archive cannot be read.
      case unreadableArchive
      /// The logbook was closed before.
      case closed
      /// SQLite failed with this code.
      case database(code: Int)
    }

    /// What is wrong.
    public let reason: Reason
    /// Where: the path of the file, or the place in an archive.
    public let place: String
    /// What SQLite, the system or a decoder said about it, if anything. Holds nothing a person logged.
    public let detail: String?

    init(_ reason: Reason, at place: String = "", detail: String? = nil) {
      self.reason = reason
      self.place = place
      self.detail = detail
    }

    /// What is wrong and where, as a sentence.
    public var description: String {
      let place = place.isEmpty ? "the logbook" : place
      let sentence =
        switch reason {
        case .inaccessible: "The file \(place) cannot be made, read or written."
        case .notALogbook: "The file \(place) is no logbook."
        case .damaged: "The logbook \(place) is damaged and was left as it is."
        case .newerVersion(let version):
          "The logbook \(place) has schema \(version) of a newer version of this library; this one knows schemas up to \(Schema.version)."
        case .full:
          "The disk is full or \(place) has reached its greatest size; nothing was written."
        case .busy: "Another process was writing to \(place) for too long; nothing was written."
        case .readOnly: "The logbook \(place) is open for reading only."
        case .moved:
          "The file \(place) was deleted, moved or replaced while it was open; nothing was written."
        case .suspended: "The logbook \(place) is suspended."
        case .invalidReading(let error): "\(error) Nothing was written to \(place)."
        case .notFinite: "A number or an instant for \(place) is NaN or infinite."
        case .invalidText: "A name or identifier for \(place) holds the character U+0000."
        case .dayOutOfRange(let day):
          "The day \(day) for \(place) lies outside the years 0 to 9999."
        case .eventExists(let id): "The logbook \(place) holds another event with identifier \(id)."
        case .noSuchEvent(let id): "The logbook \(place) holds no event with identifier \(id)."
        case .favoriteExists(let id):
          "The logbook \(place) holds another favorite with identifier \(id)."
        case .noSuchFavorite(let id):
          "The logbook \(place) holds no favorite with identifier \(id)."
        case .conditionAlreadyOngoing(let id):
          "Such a condition already goes on in \(place), as event \(id)."
        case .conditionNotOngoing(let id):
          "Event \(id) in \(place) is no condition that still goes on."
        case .endBeforeStart(let id): "Event \(id) in \(place) cannot end before it begins."
        case .notEmpty: "The logbook \(place) holds something; a restore needs an empty one."
        case .closed: "The logbook \(place) was closed."
        case .unreadableArchive: "The archive cannot be read at \(place)."
        case .database(let code): "SQLite failed on \(place) with code \(code)."
        }
      return detail.map { "\(sentence) (\($0))" } ?? sentence
    }

    /// Runs `body` and says of its errors that they happened at `place`.
    static func locating<T>(_ place: String, _ body: () throws -> T) throws(LogbookError) -> T {
      do { return try body() } catch { throw LogbookError(error, at: place) }
    }

    /// `error` as an error of the logbook at `place`.
    init(_ error: any Error, at place: String) {
      switch error {
      case let error as LogbookError:
        self.init(
          error.reason, at: error.place.isEmpty ? place : error.place, detail: error.detail)
      case let error as InvalidReading:
        self.init(.invalidReading(error), at: place)
      case let error as DatabaseError:
        self.init(Self.reason(error), at: place, detail: error.message)
      case let error as DecodingError:
        self.init(.damaged, at: place, detail: Self.detail(error))
      case is EncodingError:
        self.init(.notFinite, at: place)
      default:
        self.init(.database(code: -1), at: place, detail: "\(type(of: error))")
      }
    }

    private static func reason(_ error: DatabaseError) -> Reason {
      switch error.resultCode {
      case .SQLITE_CORRUPT: .damaged
      case .SQLITE_NOTADB: .notALogbook
      case .SQLITE_FULL: .full
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: .inaccessible
      default: .database(code: Int(error.extendedResultCode.rawValue))
      }
    }

    /// Where a decoder stopped, without what it found there.
    static func detail(_ error: DecodingError) -> String {
      let context: DecodingError.Context? =
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
          .keyNotFound(_, let context), .dataCorrupted(let context):
          context
        @unknown default: nil
        }
      guard let context else { return "not readable" }
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      return "not readable at /\(path.joined(separator: "/"))"
    }
  }
#endif
