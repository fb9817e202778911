// Settings: which section is in view, the language and look of this window, and the badge of new errors. Knows no texts.
(() => {
  "use strict";
  const root = document.documentElement;
  const EVERY_MS = 15_000;
  const RETURN = "ragdesk-return";
  const sections = document.getElementsByClassName("rd-section"), receipts = document.getElementsByClassName("rd-erased");

  // ---------------------------------------------------------------- sections
  function show(section) {
    root.dataset.section = section;
    mark();
  }

  function mark() {
    const now = root.dataset.section || "models";
    for (const link of sections) {
      const here = link.getAttribute("href") === `#rd:settings:open:${now}`;
      if ((link.getAttribute("aria-current") === "true") !== here) link.setAttribute("aria-current", String(here));
    }
  }

  function opened(event) {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#rd:settings:open:"]') : null;
    if (link && (event.type === "click" || event.key === " ")) show(link.getAttribute("href").split(":")[3]);
  }
  document.addEventListener("click", opened, true);
  document.addEventListener("keydown", opened, true);

  // Privacy, who is connected, and the errors are read when they are shown, also when the tab comes back to them.
  document.addEventListener("click", (event) => {
    const tab = event.target instanceof Element ? event.target.closest("#rd-settings-tab-button") : null;
    const now = root.dataset.section;
    if (tab && ["privacy", "programs", "help"].includes(now)) document.querySelector(`a.rd-section[href$=":${now}"]`)?.click();
  });

  // ---------------------------------------------------------------- language and look
  function dark(theme) {
    return theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  }

  function look(theme) {
    if (root.dataset.theme === theme) return;
    root.dataset.theme = theme;
    document.body.classList.toggle("dark", dark(theme));
    const address = new URL(location.href);
    if (theme === "system") address.searchParams.delete("__theme");
    else address.searchParams.set("__theme", theme);
    history.replaceState(history.state, "", address);
  }

  let asking = false;
  let leaving = false; // this page is on its way out
  async function sync() {
    if (asking || leaving || document.hidden || document.querySelector(".rd-erased")) return; // a receipt is read in peace
    asking = true;
    try {
      const answer = await fetch("/ragdesk/state");
      if (!answer.ok) return;
      const state = await answer.json();
      const badge = document.querySelector("a.rd-badge");
      if (badge && badge.textContent !== state.errors) badge.textContent = state.errors;
      look(state.theme);
      if (state.language !== root.dataset.language) {
        if (chosenHere) sessionStorage.setItem(RETURN, root.dataset.section || "look");
        leaving = true;
        location.reload();
      }
    } catch {
      dispatchEvent(new Event("ragdesk-unreachable"));
    } finally {
      asking = false;
    }
  }
  setInterval(sync, EVERY_MS);
  addEventListener("focus", sync);
  document.addEventListener("visibilitychange", sync);

  // Gradio calls the page by the browser's language; its words are in the app's.
  function name() {
    if (root.dataset.language && root.lang !== root.dataset.language) root.lang = root.dataset.language;
  }
  new MutationObserver(name).observe(root, { attributes: true, attributeFilter: ["lang"] });
  name();

  // A choice made in this window takes effect at once, and the window comes back to where it was made.
  let chosenHere = false;
  document.addEventListener("change", (event) => {
    if (event.target instanceof Element && event.target.closest("#rd-language")) chosenHere = true;
  }, true);
  let before = null;
  function chosen() {
    const now = document.getElementById("rd-look-note")?.querySelector(".rd-look-changed");
    if (now && now !== before) sync();
    before = now;
  }

  function comeBack() {
    const section = leaving ? null : sessionStorage.getItem(RETURN);
    const tab = section && document.getElementById("rd-settings-tab-button");
    if (!tab) return;
    if (tab.getAttribute("aria-selected") === "true") {
      sessionStorage.removeItem(RETURN);
      return;
    }
    show(section);
    tab.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })); // as a person's own choice of tab
    tab.click();
  }

  // ---------------------------------------------------------------- erased: nothing of it stays in this window
  function forget() {
    if (receipts.length && sessionStorage.length + localStorage.length) {
      sessionStorage.clear();
      localStorage.clear();
    }
  }

  const live = ["rd-models-note", "rd-look-note", "rd-erase-note", "rd-diagnosis-note", "rd-set-models-note",
    "rd-set-answers-note", "rd-set-documents-note", "rd-set-people-note", "rd-set-help-note"];
  function announce() {
    for (const id of live) {
      const place = document.getElementById(id);
      if (place && !place.hasAttribute("aria-live")) place.setAttribute("aria-live", "polite");
    }
  }

  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; mark(); announce(); chosen(); comeBack(); forget(); });
  }).observe(root, { childList: true, subtree: true });
  setTimeout(sync, 1_500);
})();
