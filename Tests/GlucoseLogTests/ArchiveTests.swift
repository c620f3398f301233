// SPDX-License-Identifier: Apache-2.0

#if Logbook
  import Diary
  import Foundation
  import GlucoseLog
  import Testing

  struct ArchiveTests {
    @Test func restoresEverythingByteByByte() throws {
      let log = try fullLogbook()
      try log.add(
        [reading(1.0 / 3, 100.0 / 3), reading(1e7.nextUp, 123.456)], from: "odd numbers")
      let copy = try Logbook.inMemory()
      try copy.restore(log.archive())
      #expect(try copy.archive() == log.archive())
      #expect(try copy.recording(everything) == log.recording(everything))
      #expect(try copy.favourites() == log.favourites())
      #expect(try copy.marks() == log.marks())
      #expect(try copy.sources() == log.sources())
      #expect(try copy.undo() == nil)
      try copy.check()
    }

    @Test func needsAnEmptyLogbook() throws {
      let log = try fullLogbook()
      let archive = try log.archive()
      #expect(
        try #require(throws: LogbookError.self) { try log.restore(archive) }.reason == .notEmpty)
      try log.erase()
      try log.restore(archive)
      #expect(try log.archive() == archive)
    }

    @Test(arguments: [
      ("", LogbookError.Reason.unreadableArchive),
      ("{}", .unreadableArchive),
      ("[1, 2]", .unreadableArchive),
      (#"{"format":"other","version":1}"#, .unreadableArchive),
      (#"{"format":"swift-glucose logbook","version":2}"#, .newerVersion(2)),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[{"name":"s","kind":"sensor","readings":{"times":[2,1],"values":[1,1]}}],"events":[],"favourites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[{"name":"s","kind":"sensor","readings":{"times":[2],"values":[-1]}}],"events":[],"favourites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[{"name":"s","kind":"sensor","readings":{"times":[1e15],"values":[1]}}],"events":[],"favourites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[{"name":"s","kind":"sensor","readings":{"times":[2],"values":[1],"excluded":[7]}}],"events":[],"favourites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[],"events":[{"id":"a","time":1,"zone":"Nowhere/Land","details":{"meal":{}}}],"favourites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[],"events":[{"id":"a","time":1,"zone":"GMT","details":{}}],"favourites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[],"events":[],"favourites":[],"days":[{"date":"2025-02-30","details":{"zone":"GMT","isStarred":true}}]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[],"events":[{"id":"a","time":1,"zone":"GMT","details":{"meal":{}}},{"id":"a","time":2,"zone":"GMT","details":{"meal":{}}}],"favourites":[],"days":[]}"#,
        .unreadableArchive
      ),
    ])
    func refusesWhatIsNoArchiveAndWritesNothing(
      text: String, reason: LogbookError.Reason
    ) throws {
      let log = try Logbook.inMemory()
      let error = try #require(throws: LogbookError.self) { try log.restore(Data(text.utf8)) }
      #expect(error.reason == reason)
      #expect(try log.timeRange() == nil)
      #expect(try log.marks().isEmpty)
    }

    @Test func leavesNoByteWhenItIsErased() throws {
      let folder = try Folder()
      let log = try Logbook(at: folder.file())
      for index in 0..<200 {
        try log.add(
          Event(at: minutes(Double(index)), in: oslo, .meal(Meal(name: "Tell-tale")), note: "Trace")
        )
      }
      try log.add((0..<2000).map { reading(Double($0)) }, from: "Spoor")
      try log.remove(log.events(everything)[7].id)
      try log.erase()
      #expect(try log.timeRange() == nil)
      #expect(try log.sources().isEmpty)
      #expect(try log.undo() == nil)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        let data = try bytes(folder.file(name))
        for word in ["Tell-tale", "Trace", "Spoor"] {
          #expect(data.range(of: Data(word.utf8)) == nil, "\(word) in \(name)")
        }
      }
      try log.check()
      try log.add(meal("a"))
    }
  }
#endif
