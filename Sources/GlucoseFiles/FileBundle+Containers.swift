internal import GlucoseMath

extension FileBundle {
  /// What was read of a file: itself, or the files and sheets in it.
  typealias Contents = (members: [Member], unread: [UnreadFile])

  /// The maximum number of archives and folders around a file: an archive may contain another one.
  private static let deepest = 2

  /// What a file of an archive counts for at least, as it may have any number of empty files.
  private static let leastCharge = 256

  static func contents(at path: String, _ options: ReadOptions) throws(ReadError) -> Contents {
    if OpenFile.isFolder(path) { return try contents(ofFolder: path, options) }
    return try contents(of: ByteStream(OpenFile(path)), depth: 0, options)
  }

  static func contents(
    of stream: ByteStream, depth: Int, _ options: ReadOptions
  ) throws(ReadError) -> Contents {
    var limit: UnpackLimit?
    return try contents(of: stream, depth: depth, charging: &limit, options)
  }

  /// Reads a file, the files of an archive, or the sheets of a workbook.
  ///
  /// The packed bytes of an archive are in memory as a whole.
  static func contents(
    of stream: ByteStream, depth: Int, charging limit: inout UnpackLimit?, _ options: ReadOptions
  ) throws(ReadError) -> Contents {
    var stream = stream
    let head = try stream.peek(DecodedText.databaseMark.count)
    if ZipArchive.isZip(head) {
      return try files(in: ZipArchive(stream.rest()), depth: depth, charging: &limit, options)
    }
    if depth > 0, head.starts(with: DecodedText.databaseMark) {
      throw ReadError(
        .notText(looksLike: DecodedText.databaseLook),
        expected: "the database by itself, imported into a logbook")
    }
    var isEndCertain = limit != nil
    if GzipBytes.isGzip(head) {
      isEndCertain = true
      stream = GzipBytes.stream(try stream.rest())
      if let known = limit {
        // Its size is not known before, so that it is unpacked as far as the archive allows.
        let most = known.rest
        do throws(ReadError) {
          let unpacked = try stream.rest(upTo: most)
          try limit?.add(unpacked.count)
          stream = ByteStream(unpacked)
        } catch {
          throw error.reason == .tooLong(bytes: most) ? UnpackLimit.error(known.packed) : error
        }
      }
    }
    let file = try GlucoseFile(&stream, isEndCertain: isEndCertain, options)
    return ([Member(name: nil, file: file)], [])
  }

  /// Reads the sheets of an archive that is a workbook, or the files of another one, by name.
  private static func files(
    in archive: ZipArchive, depth: Int, charging limit: inout UnpackLimit?, _ options: ReadOptions
  ) throws(ReadError) -> Contents {
    if let refusal = UnsupportedWorkbook.error(archive) { throw refusal }
    if Workbook.isWorkbook(archive) {
      for part in archive.entries { try limit?.add(part.size) }
      let workbook = try Workbook(archive)
      let sheets = workbook.sheets.map { (name: $0.name, content: $0) }
      return try contents(of: sheets, in: "a workbook") { sheet throws(ReadError) in
        ([Member(name: nil, file: try GlucoseFile(workbook.text(of: sheet), options))], [])
      }
    }
    guard depth < deepest else {
      throw ReadError(
        .limitExceeded("an archive within two others"), expected: "the unpacked files")
    }
    if limit == nil { limit = UnpackLimit(from: archive.byteCount) }
    let names = Set(archive.entries.map(\.name))
    let files = archive.entries.filter { !$0.isFolder && isShown($0.name, among: names) }
      .ordered { $0.name < $1.name }.map { (name: $0.name, content: $0) }
    return try contents(of: files, in: "an archive") { entry throws(ReadError) in
      // Before the file is read, and also if it cannot be read.
      try limit?.add(max(entry.size, Self.leastCharge))
      return try Self.contents(
        of: archive.stream(entry), depth: depth + 1, charging: &limit, options)
    }
  }

  /// Returns whether a file of an archive or a folder is read: not if it or a folder around it is
  /// hidden or an addition of macOS, or if SQLite keeps it beside a database.
  package static func isShown(_ name: String, among names: Set<String>) -> Bool {
    let parts = name.split(separator: "/")
    return parts.first != "__MACOSX"
      && !parts.contains { $0.hasPrefix(".") && $0 != "." && $0 != ".." }
      && !["-wal", "-shm", "-journal"].contains {
        name.hasSuffix($0) && names.contains(String(name.dropLast($0.count)))
      }
  }

  /// Reads the files of a container, or throws the most useful error if none of them is read.
  static func contents<Content>(
    of files: [(name: String, content: Content)], in container: String,
    _ read: (Content) throws(ReadError) -> Contents
  ) throws(ReadError) -> Contents {
    var members: [Member] = []
    var unread: [UnreadFile] = []
    for file in files {
      do throws(ReadError) {
        let found = try read(file.content)
        members += found.members.map { $0.within(file.name) }
        unread += found.unread.map { $0.within(file.name) }
      } catch {
        unread.append(UnreadFile(name: file.name, error: error))
      }
    }
    guard members.isEmpty else { return (members, unread) }
    // The only file's own error is more useful than the statement that nothing was read.
    if unread.count == 1 { throw unread[0].error }
    throw unread.first { !$0.isNotARecording }?.error
      ?? ReadError(
        .unknownFormat,
        text: TableCursor.excerpt(unread.map(\.name).joined(separator: ", ")),
        expected: "\(container) with an export of a known program")
  }
}
