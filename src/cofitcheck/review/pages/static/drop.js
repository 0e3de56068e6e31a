// Documents can be dropped anywhere on a page that takes them.

export function listenToDrops() {
  const form = document.querySelector("[data-drop]");
  if (!form) return;
  const input = form.querySelector("input[type=file]");
  const holds = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragover", (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    form.classList.add("over-it");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) form.classList.remove("over-it");
  });
  addEventListener("drop", (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    form.classList.remove("over-it");
    input.files = event.dataTransfer.files;
    form.requestSubmit();
  });
}
