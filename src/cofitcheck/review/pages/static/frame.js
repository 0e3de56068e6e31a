// The document beside the finding: a page is loaded once and then only scrolled to the cell in question; of a
// document with pages any one can be shown, and that with the cell comes by itself.

let frame = null;
let picture = null;
let walk = null;

export function watchFrame() {
  frame = document.getElementById("original");
  picture = document.getElementById("original-page");
  walk = document.querySelector("[data-pages]");
  // What a link shows in the document may be below what is in sight.
  document.addEventListener("click", (event) => {
    if (event.target.closest("a[target=original]")) frame?.scrollIntoView({ block: "nearest" });
  });
  for (const done of ["load", "error"]) picture?.addEventListener(done, () => delete picture.dataset.coming);
  walk?.addEventListener("submit", (event) => {
    event.preventDefault();
    turnTo(Number(walk.elements.number.value));
  });
  walk?.addEventListener("click", (event) => {
    const link = event.target.closest("[data-turn]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    turnTo(shownPage() + Number(link.dataset.turn));
  });
}

function shownPage() {
  return Number(picture.src.match(/\d+$/)[0]);
}

function turnTo(number) {
  const last = Number(walk?.dataset.pages ?? number);
  const page = Math.min(Math.max(number, 1), last);
  if (page !== shownPage()) {
    picture.src = picture.src.replace(/\d+$/, page);
    picture.dataset.coming = "";
    picture.alt = picture.dataset.alt.replace("%%", page);
    picture.parentElement.scrollTop = 0;
  }
  if (!walk) return;
  walk.elements.number.value = page;
  for (const link of walk.querySelectorAll("[data-turn]")) {
    const to = Math.min(Math.max(page + Number(link.dataset.turn), 1), last);
    link.href = link.href.replace(/\d+$/, to);
  }
}

export function showPlace(anchor, comes = false) {
  if (picture && anchor.startsWith("page=")) {
    turnTo(Number(anchor.slice("page=".length)));
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
