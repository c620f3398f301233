// SPDX-License-Identifier: Apache-2.0

/// Which of the four kinds of thing happened, without what it was.
public enum EventCategory: String, Hashable, Codable, Sendable, CaseIterable {
  /// Food or drink.
  case meal
  /// Insulin.
  case insulin
  /// Physical activity.
  case exercise
  /// A state that lasts.
  case condition
}

extension EventKind {
  /// Which kind of thing happened.
  public var category: EventCategory {
    switch self {
    case .meal: .meal
    case .insulin: .insulin
    case .exercise: .exercise
    case .condition: .condition
    }
  }
}
