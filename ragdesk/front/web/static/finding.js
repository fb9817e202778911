// Words that are looked for in the document on view: marked on its pages, or in the part of a text that is shown, and stepped
// through. Knows no texts: they stand in the header.
(() => {
  "use strict";
  const WAIT_MS = 350, NAME = "rd-found";
  const word = (key) => document.querySelector(`#rd-header .rd-say-${key}`)?.textContent ?? "";
  const viewer = () => window.ragdeskViewer;
  const fieldOf = () => viewer().toolbar()?.querySelector("input.rd-find-words") || null;
  const documentOf = (field) => (/rd-in-([0-9a-f]{16})/.exec(field.closest(".rd-finding").className) || [])[1];

  // What was found: of pages `places` are lists of [page, left, top, width, height]; of a text they are ranges.
  let found = null; // { document, words, places, count, at, ranges }
  let timer = 0, asked = 0;

  async function find(field) {
    const words = field.value.trim(), id = documentOf(field), turn = ++asked;
    if (!words) { forget(); return; }
    const paged = viewer().figures().length > 0;
    const given = paged ? await onPages(id, words) : inText(words);
    if (turn !== asked || !given) return;
    found = { document: id, words, at: firstOf(given.places, paged) - 1, paged, ...given };
    step(1);
  }

  // The one to begin with: on the page on view, or the first after it; in a text the first.
  function firstOf(places, paged) {
    const here = Number(viewer().toolbar()?.querySelector(".rd-number")?.textContent);
    return paged ? Math.max(places.findIndex((place) => place[0][0] >= here), 0) : 0;
  }

  async function onPages(id, words) {
    const answer = await fetch(`/ragdesk/find/${id}?${new URLSearchParams({ words })}`);
    return answer.ok ? answer.json() : null;
  }

  function inText(words) {
    const content = viewer().region()?.querySelector(".rd-text");
    if (!content) return null;
    const nodes = [], starts = [];
    let text = "";
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest(".rd-reach")) continue;
      nodes.push(walker.currentNode);
      starts.push(text.length);
      text += walker.currentNode.data;
    }
    const wanted = new RegExp(words.split(/\s+/).map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+"), "giu");
    const places = [...text.matchAll(wanted)].map((match) => {
      const range = document.createRange();
      range.setStart(...within(nodes, starts, match.index));
      range.setEnd(...within(nodes, starts, match.index + match[0].length, true));
      return range;
    });
    return { places, count: places.length };
  }

  function within(nodes, starts, offset, end = false) {
    let index = starts.findLastIndex((start) => (end ? start < offset : start <= offset));
    index = Math.max(index, 0);
    return [nodes[index], offset - starts[index]];
  }

  function forget() {
    found = null;
    for (const mark of document.querySelectorAll(`.${NAME}`)) mark.remove();
    for (const name of [NAME, `${NAME}-now`]) CSS.highlights?.delete(name);
    say("");
  }

  function step(by) {
    if (!found) return;
    const { places, paged } = found;
    if (places.length) found.at = (found.at + by + places.length) % places.length;
    mark();
    if (!places.length) { say(word(paged ? "no-hit" : "no-hit-here")); return; }
    say(word("hit").replace("{number}", found.at + 1).replace("{all}", found.count));
    const place = places[found.at];
    if (!paged) {
      viewer().toMark(place);
      return;
    }
    const figure = viewer().figures()[place[0][0] - 1];
    if (figure && !figure.querySelector(".rd-turn")) viewer().show(place[0][0]);
    const now = figure?.querySelector(`.${NAME}-now`);
    if (now) viewer().toMark(now);
  }

  function mark() {
    if (!found.paged) {
      CSS.highlights?.set(NAME, new Highlight(...found.places));
      CSS.highlights?.set(`${NAME}-now`, new Highlight(...found.places.slice(found.at, found.at + 1)));
      return;
    }
    for (const figure of viewer().figures()) markOn(figure);
  }

  function markOn(figure) {
    for (const old of figure.querySelectorAll(`.${NAME}`)) old.remove();
    const sheet = figure.querySelector(".rd-turn");
    if (!found?.paged || !sheet || viewer().document() !== found.document) return;
    found.places.forEach((place, index) => {
      for (const [page, left, top, width, height] of place) {
        if (page !== Number(figure.dataset.page)) continue;
        const each = sheet.appendChild(document.createElement("span"));
        each.className = index === found.at ? `${NAME} ${NAME}-now` : NAME;
        each.style.cssText = `left:${left}%;top:${top}%;width:${width}%;height:${height}%`;
      }
    });
  }
  document.addEventListener("ragdesk-drawn", (event) => markOn(event.target));

  function say(text) {
    const place = viewer().toolbar()?.querySelector(".rd-found-at");
    if (!place) return;
    if (!place.hasAttribute("role")) place.setAttribute("role", "status");
    if (place.textContent !== text) place.textContent = text;
  }

  // The toolbar is drawn anew with each citation, and the words stay while it is of the same document.
  function keep() {
    const field = fieldOf();
    if (!field || !found || field === document.activeElement || field.value) return;
    if (documentOf(field) !== found.document) { forget(); return; }
    field.value = found.words;
    clearTimeout(timer);
    timer = setTimeout(() => find(field), 0);
  }

  const ours = (event) => (event.target instanceof Element && event.target.matches("input.rd-find-words") ? event.target : null);
  document.addEventListener("input", (event) => {
    const field = ours(event);
    if (!field) return;
    clearTimeout(timer);
    timer = setTimeout(() => find(field), WAIT_MS);
  });
  document.addEventListener("keydown", (event) => {
    const field = ours(event);
    if (field && event.key === "Enter") {
      event.preventDefault();
      if (found && found.words === field.value.trim()) step(event.shiftKey ? -1 : 1);
      else { clearTimeout(timer); find(field); }
    } else if (field && event.key === "Escape" && field.value) {
      event.preventDefault();
      event.stopPropagation();
      field.value = "";
      forget();
    } else if (event.key.toLowerCase() === "f" && (event.ctrlKey || event.metaKey) && viewer()?.panel()?.contains(event.target) && fieldOf()) {
      event.preventDefault();
      fieldOf().select();
      fieldOf().focus();
    }
  }, true);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#rd:viewer:find-"]') : null;
    if (!link) return;
    const field = fieldOf();
    if (found && field && found.words === field.value.trim()) step(link.getAttribute("href").endsWith("on") ? 1 : -1);
    else if (field) find(field);
  }, true);

  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; keep(); });
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
