// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

/// A file that was brought in and not yet taken.
struct Upload: Sendable {
  /// What the bytes are.
  enum Content: Sendable {
    case bundle(FileBundle)
    case xDrip(XDripFile)
    case archive(Logbook)
  }

  let id = UUID().uuidString
  let name: String
  let bytes: [UInt8]
  let options: ReadOptions
  let content: Result<Content, ReadError>
}

/// The files of a person that wait for a decision; the newest three are kept.
actor Uploads {
  private var waiting: [Upload] = []

  func add(_ upload: Upload) { waiting = waiting.suffix(2) + [upload] }

  func find(_ id: String) -> Upload? { waiting.first { $0.id == id } }

  func remove(_ id: String) { waiting.removeAll { $0.id == id } }
}

/// Reads files and takes them into a logbook.
enum Intake {
  static func read(_ bytes: [UInt8], name: String, options: ReadOptions) -> Upload {
    Upload(
      name: name, bytes: bytes, options: options,
      content: Result { () throws(ReadError) in try content(of: bytes, options) })
  }

  private static func content(
    of bytes: [UInt8], _ options: ReadOptions
  ) throws(ReadError) -> Upload.Content {
    if bytes.starts(with: Array("SQLite format 3".utf8)) { return try database(bytes, options) }
    do { return .bundle(try FileBundle(reading: bytes, options: options)) } catch {
      // An archive of this page is no export of a device.
      if bytes.first == UInt8(ascii: "{"), let log = try? Logbook.inMemory(),
        (try? log.merge(Data(bytes))) != nil
      {
        return .archive(log)
      }
      throw error
    }
  }

  /// SQLite reads a file, so that the bytes are written to one without a name of the request, in a
  /// folder that is removed with what SQLite creates beside it.
  private static func database(
    _ bytes: [UInt8], _ options: ReadOptions
  ) throws(ReadError) -> Upload.Content {
    do {
      return try TemporaryFolder.withFile(Data(bytes)) { path in
        if let file = try? XDripFile(at: path, in: options.zone ?? .gmt) { return .xDrip(file) }
        // A logbook, such as one of `glucose log`. It is copied, since its file is removed.
        let copy = try Logbook.inMemory()
        try copy.merge(Logbook(at: path))
        return .archive(copy)
      }
    } catch {
      throw ReadError(.unknownFormat, text: "\(error)")
    }
  }

  /// Takes an upload into the logbook of a person in one step, and returns how many readings and
  /// events are new.
  static func take(
    _ upload: Upload, person index: Int, into person: Person
  ) async throws -> Int {
    switch try upload.content.get() {
    case .bundle(let bundle):
      guard bundle.people.indices.contains(index) else { return 0 }
      return try await take([bundle.people[index]], from: upload.name, into: person)
    case .xDrip(let file):
      let result = try await person.log.asyncWrite { try $0.add(file) }
      return result.readings.added + result.events.added
    case .archive(let log):
      let data = try log.archive()
      let result = try await person.log.asyncWrite { try $0.merge(data) }
      return result.readings.added + result.events.added
    }
  }

  /// Adds the readings and events of people, and returns how many were new. What a live source
  /// delivers is no step of the person.
  @discardableResult
  static func take(
    _ people: [ImportedPerson], from name: String, into person: Person, isUndoable: Bool = true
  ) async throws -> Int {
    try await person.log.asyncWrite { log in
      log.isUndoable = isUndoable
      var added = 0
      for one in people {
        let (readings, events) = try log.add(
          one.recording, meter: one.meter, scans: one.scans, from: ReadingSource(rawValue: name))
        added += readings.added + events.added
      }
      return added
    }
  }
}

extension Upload {
  /// The readings of the content: of a sensor, a meter, and scans.
  func series(ofPerson index: Int? = nil) throws -> [GlucoseSeries] {
    switch try content.get() {
    case .bundle(let bundle):
      let people = index.map { index in
        bundle.people.indices.contains(index) ? [bundle.people[index]] : []
      }
      return (people ?? bundle.people).flatMap { [$0.recording.series, $0.meter, $0.scans] }
    case .xDrip(let file): return [file.series, file.meter]
    case .archive(let log): return [try log.series(in: .distantPast..<Date.distantFuture)]
    }
  }
}
