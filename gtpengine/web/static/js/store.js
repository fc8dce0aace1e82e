// Settings that the browser keeps: what is broken or absent counts as the default.

const PREFIX = "gtpengine.";

export function kept(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden store only means that nothing is remembered.
  }
}
