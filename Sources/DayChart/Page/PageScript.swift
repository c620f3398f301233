/// The script of a report page. A tap or the Enter key on a mark shows its fields from the list
/// below the picture; the Escape key, a tap elsewhere, or a move of the focus hides them. The lists
/// are open while the page is printed.
enum PageScript {
  /// The content security policy of the page: only this script runs, and nothing is fetched.
  static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(digest)'; "
    + "base-uri 'none'; form-action 'none'"

  /// The SHA-256 digest of ``text`` in Base64. `scripts/browser` verifies it and prints the correct
  /// value.
  static let digest = "l0TutmP8R/eDW5OK1D5hnqin46y9krvgHMXmWn3Vvho="

  /// The text of the script. A tap shows all marks within 22 points, about the width of a finger,
  /// in order of distance, so that every mark can be reached on a crowded day.
  static let text = """

    (() => {
      "use strict";
      const popup = document.getElementById("popup");
      const reach = 22;
      const hide = () => { popup.hidden = true; };
      const fieldsOf = mark => {
        const items = mark.closest("figure").querySelectorAll("li[data-event]");
        return [...items].find(item => item.dataset.event === mark.dataset.event)
          .firstElementChild.cloneNode(true);
      };
      const show = (marks, x, y) => {
        popup.replaceChildren(...marks.map(fieldsOf));
        popup.hidden = false;
        const room = document.documentElement.clientWidth - popup.offsetWidth - 8;
        const above = y + reach + popup.offsetHeight > window.innerHeight;
        const top = above ? Math.max(y - reach - popup.offsetHeight, 8) : y + reach;
        popup.style.left = Math.max(Math.min(x - popup.offsetWidth / 2, room), 8) + scrollX + "px";
        popup.style.top = top + scrollY + "px";
      };
      const distance = (mark, x, y) => {
        const box = mark.getBoundingClientRect();
        if (mark.dataset.role) {
          return Math.hypot((box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y);
        }
        const across = Math.max(box.left - x, 0, x - box.right);
        return Math.hypot(across, Math.max(box.top - y, 0, y - box.bottom)) + reach / 2;
      };
      document.addEventListener("click", event => {
        if (popup.contains(event.target)) return;
        const picture = event.target.closest("svg");
        const near = [...(picture ? picture.querySelectorAll("[data-event]") : [])]
          .map(mark => ({ mark, distance: distance(mark, event.clientX, event.clientY) }))
          .filter(found => found.distance <= reach)
          .sort((a, b) => a.distance - b.distance);
        if (near.length === 0) return hide();
        show(near.map(found => found.mark), event.clientX, event.clientY);
      });
      document.addEventListener("keydown", event => {
        if (event.key === "Escape") return hide();
        const mark = event.target.closest("svg [data-event]");
        if (!mark || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        const box = mark.getBoundingClientRect();
        show([mark], (box.left + box.right) / 2, (box.top + box.bottom) / 2);
      });
      document.addEventListener("focusin", hide);
      const opened = [];
      window.addEventListener("beforeprint", () => {
        for (const list of document.querySelectorAll("details:not([open])")) {
          list.open = true;
          opened.push(list);
        }
      });
      window.addEventListener("afterprint", () => {
        for (const list of opened.splice(0)) list.open = false;
      });
    })();

    """
}
