// SPDX-License-Identifier: Apache-2.0

import GlucoseDiary
import GlucoseMath

/// What `scripts/fuzz --truncate` does with each sample, instead of making up others.
extension FuzzTarget {
  /// Cuts a file at every byte: what is left is an error or tells that it was cut, never a silent half.
  static let truncation = FuzzTarget(name: "truncation") { bytes in
    for options in options + mappings.map({ ReadOptions(zone: options[0].zone, columns: $0) }) {
      let whole = try? FileBundle(reading: bytes, options: options)
      let end = bytes.lastIndex { $0 > 0x20 } ?? 0
      for cut in bytes.indices {
        let part = Array(bytes[..<cut])
        guard let bundle = try? FileBundle(reading: part, options: options) else { continue }
        check(bundle)
        let isPacked = ZipArchive.isOne(part) || GzipBytes.isOne(part)
        for member in bundle.members where !isPacked {
          check(member.file, of: part, isWhole: cut > end)
        }
        precondition(
          readings(bundle) <= readings(whole), "A part has no more readings than the whole")
      }
    }
  }

  private static func check(_ file: GlucoseFile, of part: [UInt8], isWhole: Bool) {
    guard file.report.detected.delimiter != nil else {
      let isCut = file.report.rejected.map(\.reason) == [.cutOff]
      precondition(isCut != isWhole, "A document that was cut off says so")
      return
    }
    guard let last = try? DecodedText(part).bytes.last else { return }
    precondition(
      file.report.endsMidLine == (last != 0x0A && last != 0x0D),
      "A table that ends within a line says so")
  }

  private static func readings(_ bundle: FileBundle?) -> Int {
    bundle.map { $0.people.reduce(0) { $0 + $1.recording.series.count } } ?? 0
  }
}
