"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const root = $("main")?.dataset.root;

// A widget contains the texts of the next minutes, of which the one of its time is shown.

// When they were asked for, by the clock: a device may sleep before they are there, while the time of
// performance.now() stops.
let asked = Date.now();
function showEntry() {
  const entries = $$("[data-after]");
  const seconds = (Date.now() - asked) / 1000 * ($("#timeline")?.dataset.speed ?? 1);
  const last = entries.findLastIndex(entry => Number(entry.dataset.after) <= seconds);
  entries.forEach((entry, index) => { entry.hidden = index !== last; });
}
if ($("#timeline")) setInterval(showEntry, 1000);

// Live updates: after each event, the parts marked data-live are replaced by those of the page anew.

let isFetching = false, isStale = false;
/** The number of answers to forms that were shown. A page that was fetched before one is older than it. */
let answers = 0;
/** The markup of each part as the server sent it. */
const shown = new Map($$("[data-live]").map(part => [part.id, part.outerHTML]));
/** Whether a control may be pressed. One that is replaced while it is pressed is not activated. */
let isPressed = false, released = 0;
function release(milliseconds) {
  clearTimeout(released);
  released = setTimeout(() => { isPressed = false; }, milliseconds);
}
for (const name of ["pointerdown", "keydown"]) {
  addEventListener(name, event => {
    if (event.button) return;
    isPressed = true;
    // A list of choices takes the end of the press that opened it.
    release(10_000);
  }, true);
}
// The click of a finger comes a moment after the finger is lifted.
for (const [name, wait] of Object.entries({ pointerup: 300, pointercancel: 300, click: 0, keyup: 0 })) {
  addEventListener(name, () => release(wait), true);
}
addEventListener("blur", () => release(0));

/** Whether a person has entered something else into a control than the server sent. */
function isChanged(control) {
  if (control.localName !== "select") {
    return !["hidden", "file"].includes(control.type) && control.value !== control.defaultValue;
  }
  const sent = [...control.options].findIndex(option => option.defaultSelected);
  return control.selectedIndex !== Math.max(sent, 0);
}
const controls = (part, selector = "") => $$(`${selector} :is(input, select)`, part);
/** Whether something would be lost with the page: what is typed, or a form that was refused. */
const isTyped = () =>
  $("form[data-unsaved]") !== null || controls(document, "form[method=post]").some(isChanged);

async function refresh() {
  if (isFetching) { isStale = true; return; }
  isFetching = true;
  const known = answers, start = Date.now();
  try {
    const response = await fetch($("main").dataset.here, { headers: { Accept: "text/html" } });
    if (!response.ok) throw new Error(String(response.status));
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    while (isPressed) await new Promise(resume => setTimeout(resume, 10));
    if (known === answers) { asked = start; update(fresh); }
    else isStale = true;
    setConnected(true);
  } catch { setConnected(false); }
  isFetching = false;
  if (isStale) { isStale = false; refresh(); }
}

/** Shows the live parts of a page; one that answers the person also where something is typed. */
function update(fresh, isAnswer = false) {
  if (isAnswer) answers += 1;
  for (const part of $$("[data-live]")) replace(part, fresh.getElementById(part.id), isAnswer);
  announce();
}

