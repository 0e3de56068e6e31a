// The document beside the finding: loaded once, then only scrolled to the cell in question.

let frame = null;

export function watchFrame() {
  frame = document.getElementById("original");
}

export function showMention(mention, comes = false) {
  if (!frame || !mention) return;
  const url = new URL(frame.src);
  const hash = `#m${mention}`;
  // Setting the same fragment again would not scroll back to it.
  if (url.hash === hash) frame.src = url.href.replace(/#.*$/, "#");
  url.hash = hash;
  frame.src = url.href;
  if (comes) frame.scrollIntoView({ block: "nearest" });
}
