internal import GlucoseFoundation

extension FileBundle {
  static func contents(
    ofFolder folder: String, _ options: ReadOptions
  ) throws(ReadError) -> Contents {
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: folder)
    else { throw ReadError(.cannotRead("its files cannot be listed"), text: folder) }
    let all = Set(names)
    let files = names.filter { isShown($0, among: all) }.sorted()
      .map { (name: $0, content: folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)") }
      .filter { OpenFile.isFile($0.content) }
    guard !files.isEmpty
    else { throw ReadError(.noRecords, text: folder, expected: "a folder that contains files") }
    return try contents(of: files, in: "a folder") { path throws(ReadError) in
      try contents(of: ByteStream(OpenFile(path)), depth: 1, options)
    }
  }

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
    try self.init(files) { path throws(ReadError) in try Self.contents(at: path, options) }
  }

  /// Creates a bundle from the names and bytes of several files.
  ///
  /// The names are kept as they are, with folders if they contain slashes, except that a number
  /// follows a name that occurs twice.
  package init(
    readingFiles files: [(name: String, bytes: [UInt8])], options: ReadOptions
  ) throws(ReadError) {
    try self.init(files.map { (name: $0.name, content: $0.bytes) }) { bytes throws(ReadError) in
      try Self.contents(of: ByteStream(bytes), depth: 0, options)
    }
  }

  private init<Content>(
    _ files: [(name: String, content: Content)],
    _ read: (Content) throws(ReadError) -> Contents
  ) throws(ReadError) {
    guard !files.isEmpty else { throw ReadError(.noRecords, expected: "at least one file") }
    var names = UniqueNames()
    let named = files.map { (name: names.unused($0.name), content: $0.content) }
    self.init(try Self.contents(of: named, in: "files", read))
  }
}

/// Names of which each is given once.
package struct UniqueNames {
  private var used: Set<String>
  /// The last number that follows a name, as thousands may have one.
  private var counts: [String: Int] = [:]

  package init(besides used: Set<String> = []) { self.used = used }

  /// Returns a name that was not given, with a number if necessary.
  package mutating func unused(_ name: String) -> String {
    var unused = name
    while !used.insert(unused).inserted {
      let count = counts[name, default: 1] + 1
      counts[name] = count
      unused = "\(name) (\(count))"
    }
    return unused
  }
}
