"use strict";
// A link into what is folded opens it, and stays at it.
function show(hash) {
  const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  for (let each = target; each; each = each.parentElement) {
    if (each.tagName === "DETAILS") each.open = true;
  }
  if (target) target.scrollIntoView();
}
for (const link of document.querySelectorAll('a[href^="#"]')) {
  link.addEventListener("click", () => setTimeout(() => show(link.hash)));
}
addEventListener("hashchange", () => show(location.hash));
show(location.hash);
// Lists are filtered by a kind (the buttons) and by words (the field), both at once.
for (const box of document.querySelectorAll(".filter")) {
  const items = [...document.getElementById(box.dataset.list).children];
  const buttons = [...box.querySelectorAll("button")];
  const input = box.querySelector("input");
  const output = box.querySelector("output");
  let kind = "";
  const filter = () => {
    const wanted = input.value.trim().toLowerCase();
    let n = 0;
    for (const item of items) {
      const fits = !kind || item.dataset.is.split(" ").includes(kind);
      item.hidden = !fits || !item.textContent.toLowerCase().includes(wanted);
      n += !item.hidden;
    }
    output.textContent = kind || wanted ? n + " of " + items.length + " on this page" : "";
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      kind = button.dataset.is;
      for (const each of buttons) each.setAttribute("aria-pressed", String(each === button));
      filter();
    });
  }
  input.addEventListener("input", filter);
  box.hidden = false;
}
