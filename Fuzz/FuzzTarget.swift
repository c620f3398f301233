#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A function to fuzz, which must not trap on any bytes and whose results must be consistent.
struct FuzzTarget: Sendable {
  let name: String
  let run: @Sendable ([UInt8]) -> Void

  static let all = files + documents + decoders + [truncation]

  /// The target specified by the environment variable GLUCOSE_FUZZ.
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["GLUCOSE_FUZZ"] ?? all[0].name
    guard let target = all.first(where: { $0.name == name }) else {
      preconditionFailure(
        "GLUCOSE_FUZZ must be one of \(all.map(\.name).joined(separator: ", "))")
    }
    return target
  }()
}

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The fuzzer's bytes are valid for the duration of the call.
  FuzzTarget.chosen.run(unsafe Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}
