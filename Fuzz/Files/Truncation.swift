import GlucoseDiary
@testable import GlucoseFiles
import GlucoseMath

/// The function of `scripts/fuzz --truncate`, which truncates each sample instead of generating
/// inputs.
extension FuzzTarget {
  /// Truncates a file at every byte: the result must be an error or report the truncation, never
  /// silent data loss.
  static let truncation = FuzzTarget(name: "truncation") { bytes in
    for options in options + mappings.map({ ReadOptions(zone: options[0].zone, columns: $0) }) {
      let whole = try? FileBundle(reading: bytes, options: options)
      let end = bytes.lastIndex { $0 > 0x20 } ?? 0
      for cut in bytes.indices {
        let part = Array(bytes[..<cut])
        guard let bundle = try? FileBundle(reading: part, options: options) else { continue }
        check(bundle)
        let isPacked = ZipArchive.isZip(part) || GzipBytes.isGzip(part)
        for member in bundle.members where !isPacked {
          check(member.file, of: part, isWhole: cut > end)
        }
        precondition(
          readings(bundle) <= readings(whole), "A part must not have more readings than the whole")
      }
    }
  }

  private static func check(_ file: GlucoseFile, of part: [UInt8], isWhole: Bool) {
    guard file.report.detected.delimiter != nil else {
      let isCut = file.report.rejected.map(\.reason) == [.cutOff]
      precondition(isCut != isWhole, "A truncated document must be reported")
      return
    }
    guard let last = try? DecodedText(part).bytes.last else { return }
    precondition(
      file.report.endsMidLine == (last != 0x0A && last != 0x0D),
      "A table that ends within a line must be reported")
  }

  private static func readings(_ bundle: FileBundle?) -> Int {
    bundle.map { $0.people.reduce(0) { $0 + $1.recording.series.count } } ?? 0
  }
}
