// The tape: what is clicked in the document or in the list goes to the address, and the server adds it up.

let mode = "";

const tape = () => document.getElementById("tape");

function state() {
  const { total, lines } = tape().dataset;
  return { total, lines: lines ? lines.split(" ") : [] };
}

function address({ total, lines }) {
  const asked = new URLSearchParams(tape().dataset.further);
  for (const [name, value] of [...asked]) if (!value) asked.delete(name);
  if (total !== "") asked.append("total", total);
  for (const line of lines) asked.append("line", line);
  return `${tape().dataset.here}?${asked}`;
}

// A number that is there already is taken out; the first of all is the total.
function withCells(before, cells) {
  const now = { total: before.total, lines: [...before.lines] };
  const single = cells.length === 1;
  for (const cell of cells) {
    const at = now.lines.findIndex((line) => line.replace("-", "") === cell);
    if (now.total === cell) {
      if (single) now.total = "";
    } else if (mode === "=" || (now.total === "" && single && mode === "")) {
      if (at >= 0) now.lines.splice(at, 1);
      now.total = cell;
      if (mode) mode = "";
    } else if (at >= 0) {
      if (single) now.lines.splice(at, 1);
    } else {
      now.lines.push(mode === "-" ? `-${cell}` : cell);
    }
  }
  return now;
}

// The numbers of a page of which there is a picture: what lies over it can be clicked and dragged over.
async function layOver(picture) {
  const sheet = picture.parentElement;
  for (const old of sheet.querySelectorAll(".spot")) old.remove();
  const page = picture.src.match(/\d+$/)[0];
  const answer = await fetch(`${tape().dataset.here}/pages/${page}`, { credentials: "same-origin" });
  if (!answer.ok || !picture.src.endsWith(`/${page}`)) return;
  for (const [cell, [left, top, right, bottom]] of await answer.json()) {
    const spot = document.createElement("span");
    spot.className = "spot";
    spot.dataset.cell = cell;
    spot.style.left = `${100 * left}%`;
    spot.style.top = `${100 * top}%`;
    spot.style.width = `${100 * (right - left)}%`;
    spot.style.height = `${100 * (bottom - top)}%`;
    sheet.append(spot);
  }
  tellFrame();
}

function watchPicture(picture) {
  const sheet = document.createElement("div");
  sheet.className = "sheet-with-spots";
  picture.replaceWith(sheet);
  sheet.append(picture);
  let over = null;
  const take = (spot) => {
    if (!spot?.matches(".spot") || over.includes(spot)) return;
    over.push(spot);
    spot.classList.add("over");
  };
  sheet.addEventListener("pointerdown", (event) => {
    if (event.button || !event.target.matches(".spot")) return;
    event.preventDefault();
    over = [];
    take(event.target);
  });
  addEventListener("pointermove", (event) => over && take(document.elementFromPoint(event.clientX, event.clientY)));
  addEventListener("pointerup", () => {
    if (!over) return;
    for (const spot of over) spot.classList.remove("over");
    const cells = over.map((spot) => spot.dataset.cell);
    over = null;
    show(address(withCells(state(), cells)));
  });
  picture.addEventListener("load", () => layOver(picture));
  if (picture.complete) layOver(picture);
}

function tellFrame() {
  const frame = document.getElementById("original");
  const { total, lines } = state();
  const chosen = Object.fromEntries(
    lines.map((line) => [line.replace("-", ""), line.startsWith("-") ? "deducted" : "added"]),
  );
  if (total !== "") chosen[total] = "total";
  for (const spot of document.querySelectorAll(".spot")) {
    for (const role of ["total", "added", "deducted"]) spot.classList.toggle(role, chosen[spot.dataset.cell] === role);
  }
  frame?.contentWindow?.postMessage({ chosen }, "*");
}

function showModes() {
  const modes = tape().querySelector("[data-modes]");
  if (!modes) return;
  modes.hidden = false;
  const next = mode || (state().total === "" ? "=" : "+");
  modes.querySelector(`input[value="${next}"]`).checked = true;
  for (const each of modes.querySelectorAll("input")) {
    each.addEventListener("change", () => { mode = each.value; });
  }
}

async function show(url, push = true) {
  const focused = document.activeElement?.closest?.("#own a")?.getAttribute("aria-label");
  const answer = await fetch(url, { credentials: "same-origin" });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!fresh.getElementById("tape")) return location.assign(url);
  const note = tape().querySelector("[name=note]")?.value;
  for (const id of ["own-problems", "tape", "numbers"]) {
    document.getElementById(id).replaceWith(document.adoptNode(fresh.getElementById(id)));
  }
  const field = tape().querySelector("[name=note]");
  if (field && note) field.value = note;
  if (push) history.pushState(null, "", url);
  if (focused) document.querySelector(`#own a[aria-label="${CSS.escape(focused)}"]`)?.focus();
  const said = tape().querySelector("[data-result]") ?? document.querySelector("#own-problems p");
  document.getElementById("live").textContent = said?.textContent ?? "";
  showModes();
  tellFrame();
}

export function watchTape() {
  if (!tape()) return;
  addEventListener("message", (event) => {
    const frame = document.getElementById("original");
    if (!frame || event.source !== frame.contentWindow) return;
    const cells = event.data?.cells;
    if (cells === null) return tellFrame();
    if (!Array.isArray(cells) || !cells.every((cell) => Number.isInteger(cell) && cell >= 0)) return;
    show(address(withCells(state(), cells.slice(0, 500).map(String))));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-pick]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.href);
  });
  addEventListener("popstate", () => show(location.href, false));
  document.getElementById("original")?.addEventListener("load", tellFrame);
  const picture = document.getElementById("original-page");
  if (picture) watchPicture(picture);
  showModes();
  tellFrame();
}
