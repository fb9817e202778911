// A table of documents and questions: rows that are drawn where a person scrolls, the arrow keys, Escape. Knows no texts.
(() => {
  "use strict";
  const box = () => document.getElementById("rd-table-grid");
  const grid = () => box()?.querySelector(".rd-grid");
  const rows = () => [...(grid()?.querySelectorAll("tr:not(.rd-gap)") ?? [])].map((row) => [...row.querySelectorAll("a.rd-cell")]);
  // What the server says in the grid's classes: the number of the first row that is drawn, and of all rows.
  const said = (name) => Number(new RegExp(`rd-${name}-(\\d+)`).exec(grid()?.className ?? "")?.[1] ?? 0);
  let here = null; // the address of the cell that the Tab key comes to
  let focused = false;
  let wanted = null; // [row, column] that the focus goes to when it is drawn; row 0 is the heads
  let seen = { top: 0, left: 0 }; // how far the grid is scrolled: it is drawn anew, and stays there
  let asked = -1; // the first row that was asked for, until it comes

  // One cell takes the Tab key; the arrow keys go on from there (WAI-ARIA, grid).
  function settle() {
    const cells = rows().flat();
    if (!cells.length) return;
    const at = cells.find((cell) => cell.getAttribute("href") === here) ?? cells[0];
    for (const cell of cells) set(cell, "tabindex", cell === at ? "0" : "-1");
    for (const drop of box().querySelectorAll("a.rd-drop-column, a.rd-rows")) set(drop, "tabindex", "-1");
    name();
    stay();
    if (wanted && drawn(wanted[0])) {
      const [row, column] = wanted;
      wanted = null;
      focusOn(row, column);
      return;
    }
    // The grid is drawn anew while it is filled: the focus stays where it was.
    if (astray() && at.getAttribute("href") === here) at.focus({ preventScroll: true });
  }
  // Whether the cell with the focus was drawn anew, and has it no more.
  const astray = () => focused && (!document.activeElement || document.activeElement === document.body);
  function set(element, attribute, value) {
    if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
  }

  // What the page's sanitiser drops: the grid's name, its order, and which of all rows these are.
  function name() {
    const first = said("first");
    set(grid(), "aria-label", document.querySelector("#rd-table-head h2")?.textContent.trim() ?? "");
    set(grid(), "aria-rowcount", String(said("total") + 1));
    set(box().querySelector("a.rd-rows"), "aria-hidden", "true");
    [...grid().querySelectorAll("tbody tr:not(.rd-gap)")].forEach((row, at) => set(row, "aria-rowindex", String(first + at + 2)));
    for (const head of box().querySelectorAll("th[role=columnheader]")) {
      const link = head.querySelector("a.rd-sort");
      const order = link?.classList.contains("rd-up") ? "ascending" : link?.classList.contains("rd-down") ? "descending" : "none";
      set(head, "aria-sort", order);
    }
  }

  // ---------------------------------------------------------- rows where a person scrolls

  const scroller = () => box()?.querySelector(".rd-gridbox");
  const height = () => grid().querySelector("tbody tr:not(.rd-gap)")?.getBoundingClientRect().height || 1;
  const count = () => rows().length - 1;
  const above = (row) => Math.max(row - 3, 0) * height();
  const drawn = (row) => row === 0 || (row > said("first") && row <= said("first") + count());

  function stay() {
    const over = scroller();
    if (!over || over.dataset.settled) return;
    over.dataset.settled = "yes";
    // Other rows may have come than the one that the focus goes to: they had been asked for before.
    if (wanted && !drawn(wanted[0])) seen.top = above(wanted[0]);
    over.scrollTop = seen.top;
    over.scrollLeft = seen.left;
    asked = -1;
    over.addEventListener("scroll", () => {
      seen = { top: over.scrollTop, left: over.scrollLeft };
      fill(over);
    }, { passive: true });
    fill(over);
  }
  // Asks for the rows around what is on view, where some of them are not drawn.
  function fill(over) {
    const top = Math.floor(over.scrollTop / height());
    const bottom = Math.min(top + Math.ceil(over.clientHeight / height()), said("total"));
    if (top < said("first") || bottom > said("first") + count()) ask(top - Math.floor(count() / 3));
  }
  function ask(first) {
    const from = Math.min(Math.max(first, 0), Math.max(said("total") - count(), 0));
    if (from === asked || from === said("first")) return;
    asked = from;
    const link = box().querySelector("a.rd-rows");
    link.setAttribute("href", link.getAttribute("href").replace(/\d+$/, String(from)));
    link.click();
  }
  document.addEventListener("click", (event) => {
    const turned = event.target instanceof Element && event.target.closest("#rd-table-grid a.rd-sort, #rd-table-head a, #rd-tables a");
    if (turned) seen = { top: 0, left: seen.left };
  }, true);

  // ---------------------------------------------------------- the keyboard

  document.addEventListener("focusin", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("#rd-table-grid a.rd-cell") : null;
    focused = Boolean(cell);
    if (!cell) return;
    here = cell.getAttribute("href");
    settle();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("#rd-table-grid")) focused = false;
  }, true);

  const page = () => Math.max(Math.floor((scroller()?.clientHeight ?? 0) / height()) - 2, 1);
  const STEPS = {
    ArrowRight: () => [0, 1], ArrowLeft: () => [0, -1], ArrowDown: () => [1, 0], ArrowUp: () => [-1, 0],
    PageDown: () => [page(), 0], PageUp: () => [-page(), 0], Home: () => [0, -1e6], End: () => [0, 1e6],
  };
  document.addEventListener("keydown", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("#rd-table-grid a.rd-cell") : null;
    // A key may come before the focus is back in a grid that was drawn anew.
    const cell = pressed ?? (astray() ? rows().flat().find((each) => each.getAttribute("href") === here) : null);
    if (event.key === "Escape") leave(event);
    if (event.key === "Delete" && cell) cell.closest("th")?.querySelector("a.rd-drop-column")?.click();
    const step = STEPS[event.key];
    const ends = event.ctrlKey && (event.key === "Home" || event.key === "End");
    if (!cell || !step || event.altKey || event.metaKey || (event.ctrlKey && !ends)) return;
    event.preventDefault();
    event.stopPropagation();
    const all = rows();
    const at = all.findIndex((each) => each.includes(cell));
    const row = at ? at + said("first") : 0;
    const [down, across] = step();
    if (ends) go(event.key === "Home" ? 0 : said("total"), all[at].indexOf(cell));
    else go(row + down, Math.max(all[at].indexOf(cell) + across, 0));
  }, true);

  function go(row, column) {
    const to = Math.min(Math.max(row, 0), said("total"));
    if (drawn(to)) {
      focusOn(to, column);
      return;
    }
    wanted = [to, column];
    seen.top = above(to);
    ask(to - Math.floor(count() / 2));
  }
  function focusOn(row, column) {
    const cells = rows()[row === 0 ? 0 : row - said("first")];
    cells?.[Math.min(column, cells.length - 1)]?.focus();
  }

  // Escape closes the open cell, then the table.
  function leave(event) {
    if (event.target instanceof Element && event.target.closest("input, textarea, select, [role=listbox]")) return;
    const open = document.querySelector("#rd-cell-detail a.rd-leave");
    const back = document.querySelector("#rd-table-head a.rd-back");
    if (open?.checkVisibility()) open.click();
    else if (back?.checkVisibility()) back.click();
  }

  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; settle(); });
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
