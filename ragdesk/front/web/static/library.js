// The Library tab: picked rows, dragging rows on collections, the rectangles of passages. Knows no texts.
(() => {
  "use strict";
  const root = document.documentElement;
  const ROWS = "#rd-documents li.rd-row";
  const OWN = "application/x-ragdesk-documents";

  // ---------------------------------------------------------------- what the app is told

  let sent = 0;
  function act(address) {
    const place = document.querySelector("#rd-act-library textarea, #rd-act-library input");
    if (!place) return;
    sent += 1;
    place.value = `${address.slice("#rd:library:".length)}#l${sent}`;
    place.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const address = (verb, ...rest) => `#rd:library:${[verb, ...rest].map(encodeURIComponent).join(":")}`;

  // ---------------------------------------------------------------- picked rows

  const picked = new Set();
  let last = null; // the row that was picked last: with the shift key, all between are
  const idOf = (row) => row.id.slice("rd-doc-".length);
  const rows = () => [...document.querySelectorAll(ROWS)];

  function showPicked() {
    const here = rows();
    const ids = new Set(here.map(idOf));
    // Only what is on view is acted on.
    for (const id of picked) if (!ids.has(id)) picked.delete(id);
    for (const row of here) {
      const on = picked.has(idOf(row)), box = row.querySelector(".rd-pick");
      if (row.classList.contains("rd-is-picked") !== on) row.classList.toggle("rd-is-picked", on);
      if (box && box.checked !== on) box.checked = on;
    }
    const all = document.querySelector(".rd-pick-all");
    if (all) {
      all.checked = here.length > 0 && picked.size === here.length;
      all.indeterminate = picked.size > 0 && picked.size < here.length;
    }
    for (const count of document.querySelectorAll(".rd-picked-count")) {
      if (count.textContent !== String(picked.size)) count.textContent = String(picked.size);
    }
    if (document.body.classList.contains("rd-some-picked") !== picked.size > 0) {
      document.body.classList.toggle("rd-some-picked", picked.size > 0);
    }
  }
  document.addEventListener("click", (event) => {
    const box = event.target instanceof Element ? event.target.closest(".rd-pick, .rd-pick-all") : null;
    if (!box) return;
    const here = rows();
    if (box.classList.contains("rd-pick-all")) {
      for (const row of here) picked[box.checked ? "add" : "delete"](idOf(row));
    } else {
      const row = box.closest("li");
      const [from, to] = [here.findIndex((each) => idOf(each) === last), here.indexOf(row)].sort((a, b) => a - b);
      const some = event.shiftKey && from >= 0 ? here.slice(from, to + 1) : [row];
      for (const each of some) picked[box.checked ? "add" : "delete"](idOf(each));
      last = idOf(row);
    }
    showPicked();
  });

  // Links about the picked rows get their ids; some are answered here. Before app.js sees them.
  function meant(link) {
    const own = link.getAttribute("href").slice("#rd:library:".length);
    const [verb, ...rest] = own.split(":").map(decodeURIComponent);
    if (verb === "pick-none") { picked.clear(); showPicked(); return true; }
    if (verb === "box") { reveal(rest[0]); return true; }
    let parts = rest;
    if (link.classList.contains("rd-named")) {
      const field = link.closest("details").querySelector(".rd-new-name");
      const name = field.value.trim();
      if (!name) { field.focus(); return true; }
      parts = [...parts, name];
      field.value = "";
    }
    if (link.classList.contains("rd-for-picked")) parts = [...parts, ...picked];
    else if (!link.classList.contains("rd-named")) return false;
    link.closest("details")?.removeAttribute("open");
    act(address(verb, ...parts));
    if (verb !== "ask-remove") { picked.clear(); showPicked(); }
    return true;
  }
  function answer(event) {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#rd:library:"]') : null;
    if (!link || !meant(link)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  document.addEventListener("click", answer, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === " ") answer(event);
    const field = event.target instanceof Element ? event.target.closest(".rd-new-name") : null;
    if (field && event.key === "Enter") field.closest("details").querySelector("a.rd-named").click();
    if (event.key === "Escape") escape_(event);
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") turn(event);
    const place = event.target instanceof Element ? event.target.closest(".rd-go-to") : null;
    if (place && event.key === "Enter") goTo(place);
  }, true);
  document.addEventListener("click", (event) => { // a menu closes when something else is clicked
    for (const menu of document.querySelectorAll("details.rd-menu[open]")) {
      if (!menu.contains(event.target)) menu.removeAttribute("open");
    }
  });

  // ---------------------------------------------------------------- rows dragged on collections

  let dragged = [];
  const binAt = (event) => (event.target instanceof Element ? event.target.closest("a.rd-bin") : null);
  const nameOf = (bin) => decodeURIComponent(bin.getAttribute("href").slice("#rd:library:collection:".length));
  document.addEventListener("dragstart", (event) => {
    const row = event.target instanceof Element ? event.target.closest(ROWS) : null;
    if (!row) return;
    dragged = picked.has(idOf(row)) ? [...picked] : [idOf(row)];
    event.dataTransfer.setData(OWN, dragged.join(" "));
    event.dataTransfer.effectAllowed = "copy";
    document.body.classList.add("rd-dragging");
    row.classList.add("rd-is-dragged");
  });
  document.addEventListener("dragover", (event) => {
    const bin = dragged.length ? binAt(event) : null;
    for (const each of document.querySelectorAll("a.rd-bin.rd-over")) if (each !== bin) each.classList.remove("rd-over");
    if (!bin || !nameOf(bin)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    bin.classList.add("rd-over");
  });
  document.addEventListener("drop", (event) => {
    const bin = dragged.length ? binAt(event) : null;
    if (!bin || !nameOf(bin)) return;
    event.preventDefault();
    act(address("put", nameOf(bin), ...dragged));
    picked.clear();
    showPicked();
  });
  document.addEventListener("dragend", () => {
    dragged = [];
    document.body.classList.remove("rd-dragging");
    for (const each of document.querySelectorAll(".rd-is-dragged, a.rd-bin.rd-over")) each.classList.remove("rd-is-dragged", "rd-over");
  });

  // ---------------------------------------------------------------- a document's own page

  const ordinal = (place) => (/(?:^| )rd-of-(\d+)/.exec(place.className) || [])[1];
  function light(which) {
    for (const each of document.querySelectorAll("#rd-leaf .rd-lit")) each.classList.remove("rd-lit");
    if (which === undefined) return;
    for (const each of document.querySelectorAll(`#rd-leaf .rd-of-${which}`)) each.classList.add("rd-lit");
  }
  function reveal(which) {
    light(which);
    document.getElementById(`rd-placed-${which}`)?.scrollIntoView({ block: "nearest" });
  }
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const place = event.target instanceof Element ? event.target.closest("#rd-leaf a.rd-box, #rd-leaf .rd-placed") : null;
      if (place) light(ordinal(place));
    });
  }
  const writing = (event) => event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
  function escape_(event) {
    const menu = event.target instanceof Element ? event.target.closest("details.rd-menu[open]") : null;
    if (menu) { menu.removeAttribute("open"); menu.querySelector("summary").focus(); return; }
    if (!writing(event)) shownPage()?.querySelector("a.rd-back").click();
  }
  const shownPage = () => {
    const page = document.querySelector("#rd-document .rd-docpage");
    return page && page.checkVisibility() ? page : null;
  };
  function turn(event) {
    if (writing(event) || event.altKey || event.ctrlKey || event.metaKey || !shownPage()) return;
    if (event.target instanceof Element && event.target.closest('[role="tab"], [role="radio"]')) return;
    document.querySelector(`#rd-leaf a.${event.key === "ArrowLeft" ? "rd-previous" : "rd-next"}`)?.click();
  }
  function goTo(field) {
    const [, id] = /rd-doc-([0-9a-f]{16})/.exec(field.className) || [];
    const [, view] = /rd-step-(\w+)/.exec(field.closest(".rd-stepper").className) || [];
    if (id && view && /^\d+$/.test(field.value.trim())) act(address("show", id, view, field.value.trim()));
  }

  // The list is found again where it was left; a page begins at its top.
  let reading = false, left = 0, chosen = "";
  function settle() {
    const now = Boolean(document.getElementById("rd-document")?.querySelector(".rd-docpage"));
    root.classList.toggle("rd-at-document", now);
    root.classList.toggle("rd-at-table", Boolean(document.getElementById("rd-table-head")?.querySelector(".rd-tablehead")));
    root.classList.toggle("rd-stocked", Boolean(document.getElementById("rd-documents")?.querySelector(".rd-table")));
    if (now !== reading) {
      reading = now;
      if (now) left = window.scrollY;
      window.scrollTo({ top: now ? 0 : left });
    }
    const card = document.querySelector("#rd-leaf .rd-placed.rd-chosen");
    if ((card ? card.id : "") !== chosen) {
      chosen = card ? card.id : "";
      if (card) reveal(ordinal(card));
    }
  }
  // What was removed is said above the list.
  let said = "";
  function bringUpNote() {
    const note = document.getElementById("rd-note");
    const text = note ? note.textContent.trim() : "";
    if (text === said) return;
    said = text;
    if (text && note.getBoundingClientRect().top < 0) note.scrollIntoView({ block: "nearest" });
  }
  // The page's sanitiser drops what a screen reader needs of a sorted column.
  function tellOrder() {
    for (const each of document.querySelectorAll("#rd-documents a.rd-sort")) {
      const order = each.classList.contains("rd-up") ? "ascending" : each.classList.contains("rd-down") ? "descending" : "none";
      const head = each.closest('[role="columnheader"]');
      if (head && head.getAttribute("aria-sort") !== order) head.setAttribute("aria-sort", order);
    }
  }

  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; showPicked(); settle(); bringUpNote(); tellOrder(); });
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
