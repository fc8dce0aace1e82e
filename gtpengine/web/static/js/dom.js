// Elements with text: nothing that a user or a record says ever becomes markup.

export function h(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else if (key in made && typeof value !== "string") made[key] = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

// Markup that our own server or our own modules have made, with everything in it escaped.
export function trusted(markup, holder = "div", attributes = {}) {
  const made = h(holder, attributes);
  made.innerHTML = markup;
  return made;
}

// Fill a holder, unless what it shows has the same key already: a part that stays keeps focus and clicks.
export function fill(holder, key, make) {
  const told = JSON.stringify(key);
  if (holder.shownKey === told) return;
  holder.shownKey = told;
  holder.replaceChildren(...[make()].flat().filter(Boolean));
}

export const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[sign]);

export const button = (text, onclick, attributes = {}) => h("button", { type: "button", onclick, ...attributes }, text);

export function download(name, content, kind) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

let noteTimer = 0;
// Tell something for a while; an empty text takes away what was told.
export function note(text, { bad = false } = {}) {
  const holder = document.getElementById("notes");
  holder.replaceChildren(...(text ? [h("p", { class: bad ? "note bad" : "note" }, text)] : []));
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => holder.replaceChildren(), bad ? 9000 : 4000);
}

export function say(text) {
  document.getElementById("spoken").textContent = text;
}
