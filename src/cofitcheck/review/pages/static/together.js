// Several findings or accounts at once: how many are chosen, and all of the list with one click.

const BOX = "input[name=finding], input[name=account]";

export function listenToChoices() {
  const form = document.getElementById("together");
  const bar = form?.querySelector("[data-together]");
  if (!bar) return;
  const boxes = () => [...document.querySelectorAll(BOX)];
  const all = document.querySelector("input[data-choose-all]");

  function count() {
    const chosen = boxes().filter((box) => box.checked).length;
    bar.querySelector("output").value = chosen;
    bar.classList.toggle("idle", !chosen);
    if (!all) return;
    all.checked = chosen > 0 && chosen === boxes().length;
    all.indeterminate = chosen > 0 && !all.checked;
  }

  let last = null;
  form.addEventListener("click", (event) => {
    const box = event.target.closest(BOX);
    if (!box) return;
    // With the shift key all between the last one and this one become as this one is.
    if (event.shiftKey && last) {
      const [from, to] = [boxes().indexOf(last), boxes().indexOf(box)].sort((a, b) => a - b);
      for (const each of boxes().slice(from, to + 1)) each.checked = box.checked;
    }
    last = box;
    count();
  });
  all?.closest("[hidden]")?.removeAttribute("hidden");
  all?.addEventListener("change", () => {
    for (const box of boxes()) box.checked = all.checked;
    count();
  });
  count();
}
