import Foundation

enum StandardError {
  static let isTerminal = isatty(2) == 1

  /// Writes lines without terminal control characters, which names of files and people may contain.
  static func print(_ lines: String) {
    let safe = lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).safeOnTerminal }.joined(separator: "\n")
    write(safe + "\n")
  }

  /// Writes text as it is. A stream that is closed is no reason to end without a result.
  fileprivate static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}

/// A line on a terminal with the progress of work. It is erased at the end.
struct ProgressLine {
  private let total: Int
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var shown = false
  private var percent = -1

  init(of total: Int) {
    self.total = total
    start = clock.now
  }

  /// Shows a step if a second has passed, or at once if it `isLong`.
  mutating func show(_ index: Int, _ what: String, isLong: Bool = false) {
    guard StandardError.isTerminal, isLong || clock.now - start > .seconds(1) else { return }
    shown = true
    StandardError.write("\r\u{1B}[K[\(index + 1)/\(total)] \(what.safeOnTerminal)")
  }

  mutating func show(fraction: Double, _ what: String) {
    guard StandardError.isTerminal else { return }
    let percent = Int((100 * min(max(fraction, 0), 1)).rounded(.down))
    guard percent != self.percent || !shown else { return }
    self.percent = percent
    shown = true
    StandardError.write("\r\u{1B}[K[\(percent) %] \(what.safeOnTerminal)")
  }

  mutating func end() {
    if shown { StandardError.write("\r\u{1B}[K") }
    shown = false
  }
}
