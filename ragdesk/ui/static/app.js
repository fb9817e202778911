// The page's own behaviour, beside Gradio: links that act, live regions, and scrolling. Loads nothing and knows no texts.
(() => {
  "use strict";
  if (window.ragdesk) return; // Gradio may put the head in twice
  window.ragdesk = true;

  let clicks = 0;

  // `#rd:<tab>:<rest>` goes into that tab's unseen field; the count makes a second click a change too.
  function act(address) {
    const [tab, ...rest] = address.slice("#rd:".length).split(":");
    const field = document.querySelector(`#rd-act-${CSS.escape(tab)} textarea, #rd-act-${CSS.escape(tab)} input`);
    if (!field) return;
    clicks += 1;
    field.value = `${rest.join(":")}#${clicks}`;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function actionOf(event) {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#rd:"]') : null;
    return link ? link.getAttribute("href") : null;
  }

  document.addEventListener("click", (event) => {
    const address = actionOf(event);
    if (!address) return;
    event.preventDefault();
    act(address);
  });

  // These links are buttons to a screen reader, so the space bar presses them as it does a button.
  document.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    const address = actionOf(event);
    if (!address) return;
    event.preventDefault();
    act(address);
  });

  const live = { "rd-status": "polite", "rd-progress": "polite", "rd-note": "polite", "rd-saved-user": "polite",
    "rd-saved-company": "polite", "rd-model": "polite" };

  function announce() {
    for (const [id, manner] of Object.entries(live)) {
      const place = document.getElementById(id);
      if (place && !place.hasAttribute("aria-live")) place.setAttribute("aria-live", manner);
    }
    const thread = document.getElementById("rd-scroll");
    if (thread && !thread.hasAttribute("tabindex")) {
      thread.setAttribute("tabindex", "0");
      thread.setAttribute("role", "region");
      thread.setAttribute("aria-label", "Conversation");
    }
  }

  // While an answer is written the newest line stays in view, unless the person has scrolled up to read.
  let following = true;
  document.addEventListener("scroll", (event) => {
    const place = event.target;
    if (place instanceof Element && place.id === "rd-scroll") {
      following = place.scrollHeight - place.scrollTop - place.clientHeight < 80;
    }
  }, true);

  let shown = "";
  function follow() {
    const thread = document.getElementById("rd-scroll");
    if (thread && following) thread.scrollTop = thread.scrollHeight;
  }

  // A newly opened citation is brought into view once: its highlight on the page, or its mark in the text.
  function reveal() {
    const viewer = document.getElementById("rd-viewer");
    const mark = viewer && viewer.querySelector(".rd-highlight, #rd-quote");
    if (!mark || mark.offsetParent === null) { if (!mark) shown = ""; return; }
    const picture = viewer.querySelector("img");
    const name = `${picture ? picture.getAttribute("src") : ""}|${mark.getAttribute("style")}|${mark.textContent}`;
    if (name === shown) return;
    shown = name;
    // Only the viewer scrolls, where it scrolls by itself; the page around it stays where it is.
    const panel = document.getElementById("rd-viewer-panel");
    if (panel && getComputedStyle(panel).overflowY === "auto" && panel.scrollHeight > panel.clientHeight) {
      const place = mark.getBoundingClientRect().top - panel.getBoundingClientRect().top;
      panel.scrollTop += place - panel.clientHeight / 3;
    } else {
      mark.scrollIntoView({ block: "center", behavior: "auto" });
    }
  }

  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; announce(); follow(); reveal(); });
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "style"] });
})();
