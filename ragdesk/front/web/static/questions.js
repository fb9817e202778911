// What a press opens in the page, by keyboard. A question ("Remove it?" Remove · Keep) has the focus on its harmless answer, and Escape
// gives that answer; a short form has it in its first field, and Escape leaves all as it was; a document's page takes it, too. What goes
// gives the focus back to what was pressed, or to what now stands in that place. Knows no texts.
(() => {
  "use strict";
  const LINK = 'a[href^="#rd:"]';
  // `sign`: it is open while this is seen; `first`: has the focus then; `back`: leaves it; `after`: where what was pressed is gone.
  const KEEP = `${LINK}[href$=":keep"]`, BACK_TO_ALL = ":is(#rd-document, #rd-table-head) a.rd-back";
  const PARTS = [
    { sign: KEEP, first: KEEP, back: KEEP },
    { sign: BACK_TO_ALL, first: BACK_TO_ALL },
    { sign: "#rd-rating-close", first: "#rd-rating input[type=radio]", form: "#rd-rating", back: "#rd-rating-close" },
    { sign: "#rd-entry-back", first: "#rd-entry-question :is(textarea, input)", form: "#rd-entries-fold", back: "#rd-entry-back" },
    { sign: ".rd-note-form textarea", first: ".rd-note-form textarea", form: ".rd-note-form", back: '.rd-note-form button[id$="-back"]' },
    { sign: "#rd-undo a", first: "#rd-undo a", after: "#rd-new" },
    { sign: "details.rd-menu[open] summary", after: "details.rd-menu summary" },
  ];
  const shown = (each) => each.checkVisibility();
  const found = (selector, within = document) => [...within.querySelectorAll(selector)].find(shown);
  const lost = () => !document.activeElement || document.activeElement === document.body || !shown(document.activeElement);

  // What was pressed is found again by its address, or as the one of its kind that stands where it stood: the page is drawn anew.
  const kindOf = (link) => link.getAttribute("href").split(":").slice(0, 3).join(":"); // "#rd:library:remove" of "#rd:library:remove:01"
  const alike = (kind) => [...document.querySelectorAll(LINK)].filter((each) => shown(each) && kindOf(each) === kind);
  let pressed = null;
  window.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest(`${LINK}, summary`) : null;
    const answers = link && (link.closest(".rd-asking, .rd-doings")?.querySelector(KEEP) || link.matches(BACK_TO_ALL));
    if (!link || answers) return;
    if (link.matches("summary")) pressed = { words: link.textContent };
    else pressed = { address: link.getAttribute("href"), kind: kindOf(link), at: alike(kindOf(link)).indexOf(link) };
  }, true);

  function placeOf(opener) {
    if (opener?.words) return [...document.querySelectorAll("summary")].find((each) => shown(each) && each.textContent === opener.words);
    const now = opener ? alike(opener.kind) : [];
    return now.find((each) => each.getAttribute("href") === opener.address) || now[Math.min(Math.max(opener?.at ?? 0, 0), now.length - 1)];
  }
  // The focus is owed for a while after a part has gone: what it lies in may be drawn once more, late on a busy machine. A press elsewhere
  // ends that.
  const OWED_MS = 8000, SOON_MS = 100;
  let owed = null;
  function owe(opener, after) {
    const mine = owed = { opener, after };
    setTimeout(giveBack, SOON_MS);
    setTimeout(() => { if (owed === mine) owed = null; }, OWED_MS);
  }
  function giveBack() {
    if (owed && lost()) (placeOf(owed.opener) || found(owed.after || '[role="tab"][aria-selected="true"]'))?.focus({ preventScroll: true });
  }
  window.addEventListener("pointerdown", () => { owed = null; }, true);

  const open = new Map(); // each part that is open, with what was pressed before
  function look() {
    for (const part of PARTS) {
      const there = found(part.sign);
      if (there && !open.has(part)) {
        open.set(part, pressed);
        if (part.first && (lost() || document.activeElement.matches(LINK))) found(part.first)?.focus();
      } else if (!there && open.has(part)) {
        const opener = open.get(part);
        open.delete(part);
        owe(opener, part.after);
      }
    }
    if (owed && lost()) setTimeout(giveBack, SOON_MS);
  }

  window.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !(event.target instanceof Element)) return;
    if (document.querySelector('[role="option"]')) return; // a list is open: Escape closes that
    const form = PARTS.find((part) => part.form && event.target.closest(part.form) && found(part.back));
    if (!form && event.target.closest("input:not([type=checkbox]), textarea, select, details.rd-menu[open]")) return;
    const leave = form ? found(form.back, event.target.closest(form.form).parentElement) : found(KEEP);
    if (!leave) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    leave.click();
  }, true);

  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; look(); });
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true,
    attributeFilter: ["class", "style", "hidden", "open"] });
})();
