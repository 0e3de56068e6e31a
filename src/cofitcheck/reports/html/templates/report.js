// The keys of a report: j to the next finding, k to the one before, l to the list. Links do the same.
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const findings = [...document.querySelectorAll("article.finding")];
  const top = (finding) => finding.getBoundingClientRect().top;
  const to = {
    j: findings.find((finding) => top(finding) > 8),
    k: findings.findLast((finding) => top(finding) < -8),
    l: document.getElementById("findings"),
  }[event.key];
  if (to) location.replace(`#${to.id}`);
});
