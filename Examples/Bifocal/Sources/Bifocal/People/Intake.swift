// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

/// A file that was brought in and not yet taken.
struct Upload: Sendable {
  /// What the bytes are.
  enum Content: Sendable {
    case bundle(FileBundle)
    case xDrip(XDripFile)
    case archive(readings: Int, events: Int)
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
    if bytes.starts(with: Array("SQLite format 3".utf8)) {
      return .xDrip(try database(bytes, options))
    }
    do { return .bundle(try FileBundle(reading: bytes, options: options)) } catch {
      // An archive of this page is no export of a device.
      if bytes.first == UInt8(ascii: "{"), let log = try? Logbook.inMemory(),
        let merged = try? log.merge(Data(bytes))
      {
        return .archive(readings: merged.readings.added, events: merged.events.added)
      }
      throw error
    }
  }

  /// SQLite reads a file, so that the bytes are written to one without a name of the request.
  private static func database(
    _ bytes: [UInt8], _ options: ReadOptions
  ) throws(ReadError) -> XDripFile {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "bifocal-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: path) }
    do {
      try Data(bytes).write(to: path)
      return try XDripFile(at: path.path, in: options.zone ?? .gmt)
    } catch {
      throw ReadError(.unknownFormat, text: "\(error)")
    }
  }

  /// Takes an upload into the logbook of a person in one step.
  static func take(_ upload: Upload, person index: Int, into person: Person) async throws {
    switch try upload.content.get() {
    case .bundle(let bundle):
      guard bundle.people.indices.contains(index) else { return }
      try await take([bundle.people[index]], from: upload.name, into: person)
    case .xDrip(let file): _ = try await person.log.asyncWrite { try $0.add(file) }
    case .archive:
      let data = Data(upload.bytes)
      _ = try await person.log.asyncWrite { try $0.merge(data) }
    }
  }

  /// Adds the readings and events of people, and returns how many were new. What a live source
  /// delivers is no step of the person.
  @discardableResult
  static func take(
    _ people: [ImportedPerson], from name: String, into person: Person, isUndoable: Bool = true
  ) async throws -> Int {
    let source = ReadingSource(rawValue: name)
    return try await person.log.asyncWrite { log in
      log.isUndoable = isUndoable
      var added = 0
      for one in people {
        let (readings, events) = try log.add(one.recording, meter: one.meter, from: source)
        added += readings.added + events.added
      }
      return added
    }
  }
}
