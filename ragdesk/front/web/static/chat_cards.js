// The card of a citation number: shown by pointing at it or by focus, stays while either lasts, goes with Escape (WCAG 1.4.13).
(() => {
  "use strict";
  const DELAY = 120, GRACE = 250; // milliseconds until it shows, and until it goes
  let owner = null, timer = 0;
  let pointer = "", dismissed = ""; // where the pointer is, and where it was when a card was dismissed

  const card = () => document.getElementById("rd-hover");
  const number = (event) => (event.target instanceof Element ? event.target.closest("a.rd-cite, .rd-sources a.rd-source") : null);

  // The citation's quote is in the page already, escaped, with the answer it belongs to.
  function words(link) {
    const [, , , message, which] = link.getAttribute("href").split(":");
    return document.getElementById(`rd-card-${decodeURIComponent(message)}-${which}`);
  }

  function show(link) {
    const found = words(link);
    if (!found || !link.isConnected) return;
    hide();
    const shown = document.createElement("div");
    shown.id = "rd-hover";
    shown.setAttribute("role", "tooltip");
    shown.append(...[...found.cloneNode(true).childNodes]);
    (link.closest(".gradio-container") || document.body).append(shown);
    link.setAttribute("aria-describedby", "rd-hover");
    owner = link;
    put(shown, link);
  }

  function put(shown, link) {
    const at = link.getBoundingClientRect(), size = shown.getBoundingClientRect(), gap = 6;
    const below = at.bottom + gap + size.height <= window.innerHeight || at.top < size.height + gap;
    shown.style.top = `${Math.max(8, below ? Math.min(at.bottom + gap, window.innerHeight - size.height - 8) : at.top - gap - size.height)}px`;
    shown.style.left = `${Math.max(8, Math.min(at.left - 12, window.innerWidth - size.width - 12))}px`;
  }

  function hide() {
    clearTimeout(timer);
    if (owner) owner.removeAttribute("aria-describedby");
    if (card()) card().remove();
    owner = null;
  }

  function soon(what, wait) {
    clearTimeout(timer);
    timer = setTimeout(what, wait);
  }

  document.addEventListener("pointermove", (event) => { pointer = `${event.clientX},${event.clientY}`; }, true);
  document.addEventListener("pointerover", (event) => {
    // What lay under a dismissed card is not being pointed at.
    if (dismissed === `${event.clientX},${event.clientY}`) return;
    dismissed = "";
    const link = number(event);
    if (link && link !== owner) soon(() => show(link), DELAY);
    else if (link || (event.target instanceof Element && event.target.closest("#rd-hover"))) clearTimeout(timer);
    else if (owner && document.activeElement !== owner) soon(hide, GRACE);
    else if (!owner) clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    const link = number(event);
    if (link && link.matches(":focus-visible")) show(link);
    else if (owner) hide();
  });
  document.addEventListener("focusout", (event) => { if (event.target === owner) soon(hide, GRACE); });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !card()) return;
    hide();
    dismissed = pointer;
    event.preventDefault(); // it stops no answer at the same time
  }, true);
  document.addEventListener("click", (event) => { if (!(event.target instanceof Element && event.target.closest("#rd-hover"))) hide(); }, true);
  document.addEventListener("scroll", (event) => { if (owner && !(event.target instanceof Element && event.target.id === "rd-hover")) put(card(), owner); }, true);
  new MutationObserver(() => { if (owner && !owner.isConnected) hide(); }).observe(document.documentElement, { childList: true, subtree: true });
})();
