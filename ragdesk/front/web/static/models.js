// Models dropped on the page: a GGUF file, or a folder of sentence-transformers. They are sent to the app one file after the other,
// past the documents' queue. Knows no texts: what it says stands in the page (#rd-drop-words) or comes from the app.
(() => {
  "use strict";
  const word = (key) => document.querySelector(`#rd-drop-words .rd-say-${key}`)?.textContent ?? "";
  const topOf = (name) => name.split("/")[0];

  // The models among what was dropped: a list of files each. A folder is one if it has a config.json and weights as safetensors.
  function models(files) {
    const found = files.filter((each) => /\.gguf$/i.test(each.name)).map((each) => [{ file: each.file, name: each.file.name }]);
    const names = new Set(files.map((each) => each.name));
    for (const top of new Set(files.filter((each) => each.name.includes("/")).map((each) => topOf(each.name)))) {
      const inside = files.filter((each) => each.name.startsWith(`${top}/`));
      if (names.has(`${top}/config.json`) && inside.some((each) => /\.safetensors$/i.test(each.name))) found.push(inside);
    }
    return found;
  }

  // What is being sent, as lines of text and kind, on the tab that is on view: the Library's, or the first of Settings; over any other.
  window.ragdeskSay = (id, lines, fraction = null) => {
    const shown = document.getElementById(id) || document.createElement("div");
    shown.id = id;
    shown.setAttribute("role", "status");
    const settings = document.getElementById("rd-section");
    const adding = document.getElementById("rd-adding");
    const floats = !settings?.checkVisibility() && !adding?.checkVisibility();
    shown.classList.toggle("rd-floating", floats);
    if (floats) document.querySelector(".gradio-container")?.append(shown);
    else if (settings?.checkVisibility()) settings.prepend(shown);
    else adding.after(shown);
    shown.replaceChildren(...lines.map(([text, kind]) => {
      const line = document.createElement("div");
      line.className = kind;
      line.textContent = text;
      return line;
    }));
    if (fraction === null) return;
    const bar = document.createElement("progress");
    bar.max = 1;
    bar.value = fraction;
    shown.append(bar);
  };
  const say = (text, kind, fraction = null) => window.ragdeskSay("rd-model-sending", [[text, kind]], fraction);

  function post(drop, each, last, progress) {
    const asked = new URLSearchParams({ drop, name: each.name, ...(last ? { last: "1" } : {}) });
    return new Promise((done) => {
      const request = new XMLHttpRequest();
      request.upload.onprogress = (event) => progress(event.loaded);
      request.onload = () => {
        try { done(JSON.parse(request.responseText)); } catch { done(null); }
      };
      request.onerror = request.onabort = () => done(null);
      request.open("POST", `/ragdesk/model?${asked}`);
      request.send(each.file);
    });
  }

  let sent = 0;
  async function send(files) {
    const drop = crypto.randomUUID().replaceAll("-", ""), name = topOf(files[0].name);
    const all = files.reduce((sum, each) => sum + each.file.size, 0) || 1;
    const saying = (bytes) => say(word("model").replace("{name}", name), "", bytes / all);
    let done = 0, answer = null;
    for (const [index, each] of files.entries()) {
      saying(done);
      answer = await post(drop, each, index === files.length - 1, (bytes) => saying(done + bytes));
      if (!answer?.good) break;
      done += each.file.size;
    }
    say(answer ? answer.said : word("failed").replace("{names}", name), answer?.good ? "rd-say-good" : "rd-say-bad");
    sent += 1;
    const field = document.querySelector("#rd-act-settings textarea, #rd-act-settings input");
    if (!field) return;
    field.value = `added#m${sent}`;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  let busy = Promise.resolve();
  // Takes the models out of what was dropped, sends them, and gives back what is left.
  window.ragdeskModels = (files) => {
    const found = models(files);
    const taken = new Set(found.flat().map((each) => each.file));
    for (const each of found) busy = busy.then(() => send(each)); // one after the other
    return files.filter((each) => !taken.has(each.file));
  };
})();
