// SPDX-License-Identifier: Apache-2.0

#if canImport(Dispatch)
  internal import Dispatch
#endif
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The sizes of the parts in which a large file is read on all cores, in bytes.
///
/// Whatever the sizes, the result is that of reading all rows in order.
struct FileParts {
  /// The size below which a file is read in order.
  var least = 10_000_000
  /// The size of the beginning, which is read first, so that the other parts know most people and
  /// devices, the decimal separator of a table, and the separator of documents.
  var head = 1 << 18
  /// The size of a part.
  var size = 1 << 20
  /// The number of parts that are read before they are merged, which limits the memory.
  var count = 4 * ProcessInfo.processInfo.activeProcessorCount

  /// Sizes by which every file is read in order.
  static var whole: FileParts { FileParts(least: .max) }

  /// Returns the results of `read` for each element, in order, computed on all cores.
  static func map<Element: Sendable, Part>(
    _ elements: [Element], _ read: @Sendable (Element) -> Part
  ) -> [Part] {
    #if canImport(Dispatch)
      var parts = [Part?](repeating: nil, count: elements.count)
      unsafe parts.withUnsafeMutableBufferPointer { buffer in
        // Each call writes an element of its own, and the buffer outlives the calls.
        nonisolated(unsafe) let parts = unsafe buffer
        DispatchQueue.concurrentPerform(iterations: elements.count) { index in
          unsafe parts[index] = read(elements[index])
        }
      }
      return parts.compactMap(\.self)
    #else
      return elements.map(read)
    #endif
  }
}
