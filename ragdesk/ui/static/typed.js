// What is typed into a field that Gradio has only just made stays. Gradio makes what is in a tab or a fold when it is first
// opened, and fills it once more some frames later (6.31): on a busy machine, over what a person has begun to type. Knows no texts.
(() => {
  "use strict";
  const WHILE_MS = 4_000; // from when a field is first entered
  const entered = new WeakSet();
  let typed = null; // what was typed last, and where, until something else is done than typing

  const isField = (node) => node instanceof Element && node.matches('textarea, input[type="text"], input[type="password"], input:not([type])')
    && !node.matches('[role], [aria-autocomplete], .rd-inline');

  document.addEventListener("focusin", ({ target }) => {
    if (!isField(target) || entered.has(target)) return;
    entered.add(target);
    watch(target, performance.now() + WHILE_MS);
  });
  document.addEventListener("input", ({ target }) => {
    if (target === document.activeElement) typed = { field: target, text: target.value };
  }, true);

  // Who clicks or presses Enter may well want the field emptied or filled.
  const forget = () => { typed = null; };
  document.addEventListener("pointerdown", forget, true);
  document.addEventListener("click", forget, true);
  document.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === "Escape") forget(); }, true);

  function watch(field, until) {
    if (performance.now() > until || document.activeElement !== field) return;
    if (typed && typed.field === field && field.value !== typed.text) {
      field.value = typed.text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    setTimeout(() => watch(field, until), 30);
  }
})();
