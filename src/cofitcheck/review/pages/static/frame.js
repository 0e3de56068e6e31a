// The document beside the finding: a page is loaded once and then only scrolled to the cell in question; of a
// document with pages the right one is shown.

let frame = null;
let picture = null;

export function watchFrame() {
  frame = document.getElementById("original");
  picture = document.getElementById("original-page");
}

export function showPlace(anchor, comes = false) {
  if (picture && anchor.startsWith("page=")) {
    const source = picture.src.replace(/\d+$/, anchor.slice("page=".length));
    if (picture.src !== source) picture.src = source;
    if (comes) picture.scrollIntoView({ block: "nearest" });
  }
  if (!frame || !anchor) return;
  const url = new URL(frame.src);
  const hash = `#${anchor}`;
  // Setting the same fragment again would not scroll back to it.
  if (url.hash === hash) frame.src = url.href.replace(/#.*$/, "#");
  url.hash = hash;
  frame.src = url.href;
  if (comes) frame.scrollIntoView({ block: "nearest" });
}
