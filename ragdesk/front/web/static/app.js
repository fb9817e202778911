// The page's own behaviour, beside Gradio: links that act, live regions, and scrolling. Loads nothing and knows no texts.
(() => {
  "use strict";
  let clicks = 0;

  // `#rd:<tab>:<rest>` goes into that tab's unseen field; the count makes a second click a change too.
  function act(address) {
    const [tab, ...rest] = address.slice("#rd:".length).split(":");
    const field = document.querySelector(`#rd-act-${CSS.escape(tab)} textarea, #rd-act-${CSS.escape(tab)} input`);
    if (!field) return;
    clicks += 1;
    field.value = `${rest.join(":")}#${clicks}`;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (address === "#rd:library:go:entries") bringUp("rd-entries-fold");
    if (address.startsWith("#rd:handover:open:")) bringUp("rd-handover-fold");
    if (address.startsWith("#rd:chat:export:")) bringUp("rd-chat-export-fold", true);
    leaving = address.startsWith("#rd:citations:open:");
    const note = /^#rd:memory:(?:add|edit):(user|company)?/.exec(address);
    changing = note && `rd-note-${note[1] || "proposal"}`;
  }

  // The note that is changed, or added, goes into a field in its place, and the focus with it.
  let changing = null; // the form's id
  function toForm() {
    const field = changing && document.getElementById(changing)?.querySelector("textarea");
    if (!field || !field.checkVisibility()) return;
    changing = null;
    field.focus();
  }

  // A citation that was opened elsewhere takes the focus with it, which would be lost with the tab that goes.
  let leaving = false;
  function arrive() {
    const source = leaving && document.querySelector("#rd-citations .rd-chosen a.rd-source");
    if (!source || !source.checkVisibility()) return;
    leaving = false;
    const at = document.activeElement; // the link in the tab that is gone keeps the focus until the browser notices
    if (!at || at === document.body || !at.checkVisibility()) source.focus({ preventScroll: true });
  }

  // What was asked for stands at the side, which is below the list in a narrow window.
  function bringUp(id, focused = false) {
    setTimeout(() => {
      const place = document.getElementById(id);
      if (focused) place?.querySelector("button")?.focus({ preventScroll: true });
      const top = place ? place.getBoundingClientRect().top : 0;
      if (top < 0 || top > window.innerHeight * 0.8) place.scrollIntoView({ block: "start" });
    }, 700);
  }

  function actionOf(event) {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#rd:"]') : null;
    return link ? link.getAttribute("href") : null;
  }

  document.addEventListener("click", (event) => {
    const address = actionOf(event);
    if (!address) return;
    event.preventDefault();
    act(address);
  });

  // These links are buttons to a screen reader, so the space bar presses them as it does a button.
  document.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    const address = actionOf(event);
    if (!address) return;
    event.preventDefault();
    act(address);
  });

  // Gradio's lists (6.31) open at any key but Escape, some frames after it: who tabs past would leave them open.
  window.addEventListener("keydown", (event) => {
    const passing = event.key === "Tab" || event.key === "Shift";
    if (passing && event.target instanceof Element && event.target.matches('[role="combobox"]')) event.stopPropagation();
  }, true);

  // The queue is drawn anew while a person presses the button or has a link in focus: neither is lost by that.
  let pressed = { node: null, address: null };
  document.addEventListener("pointerdown", (event) => {
    pressed = { node: event.target, address: actionOf(event) };
  });
  document.addEventListener("pointerup", (event) => {
    const { node, address } = pressed;
    pressed = { node: null, address: null };
    if (address && !node.isConnected && actionOf(event) === address) act(address); // else a click follows
  });

  let focused = { address: null, place: null };
  document.addEventListener("focusin", (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#rd:"]') : null;
    const place = link && link.closest("[id]");
    focused = { address: link && link.getAttribute("href"), place: place && place.id };
  });
  document.addEventListener("pointerdown", () => { focused = { address: null, place: null }; }, true);
  function refocus() {
    if (!focused.address || (document.activeElement && document.activeElement !== document.body)) return;
    const place = focused.place && document.getElementById(focused.place);
    const link = place && place.querySelector(`a[href="${CSS.escape(focused.address)}"]`);
    if (link) link.focus({ preventScroll: true });
  }

  // The text of a document, and the licences, open in a tab of their own, whatever the page's sanitiser left of the link.
  document.addEventListener("click", (event) => {
    const apart = 'a[href^="/ragdesk/view/"], a[href="/ragdesk/notices"]';
    const link = event.target instanceof Element ? event.target.closest(apart) : null;
    if (!link || event.defaultPrevented) return;
    link.target = "_blank";
    link.rel = "noopener";
  }, true);

  const live = { "rd-status": "polite", "rd-said": "polite", "rd-note": "polite", "rd-saved-user": "polite",
    "rd-saved-company": "polite", "rd-model": "polite", "rd-entry-note": "polite", "rd-folder-note": "polite",
    "rd-sorting-note": "polite", "rd-arrivals": "polite", "rd-own-note": "polite", "rd-memory-note": "polite",
    "rd-handover-note": "polite", "rd-naming-note": "polite" };

  function announce() {
    for (const [id, manner] of Object.entries(live)) {
      const place = document.getElementById(id);
      if (place && !place.hasAttribute("aria-live")) place.setAttribute("aria-live", manner);
    }
    // Gradio names this button in English whatever the language; what stands in it is translated.
    for (const button of document.getElementById("rd-tabs")?.getElementsByTagName("button") || []) {
      if (button.getAttribute("aria-label") === "Click to upload or drop files") button.removeAttribute("aria-label");
    }
    const thread = document.getElementById("rd-scroll");
    if (thread && !thread.hasAttribute("tabindex")) {
      thread.setAttribute("tabindex", "0");
      thread.setAttribute("role", "region");
      thread.setAttribute("aria-labelledby", "rd-chat-tab-button");
    }
  }

  // While an answer is written the newest line stays in view, unless the person has scrolled up to read since they asked.
  let following = true, writing = false;
  document.addEventListener("scroll", (event) => {
    const place = event.target;
    if (place instanceof Element && place.id === "rd-scroll") {
      following = place.scrollHeight - place.scrollTop - place.clientHeight < 80;
    }
  }, true);

  function follow() {
    const thread = document.getElementById("rd-scroll"), live = document.querySelector("#rd-live .rd-live") !== null;
    following = following || (live && !writing);
    writing = live;
    if (thread && following) thread.scrollTop = thread.scrollHeight;
  }

  // A message to a person that was asked for as a file comes by itself, once; its link stays.
  let fetched = "";
  function fetchMessage() {
    const link = document.getElementById("rd-handover-note")?.querySelector('a[href^="/ragdesk/handover/"]');
    if (!link || link.getAttribute("href") === fetched) return;
    fetched = link.getAttribute("href");
    link.click();
  }

  const TABS = ["library", "chat", "citations", "memory", "settings"];
  function openTab(name) {
    // In a narrow window the last tabs are behind "More tabs", under the titles that an unseen copy of all has in order.
    const title = document.querySelectorAll("#rd-tabs > .tab-wrapper > [aria-hidden] button")[TABS.indexOf(name)]?.textContent;
    const behind = [...document.querySelectorAll("#rd-tabs > .tab-wrapper .overflow-dropdown button")];
    const tab = document.getElementById(`rd-${name}-tab-button`) ?? behind.find((each) => each.textContent === title);
    if (tab && tab.getAttribute("aria-selected") !== "true") tab.click();
    return Boolean(tab);
  }

  // What was asked for elsewhere is shown in its tab, once it is there.
  let asked = "";
  function turnTo() {
    const wanted = document.querySelector("#rd-shown-tab textarea, #rd-shown-tab input")?.value;
    if (wanted && wanted !== asked && openTab(wanted.split("#")[0])) asked = wanted;
  }

  // The tab to begin with comes with the library; a person who has opened one meanwhile stays there.
  let begun = false;
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, (event) => {
      if (event.target instanceof Element && event.target.closest('[role="tab"]')) begun = true;
    }, true);
  }
  function begin() {
    const field = begun ? null : document.querySelector("#rd-start textarea, #rd-start input");
    if (field && field.value) begun = openTab(document.documentElement.dataset.tab || field.value); // first.js
  }

  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; begin(); turnTo(); announce(); fetchMessage(); follow(); refocus(); arrive(); toForm(); });
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "style"] });
})();
