// Makes the pages quicker; every one of them works without it.
import { watchFrame, showPlace } from "./frame.js";
import { listenToKeys } from "./keys.js";
import { watchProgress } from "./progress.js";
import { listenToDrops } from "./drop.js";
import { watchTape } from "./own.js";
import { listenToChoices } from "./together.js";

const part = document.getElementById("part");
const live = document.getElementById("live");
const ready = new Map(); // The parts fetched ahead, by address.

function fetchPart(url, options = {}) {
  return fetch(url, { ...options, headers: { "X-Partial": "1" }, credentials: "same-origin" });
}

function settle(moves = true) {
  if (!part) return;
  const article = part.querySelector("article");
  document.title = document.title.replace(/^.*( · )/, (_, dot) => article.dataset.title + dot);
  for (const box of part.querySelectorAll(".panel .scroll")) {
    const mark = box.querySelector(".mark-finding, .mark-witness");
    if (!mark) continue;
    box.scrollTop = mark.offsetTop - box.clientHeight / 2;
    const label = box.querySelector("tbody .label");
    const covered = label ? label.offsetWidth : 0;
    box.scrollLeft = mark.offsetLeft + mark.offsetWidth - box.clientWidth + 12 > 0
      ? Math.max(0, mark.offsetLeft - covered - (box.clientWidth - covered) / 2 + mark.offsetWidth / 2) : 0;
  }
  if (moves) {
    window.scrollTo(0, 0);
    showPlace(article.dataset.anchor);
  }
  const said = part.querySelector("[data-said]");
  live.textContent = said && said.textContent.trim()
    ? `${said.textContent} ${article.dataset.title}` : article.dataset.title;
  const next = part.querySelector("a[data-key=next]");
  if (next && !ready.has(next.href)) {
    ready.clear();
    ready.set(next.href, fetchPart(next.href).then((answer) => (answer.ok ? answer.text() : null)).catch(() => null));
  }
}

async function show(url, options, push = true) {
  let text = null, address = url;
  if (!options && ready.has(url)) text = await ready.get(url);
  if (text === null) {
    const answer = await fetchPart(url, options);
    if (!answer.headers.get("Content-Type")?.startsWith("text/html")) return location.assign(url);
    text = await answer.text();
    address = answer.url;
  }
  const template = document.createElement("template");
  template.innerHTML = text;
  const article = template.content.querySelector("article[data-number]");
  if (!article) return location.assign(address);
  const before = part.querySelector("article").dataset.number;
  part.replaceChildren(article);
  if (options) ready.clear();
  // An answer to a form that was refused has the form's own address, which cannot be loaded again.
  if (push && !/\/(decision|undo|notes|assign)$/.test(new URL(address).pathname)) {
    const clean = new URL(address);
    for (const name of ["said", "also", "undone"]) clean.searchParams.delete(name);
    if (clean.href !== location.href) history.pushState(null, "", clean);
  }
  settle(article.dataset.number !== before);
}

if (part) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const url = new URL(link.href, location.href);
    if (link.target === "_blank") return;
    if (/^\/drafts\/\d+\/document$/.test(url.pathname)) {
      event.preventDefault();
      showPlace(url.hash.slice(1), true);
    } else if (link.matches("[data-key=next], [data-key=previous]")) {
      event.preventDefault();
      show(link.href);
    }
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!part.contains(form)) return;
    event.preventDefault();
    const button = event.submitter;
    const body = new URLSearchParams(new FormData(form, button));
    const action = button?.hasAttribute("formaction") ? button.formAction : form.action;
    for (const each of form.querySelectorAll("button")) each.disabled = true;
    show(action, { method: "POST", body }).catch(() => {
      for (const each of form.querySelectorAll("button")) each.disabled = false;
      live.textContent = document.body.dataset.silent;
      part.querySelector("[data-said]").textContent = document.body.dataset.silent;
    });
  });
  window.addEventListener("popstate", () => show(location.href, null, false));
  watchFrame();
  settle(false);
}
document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-filters]");
  if (form && event.target.matches("select, input[type=range]")) form.requestSubmit();
});
let typing = 0;
document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-filters]");
  if (event.target.matches("input[type=range]")) event.target.parentElement.querySelector("output").value = `${event.target.value}%`;
  if (!form || !event.target.matches("input[type=search]")) return;
  clearTimeout(typing);
  typing = setTimeout(() => form.requestSubmit(), 500);
});
const search = document.querySelector("[data-filters] input[type=search]");
if (search?.value) {
  // Whoever was typing goes on where they were.
  search.focus();
  search.setSelectionRange(search.value.length, search.value.length);
}
document.addEventListener("click", (event) => {
  const row = event.target.closest("tr[data-href]");
  if (row && !event.target.closest("a, button, input, label") && !String(getSelection())) location.assign(row.dataset.href);
});
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-swap]");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter;
  const body = new URLSearchParams(new FormData(form, button));
  const action = button?.hasAttribute("formaction") ? button.formAction : form.action;
  const answer = await fetch(action, { method: "POST", body, credentials: "same-origin" });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(form.id);
  if (!fresh) return location.reload();
  for (const open of form.querySelectorAll("details[open]")) {
    const name = open.closest("tr").querySelector("[data-fact]")?.dataset.fact;
    fresh.querySelector(`[data-fact="${name}"]`)?.closest("tr").querySelector("details").setAttribute("open", "");
  }
  form.replaceWith(document.adoptNode(fresh));
  live.textContent = fresh.querySelector("[role=status]").textContent;
  document.querySelector(`[data-fact="${button?.dataset.fact}"]`)?.focus();
});
if (!part) watchFrame();
listenToKeys();
listenToDrops();
watchTape();
listenToChoices();
watchProgress();
