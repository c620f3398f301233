// SPDX-License-Identifier: Apache-2.0
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const root = $("main")?.dataset.root;

// A widget contains the texts of the next minutes, of which the one of its time is shown.

// The clock, since the time of performance.now() may stop while a device sleeps.
let received = Date.now();
function showEntry() {
  const entries = $$("[data-after]");
  const seconds = (Date.now() - received) / 1000 * ($("#timeline")?.dataset.speed ?? 1);
  const last = entries.findLastIndex(entry => Number(entry.dataset.after) <= seconds);
  entries.forEach((entry, index) => { entry.hidden = index !== last; });
}
if ($("#timeline")) setInterval(showEntry, 1000);

// Live updates: after each event, the parts marked data-live are replaced by those of the page anew.

let isFetching = false, isStale = false;
/** The markup of each part as the server sent it. */
const shown = new Map($$("[data-live]").map(part => [part.id, part.outerHTML]));
/** When the press of a control ends at the latest. One that is replaced while it is pressed is not activated. */
let pressedUntil = 0;
for (const name of ["pointerdown", "keydown"]) {
  addEventListener(name, () => { pressedUntil = performance.now() + 2000; }, true);
}
for (const name of ["pointerup", "pointercancel", "keyup"]) {
  // The click of a finger comes a moment after the finger is lifted.
  addEventListener(name, () => { pressedUntil = performance.now() + 50; }, true);
}
const isChanged = input => input.type !== "hidden" && input.value !== input.defaultValue;

async function refresh() {
  if (isFetching) { isStale = true; return; }
  isFetching = true;
  try {
    const response = await fetch($("main").dataset.here, { headers: { Accept: "text/html" } });
    if (!response.ok) throw new Error(String(response.status));
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    while (performance.now() < pressedUntil) await new Promise(resume => setTimeout(resume, 10));
    for (const part of $$("[data-live]")) replace(part, fresh.getElementById(part.id));
    setConnected(true);
    announce();
  } catch { setConnected(false); }
  isFetching = false;
  if (isStale) { isStale = false; refresh(); }
}

function replace(part, fresh) {
  if (!fresh || shown.get(part.id) === fresh.outerHTML) return;
  // A pop-up that is closed returns the focus to its mark.
  if (part.id === "picture" && $("#popup").open) return;
  // What a person is typing is not replaced.
  const focus = part.contains(document.activeElement) ? document.activeElement : null;
  if (focus?.matches("input, select, textarea") || $$("input", part).some(isChanged)) return;
  const place = focus && placeIn(part, focus);
  const open = $$("details", part).map(details => details.open);
  shown.set(part.id, fresh.outerHTML);
  for (const { name, value } of [...fresh.attributes]) part.setAttribute(name, value);
  part.replaceChildren(...document.importNode(fresh, true).childNodes);
  $$("details", part).forEach((details, index) => { details.open = open[index] ?? details.open; });
  if (part.id === "timeline") { received = Date.now(); showEntry(); }
  if (place) restoreFocus(part, place);
}

/** What finds a control again when its part was replaced: selectors, and the way to it from the part. */
function placeIn(part, element) {
  const selectors = ["id", "data-event", "aria-label", "href"]
    .filter(name => element.getAttribute(name))
    .map(name => `${element.localName}[${name}="${CSS.escape(element.getAttribute(name))}"]`);
  const way = [];
  for (let each = element; each !== part; each = each.parentElement) {
    way.unshift([...each.parentElement.children].indexOf(each));
  }
  return { selectors, way, name: element.localName, label: element.ariaLabel };
}

/** Focuses the control at a place, or the part itself, so that the next key goes on from there. */
function restoreFocus(part, { selectors, way, name, label }) {
  // The picture is there in several sizes, of which one is shown.
  const same = selectors.flatMap(selector => $$(selector, part))
    .find(control => control.getClientRects().length);
  const atWay = way.reduce((each, index) => each?.children[index], part);
  // At the same place may now be the control of another event.
  const isSame = atWay?.localName === name && atWay.ariaLabel === label;
  (same ?? (isSame ? atWay : part)).focus();
  if (part.contains(document.activeElement)) return;
  part.tabIndex = -1;
  part.focus();
}

function setConnected(isConnected) {
  const notice = $("#offline");
  if (notice) notice.textContent = isConnected ? "" : notice.dataset.text;
}

if (root && $("[data-live]")) {
  const events = new EventSource(root + "/events");
  events.addEventListener("change", refresh);
  events.addEventListener("tick", refresh);
  events.addEventListener("open", () => setConnected(true));
  events.addEventListener("error", () => setConnected(false));
  addEventListener("pagehide", () => events.close());
}

// Pop-ups: the server finds the events at a place of the picture.

function placeOf(mark, svg) {
  const box = mark.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, event: mark.dataset.event, svg };
}

