// SPDX-License-Identifier: Apache-2.0

extension Markup {
  /// The picture with each mark of an event as a focusable button.
  var interactive: Markup {
    var element = self
    // Screen readers ignore the children of an image, but not the children of a group.
    if name == "svg" { element.replace("role", "group") }
    if attributes.contains(where: { $0.name == "data-event" }) {
      element.set("tabindex", "0")
      element.set("role", "button")
      if let title { element.set("aria-label", SVGValue(title)) }
    }
    element.mapChildren(\.interactive)
    return element
  }
}
