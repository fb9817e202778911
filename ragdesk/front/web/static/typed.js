// What a person types stays. Gradio makes what is in a tab or a fold when it is first opened, and fills its fields once more some
// frames later (6.31); and the reply that empties a field after Enter may come when the next words are begun. Knows no texts.
(() => {
  "use strict";
  const WHILE_MS = 4_000; // from when a field is entered, or Enter is pressed in it
  let watched = { field: null, until: 0 };
  let typed = null; // what was typed last, and where, until something else is done than typing

  const isField = (node) => node instanceof Element && node.matches('textarea, input[type="text"], input[type="password"], input:not([type])')
    && !node.matches('[role], [aria-autocomplete], .rd-inline');

  document.addEventListener("focusin", ({ target }) => { if (isField(target)) watch(target); });
  document.addEventListener("input", ({ target }) => {
    if (target === document.activeElement) typed = { field: target, text: target.value };
  }, true);

  // Who clicks or presses Enter may well want the field emptied or filled.
  const forget = () => { typed = null; };
  document.addEventListener("pointerdown", forget, true);
  document.addEventListener("click", forget, true);
  document.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter" || key === "Escape") forget();
    if (key === "Enter" && isField(target)) watch(target);
  }, true);

  function watch(field) {
    const running = performance.now() < watched.until;
    watched = { field, until: performance.now() + WHILE_MS };
    if (!running) look();
  }

  function look() {
    const { field, until } = watched;
    if (performance.now() > until) return;
    if (typed && typed.field === field && field.value !== typed.text && document.activeElement === field) {
      field.value = typed.text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    setTimeout(look, 30);
  }
})();
