// Writes numbered batches to a logbook, as fast as it can, and acknowledges each on standard output
// once it is on disk. The tests kill it at random moments.
//
//     GlucoseLogbookChild PATH WRITER FIRST COUNT

#if Logbook
  import Foundation
  import GlucoseLog
  import GlucoseTestSupport

  let arguments = CommandLine.arguments
  guard arguments.count == 5, let first = Int(arguments[3]), let count = Int(arguments[4]) else {
    FileHandle.standardError.write(Data("GlucoseLogbookChild PATH WRITER FIRST COUNT\n".utf8))
    exit(2)
  }
  do {
    let log = try Logbook(at: arguments[1])
    for number in first..<(first + count) {
      let batch = NumberedBatch(number, of: arguments[2])
      try log.write { step in
        try step.add(batch.readings, from: ReadingSource(rawValue: batch.writer))
        try step.add(batch.event)
      }
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
#endif
