// Gradio says its own words (those of an upload field, say) in the language that the browser names; here that is the app's.
// Gradio asks once, when it begins. Knows no texts.
(() => {
  "use strict";
  const language = document.documentElement.dataset.language;
  if (!language) return;
  Object.defineProperty(navigator, "language", { configurable: true, get: () => language });
  Object.defineProperty(navigator, "languages", { configurable: true, get: () => [language] });
})();
