// The keys of a reviewer: j and k walk, c, d, x and t decide, m writes a note, u takes back, a adds up by hand,
// s keeps what is on the tape, ? shows them all. In a list v chooses the row for an act on several.

const CLICKS = {
  j: "next", n: "next", ArrowRight: "next", k: "previous", p: "previous", ArrowLeft: "previous",
  l: "list", c: "confirm", x: "different", t: "discuss", u: "undo", a: "add-up", s: "keep",
};

function element(name) {
  return document.querySelector(`[data-key=${name}]`);
}

function dismiss() {
  const button = element("expected");
  if (!button) return;
  const reason = button.form.elements.reason;
  if (reason.value.trim()) return button.click();
  reason.focus();
}

// On the page of all items j and k walk from tick to tick, on a list of findings from row to row, in the books
// from line to line.
function walkTicks(key) {
  const ticks = [...document.querySelectorAll("[data-fact], tr[data-href] .what a, summary[data-line]")];
  if (!ticks.length) return false;
  const at = ticks.indexOf(document.activeElement);
  const to = key === "j" ? Math.min(at + 1, ticks.length - 1) : Math.max(at - 1, 0);
  ticks[to].focus();
  ticks[to].scrollIntoView({ block: "nearest" });
  return true;
}

// In a list the finding that has the focus is chosen, or no longer.
function chooseRow() {
  const box = document.activeElement?.closest("tr")?.querySelector("input[name=finding]");
  box?.click();
  return Boolean(box);
}

function showKeys(open) {
  const keys = document.getElementById("keys");
  if (keys) keys.open = open;
}

export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const field = event.target.closest("input, textarea, select");
    if (field) {
      if (event.key === "Escape") field.blur();
      if (event.key === "Enter" && field.name === "reason") {
        // In the field of the reason, Enter means the verdict that needs one.
        event.preventDefault();
        if (field.value.trim()) element("expected").click();
      }
      return;
    }
    if (event.target.closest(".scroll") && event.key.startsWith("Arrow")) return;
    if ("jk".includes(event.key) && walkTicks(event.key)) return event.preventDefault();
    if (event.key === "v" && chooseRow()) return event.preventDefault();
    const found = CLICKS[event.key] && element(CLICKS[event.key]);
    if (found) found.click();
    else if (event.key === "d") dismiss();
    else if (event.key === "m") element("note")?.focus();
    else if (event.key === "?") showKeys(!document.getElementById("keys")?.open);
    else if (event.key === "Escape") showKeys(false);
    else if (event.key === "/") document.querySelector("input[type=search]")?.focus();
    else return;
    event.preventDefault();
  });
}
