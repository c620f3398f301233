/// The interface of the lock that came with iOS 16 and macOS 13.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  public init(initialState: State) {}

  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R { fatalError() }
}
