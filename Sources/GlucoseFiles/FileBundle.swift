/// The files that can be read at a path: a single file, the files of an archive, or the sheets of a
/// workbook; or those at several paths.
///
///     let options = ReadOptions(zone: TimeZone(identifier: "Europe/Oslo"))
///     let bundle = try FileBundle(contentsOf: "export.zip", options: options)
///     for member in bundle.members { print(member.name ?? "–", member.file.format) }
///     for other in bundle.unread { print(other.name, other.error) }
///
/// Archives are zip and gzip files, as downloaded. An archive may be within a folder or another
/// archive, but not deeper. Hidden files and those that macOS adds are left out. A workbook is an
/// Excel workbook (.xlsx), whatever its file name.
public struct FileBundle: Sendable {
  /// A file that was read.
  public struct Member: Sendable {
    /// The name in the archive, of the sheet, or of one of several files; `nil` for a single file.
    public let name: String?
    /// The file.
    public let file: GlucoseFile

    func within(_ outer: String) -> Member {
      Member(name: name.map { "\(outer)/\($0)" } ?? outer, file: file)
    }
  }

  /// A file of an archive, a sheet of a workbook, or one of several files that was not read, and the
  /// reason.
  public struct UnreadFile: Sendable {
    /// The name in the archive, of the sheet, or of one of several files.
    public let name: String
    /// The reason it was not read.
    public let error: ReadError

    func within(_ outer: String) -> UnreadFile {
      UnreadFile(name: "\(outer)/\(name)", error: error)
    }

    /// A Boolean value that indicates whether the file is something other than a recording, such as
    /// a picture or a remark, which exports often contain.
    ///
    /// If `false`, the file contains a recording that could not be read.
    public var isNotARecording: Bool {
      switch error.reason {
      case .notText(let look): look != DecodedText.databaseLook
      case .unknownFormat, .emptyFile, .noRecords, .noSuchColumn: true
      default: false
      }
    }
  }

  /// The files that were read: those of an archive or a folder by name, sheets in the order of the
  /// workbook, and those at several paths in the order of the paths.
  public let members: [Member]
  /// The other files.
  public let unread: [UnreadFile]
  /// The people of all files, in order of appearance.
  ///
  /// Several files belong to one person, so people without an identifier are merged into one, as are
  /// people with the same identifier. Files without identifiers are of different people if they state
  /// different names of the patient in one format, or if their sensors recorded at the same time for
  /// a day or more and the readings do not repeat each other; each of these people is named by the
  /// first of their files, of those with a sensor's readings if there are any. Files in a folder of
  /// their own belong to one person, unless they show the contrary. Beside files of different people, a
  /// file without a sensor's readings, such as one of doses, is a person of its own unless its name or
  /// folder shows to whom it belongs. Of the readings
  /// at one instant, the reading of the last file is kept; of the events with one identifier, the
  /// first. ``conflicts`` lists the readings about which files disagree.
  public internal(set) var people: [ImportedPerson] = []
  /// The readings about which two files disagree, ordered by person and then by time.
  ///
  /// Where the files are in different units, readings less than 1 mg/dL apart are treated as one
  /// reading that was rounded in each. The conflicts within a file are in its
  /// ``ImportReport/conflicts``.
  public internal(set) var conflicts: [ReadingConflict] = []
  /// The feeds and the sensors in different files of a person that recorded at the same time, of which
  /// one is in the recording.
  ///
  /// Those within a file are in its ``ImportReport/simultaneousSensors``.
  public internal(set) var simultaneousSensors: [SimultaneousSensors] = []
  let dialects: [String?: Dialect]

  /// Creates a bundle from the bytes of a file or an archive.
  ///
  /// - Throws: ``ReadError`` if the bytes are not an archive and cannot be read as a file, if the
  ///   archive is damaged, or if nothing in it can be read.
  public init(reading bytes: [UInt8], options: ReadOptions) throws(ReadError) {
    self.init(try Self.contents(of: ByteStream(bytes), depth: 0, options))
  }

  /// Creates a bundle from the file, the archive, or the folder at `path`.
  ///
  /// A folder is read as an archive of the files in it and in the folders within it, such as an
  /// export that was unpacked. At most 1 GiB is read from a pipe or a device, which states no size.
  ///
  /// - Throws: ``ReadError`` as ``init(reading:options:)`` does, or if the file cannot be opened or
  ///   read.
  public init(contentsOf path: String, options: ReadOptions) throws(ReadError) {
    self.init(try Self.contents(at: path, options))
  }

  /// Creates a bundle from the remaining bytes of an open file, such as standard input, whose
  /// descriptor is 0.
  ///
  /// The caller closes the file. At most 1 GiB is read from a file that states no size, such as a
  /// pipe.
  ///
  /// - Throws: ``ReadError`` as ``init(reading:options:)`` does, or if the descriptor cannot be
  ///   read.
  package init(descriptor: Int32, options: ReadOptions) throws(ReadError) {
    let stream = ByteStream(OpenFile(descriptor: descriptor))
    self.init(try Self.contents(of: stream, depth: 0, options))
  }

  init(_ contents: Contents) {
    (members, unread) = contents
    let parts = Self.parts(of: members, names: UnnamedPeople.names(members))
    dialects = Dictionary(uniqueKeysWithValues: parts.map { ($0[0].person.id, Dialect($0)) })
    if members.count == 1 {
      // Identifiers of one file are different people, also if they are canonically equivalent.
      people = members[0].file.people
    } else {
      for person in parts { append(person) }
    }
  }

  func only() throws(ReadError) -> GlucoseFile {
    if let trouble = unread.first(where: { !$0.isNotARecording }) { throw trouble.error }
    guard let first = members.first, members.count == 1 else {
      throw ReadError(
        .severalFiles(members.compactMap(\.name)), expected: "one file; FileBundle reads them all")
    }
    return first.file
  }
}
