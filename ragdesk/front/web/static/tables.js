// A table of documents and questions: the arrow keys, Escape, a file that was asked for. Knows no texts.
(() => {
  "use strict";
  const box = () => document.getElementById("rd-table-grid");
  const rows = () => [...(box()?.querySelectorAll(".rd-grid tr") ?? [])].map((row) => [...row.querySelectorAll("a.rd-cell")]);
  let here = null; // the address of the cell that the Tab key comes to
  let focused = false;

  // One cell takes the Tab key; the arrow keys go on from there (WAI-ARIA, grid).
  function settle() {
    const cells = rows().flat();
    if (!cells.length) return;
    const at = cells.find((cell) => cell.getAttribute("href") === here) ?? cells[0];
    for (const cell of cells) {
      const index = cell === at ? "0" : "-1";
      if (cell.getAttribute("tabindex") !== index) cell.setAttribute("tabindex", index);
    }
    for (const drop of box().querySelectorAll("a.rd-drop-column")) if (!drop.hasAttribute("tabindex")) drop.setAttribute("tabindex", "-1");
    const grid = box().querySelector(".rd-grid");
    if (grid && !grid.hasAttribute("aria-label")) {
      grid.setAttribute("aria-label", document.querySelector("#rd-table-head h2")?.textContent.trim() ?? "");
    }
    for (const head of box().querySelectorAll("th[role=columnheader]")) {
      const link = head.querySelector("a.rd-sort");
      const order = link?.classList.contains("rd-up") ? "ascending" : link?.classList.contains("rd-down") ? "descending" : "none";
      if (head.getAttribute("aria-sort") !== order) head.setAttribute("aria-sort", order);
    }
    // The grid is drawn anew while it is filled: the focus stays where it was.
    const lost = !document.activeElement || document.activeElement === document.body;
    if (focused && lost && at.getAttribute("href") === here) at.focus({ preventScroll: true });
  }
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

  const STEPS = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0], Home: [0, -1e6], End: [0, 1e6] };
  document.addEventListener("keydown", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("#rd-table-grid a.rd-cell") : null;
    if (event.key === "Escape") leave(event);
    if (event.key === "Delete" && cell) cell.closest("th")?.querySelector("a.rd-drop-column")?.click();
    const step = STEPS[event.key];
    if (!cell || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const all = rows();
    const row = all.findIndex((each) => each.includes(cell));
    const down = all[Math.min(Math.max(row + step[0], 0), all.length - 1)];
    const across = Math.min(Math.max(all[row].indexOf(cell) + step[1], 0), down.length - 1);
    down[across].focus();
  }, true);

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
