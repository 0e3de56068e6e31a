// Runs inside the sandboxed copy of a document, and tells the page around it which of its numbers were clicked or
// dragged over. The policy of the copy lets this text run and no other.
(() => {
  const ID = /^m\d+$/;
  let from = null, over = [];

  function numberAt(node) {
    for (let at = node instanceof Element ? node : null; at; at = at.parentElement) {
      if (ID.test(at.id)) return at;
    }
    return null;
  }

  function take(element) {
    if (!element || over.includes(element)) return;
    over.push(element);
    element.classList.add("cofitcheck-over");
  }

  addEventListener("pointerdown", (event) => {
    if (event.button) return;
    from = numberAt(event.target);
    if (!from) return;
    event.preventDefault();
    take(from);
  });
  addEventListener("pointermove", (event) => {
    if (from) take(numberAt(document.elementFromPoint(event.clientX, event.clientY)));
  });
  addEventListener("pointerup", () => {
    if (!from) return;
    for (const each of over) each.classList.remove("cofitcheck-over");
    parent.postMessage({ cells: over.map((each) => Number(each.id.slice(1))) }, "*");
    from = null;
    over = [];
  });
  addEventListener("click", (event) => {
    if (numberAt(event.target)) event.preventDefault();
  });
  addEventListener("message", (event) => {
    if (event.source !== parent || !event.data?.chosen) return;
    for (const role of ["total", "added", "deducted"]) {
      for (const each of document.querySelectorAll(`.cofitcheck-${role}`)) each.classList.remove(`cofitcheck-${role}`);
    }
    for (const [cell, role] of Object.entries(event.data.chosen)) {
      document.getElementById(`m${Number(cell)}`)?.classList.add(`cofitcheck-${role}`);
    }
  });
  parent.postMessage({ cells: null }, "*");
})();
