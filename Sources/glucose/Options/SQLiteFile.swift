#if Logbook
  import Foundation
  import GlucoseStudy

  enum SQLiteFile {
    case xDrip(XDripFile)
    case logbook(Logbook)

    private static let mark = Array("SQLite format 3\0".utf8)

    /// Returns whether the file at `path` is an SQLite 3 file, by its first 16 bytes. `false` for a
    /// stream, from which nothing is read, since its bytes cannot be read twice.
    static func isSQLite(at path: String) -> Bool {
      let url = URL(filePath: path).resolvingSymlinksInPath()
      guard (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true,
        let file = try? FileHandle(forReadingFrom: url)
      else { return false }
      defer { try? file.close() }
      return (try? file.read(upToCount: mark.count)).map { $0 == Data(mark) } ?? false
    }

    init(at path: String, in zone: TimeZone) throws {
      do throws(LogbookError) {
        self = .logbook(try Logbook(at: path, options: Logbook.Options(isReadOnly: true)))
        return
      } catch {
        guard error.reason == .notALogbook else { throw error }
      }
      do throws(LogbookError) {
        self = .xDrip(try XDripFile(at: path, in: zone))
      } catch {
        guard error.reason == .notALogbook else { throw error }
        throw CommandFailure("\(path) is neither a logbook nor a database of xDrip.")
      }
    }
  }

  extension InputOptions {
    func database(
      at path: String
    ) throws -> (source: Source, file: XDripFile?, notes: [String]) {
      switch try SQLiteFile(at: path, in: zone) {
      case .xDrip(let file):
        let merged = MergedFeeds([file.includedSeries])
        var subject = ImportedPerson(
          recording: Recording(series: merged.feeds[0], events: file.events),
          meter: file.meter, leftOutReadings: merged.leftOut)
        subject.duplicateReadingCount = file.duplicateReadingCount
        subject.conflictingReadingCount = file.conflictingReadingCount
        let source = Source(
          file: path, subject: subject, unit: nil, format: .xDripDatabase, zone: zone)
        return (
          source.limited(to: days), file, file.leftOut + merged.parallel.map(\.description)
        )
      case .logbook(let logbook):
        let found = try logbook.wholeRecording()
        let source = Source(
          file: path, subject: ImportedPerson(recording: found.recording, meter: found.meter),
          unit: found.recording.series.recordedUnit, format: nil,
          excludedCount: found.excluded, zone: zone)
        let seconds = (logbook.options.minimumInterval / .seconds(1)).formatted(places: 0)
        let count = found.repeated.counted("reading is", "readings are")
        let repeated =
          found.repeated == 0
          ? []
          : ["\(count) less than \(seconds) seconds after another of the same source, and left out"]
        return (
          source.limited(to: days), nil, repeated + found.parallel.map(\.description)
        )
      }
    }
  }

  extension InputOptions.Source {
    /// The number of days with a star or a note in a logbook; none of another file.
    func markedDayCount() throws -> Int {
      guard SQLiteFile.isSQLite(at: file),
        case .logbook(let log) = try SQLiteFile(at: file, in: zone)
      else { return 0 }
      return try log.marks().count
    }
  }

  extension GlucoseSeries {
    /// The unit in which most readings have at most one decimal in mmol/L, or none in mg/dL, or
    /// `nil` if that is neither: the unit of their files, which a logbook does not contain.
    ///
    /// In the other unit, 10.0 mmol/L is above 180 mg/dL.
    var recordedUnit: GlucoseUnit? {
      func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-6 }
      let tenths = values.count { isWhole(Glucose.mgdL($0).mmolL * 10) }
      let whole = values.count { isWhole($0) }
      if 2 * Swift.max(tenths, whole) <= count { return nil }
      return tenths > whole ? .mmolL : .mgdL
    }
  }

  extension FileFormat {
    static let xDripDatabase = Self("xDrip")
  }

  extension XDripFile {
    var leftOut: [String] {
      let counts: [(count: Int, one: String, several: String)] = [
        (
          invalidReadingCount, "reading without a valid value, such as an error code, left out",
          "readings without a valid value, such as error codes, left out"
        ),
        (
          withdrawnReadingCount, "withdrawn meter reading left out",
          "withdrawn meter readings left out"
        ),
        (
          duplicateReadingCount - conflictingReadingCount, "duplicate reading left out",
          "duplicate readings left out"
        ),
        (
          conflictingReadingCount, "reading left out that differs from the last at its instant",
          "readings left out that differ from the last at their instant"
        ),
        (
          treatmentWithoutAmountCount, "treatment without content left out",
          "treatments without content left out"
        ),
        (
          excluded.count, "reading left out that xDrip excludes from statistics",
          "readings left out that xDrip excludes from statistics"
        ),
      ]
      return counts.filter { $0.count > 0 }.map { $0.count.counted($0.one, $0.several) }
    }
  }
#endif
