// The Chat tab's own behaviour: what a window keeps over a reload, keys, names changed in place, copying, folding.
// Knows no texts: every word comes from the page.
(() => {
  "use strict";
  const root = document.documentElement;
  // What follows runs with every change of the page, many times a second while an answer is written: it must find things quickly.
  const field = (id) => document.getElementById(id)?.querySelector("textarea, input");
  const goodSigns = document.getElementsByClassName("rd-act-good"), badSigns = document.getElementsByClassName("rd-act-bad");
  const folds = document.getElementsByClassName("rd-fold"), talks = document.getElementsByClassName("rd-talk");
  const seen = (node) => Boolean(node && node.offsetParent !== null);

  // app.js hands what is clicked to the tab; so does this.
  function send(address) {
    const link = document.createElement("a");
    link.setAttribute("href", address);
    link.hidden = true;
    document.body.append(link);
    link.click();
    link.remove();
  }

  function type(place, text) {
    place.value = text;
    place.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // ---------- what this window has open and half typed: its own, and only as long as it is open
  const TALK = "ragdesk-talk", TYPED = "ragdesk-typed";
  let wanted = sessionStorage.getItem(TALK) || "", typed = sessionStorage.getItem(TYPED) || "";
  let loaded = false, deadline = 0, opened = "", touched = false; // touched: the person has typed or asked since the page was loaded
  const kept = { talk: null, typed: null }; // as they stand in sessionStorage; null: nothing was written yet
  root.classList.toggle("rd-resuming", Boolean(wanted));

  function resume() {
    const start = field("rd-start"), place = field("rd-question");
    if (!loaded) {
      if (!start || !start.value || !place) return;
      loaded = true;
      deadline = Date.now() + 5000;
      if (typed && !place.value) type(place, typed);
      if (wanted) send(`#rd:chat:open:${encodeURIComponent(wanted)}`);
    }
    const here = field("rd-here");
    const now = here && here.value !== "-" ? here.value : "";
    if (wanted && (now || Date.now() > deadline)) wanted = "";
    if (!wanted) keep(now);
  }

  function keep(now) {
    root.classList.remove("rd-resuming");
    if (now !== kept.talk) {
      kept.talk = now;
      if (now) sessionStorage.setItem(TALK, now);
      else sessionStorage.removeItem(TALK);
    }
    const place = field("rd-question");
    // Gradio may fill the field once more after it was drawn.
    if (place && typed && !place.value && !touched && Date.now() < deadline) type(place, typed);
    if (place) keepTyped(place.value);
    if (now && now !== opened) toTheEnd();
    opened = now;
  }

  function keepTyped(text) {
    if (text === kept.typed) return;
    kept.typed = text;
    sessionStorage.setItem(TYPED, text);
  }

  document.addEventListener("input", (event) => {
    if (event.target !== field("rd-question")) return;
    touched = touched || event.isTrusted;
    keepTyped(event.target.value);
  });
  document.addEventListener("click", ({ target }) => { touched = touched || target.closest("#rd-ask") !== null; }, true);
  document.addEventListener("keydown", ({ key, target }) => { touched = touched || (key === "Enter" && target === field("rd-question")); }, true);
  window.addEventListener("pagehide", () => { if (loaded && !wanted) resume(); });

  // ---------- scrolling: a conversation opens at its end; what is shown above keeps the place; in a narrow window the page follows
  const narrow = window.matchMedia("(max-width: 999px)");
  const scroller = () => (narrow.matches ? document.scrollingElement : document.getElementById("rd-scroll"));
  let before = null, following = true;

  function toTheEnd() {
    requestAnimationFrame(() => {
      const place = document.getElementById("rd-talk");
      if (narrow.matches) { if (place) place.scrollIntoView({ block: "end" }); } else if (scroller()) scroller().scrollTop = scroller().scrollHeight;
    });
  }

  function keepPlace() {
    const place = scroller();
    // The thread is emptied and filled more than once on its way.
    if (before && place && place.scrollHeight > before.height) {
      before.until = before.until || performance.now() + 600;
      place.scrollTop = before.top + place.scrollHeight - before.height;
    }
    if (before && before.until && performance.now() > before.until) before = null;
    const bar = document.getElementById("rd-bar");
    if (narrow.matches && bar) root.style.setProperty("--bar", `${bar.offsetHeight + 16}px`);
    const live = document.querySelector("#rd-live .rd-live");
    if (narrow.matches && live && following && seen(live)) live.parentElement.scrollIntoView({ block: "end" });
  }
  window.addEventListener("wheel", (event) => { if (event.deltaY < 0) following = false; }, { passive: true });
  window.addEventListener("touchmove", () => { following = false; }, { passive: true });

  // ---------- a name or a text is changed in its place
  function change(link) {
    const text = (link.closest(".rd-searched") || link.closest("li") || document).querySelector(".rd-editable");
    if (!text) return;
    const shown = text.closest("a") || text;
    if (shown.hidden) return;
    const input = document.createElement("input");
    input.className = "rd-inline";
    input.value = text.textContent.trim();
    input.dir = "auto";
    input.setAttribute("aria-label", link.textContent.trim());
    const address = link.getAttribute("href").replace("#rd:page:edit:", "#rd:");
    const back = () => { input.remove(); shown.hidden = false; };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" && input.value.trim()) {
        back();
        link.focus(); // stays there when the list is drawn anew
        send(`${address}:${encodeURIComponent(input.value.trim())}`);
      } else if (event.key === "Escape") {
        back();
        link.focus();
      }
    });
    shown.before(input);
    shown.hidden = true;
    input.focus();
    input.select();
  }

  // ---------- an answer is copied with its numbers and its sources
  function asText(answer) {
    const prose = document.createElement("div");
    for (const shown of answer.querySelectorAll(".rd-sides, .rd-prose")) prose.append(shown.cloneNode(true), "\n");
    for (const cite of prose.querySelectorAll("a.rd-cite")) cite.replaceWith(` [${cite.lastChild.textContent.trim()}]`);
    for (const sides of prose.querySelectorAll(".rd-sides")) {
      const cells = [...sides.querySelectorAll("td")].map((cell) => cell.textContent.trim());
      const lines = [...sides.querySelectorAll("th")].map((head, side) => `${head.textContent.trim()}: ${cells[side]}`);
      sides.replaceWith(lines.join("\n"));
    }
    for (const item of prose.querySelectorAll(".rd-item")) {
      item.firstElementChild.append(" ");
      item.prepend("\n");
      if (!item.nextElementSibling?.classList.contains("rd-item")) item.append("\n");
    }
    for (const flag of prose.querySelectorAll(".rd-flag")) flag.replaceWith(` [${flag.textContent.trim()}]`);
    const part = (card, name) => card.querySelector(`.rd-card-${name}`).textContent.trim();
    const cards = [...answer.querySelectorAll(".rd-card")];
    const sources = cards.map((card) => `[${part(card, "number")}] ${part(card, "where")}: “${part(card, "quote")}”`);
    const head = answer.querySelector(".rd-cards-head");
    return [prose.textContent.trim(), ...(head ? ["", `${head.textContent}:`, ...sources] : [])].join("\n");
  }

  async function toClipboard(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch { // not allowed, or a browser without it: the old way
      const area = document.createElement("textarea");
      area.value = text;
      area.style.position = "fixed";
      area.style.opacity = "0";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  window.ragdeskCopy = toClipboard;

  async function copy(link) {
    if (!(await toClipboard(asText(link.closest(".rd-answer"))))) return;
    link.classList.add("rd-was-done");
    link.focus({ preventScroll: true });
    tell(link.querySelector(".rd-done").textContent);
    setTimeout(() => link.classList.remove("rd-was-done"), 2500);
  }

  function tell(text) {
    let place = document.getElementById("rd-told");
    if (!place) {
      place = document.createElement("div");
      place.id = "rd-told";
      place.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
      place.setAttribute("role", "status");
      document.body.append(place);
    }
    place.textContent = "";
    setTimeout(() => { place.textContent = text; }, 50);
  }

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#rd:"]') : null;
    if (!link) return;
    const address = link.getAttribute("href");
    if (address.startsWith("#rd:page:edit:")) change(link);
    else if (address.startsWith("#rd:page:copy:")) copy(link);
    else if (address.startsWith("#rd:page:fold:")) root.classList.toggle(`rd-open-${address.split(":").pop()}`);
    else if (address.startsWith("#rd:chat:edit:")) setTimeout(toQuestion, 400);
    else if (/^#rd:ask:(these|document):/.test(address)) setTimeout(whenSeen, 400);
    else if (address.startsWith("#rd:chat:bad:")) setTimeout(() => { const first = field("rd-rating-reason"); if (first) first.focus(); }, 500);
    else if (address.startsWith("#rd:chat:passages:")) showEvidence();
    else if (address.startsWith("#rd:chat:open:")) root.classList.remove("rd-open-talks");
    else if (address.startsWith("#rd:chat:earlier:") && scroller()) before = { height: scroller().scrollHeight, top: scroller().scrollTop };
    tidy();
  });

  // In a narrow window the passages are folded away, below the thread.
  function showEvidence() {
    root.classList.add("rd-open-evidence");
    if (narrow.matches) setTimeout(() => document.getElementById("rd-evidence-title")?.scrollIntoView({ block: "start" }), 300);
  }

  // ---------- the panel that says where to look closes when something else is done, the export when one goes on asking
  function closeScope(target) {
    if (target instanceof Element && target.closest("#rd-question")) document.querySelector("#rd-chat-export-fold button.open")?.click();
    const panel = document.getElementById("rd-scope");
    const head = panel?.querySelector("button.open");
    if (head && !(target instanceof Element && (panel.contains(target) || target.closest('[role="listbox"]')))) head.click();
  }
  for (const kind of ["pointerdown", "focusin"]) document.addEventListener(kind, ({ target }) => closeScope(target));

  // What could be undone leaves no gap behind.
  document.addEventListener("animationend", ({ target, animationName }) => { if (animationName === "rd-gone") target.hidden = true; });

  // ---------- keys
  // The tab may still be on its way.
  function whenSeen(tries = 200) {
    if (seen(field("rd-question"))) toQuestion();
    else if (tries > 0) setTimeout(() => whenSeen(tries - 1), 100);
  }

  function toQuestion() {
    const place = field("rd-question");
    if (!place) return;
    place.focus();
    place.setSelectionRange(place.value.length, place.value.length);
  }

  document.addEventListener("keydown", (event) => {
    const place = field("rd-question");
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k" && place) {
      event.preventDefault();
      if (!seen(place)) openChat();
      setTimeout(toQuestion, seen(place) ? 0 : 200);
    } else if (event.key === "/" && plain && !typing && seen(place)) {
      event.preventDefault();
      toQuestion();
    } else if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector('[role="option"]')) {
      closeScope(null);
      const stop = document.getElementById("rd-stop");
      if (seen(stop)) stop.click();
    } else if (event.key === "Enter" && event.target === place) {
      following = true;
      // Gradio passes over what is sent while an answer comes: it is said that the question waits.
      if (!event.shiftKey && place.value.trim() && seen(document.getElementById("rd-stop"))) send("#rd:chat:wait");
    }
  });

  function openChat() {
    const tab = document.getElementById("rd-chat-tab-button");
    if (tab) tab.click();
  }

  // ---------- what the page's sanitiser does not let through, for screen readers
  function say(node, name, value) {
    if (node.getAttribute(name) === value) return;
    if (value === null) node.removeAttribute(name);
    else node.setAttribute(name, value);
  }

  function tidy() {
    for (const link of [...goodSigns, ...badSigns]) say(link, "aria-pressed", String(link.classList.contains("rd-on")));
    for (const link of folds) {
      const address = link.getAttribute("href"); // what stands around a link has the class, too
      if (address) say(link, "aria-expanded", String(root.classList.contains(`rd-open-${address.split(":").pop()}`)));
    }
    for (const link of talks) say(link, "aria-current", link.closest(".rd-chosen") ? "true" : null);
    const undo = document.getElementById("rd-undo");
    if (undo) say(undo, "aria-live", "polite");
  }

  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; resume(); keepPlace(); tidy(); });
  }).observe(root, { childList: true, subtree: true });
})();
