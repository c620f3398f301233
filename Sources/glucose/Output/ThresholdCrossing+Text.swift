// SPDX-License-Identifier: Apache-2.0

import GlucoseKit

extension ThresholdCrossing {
  /// Returns the side and the threshold, such as "below 70".
  func text(in unit: GlucoseUnit) -> String {
    switch self {
    case .below(let threshold): "below " + threshold.text(in: unit)
    case .above(let threshold): "above " + threshold.text(in: unit)
    }
  }
}
