// SPDX-License-Identifier: Apache-2.0

extension FileBundle {
  /// Creates a bundle from several files, such as those that a person picks one by one.
  ///
  ///     let bundle = try FileBundle(
  ///       contentsOfFiles: urls.map { $0.path(percentEncoded: false) }, options: options)
  ///
  /// The files are treated as those of an archive without folders (``people``). A member has the
  /// file's name without folders; a file of an archive or a sheet of a workbook has its own name
  /// after that and a slash. A number follows a name that occurs twice, as in `export.csv (2)`. A
  /// file that cannot be opened or read is in ``unread``.
  ///
  /// - Throws: ``ReadError`` if nothing can be read; with reason `noRecords` if there are no paths.
  public init(contentsOfFiles paths: [String], options: ReadOptions) throws(ReadError) {
    let files = paths.map { path in
      (name: path.split(separator: "/").last.map(String.init) ?? path, content: path)
    }
    try self.init(files) { path throws(ReadError) in
      try FileBundle(contentsOf: path, options: options)
    }
  }

  /// Creates a bundle from the names and bytes of several files.
  ///
  ///     let bundle = try FileBundle(
  ///       readingFiles: [(name: "spring.csv", bytes: spring), (name: "fall.csv", bytes: fall)],
  ///       options: options)
  ///
  /// The names are kept as they are, with folders if they contain slashes, except that a number
  /// follows a name that occurs twice.
  ///
  /// - Throws: ``ReadError`` as ``init(contentsOfFiles:options:)`` does.
  public init(
    readingFiles files: [(name: String, bytes: [UInt8])], options: ReadOptions
  ) throws(ReadError) {
    try self.init(files.map { (name: $0.name, content: $0.bytes) }) { bytes throws(ReadError) in
      try FileBundle(reading: bytes, options: options)
    }
  }

  private init<Content>(
    _ files: [(name: String, content: Content)],
    _ read: (Content) throws(ReadError) -> FileBundle
  ) throws(ReadError) {
    guard !files.isEmpty else { throw ReadError(.noRecords, expected: "at least one file") }
    var members: [Member] = []
    var unread: [UnreadFile] = []
    var used: [String: Int] = [:]
    for file in files {
      let name = Self.unused(file.name, &used)
      func full(_ inner: String?) -> String { inner.map { "\(name)/\($0)" } ?? name }
      do throws(ReadError) {
        let bundle = try read(file.content)
        members += bundle.members.map { Member(name: full($0.name), file: $0.file) }
        unread += bundle.unread.map { UnreadFile(name: full($0.name), error: $0.error) }
      } catch {
        unread.append(UnreadFile(name: name, error: error))
      }
    }
    guard !members.isEmpty else { throw Self.nothing(unread, in: "files") }
    self.init(members: members, unread: unread)
  }

  /// Returns a name that no other file has, with a number if necessary.
  ///
  /// - Parameter used: The names, each with the last number that follows it.
  private static func unused(_ name: String, _ used: inout [String: Int]) -> String {
    var (unused, count) = (name, used[name] ?? 0)
    repeat {
      count += 1
      unused = count == 1 ? name : "\(name) (\(count))"
    } while count > 1 && used[unused] != nil
    used[name] = count
    used[unused] = used[unused] ?? 1
    return unused
  }
}
