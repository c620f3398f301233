// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import GlucoseStudy

  extension AccuracyStudy {
    /// Returns the study as text, with concentrations in `unit`.
    func text(in unit: GlucoseUnit) -> String {
      let tables = tables(in: unit).map(\.lines)
      let parts =
        [[size + ":"]] + tables.prefix(1) + [[Self.note.wrapped()]]
        + tables.dropFirst()
      return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }
  }
#endif
