// Whatever carries the same data-key belongs together: pointing at one part lights up all of them.
(() => {
  "use strict";
  let pinned = null;
  const keyOf = (target) => target.closest?.("[data-key]")?.dataset.key ?? null;

  function light(key) {
    for (const part of document.querySelectorAll(".is-on")) part.classList.remove("is-on");
    const parts = key === null ? [] : document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`);
    for (const part of parts) part.classList.add("is-on");
    for (const board of document.querySelectorAll(".board")) {
      board.classList.toggle("has-on", board.querySelector(".region.is-on") !== null);
    }
  }

  document.addEventListener("pointerover", (event) => light(keyOf(event.target) ?? pinned));
  document.addEventListener("pointerleave", () => light(pinned));
  document.addEventListener("focusin", (event) => light(keyOf(event.target) ?? pinned));
  document.addEventListener("focusout", () => light(pinned));

  function choose(target) {
    const key = keyOf(target);
    if (key === null) return;
    pinned = pinned === key ? null : key;
    light(pinned);
    if (pinned === null) return;
    const onBoard = target.closest(".hotspot, .spot") !== null;
    const aim = document.querySelector(`${onBoard ? ".card" : ".board"}[data-key="${CSS.escape(key)}"]`);
    const rows = document.querySelector(`tr[data-key="${CSS.escape(key)}"]`);
    const goal = aim ?? (onBoard ? rows : null);
    goal?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("a, button, summary") === null) choose(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { pinned = null; light(null); }
    const active = document.activeElement;
    if ((event.key === "Enter" || event.key === " ") && active?.matches("[data-key][tabindex]")) {
      event.preventDefault();
      choose(active);
    }
  });

  const button = document.getElementById("theme");
  button.hidden = false;
  button.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    root.style.colorScheme = root.dataset.theme;
  });
})();