function replace(part, fresh, isAnswer) {
  if (!fresh || shown.get(part.id) === fresh.outerHTML) return;
  // A pop-up that is closed returns the focus to its mark.
  if (part.id === "picture" && $("#popup").open) return;
  // What a person is typing is not replaced, and is kept beside an answer.
  const focus = part.contains(document.activeElement) ? document.activeElement : null;
  const typed = controls(part).filter(isChanged)
    .map(control => ({ place: placeIn(part, control), value: control.value }));
  if (!isAnswer && (focus?.matches("input, select, textarea") || typed.length)) return;
  const place = focus && placeIn(part, focus);
  const open = $$("details", part).map(details => details.open);
  shown.set(part.id, fresh.outerHTML);
  for (const { name, value } of [...fresh.attributes]) part.setAttribute(name, value);
  part.hidden = fresh.hidden;
  part.replaceChildren(...document.importNode(fresh, true).childNodes);
  $$("details", part).forEach((details, index) => { details.open = open[index] ?? details.open; });
  if (part.id === "timeline") showEntry();
  for (const { place, value } of typed) {
    const control = find(part, place);
    if (control) control.value = value;
  }
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

/** The control at a place, or null if it is gone. */
function find(part, { selectors, way, name, label }) {
  // The picture is there in several sizes, of which one is shown.
  const same = selectors.flatMap(selector => $$(selector, part))
    .find(control => control.getClientRects().length);
  const atWay = way.reduce((each, index) => each?.children[index], part);
  // At the same place may now be the control of another event.
  return same ?? (atWay?.localName === name && atWay.ariaLabel === label ? atWay : null);
}

/** Focuses the control at a place, or the part itself, so that the next key goes on from there. */
function restoreFocus(part, place) {
  (find(part, place) ?? part).focus();
  if (part.contains(document.activeElement)) return;
  part.tabIndex = -1;
  part.focus();
}

function setConnected(isConnected) {
  $("main").toggleAttribute("data-connected", isConnected);
  const { text, kept } = $("#offline")?.dataset ?? {};
  notify(isConnected ? "" : waiting && kept ? `${text} ${kept}` : text);
  if (isConnected && waiting) send(waiting.form, waiting.submitter);
}

function notify(text) {
  if ($("#offline")) $("#offline").textContent = text;
}

// A browser has six connections to a server, so that one page has the stream of events for all: the
// one that holds the lock. Without locks, which a browser has for safe addresses only, each has its own.

if (root && $("[data-live]")) {
  const channel = new BroadcastChannel("bifocal");
  const hear = name => {
    if (name === "closed") setConnected(false);
    else refresh();
  };
  const lead = () => new Promise(() => {
    const events = new EventSource("/events");
    const tell = name => { hear(name); channel.postMessage(name); };
    for (const name of ["change", "tick"]) events.addEventListener(name, () => tell(name));
    events.addEventListener("open", () => setConnected(true));
    events.addEventListener("error", () => tell("closed"));
    addEventListener("pagehide", () => events.close());
  });
  channel.addEventListener("message", event => hear(event.data));
  if (navigator.locks) navigator.locks.request("bifocal", lead);
  else lead();
}

// Pop-ups: the server finds the events at a place of the picture.

function placeOf(mark, svg) {
  const box = mark.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, event: mark.dataset.event, svg };
}

async function showPopup({ x, y, event, svg }) {
  const popup = $("#popup");
  const size = svg.closest("[data-size]").dataset.size;
  const { day, part } = $("#picture").dataset;
  const query = new URLSearchParams(part);
  for (const [name, value] of Object.entries({ x, y, size, event })) if (value !== undefined) query.set(name, value);
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
  if (link && isFree && !isTyped() && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    $(`a[rel=${link}]`)?.click();
  }
});

// Swipes over the picture, and two fingers that show more or fewer hours.

let touch = null, pinch = null;
const spread = ({ touches: [one, two] }) =>
  Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
document.addEventListener("touchstart", event => {
  const { touches, target } = event, isOver = target.closest?.("#picture");
  touch = isOver && touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : null;
  if (!isOver || touches.length !== 2) return;
  pinch = { start: spread(event), end: spread(event), x: (touches[0].clientX + touches[1].clientX) / 2 };
}, { passive: true });
document.addEventListener("touchmove", event => {
  if (pinch && event.touches.length === 2) pinch.end = spread(event);
}, { passive: true });
document.addEventListener("touchend", event => {
  if (pinch) showHours(pinch.end / pinch.start, pinch.x);
  pinch = null;
  if (!touch) return;
  const [dx, dy] = [event.changedTouches[0].clientX - touch.x, event.changedTouches[0].clientY - touch.y];
  touch = null;
  if (isTyped() || Math.abs(dx) < 60 || Math.abs(dy) > Math.abs(dx) / 2) return;
  $(dx > 0 ? "a[rel=prev]" : "a[rel=next]")?.click();
}, { passive: true });

