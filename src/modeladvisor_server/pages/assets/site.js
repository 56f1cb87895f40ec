// What pages do beyond HTML: empty fields stay out of the address, and texts can be copied. All works without it.
"use strict";

for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", () => {
    for (const field of form.querySelectorAll("input[type=text], select")) {
      if (field.value.trim() === "") field.disabled = true;
    }
  });
}
// Who comes back finds the fields as they were.
window.addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("form :disabled")) field.disabled = false;
});

document.querySelector(".error.summary")?.focus();

if (navigator.clipboard) {
  for (const figure of document.querySelectorAll("figure.code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    const label = figure.querySelector("pre").getAttribute("aria-label");
    button.setAttribute("aria-label", `Copy: ${label}`);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(figure.querySelector("code").textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Copying was refused: select the text";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    figure.append(button);
  }
}
