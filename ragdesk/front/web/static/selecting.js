// Words selected on a page or in a text of the viewer: what can be done with them. The words of a page lie unseen over its picture.
// Knows no texts: they stand in the header.
(() => {
  "use strict";
  const word = (key) => document.querySelector(`#rd-header .rd-say-${key}`)?.textContent ?? "";
  const viewer = () => window.ragdeskViewer;

  // ---------------------------------------------------------------- the words over a picture
  const pages = new Map(); // "document/page" → promise of [word, left, top, width, height]
  function wordsOf(id, page) {
    const key = `${id}/${page}`;
    if (!pages.has(key)) {
      const given = fetch(`/ragdesk/page/${key}/words`).then((answer) => (answer.ok ? answer.json() : []));
      given.catch(() => pages.delete(key));
      pages.set(key, given);
      if (pages.size > 40) pages.delete(pages.keys().next().value);
    }
    return pages.get(key);
  }

  document.addEventListener("ragdesk-drawn", async (event) => {
    const sheet = event.target.querySelector(".rd-turn");
    if (!sheet || sheet.querySelector(".rd-words-over")) return;
    const layer = sheet.appendChild(document.createElement("div"));
    layer.className = "rd-words-over";
    layer.dir = "auto";
    let words = [];
    try {
      words = await wordsOf(viewer().document(), event.target.dataset.page);
    } catch { // the app is closed, which is said elsewhere
      layer.remove();
      return;
    }
    const placed = words.map(([text, left, top, , height]) => {
      const each = layer.appendChild(document.createElement("span"));
      each.textContent = text;
      each.style.cssText = `left:${left}%;top:${top}%;height:${height}%;font-size:${height * 0.8}cqh`;
      return each;
    });
    // As wide as on the page, whatever its font: all are measured before any is changed.
    const full = layer.clientWidth;
    const wide = placed.map((each) => each.offsetWidth);
    placed.forEach((each, index) => {
      each.style.transform = `scaleX(${(words[index][3] / 100) * full / (wide[index] || 1)})`;
      each.append(" ");
    });
  });

  // ---------------------------------------------------------------- what can be done with what is selected
  const menu = () => document.getElementById("rd-selected");
  const onPage = (node) => Boolean(node.nodeType === Node.TEXT_NODE && node.parentElement.closest(".rd-words-over"));
  // Half a word is no quote.
  function whole(range) {
    const grown = range.cloneRange(), { startContainer: first, endContainer: last } = range;
    if (range.startOffset < first.length) grown.setStart(first, 0);
    if (range.endOffset > 0) grown.setEnd(last, last.length);
    return grown;
  }
  function selected() {
    const selection = document.getSelection();
    const region = viewer()?.region();
    if (!selection || selection.isCollapsed || !selection.rangeCount || !region) return null;
    const range = selection.getRangeAt(0);
    if (!region.contains(range.commonAncestorContainer)) return null;
    const words = [range.startContainer, range.endContainer].every(onPage) ? whole(range) : selection;
    const text = words.toString().split(/\s+/).filter(Boolean).join(" ");
    return text ? { text, range } : null;
  }

  function button(key, doing) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = word(key);
    made.addEventListener("click", doing);
    return made;
  }

  function show() {
    const chosen = selected();
    if (!chosen) { hide(); return; }
    let box = menu();
    if (!box) {
      box = document.createElement("div");
      box.id = "rd-selected";
      box.setAttribute("role", "group");
      document.querySelector(".gradio-container").append(box);
    }
    box.replaceChildren(button("ask-words", () => ask(chosen)), button("copy-words", (event) => copy(chosen, event.target)));
    put(box, chosen.range);
  }

  function put(box, range) {
    const rects = [...range.getClientRects()].filter((each) => each.width && each.height);
    const at = rects[rects.length - 1] || range.getBoundingClientRect(), size = box.getBoundingClientRect();
    const below = at.bottom + 6 + size.height <= window.innerHeight;
    box.style.top = `${Math.max(8, below ? at.bottom + 6 : at.top - size.height - 6)}px`;
    box.style.left = `${Math.max(8, Math.min(at.right - size.width / 2, window.innerWidth - size.width - 8))}px`;
  }

  function hide() { menu()?.remove(); }

  // The document's name, and the page that the words stand on.
  function where({ range }) {
    const named = viewer().toolbar()?.querySelector("strong")?.textContent.trim() ?? "";
    const start = range.startContainer.nodeType === Node.TEXT_NODE ? range.startContainer.parentElement : range.startContainer;
    const page = start.closest(".rd-page")?.querySelector("figcaption")?.textContent.trim();
    return [named, page].filter(Boolean).join(", ");
  }

  function ask(chosen) {
    hide();
    const tab = document.getElementById("rd-chat-tab-button");
    const field = document.querySelector("#rd-question textarea");
    if (tab && tab.getAttribute("aria-selected") !== "true") tab.click();
    if (!field) return;
    field.value = `“${chosen.text}” (${where(chosen)})\n${field.value}`;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    document.getSelection().removeAllRanges();
    setTimeout(() => { field.focus(); field.setSelectionRange(field.value.length, field.value.length); }, 250);
  }

  async function copy(chosen, pressed) {
    if (!(await window.ragdeskCopy(`“${chosen.text}” (${where(chosen)})`))) return;
    pressed.textContent = word("copied");
    setTimeout(hide, 1_200);
  }

  let timer = 0;
  document.addEventListener("selectionchange", () => {
    if (menu()?.contains(document.activeElement)) return;
    clearTimeout(timer);
    timer = setTimeout(show, 250);
  });
  document.addEventListener("scroll", () => { const chosen = menu() && selected(); if (chosen) put(menu(), chosen.range); }, true);
  document.addEventListener("keydown", (event) => {
    const box = menu();
    if (!box) return;
    const inside = box.contains(event.target);
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      hide();
      if (inside) viewer().region()?.focus({ preventScroll: true });
    } else if (event.key === "Tab" && !event.shiftKey && !inside) { // the menu comes next
      event.preventDefault();
      box.querySelector("button").focus();
    }
  }, true);
})();
