// The page before Gradio has drawn it (first_page.py): a tab can be chosen and a question typed, and sent. Both go over to the drawn page.
(() => {
  "use strict";
  const EVERY_MS = 20, PATIENCE_MS = 2_000;
  const first = document.getElementById("rd-first");
  if (!first) return;
  const typed = first.querySelector("textarea");
  let sent = false;

  first.addEventListener("click", ({ target }) => {
    if (target.dataset.tab) first.dataset.tab = document.documentElement.dataset.tab = target.dataset.tab; // app.js begins with it
  });
  typed.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    sent = typed.readOnly = typed.value.trim() !== "";
  });
  typed.focus({ preventScroll: true });

  // Filled, or drawn and not filled for so long that the app may be gone, which the drawn page then says.
  let since = 0;
  function drawn() {
    if (document.querySelector("#rd-start textarea, #rd-start input")?.value) return true;
    if (!since && document.getElementById("rd-chat-tab-button")) since = performance.now();
    return since > 0 && performance.now() - since > PATIENCE_MS;
  }
  function takeOver() {
    const field = document.querySelector("#rd-question textarea");
    const here = document.activeElement === typed;
    if (typed.value && field) {
      field.value = typed.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    first.remove();
    if (here && typed.value && field?.checkVisibility()) field.focus({ preventScroll: true });
    if (sent) requestAnimationFrame(() => document.getElementById("rd-ask")?.click());
  }

  // A field's value is no change of the page that could be observed.
  function look() {
    if (!drawn()) setTimeout(look, EVERY_MS);
    else requestAnimationFrame(() => requestAnimationFrame(takeOver)); // app.js opens the tab in the frame before
  }
  look();
})();
