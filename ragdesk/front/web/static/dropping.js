// Files and folders dropped anywhere on the page, or chosen: they are sent to the app. Knows no texts: what it says stands in the
// page (#rd-drop-words).
(() => {
  "use strict";
  const FILES_A_REQUEST = 20, BYTES_A_REQUEST = 64 * 1024 * 1024;

  const word = (key) => {
    const place = document.querySelector(`#rd-drop-words .rd-say-${key}`);
    return place ? place.textContent : "";
  };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  let sent = 0;
  function put(field, value) {
    const place = document.querySelector(`#rd-act-${field} textarea, #rd-act-${field} input`);
    if (!place) { setTimeout(() => put(field, value), 250); return; } // the page is still being drawn
    place.value = value;
    place.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // ---------------------------------------------------------------- files from the person's disk

  // A dropped folder gives its files with their places in it; hidden files are passed over, as everywhere in RAGDesk.
  async function filesOf(transfer) {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry && item.webkitGetAsEntry());
    if (!entries.some(Boolean)) return [...transfer.files].map((file) => ({ file, name: file.name }));
    const found = [];
    for (const entry of entries.filter(Boolean)) await walk(entry, "", found);
    return found;
  }
  async function walk(entry, folder, found) {
    if (folder && entry.name.startsWith(".")) return;
    if (entry.isFile) {
      const file = await new Promise((done) => entry.file(done, () => done(null)));
      if (file) found.push({ file, name: folder + file.name });
      return;
    }
    const reader = entry.createReader();
    for (;;) { // it gives at most a hundred at once
      const some = await new Promise((done) => reader.readEntries(done, () => done([])));
      if (!some.length) return;
      for (const each of some) await walk(each, `${folder}${entry.name}/`, found);
    }
  }

  const say = (lines, fraction = null) => window.ragdeskSay("rd-sending", lines, fraction);

  // In the Library the queue shows what becomes of files; everywhere else they are announced, and can then be asked about.
  const inLibrary = () => {
    const places = [document.getElementById("rd-home"), document.getElementById("rd-settings")];
    return places.some((place) => place?.closest('[role="tabpanel"]')?.checkVisibility());
  };

  let busy = Promise.resolve();
  function send(files) {
    const target = inLibrary() ? "dropped" : "arriving";
    busy = busy.then(() => sendNow(files, target)); // one drop after the other
    return busy;
  }
  async function sendNow(dropped, target) {
    const files = window.ragdeskModels(dropped);
    if (dropped.length && !files.length) return;
    const limit = Number(word("limit"));
    const large = files.filter((each) => each.file.size > limit);
    const small = files.filter((each) => each.file.size <= limit);
    const failed = [], full = [];
    let why = "";
    if (!files.length) { say([[word("nothing"), "rd-say-bad"]]); return; }
    let done = 0;
    for (const some of requests(small)) {
      const saying = (fraction) =>
        say([[fill(word("sending"), { done: done + some.length, all: small.length }), ""]],
          (done + fraction * some.length) / small.length);
      saying(0);
      const { paths, refused } = await upload(some, saying);
      if (paths) {
        sent += 1;
        const named = paths.map((path, index) => ({ path, name: some[index].name }));
        put(target, JSON.stringify({ files: named, sent }));
      } else if (refused) {
        why = refused;
        full.push(...some);
      } else failed.push(...some);
      done += some.length;
    }
    const names = (list) => ({ names: list.slice(0, 5).map((each) => each.name).join(", ") + (list.length > 5 ? " …" : "") });
    const lines = [];
    if (large.length) lines.push([fill(word("large"), names(large)), "rd-say-bad"]);
    if (failed.length) lines.push([fill(word("failed"), names(failed)), "rd-say-bad"]);
    if (full.length) lines.push([`${names(full).names}: ${why}`, "rd-say-bad"]);
    say(lines);
  }
  function* requests(files) {
    let some = [], bytes = 0;
    for (const each of files) {
      if (some.length && (some.length === FILES_A_REQUEST || bytes + each.file.size > BYTES_A_REQUEST)) {
        yield some;
        [some, bytes] = [[], 0];
      }
      some.push(each);
      bytes += each.file.size;
    }
    if (some.length) yield some;
  }
  // `paths` where the files are; `refused` where the app says why it has no room for them; neither where something failed.
  function upload(files, progress) {
    const form = new FormData();
    for (const { file } of files) form.append("files", file, file.name);
    return new Promise((done) => {
      const request = new XMLHttpRequest();
      request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
      request.onload = () => {
        if (request.status === 507) { done({ refused: request.responseText }); return; }
        try { done(request.status === 200 ? { paths: JSON.parse(request.responseText) } : {}); } catch { done({}); }
      };
      request.onerror = request.onabort = () => done({});
      request.open("POST", "/gradio_api/upload");
      request.send(form);
    });
  }

  // ---------------------------------------------------------------- dropping on the page

  const carriesFiles = (event) => Boolean(event.dataTransfer) && [...event.dataTransfer.types].includes("Files");
  function overlay(on) {
    const there = document.getElementById("rd-over");
    if (!on) { there?.remove(); return; }
    if (there) return;
    const over = document.createElement("div"), box = document.createElement("div");
    const title = document.createElement("strong"), hint = document.createElement("span");
    over.id = "rd-over";
    title.textContent = word("over");
    hint.textContent = word(inLibrary() ? "over-hint" : "over-then");
    box.append(title, hint);
    over.append(box);
    document.querySelector(".gradio-container")?.append(over);
  }
  let inside = 0;
  window.addEventListener("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    inside += 1;
    overlay(true);
  }, true);
  window.addEventListener("dragleave", (event) => {
    if (!carriesFiles(event)) return;
    inside = Math.max(0, inside - 1);
    if (!inside) overlay(false);
  }, true);
  window.addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  }, true);
  window.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    inside = 0;
    overlay(false);
    filesOf(event.dataTransfer).then(send);
  }, true);

  // ---------------------------------------------------------------- choosing instead

  function choose(kind) {
    const chooser = document.createElement("input");
    chooser.type = "file";
    chooser.multiple = true;
    chooser.webkitdirectory = kind === "folder";
    chooser.addEventListener("change", () => {
      const found = [...chooser.files].map((file) => ({ file, name: file.webkitRelativePath || file.name }));
      send(found.filter((each) => !each.name.split("/").slice(1).some((part) => part.startsWith("."))));
    });
    chooser.click();
  }
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest("#rd-choose-folder")) choose("folder");
    else if (target.closest("#rd-clip")) choose("files");
  });
  document.addEventListener("pointerover", ({ target }) => { // its words are not to be seen
    const clip = target instanceof Element ? target.closest("#rd-clip") : null;
    if (clip && !clip.title) clip.title = clip.textContent.trim();
  });
})();
