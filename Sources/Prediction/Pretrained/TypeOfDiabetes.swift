/// A person's type of diabetes, on which a pretrained model depends as long as less than a day of
/// readings is in view.
///
/// In type 1 diabetes glucose rises after a reading of 70 mg/dL, and falls after one of 250, more
/// than in health, and errors of forecasts are larger. An hour of readings does not reveal the
/// type.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TypeOfDiabetes: String, Hashable, Codable, CodingKeyRepresentable, Sendable,
  CaseIterable
{
  /// Type 1 diabetes.
  case type1 = "type-1"
  /// Type 2 diabetes.
  ///
  /// The library's models were trained without recordings of people with type 2 diabetes, so their
  /// forecasts are those for an unknown type.
  case type2 = "type-2"
  /// No diabetes, or prediabetes.
  case noDiabetes = "none"
}