async function showPopup({ x, y, event, svg }) {
  const popup = $("#popup");
  const size = svg.closest("[data-size]").dataset.size;
  const query = new URLSearchParams({ x, y, size, ...(event ? { event } : {}) });
  const day = $("#picture").dataset.day;
  const response = await fetch(`${root}/day/${day}/at?${query}`);
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!$("li", fresh)) return;
  for (const back of $$("input[name=back]", fresh)) back.value = $("main").dataset.here;
  $("#popup-content").replaceChildren(...fresh.body.childNodes);
  if (!popup.open) popup.showModal();
}

$("#popup")?.addEventListener("close", refresh);

document.addEventListener("click", event => {
  const svg = event.target.closest?.("#picture svg");
  if (svg) {
    const day = event.target.closest("[data-day]:not(#picture)");
    if (day) { location.assign(`${root}/day/${day.dataset.day}`); return; }
    const point = new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(svg.getScreenCTM().inverse());
    // A click of a key or a screen reader has no place of its own.
    const mark = event.target.closest("[data-event]");
    if (mark && event.detail === 0) showPopup(placeOf(mark, svg));
    else showPopup({ x: point.x, y: point.y, event: mark?.dataset.event, svg });
  } else if (event.target.id === "popup") event.target.close();
});

document.addEventListener("keydown", event => {
  const mark = event.target.closest?.("#picture [data-event]");
  if (mark && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    showPopup(placeOf(mark, mark.closest("svg")));
    return;
  }
  // The arrow keys move between days unless something else uses them.
  const isFree = !event.target.closest?.("input, select, textarea, dialog, .scroll");
  const link = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (link && isFree && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    $(`a[rel=${link}]`)?.click();
  }
});

// Swipes over the picture.

let touch = null;
document.addEventListener("touchstart", event => {
  const isOver = event.touches.length === 1 && event.target.closest?.("#picture");
  touch = isOver ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
}, { passive: true });
document.addEventListener("touchend", event => {
  if (!touch) return;
  const [dx, dy] = [event.changedTouches[0].clientX - touch.x, event.changedTouches[0].clientY - touch.y];
  touch = null;
  if (Math.abs(dx) < 60 || Math.abs(dy) > Math.abs(dx) / 2) return;
  $(dx > 0 ? "a[rel=prev]" : "a[rel=next]")?.click();
}, { passive: true });

// Alarms: each is announced once by this page.

const announced = new Set();

function announce() {
  for (const alarm of $$(".alarm[data-due]")) {
    if (announced.has(alarm.dataset.key)) continue;
    announced.add(alarm.dataset.key);
    beep();
    if (window.Notification?.permission === "granted" && document.hidden) {
      new Notification($("strong", alarm).textContent, { tag: alarm.dataset.key });
    }
  }
}

let audio = null;
function beep() {
  // A browser allows sound after the person has used the page.
  if (!audio || audio.state !== "running") return;
  for (const offset of [0, 0.3, 0.6]) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = 880;
    volume.gain.value = 0.15;
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + offset);
    tone.stop(audio.currentTime + offset + 0.18);
  }
}
for (const name of ["pointerdown", "keydown"]) {
  document.addEventListener(name, () => { audio ??= new AudioContext(); audio.resume(); }, { once: true });
}

const allow = $("#allow");
function showPermission() {
  if (!allow) return;
  const state = window.Notification?.permission ?? "denied";
  $("#allow-state").textContent = { granted: allow.dataset.allowed, denied: allow.dataset.denied }[state] ?? "";
  allow.hidden = state !== "default";
}
allow?.addEventListener("click", async () => { await Notification.requestPermission(); showPermission(); });

// Forms.

async function upload(file) {
  const account = $("#account");
  const action = $("#drop").dataset.action + "?name=" + encodeURIComponent(file.name);
  account.textContent = file.name + " …";
  try {
    const response = await fetch(action, {
      method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" },
    });
    const text = await response.text();
    if (!response.ok) { account.textContent = `${file.name}: ${text}`; return; }
    const fresh = new DOMParser().parseFromString(text, "text/html");
    account.replaceChildren(...fresh.body.childNodes);
  } catch { account.textContent = $("#offline").dataset.text; }
}
const drop = $("#drop");
if (drop) {
  $("#file").addEventListener("change", event => { if (event.target.files[0]) upload(event.target.files[0]); });
  for (const name of ["dragenter", "dragover"]) {
    drop.addEventListener(name, event => { event.preventDefault(); drop.classList.add("over"); });
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", event => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer.files[0]) upload(event.dataTransfer.files[0]);
  });
}

// The token after the # is entered and leaves the address.

const login = $("#login");
if (login && location.hash.length > 1) {
  $("#token").value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
  login.requestSubmit();
}

announce();
showPermission();
// A form with errors is where the person goes on.
$("[aria-invalid=true]")?.focus();