/** Shows the number of hours that is nearest to those shown over `scale`, around the time at `x`. */
function showHours(scale, x) {
  const part = new URLSearchParams($("#picture").dataset.part);
  const hours = Number(part.get("hours") ?? 24), end = Number(part.get("until") ?? 1440);
  const difference = count => Math.abs(Math.log(count * scale / hours));
  const links = $$("#hours a").map(({ href, textContent }) => ({ href, count: parseInt(textContent) }));
  const { href, count } = links.reduce((best, link) =>
    difference(link.count) < difference(best.count) ? link : best);
  if (count === hours || isTyped()) return;
  const url = new URL(href);
  const plot = $$("#picture [data-band]").find(band => band.getClientRects().length).getBoundingClientRect();
  const after = (plot.right - x) / plot.width * 60;
  if (count < 24) url.searchParams.set("until", Math.round(end - after * hours + after * count));
  location.assign(url);
}

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

// Forms: they are sent without leaving the page, so that an answer to one keeps what is typed in the
// others, and a server that is away keeps all of it.

/** The form that is sent again when the server is there again. */
let waiting = null;
let isLeaving = false;
const sending = new Set();

document.addEventListener("submit", event => {
  const form = event.target;
  if (form.method !== "post") return;
  if (!form.matches("#entry, #settings, .inline") || form.closest("#account")) {
    isLeaving = true;
    return;
  }
  event.preventDefault();
  send(form, event.submitter);
});

async function send(form, submitter) {
  if (sending.has(form)) return;
  sending.add(form);
  $("main").toggleAttribute("data-sending", true);
  waiting = null;
  let response, fresh;
  try {
    // A field may have the name of a property of the form, as "action" and "id" are.
    response = await fetch(form.getAttribute("action"), {
      method: "POST", body: new URLSearchParams(new FormData(form, submitter)), keepalive: true,
      signal: AbortSignal.timeout(30_000),
    });
    fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    // A press is not repeated later, when it may be wrong; a text is.
    if (controls(form).some(control => control.type !== "hidden")) waiting = { form, submitter };
    setConnected(false);
  }
  if (response?.ok && fresh) answer(form, response, fresh);
  else if (fresh) notify($("h1", fresh)?.textContent ?? fresh.body.textContent);
  if (isLeaving) return;
  sending.delete(form);
  $("main").toggleAttribute("data-sending", sending.size > 0);
}

/** Shows what came of a form: in its place, unless the answer is another page or another language. */
function answer(form, response, fresh) {
  const id = form.getAttribute("id"), again = id && fresh.getElementById(id);
  const url = new URL(response.url), here = new URL($("main").dataset.here, location.href);
  const isOther = !again && url.pathname !== here.pathname;
  if (response.redirected && (id === "settings" || isOther || url.searchParams.has("edit"))) {
    isLeaving = true;
    // The address may be the same as before.
    history.replaceState(null, "", url);
    location.reload();
    return;
  }
  for (const control of controls(form)) control.defaultValue = control.value;
  form.closest("dialog")?.close();
  if (response.redirected) {
    if (again) {
      history.replaceState(null, "", url);
      $("main").dataset.here = $("main", fresh).dataset.here;
    }
    update(fresh, true);
    const done = fresh.getElementById("done");
    $("#done")?.remove();
    if (done) $("main").prepend(document.importNode(done, true));
  }
  if (!again) return;
  form.replaceWith(document.importNode(again, true));
  ($("[aria-invalid=true]") ?? $(`#${id} .primary`)).focus();
}

document.addEventListener("click", event => {
  if (event.target.closest?.("#entry .actions a")) isLeaving = true;
});
addEventListener("beforeunload", event => {
  if (isTyped() && !isLeaving) event.preventDefault();
});

const zone = $("[data-browser-zone]");
if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;

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
  for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
    drop.addEventListener(name, event => {
      event.preventDefault();
      drop.classList.toggle("over", ["dragenter", "dragover"].includes(name));
      if (name === "drop" && event.dataTransfer.files[0]) upload(event.dataTransfer.files[0]);
    });
  }
}

// The token after the # is entered if it is needed, and leaves the address.

const login = $("#login");
if (location.hash.length > 32) {
  if (login) $("#token").value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname + location.search);
  login?.requestSubmit();
}

announce();
showPermission();
// A form with errors is where the person goes on.
$("[aria-invalid=true]")?.focus();
