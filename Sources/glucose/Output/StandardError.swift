// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The stream for what is not a result: progress, notes and errors.
enum StandardError {
  /// Whether a person watches.
  static let isTerminal = isatty(2) == 1

  /// Writes a line.
  static func print(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}

/// A line on a terminal that shows what is being done, for work that may take over a second; wiped at the end.
struct ProgressLine {
  private let total: Int
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var shown = false
  private var percent = -1

  /// Progress through `total` steps.
  init(of total: Int) {
    self.total = total
    start = clock.now
  }

  /// Shows that step `index`, counted from zero, begins, once a second has passed, or at once if the step
  /// itself may take that long.
  mutating func show(_ index: Int, _ what: String, isLong: Bool = false) {
    guard StandardError.isTerminal, isLong || clock.now - start > .seconds(1) else { return }
    shown = true
    write("\r\u{1B}[K[\(index + 1)/\(total)] \(what)")
  }

  /// Shows which part of the work is done, in percent.
  mutating func show(fraction: Double, _ what: String) {
    guard StandardError.isTerminal else { return }
    let percent = Int((100 * min(max(fraction, 0), 1)).rounded(.down))
    guard percent != self.percent || !shown else { return }
    self.percent = percent
    shown = true
    write("\r\u{1B}[K[\(percent) %] \(what)")
  }

  /// Wipes the line.
  mutating func end() {
    if shown { write("\r\u{1B}[K") }
    shown = false
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
