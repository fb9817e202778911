// A file that was asked for comes by itself, once; its link stays. What became of it is read out. Knows no texts.
(() => {
  "use strict";
  // Notes with a link to a file, and how its address begins.
  const notes = { "rd-export-note": "/ragdesk/export/", "rd-chat-export-note": "/ragdesk/export/", "rd-table-note": "/ragdesk/table/" };
  const fetched = {};
  function look(id) {
    const note = document.getElementById(id);
    if (!note) return;
    if (!note.hasAttribute("aria-live")) note.setAttribute("aria-live", "polite");
    const link = note.querySelector(`a[href^="${notes[id]}"]`);
    if (!link || link.getAttribute("href") === fetched[id]) return;
    fetched[id] = link.getAttribute("href");
    note.scrollIntoView({ block: "nearest" });
    link.click();
  }

  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; Object.keys(notes).forEach(look); });
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
