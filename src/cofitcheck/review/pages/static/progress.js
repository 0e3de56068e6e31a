// Looks again while something is being checked.

const EVERY = 600;

async function look() {
  const regions = document.querySelectorAll("[data-live]");
  try {
    const answer = await fetch(location.href, { headers: { "X-Live": "1" }, credentials: "same-origin" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const page = document.querySelector("[data-working=page]");
    if (page && !fresh.querySelector("[data-working=page]")) return location.reload();
    for (const region of regions) {
      const now = fresh.getElementById(region.id);
      if (now && !region.isEqualNode(now)) region.replaceWith(document.adoptNode(now));
    }
  } catch {
    // The server may be restarting; it is asked again.
  }
  watchProgress();
}

export function watchProgress() {
  if (document.querySelector("[data-working]")) setTimeout(look, EVERY);
}
