"use strict";
for (const box of document.querySelectorAll(".filter")) {
  const items = [...document.querySelectorAll("#" + box.dataset.list + " > li")];
  const input = box.querySelector("input");
  const said = box.querySelector("output");
  box.hidden = false;
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    let n = 0;
    for (const item of items) {
      item.hidden = !item.textContent.toLowerCase().includes(wanted);
      n += !item.hidden;
    }
    said.textContent = wanted ? n + " of " + items.length : "";
  });
}
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("details")) each.open = true;
});
