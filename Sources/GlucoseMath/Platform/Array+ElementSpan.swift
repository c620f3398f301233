// `Span` deploys back to every Apple system, but `Array.span` and `Array.mutableSpan` came with iOS 26 and
// macOS 26, for the sake of arrays that are bridged from Objective-C. Arrays of plain values never are.
extension Array where Element: BitwiseCopyable {
  /// The elements, as a span that is valid for as long as the array is not changed.
  @inlinable
  @inline(__always)
  package var elementSpan: Span<Element> {
    @_lifetime(borrow self)
    borrowing get {
      // The storage of an array of plain values is contiguous and outlives the borrow.
      let buffer = unsafe withUnsafeBufferPointer { unsafe $0 }
      return unsafe _overrideLifetime(Span(_unsafeElements: buffer), borrowing: self)
    }
  }

  /// The elements, as a span through which they can be changed.
  @inlinable
  @inline(__always)
  package var mutableElementSpan: MutableSpan<Element> {
    @_lifetime(&self)
    mutating get {
      // The storage is unique after the call, and cannot be replaced while the span is in use.
      let buffer = unsafe withUnsafeMutableBufferPointer { unsafe $0 }
      return unsafe _overrideLifetime(MutableSpan(_unsafeElements: buffer), mutating: &self)
    }
  }
}
