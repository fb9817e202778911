// What Gradio (6.31) says in boxes of its own is said here in the app's words and look: that the app is closed, that it was started
// anew, that something went wrong. Knows no texts: they stand in the header.
(() => {
  "use strict";
  const EVERY_MS = 2_000;
  const word = (key) => document.querySelector(`#rd-header .rd-say-${key}`)?.textContent ?? "";
  let saying = ""; // which of the texts is on view
  let asking = false;

  function say(key, link = false) {
    if (saying === key) return;
    saying = key;
    let box = document.getElementById("rd-connection");
    if (!box) {
      box = document.createElement("div");
      box.id = "rd-connection";
      box.setAttribute("role", "alert");
      (document.querySelector(".gradio-container") || document.body).append(box);
    }
    const text = document.createElement("p");
    text.textContent = word(key);
    const help = document.querySelector("#rd-header a.rd-say-help");
    box.replaceChildren(text, ...(link && help ? [help.cloneNode(true)] : []), ...(link ? [closing()] : []));
  }

  function closing() {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = word("close");
    button.addEventListener("click", hide);
    return button;
  }

  function hide() {
    saying = "";
    document.getElementById("rd-connection")?.remove();
  }

  // 0 where nobody answers; 401 where another run of the app does, which knows nothing of this window.
  async function answer() {
    try {
      return (await fetch("/ragdesk/state", { cache: "no-store" })).status;
    } catch {
      return 0;
    }
  }

  async function look() {
    if (asking) return;
    asking = true;
    const status = await answer();
    asking = false;
    if (status === 200 && saying !== "failed") hide();
    if (status === 401) say("anew");
    if (status !== 0) return;
    say("closed");
    setTimeout(look, EVERY_MS);
  }
  window.addEventListener("ragdesk-unreachable", look);

  async function failed() {
    const status = await answer();
    if (status === 200) say("failed", true); else look();
  }

  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("#rd-connection a")) hide();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && saying === "failed") hide(); });

  // Its boxes are out of sight (app.css); that one came is the news.
  const known = new WeakSet(), boxes = document.getElementsByClassName("toast-body");
  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      const fresh = [...boxes].filter((box) => box.classList.contains("error") && !known.has(box));
      for (const box of fresh) known.add(box);
      if (fresh.length) failed();
    });
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
})();
