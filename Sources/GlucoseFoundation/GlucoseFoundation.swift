// The part of Foundation without localization where a system has it; otherwise, the whole.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
