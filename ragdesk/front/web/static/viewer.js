// The page viewer, in the Citations tab and beside a conversation: pages around the quoted ones, zoom, turning, leafing, keys. Knows no texts: captions are
// made after those that the server sent.
(() => {
  "use strict";
  const FINENESS = [110, 165, 220, 330, 440]; // dots per inch, as in viewer_routes.py
  const STEPS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 2.5, 3, 4];
  const PIXELS = 96 / 72; // CSS pixels a point

  const leaves = new Map(); // document → promise of [width, height] of each page
  const turns = new Map(); // document → degrees
  const met = new WeakMap(); // contents that were brought into view → their pages, null for a text
  let zoom = 0; // 0: as wide as the viewer
  let view = null; // the pages on view
  let place = null; // where in them the window stands
  let moved = 0; // when a person last scrolled
  let held = false; // the pointer, maybe on the scroll bar
  let quotePlace = null; // where the passage stood when more of its text was asked for

  const REGIONS = { "rd-viewer": ["rd-viewer-panel", "rd-toolbar", "rd-viewer-name"], "rd-beside-viewer": ["rd-beside", "rd-beside-toolbar", "rd-beside-name"] };
  const seen = (node) => Boolean(node && node.offsetParent !== null);
  // The one that is on view.
  const region = () => Object.keys(REGIONS).map((id) => document.getElementById(id)).find(seen) || null;
  const panel = () => document.getElementById(REGIONS[region()?.id]?.[0]);
  const toolbar = () => document.getElementById(REGIONS[region()?.id]?.[1]);
  const number = (figure) => Number(figure.dataset.page);
  const sheetOf = (figure) => figure.querySelector(".rd-sheet");

  // ---------------------------------------------------------------- what the server sent

  function notice() {
    const here = region();
    const content = here && here.querySelector(".rd-pages, .rd-text");
    if (!content || content.offsetParent === null) return;
    if (!here.hasAttribute("tabindex")) {
      here.setAttribute("tabindex", "0");
      here.setAttribute("role", "region");
      here.setAttribute("aria-labelledby", REGIONS[here.id][2]);
      here.addEventListener("scroll", () => requestAnimationFrame(scrolled), { passive: true });
      for (const kind of ["wheel", "touchmove", "keydown"]) here.addEventListener(kind, () => { moved = performance.now(); }, { passive: true });
      here.addEventListener("pointerdown", () => { held = true; });
      const kept = () => { if (view && view.figures.length && here.contains(view.holder) && seen(here)) rescaled(); };
      new ResizeObserver(kept).observe(here);
      window.addEventListener("resize", () => requestAnimationFrame(kept)); // there and back between two frames
    }
    if (!met.has(content)) {
      if (content.matches(".rd-pages")) open(content); else view = null;
      met.set(content, view);
      reveal();
      keepChosenInView();
      taken(here);
    } else if (view !== met.get(content)) { // the other viewer was on view meanwhile
      view = met.get(content);
      place = null;
      if (view && view.figures.length) { rescaled(); reveal(); }
    }
    say();
  }

  // The pages that the quote runs over are there; the others are laid around them, empty until they come near.
  function open(holder) {
    const address = holder.querySelector("img").getAttribute("src").split("/");
    const opened = { holder, document: address[3], figures: [], near: new Set(), observer: null };
    view = opened;
    place = null;
    if (!leaves.has(opened.document)) leaves.set(opened.document, sizes(opened.document));
    leaves.get(opened.document).then((each) => {
      if (view !== opened || !holder.isConnected) return;
      lay(opened, each);
      rescaled();
      reveal();
    }, () => leaves.delete(opened.document));
  }

  async function sizes(id) {
    const answer = await fetch(`/ragdesk/leaves/${id}`);
    if (!answer.ok) throw new Error(String(answer.status));
    return (await answer.json()).flatMap(([count, width, height]) => Array(count).fill([width, height]));
  }

  function lay(opened, each) {
    const { holder } = opened;
    const quoted = new Map([...holder.children].map((figure) =>
      [Number(figure.querySelector("img").getAttribute("src").split("/")[4]), figure]));
    const like = quoted.values().next().value;
    const caption = like.querySelector("figcaption").textContent;
    opened.alt = like.querySelector("img").getAttribute("alt");
    opened.observer = new IntersectionObserver(arrive, { root: region(), rootMargin: "100% 0px" });
    const all = document.createDocumentFragment();
    each.forEach(([width, height], index) => {
      const figure = quoted.get(index + 1) || blank(caption.replace(/\d+/, index + 1));
      figure.dataset.page = index + 1;
      const sheet = sheetOf(figure);
      sheet.style.setProperty("--w", width);
      sheet.style.setProperty("--h", height);
      opened.figures.push(figure);
      all.append(figure);
    });
    holder.replaceChildren(all);
    for (const figure of opened.figures) opened.observer.observe(figure);
  }

  function blank(caption) {
    const figure = document.createElement("figure");
    figure.className = "rd-page";
    const sheet = figure.appendChild(document.createElement("div"));
    sheet.className = "rd-sheet";
    figure.appendChild(document.createElement("figcaption")).textContent = caption;
    return figure;
  }

  function arrive(entries) {
    if (!view) return;
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) { view.near.add(target); draw(target); }
      else { view.near.delete(target); forget(target); }
    }
    say();
  }

  function draw(figure) {
    const sheet = sheetOf(figure);
    if (!sheet.firstElementChild) {
      const turn = sheet.appendChild(document.createElement("div"));
      turn.className = "rd-turn";
      const img = turn.appendChild(document.createElement("img"));
      img.alt = view.alt.replace(/\d+/, number(figure));
    }
    const img = sheet.querySelector("img");
    const points = Number(sheet.style.getPropertyValue(sideways() ? "--h" : "--w"));
    const wanted = (sheet.clientWidth * (window.devicePixelRatio || 1)) / (points / 72);
    const fine = FINENESS.find((each) => each >= wanted * 0.95) || FINENESS[FINENESS.length - 1];
    if (fine > Number(img.dataset.fine || (img.getAttribute("src") ? FINENESS[0] : 0))) {
      img.dataset.fine = fine;
      img.src = `/ragdesk/page/${view.document}/${number(figure)}${fine > FINENESS[0] ? `/${fine}` : ""}`;
    }
    figure.dispatchEvent(new CustomEvent("ragdesk-drawn", { bubbles: true }));
  }

  // A page far off gives its picture back; those with the quote keep theirs.
  function forget(figure) {
    if (figure.querySelector(".rd-highlight")) return;
    const turn = figure.querySelector(".rd-turn");
    if (turn) { turn.querySelector("img").removeAttribute("src"); turn.remove(); }
  }

  // ---------------------------------------------------------------- zoom, turn, place

  const sideways = () => (turns.get(view.document) || 0) % 180 !== 0;

  function rescaled() {
    const kept = place;
    const turn = turns.get(view.document) || 0;
    const { holder } = view;
    holder.classList.toggle("rd-fit", !zoom);
    for (const each of [90, 180, 270]) holder.classList.toggle(`rd-turn-${each}`, turn === each);
    if (zoom) holder.style.setProperty("--rd-scale", zoom * PIXELS);
    if (kept) back(kept);
    view.near.forEach(draw);
    say();
  }

  // Which point of which page stands in the middle of the window.
  function current() {
    const here = region();
    if (!view || !here || here.offsetParent === null) return null;
    const box = here.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height * 0.4];
    for (const figure of view.near) {
      const outer = figure.getBoundingClientRect();
      if (outer.top > y || outer.bottom < y) continue;
      const sheet = sheetOf(figure).getBoundingClientRect();
      return { figure, x: (x - sheet.left) / sheet.width, y: (y - sheet.top) / sheet.height };
    }
    return null;
  }

  function remember() {
    place = current() || place;
    say();
  }

  // The place is where a person has gone: while the window changes its size the browser scrolls, too.
  function scrolled() {
    if (held || performance.now() - moved < 1500) remember(); else say();
  }

  function back({ figure, x, y }) {
    const here = region();
    const box = here.getBoundingClientRect();
    const sheet = sheetOf(figure).getBoundingClientRect();
    here.scrollTop += sheet.top + y * sheet.height - (box.top + box.height * 0.4);
    here.scrollLeft += sheet.left + x * sheet.width - (box.left + box.width / 2);
  }

  function percent() {
    const figure = (place && place.figure) || view.figures[0];
    const sheet = figure && sheetOf(figure);
    if (!sheet) return 1;
    return sheet.clientWidth / (Number(sheet.style.getPropertyValue(sideways() ? "--h" : "--w")) * PIXELS);
  }

  function zoomBy(direction) {
    const now = percent();
    const next = direction > 0 ? STEPS.find((each) => each > now * 1.01) : [...STEPS].reverse().find((each) => each < now * 0.99);
    if (!next) return;
    const seen = markInView();
    place = current() || place;
    zoom = next;
    rescaled();
    if (seen) sideTo(seen);
    remember();
  }

  function markInView() {
    const box = region().getBoundingClientRect();
    return [...view.holder.querySelectorAll(".rd-highlight")].find((mark) => {
      const at = mark.getBoundingClientRect();
      return at.top < box.bottom && at.bottom > box.top;
    });
  }

  // Sideways to where a mark begins, if it does so out of view.
  function sideTo(mark) {
    const [box, at] = [region().getBoundingClientRect(), mark.getBoundingClientRect()];
    if (at.left < box.left || at.left > box.right - 40) region().scrollLeft += at.left - box.left - box.width / 8;
  }

  function turn() {
    turns.set(view.document, ((turns.get(view.document) || 0) + 90) % 360);
    const figure = (current() || {}).figure;
    place = null;
    rescaled();
    if (figure && !figure.querySelector(".rd-highlight")) show(figure); else reveal();
  }

  function leaf(by) {
    const now = number((current() || place || { figure: view.figures[0] }).figure);
    const figure = view.figures[Math.min(Math.max(now + by, 1), view.figures.length) - 1];
    if (figure) show(figure);
  }

  function show(figure) {
    const here = region();
    here.scrollTop += figure.getBoundingClientRect().top - here.getBoundingClientRect().top;
    view.near.add(figure);
    draw(figure);
    remember();
  }

  // A mark to the upper third of the viewer.
  function toMark(mark) {
    const here = region(), [box, at] = [here.getBoundingClientRect(), mark.getBoundingClientRect()];
    if (at.top < box.top + 8 || at.bottom > box.bottom - 8) here.scrollTop += at.top - box.top - here.clientHeight / 3;
    sideTo(mark);
    if (view) remember();
  }

  // The quote's first line to the upper third of the viewer, or where it stood when more of the text was asked for.
  function reveal() {
    const here = region();
    const mark = here && here.querySelector(".rd-highlight, #rd-quote");
    if (!mark) return;
    const fold = mark.closest("details");
    if (fold) fold.open = true;
    const [box, at] = [here.getBoundingClientRect(), mark.getBoundingClientRect()];
    const wanted = quotePlace === null ? here.clientHeight / 3 : quotePlace;
    quotePlace = null;
    here.scrollTop += at.top - box.top - wanted;
    sideTo(mark);
    const figure = mark.closest(".rd-page");
    if (view && figure && figure.dataset.page) view.near.add(figure);
    remember();
  }

  function keepChosenInView() {
    const chosen = document.querySelector("#rd-citations .rd-chosen");
    const list = document.getElementById("rd-cited-list");
    if (!chosen || !list || list.scrollHeight <= list.clientHeight) return;
    const [box, at] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()];
    if (at.top < box.top || at.bottom > box.bottom) list.scrollTop += at.top - box.top - 60;
  }

  // The figures in the toolbar, which the server draws anew with each citation.
  function say() {
    if (!view || !view.figures.length) return;
    const at = current() || place;
    put(".rd-number", at ? String(number(at.figure)) : null);
    put(".rd-zoom", `${Math.round(percent() * 100)} %`);
  }

  function put(where, text) {
    const at = text && toolbar()?.querySelector(where);
    if (at && at.textContent !== text) at.textContent = text;
  }

  // ---------------------------------------------------------------- links and keys

  const doings = {
    in: () => zoomBy(1), out: () => zoomBy(-1), fit: () => { place = current() || place; zoom = 0; rescaled(); },
    turn, back: () => leaf(-1), on: () => leaf(1),
  };

  function linkOf(event) {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#rd:"]') : null;
    return link ? link.getAttribute("href") : "";
  }

  function press(event) {
    const address = linkOf(event);
    if (address.startsWith("#rd:viewer:")) {
      event.preventDefault();
      event.stopPropagation();
      const doing = doings[address.slice("#rd:viewer:".length)];
      if (doing && view && view.figures.length) doing();
    } else if (/^#rd:(citations|beside):more:/.test(address)) {
      const quote = region()?.querySelector("#rd-quote");
      quotePlace = quote ? quote.getBoundingClientRect().top - region().getBoundingClientRect().top : null;
    } else if (/^#rd:(citations:(show|open)|beside:cite):/.test(address)) {
      reveal(); // what is on view already is not sent again
      setTimeout(comeUp, 600);
      const thread = event.target.closest("#rd-beside") ? null : event.target.closest("a");
      if (thread && address.startsWith("#rd:beside:")) asked = { link: thread, address, focus: event.detail === 0 };
    } else if (address === "#rd:beside:close") {
      setTimeout(backToThread, 50);
    }
  }

  // A cited place that was opened by the keyboard takes the focus, and gives it back when it is put away.
  let asked = null;
  function taken(here) {
    if (here.id !== "rd-beside-viewer" || !asked?.focus) return;
    asked.focus = false;
    here.focus({ preventScroll: true });
  }
  function backToThread() {
    const link = asked && (asked.link.isConnected ? asked.link : document.querySelector(`#rd-chat a[href="${CSS.escape(asked.address)}"]`));
    asked = null;
    if (!link) return;
    link.focus({ preventScroll: true });
    if (narrow.matches) link.scrollIntoView({ block: "center" });
  }
  const narrow = window.matchMedia("(max-width: 999px)");

  // In a narrow window the viewer stands below the list.
  function comeUp() {
    const here = panel();
    if (here && here.offsetParent !== null && here.getBoundingClientRect().top > window.innerHeight * 0.6) here.scrollIntoView({ block: "start" });
  }

  const click = (where) => toolbar()?.querySelector(where)?.click();

  function keyed(event) {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (altKey) return null;
    if (ctrlKey || metaKey) {
      return view ? { "+": doings.in, "=": doings.in, "-": doings.out, 0: doings.fit }[key] : null;
    }
    if (key === "Escape") return toolbar()?.querySelector("a.rd-put-away") ? () => click("a.rd-put-away") : null;
    if (key === "n" || key === "N") return () => click("a.rd-to-next");
    if (key === "p" || key === "P") return () => click("a.rd-to-previous");
    if (!view) return null;
    const free = region().scrollWidth <= region().clientWidth + 1;
    if (key === "PageDown" || (key === "ArrowRight" && free)) return doings.on;
    if (key === "PageUp" || (key === "ArrowLeft" && free)) return doings.back;
    return key === "r" || key === "R" ? turn : null;
  }

  // For the scripts that mark and select words.
  window.ragdeskViewer = {
    region, toolbar, panel, toMark,
    // The figures of the pages on view; none of a text.
    figures: () => (view ? view.figures : []),
    document: () => (view ? view.document : null),
    show: (page) => { const figure = view?.figures[page - 1]; if (figure) show(figure); return figure; },
  };

  document.addEventListener("click", press, true);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => { held = false; }, true);
  document.addEventListener("pointermove", (event) => { if (!event.buttons) held = false; }, { passive: true, capture: true });
  document.addEventListener("keydown", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("#rd-viewer-panel, #rd-beside")) return;
    if (event.target.matches("input")) return;
    if (event.key === " " && linkOf(event).startsWith("#rd:viewer:")) { press(event); return; }
    const doing = keyed(event);
    if (!doing) return;
    event.preventDefault();
    doing();
  }, true);

  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; notice(); });
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "style"] });
})();
