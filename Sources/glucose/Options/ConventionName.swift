// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import GlucoseKit
  import IgluConvention

  /// A convention as an option.
  enum ConventionName: String, ExpressibleByArgument, CaseIterable {
    case clinical, iglu

    var convention: MetricConvention {
      switch self {
      case .clinical: .clinical
      case .iglu: .iglu
      }
    }
  }
#endif
