#if Logbook
  import GlucoseDiary
  import Foundation
  import GRDB
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct DamagedRowsTests {
    let folder: Folder
    let path: String

    init() throws {
      folder = try Folder()
      path = folder.file()
      let log = try Logbook(at: path)
      try fill(log)
      try log.close()
    }

    private func execute(_ sql: String) throws {
      try GlucoseLogTests.execute(sql, at: path)
    }

    private func expectDamage(_ calls: (Logbook) throws -> Void..., checks: Bool = true) throws {
      let log = try Logbook(at: path, options: Logbook.Options(checksOnOpening: checks))
      for call in calls {
        #expect(try #require(throws: LogbookError.self) { try call(log) }.reason == .damaged)
      }
    }

    @Test(arguments: [-1, 1024, 70_000, 1 << 40])
    func marksOfAReadingAreOutOfRange(marks: Int64) throws {
      try execute("UPDATE readings SET marks = \(marks) WHERE value = 99.5")
      try expectDamage(
        { _ = try $0.series(in: everything) },
        { _ = try $0.unusedReadings(in: everything, from: "sensor").excluded },
        { _ = try $0.add([reading(5, 101)], from: "sensor", replacing: true) },
        { try $0.check() })
    }

    /// Such a source may be a sensor, so its readings are not left out.
    @Test func kindOfASourceIsUnknown() throws {
      try execute("UPDATE sources SET kind = 'pump' WHERE name = 'sensor'")
      try expectDamage(
        { _ = try $0.series(in: everything) }, { _ = try $0.recording(in: everything) },
        { try $0.add([reading(5, 101)], from: "sensor") })
    }

    @Test func positionsOfFavoritesAreFartherApartThanAnInteger() throws {
      try execute(
        """
        UPDATE favorites SET position = -9223372036854775808 WHERE id = 'ride';
        INSERT INTO favorites SELECT 'x', 9223372036854775806, category, details FROM favorites
        WHERE id = 'soup';
        UPDATE favorites SET position = 9223372036854775807 WHERE id = 'soup'
        """)
      try expectDamage({ try $0.move(Favorite.ID(rawValue: "soup"), to: 1) })
    }

    @Test func timeOfAnEventIsInfinite() throws {
      try execute("UPDATE events SET time = -9e999 WHERE id = 'flu'")
      try expectDamage(
        { _ = try $0.events(in: everything) }, { _ = try $0.ongoingConditions() },
        { _ = try $0.event(DiaryEvent.ID(rawValue: "flu")) }, { try $0.check() })
    }

    /// Reading returns such a value, so that the event can be seen and edited.
    @Test(arguments: [
      "UPDATE events SET details = '{\"meal\":{\"carbs\":-5}}' WHERE id = 'meal'",
      "UPDATE events SET details = '{\"insulin\":{\"action\":\"rapid\",\"units\":100001}}' WHERE id = 'dose'",
      """
      UPDATE favorites SET details = '{"name":"x","template":{"meal":{"carbs":-5}},"useCount":0}'
      WHERE id = 'soup'
      """,
    ])
    func quantitiesThatCannotBeStoredAreDamage(sql: String) throws {
      try execute(sql)
      try expectDamage({ try $0.check() })
      let log = try Logbook(at: path)
      #expect(try log.events(in: everything).count == 6)
      #expect(try log.favorites().count == 2)
    }

    @Test(arguments: [Int64.min, -1_000_000_000_000_000_000, 1_000_000_000_000_000_000, .max])
    func attosecondsOfAnExerciseAreASecondOrMore(attoseconds: Int64) throws {
      try execute(
        """
        UPDATE events SET details = '{"exercise":{"seconds":60,"attoseconds":\(attoseconds)}}'
        WHERE id = 'run'
        """)
      try expectDamage(
        { _ = try $0.events(in: everything) }, { try $0.check() },
        { _ = try $0.remove(DiaryEvent.ID(rawValue: "run")) })
    }

    /// An attosecond less than an hour is no negative duration, which would be stored as none.
    @Test func attosecondsAreSubtractedFromSeconds() throws {
      try execute(
        """
        UPDATE events SET details = '{"exercise":{"seconds":3600,"attoseconds":-1}}'
        WHERE id = 'run'
        """)
      let log = try Logbook(at: path)
      let copy = try Logbook.inMemory()
      try copy.merge(log.archive())
      let run = try #require(try copy.event(DiaryEvent.ID(rawValue: "run")))
      #expect(try log.event(run.id) == run)
      #expect(run.end == minutes(120))
    }

    /// Opening checks the types of all columns, unless it is asked not to.
    @Test(arguments: [
      ("events", "zone", "NULL"), ("events", "details", "7"), ("events", "time", "'noon'"),
      ("favorites", "position", "'first'"), ("days", "details", "NULL"),
      ("sources", "kind", "x'00'"), ("readings", "value", "NULL"),
    ])
    func valuesOfAnotherTypeAreDamage(table: String, column: String, value: String) throws {
      func rewriteSchema(_ expression: String) -> String {
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = \(expression) WHERE name = '\(table)'
        """
      }
      let sql = try DatabaseQueue(path: path).read {
        try String.fetchOne($0, sql: "SELECT sql FROM sqlite_schema WHERE name = '\(table)'") ?? ""
      }
      let open = sql.replacingOccurrences(of: "STRICT", with: "")
        .replacingOccurrences(of: "ROWID", with: "@")
        .replacingOccurrences(of: ", WITHOUT @", with: "WITHOUT ROWID")
        .replacingOccurrences(of: "NOT NULL", with: "")
        .replacingOccurrences(of: "\(column) TEXT", with: column)
        .replacingOccurrences(of: "\(column) INTEGER", with: column)
        .replacingOccurrences(of: "\(column) REAL", with: column)
      try execute(rewriteSchema("'\(open)'"))
      try execute("UPDATE \(table) SET \(column) = \(value)")
      try execute(rewriteSchema("'\(sql)'"))
      let error = try #require(throws: LogbookError.self) { try Logbook(at: path) }
      #expect(error.reason == .damaged)
      try expectDamage(
        { log in
          _ = try log.events(in: everything)
          _ = try log.ongoingConditions()
          _ = try log.favorites()
          _ = try log.marks()
          _ = try log.sources()
          _ = try log.series(in: everything)
        }, checks: false)
    }
  }
#endif
