// SPDX-License-Identifier: Apache-2.0

import GlucoseKit

extension ThresholdCrossing {
  /// The side and the threshold: "below 70".
  func text(in unit: GlucoseUnit) -> String {
    switch self {
    case .below(let threshold): "below " + threshold.text(in: unit)
    case .above(let threshold): "above " + threshold.text(in: unit)
    }
  }
}
