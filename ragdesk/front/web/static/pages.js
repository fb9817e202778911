// A page that cannot be drawn: why, and its text, in the place of its picture; in the viewer and on a document's own page.
(() => {
  "use strict";
  const ADDRESS = /^\/ragdesk\/page\/[0-9a-f]{16}\/\d+/;

  // Errors of pictures do not bubble, but they can be caught on their way down.
  document.addEventListener("error", (event) => {
    const img = event.target;
    const asked = img instanceof HTMLImageElement ? img.getAttribute("src") || "" : "";
    const [address] = asked.match(ADDRESS) || [];
    if (!address) return;
    if (asked !== address) img.src = address; // it could not be drawn so fine
    else if (!img.parentElement.querySelector(".rd-undrawn")) instead(img, address);
  }, true);

  async function instead(img, address) {
    const place = document.createElement("div");
    place.className = "rd-undrawn";
    place.tabIndex = 0;
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", img.alt);
    img.parentElement.append(place);
    const [why, text] = await Promise.all([address, `${address}/text`].map((each) => fetch(each)));
    if (why.ok || !text.ok) { place.remove(); return; }
    const said = place.appendChild(document.createElement("p"));
    said.className = "rd-notice";
    said.textContent = await why.text();
    place.appendChild(document.createElement("div")).textContent = await text.text();
  }
})();
