#if CommandLine
  import Foundation
  import Testing

  @Suite struct OutputFile {
    let folder: TemporaryFolder
    let file: String
    let files = FileManager.default

    init() throws {
      folder = try TemporaryFolder()
      file = try folder.file("table.csv", "of yesterday")
    }

    @Test func remainsAsItIsIfTheNewContentDoesNotFit() throws {
      let run = try CommandRun(["simulate", "--days", "3", "-o", file], blocks: 8)
      #expect(run.code == 73)
      #expect(run.errors == "glucose: \(file) cannot be written: File too large\n")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "of yesterday")
      #expect(try files.contentsOfDirectory(atPath: folder.url.path) == ["table.csv"])
    }

    @Test func keepsItsPermissionsAndTheLinkToIt() throws {
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      let link = folder.url.appending(path: "link.csv").path
      try files.createSymbolicLink(atPath: link, withDestinationPath: "table.csv")
      let run = try CommandRun("simulate", "--days", "1", "-o", link)
      #expect(run.code == 0, "\(run.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("id,time,gl"))
      let attributes = try files.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? NSNumber == 0o600)
      #expect(try files.destinationOfSymbolicLink(atPath: link) == "table.csv")
    }

    @Test func mayBeADeviceOrAPipe() throws {
      let run = try CommandRun("simulate", "--days", "1", "-o", "/dev/stdout")
      #expect(run.code == 0 && run.output.hasPrefix("id,time,gl"), "\(run.errors)")
      let path = folder.url.appending(path: "pipe").path
      try #require(mkfifo(path, 0o600) == 0)
      // A pipe that is open to read and to write has a writer, and never waits for a reader.
      let pipe = try #require(FileHandle(forUpdatingAtPath: path))
      #expect(try CommandRun("simulate", "--days", "1", "-o", path).code == 0)
      #expect(try pipe.read(upToCount: 10) == Data("id,time,gl".utf8))
    }

    /// A temporary file appears beside the file as soon as it is written.
    @Test func isWholeAndAloneAfterAnInterrupt() throws {
      let run = try RunningCommand("simulate", "--days", "300", "-o", file)
      while run.isRunning,
        try files.contentsOfDirectory(atPath: folder.url.path) == ["table.csv"]
      {}
      run.interrupt()
      #expect(try files.contentsOfDirectory(atPath: folder.url.path) == ["table.csv"])
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text == (try CommandRun("simulate", "--days", "300").output))
    }

    /// The content of a file that was read would be lost.
    @Test(arguments: [
      ["report", "in.csv", "--html", "in.csv"], ["report", "in.csv", "--html", "link.csv"],
      ["import", "link.csv", "-o", "in.csv"], ["import", ".", "--explain", "-o", "in.csv"],
      ["plot", "in.csv", "-o", "./in.csv"], ["backtest", "in.csv", "--html", "in.csv"],
      ["backtest", "other.csv", "--events", "in.csv", "--html", "in.csv"],
      ["agreement", "other.csv", "in.csv", "--plot", "in.csv"],
      ["report", "other.csv", "--second-sensor", "in.csv", "--html", "in.csv"],
      ["train", "in.csv", "-o", "in.csv"], ["log", "export", "--log", "in.csv", "-o", "in.csv"],
    ])
    func thatIsReadIsNotReplaced(arguments: [String]) throws {
      let input = try folder.file("in.csv")
      let other = try folder.file("other.csv")
      if arguments[0] == "log" {
        try files.removeItem(atPath: input)
        #expect(try CommandRun("log", "add", "note", "--note", "a", "--log", input).code == 0)
      } else {
        let readings = Data((Readings.header + Readings.rows(2 * 288) { 100 + $0 % 9 }).utf8)
        for path in [input, other] { try readings.write(to: URL(filePath: path)) }
      }
      let link = folder.url.appending(path: "link.csv").path
      try files.createSymbolicLink(atPath: link, withDestinationPath: "in.csv")
      let before = try Data(contentsOf: URL(filePath: input))
      let run = try CommandRun(
        arguments.map { $0.hasSuffix(".csv") || $0 == "." ? folder.url.path + "/" + $0 : $0 })
      #expect(run.code == 73)
      #expect(run.errors.hasSuffix("choose another file for the output.\n"), "\(run.errors)")
      #expect(try Data(contentsOf: URL(filePath: input)) == before)
    }

    @Test func namedADashIsStandardOutput() throws {
      let run = try CommandRun("simulate", "--days", "1", "-o", "-")
      #expect(run.code == 0 && run.output.hasPrefix("id,time,gl"), "\(run.errors)")
      let page = try CommandRun(["report", "-", "--zone", "UTC", "--html", "-"], input: run.output)
      #expect(page.code == 0 && page.output.hasPrefix("<!DOCTYPE html>"), "\(page.errors)")
    }

    @Test func pageAndPDFAreDifferentFiles() throws {
      let run = try CommandRun("report", file, "--html", "a", "--pdf", "a")
      #expect(run.code == 64 && run.errors.contains("different files"), "\(run.errors)")
    }

    @Test(arguments: [("", "Is a directory"), ("/none/x.csv", "No such file or directory")])
    func thatCannotBeWrittenIsNamedWithTheReason(_ path: String, _ reason: String) throws {
      let path = folder.url.path + path
      let run = try CommandRun("simulate", "--days", "1", "-o", path)
      #expect(run.code == 73)
      #expect(run.errors == "glucose: \(path) cannot be written: \(reason)\n")
    }
  }
#endif
