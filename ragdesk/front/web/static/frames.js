// Gradio's sign of loading counts its seconds in every frame, and goes on when the page is drawn and the sign is gone (6.31): the
// window would never rest. Nobody sees these seconds here, so their frames are not given. Knows no texts.
(() => {
  "use strict";
  const SECONDS = /performance\.now\(\)\s*-\s*[^;]{1,40}\/\s*1e3/;
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => (SECONDS.test(String(callback)) ? 0 : frame(callback));
})();
