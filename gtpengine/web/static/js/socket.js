// The connection: questions with answers, streams, and a new try when it breaks.

import { language } from "./words.js";

const token = document.querySelector('meta[name="token"]').content;
const PATIENCE = [300, 1000, 2000, 4000, 8000];

export class Connection extends EventTarget {
  #socket = null;
  #tries = 0;
  #next = 1;
  #waiting = new Map(); // id -> function that hears messages
  #unsent = [];
  state = "offline";
  language = "en";

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket?token=${encodeURIComponent(token)}`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#tries = 0;
      socket.send(JSON.stringify({ do: "speak", id: "", language: this.language }));
      for (const text of this.#unsent.splice(0)) socket.send(text);
    });
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#lost());
  }

  #hear(message) {
    if (message.type === "state") this.#become(message.state);
    else this.#waiting.get(message.id)?.(message);
  }

  #lost() {
    this.#become("offline");
    for (const hear of [...this.#waiting.values()]) hear({ type: "error", error: "offline", lost: true });
    this.#waiting.clear();
    this.#unsent = [];
    setTimeout(() => this.open(), PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)]);
  }

  #become(state) {
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  #send(message) {
    const text = JSON.stringify(message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    else this.#unsent.push(text);
  }

  // The language in which the server tells what it finds.
  speak(name) {
    this.language = name;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ do: "speak", id: "", language: name });
  }

  // Say something that nobody answers.
  send(message) {
    this.#send({ ...message, id: "" });
  }

  // Hear everything that is told about a question; the function returned ends it.
  stream(message, hear) {
    const id = String(this.#next++);
    this.#waiting.set(id, hear);
    this.#send({ ...message, id });
    return () => {
      if (this.#waiting.delete(id)) this.#send({ do: "stop", id });
    };
  }

  // The one answer to a question; what cannot be done is an error in words.
  ask(message) {
    return new Promise((resolve, reject) => {
      const id = String(this.#next++);
      this.#waiting.set(id, (answer) => {
        this.#waiting.delete(id);
        if (answer.type === "error") reject(new Error(answer.error));
        else resolve(answer);
      });
      this.#send({ ...message, id });
    });
  }
}

export async function readRecord(content, name) {
  const answer = await fetch(`/record?language=${language()}&name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: { "x-gtpengine-token": token },
    body: content,
  });
  if (!answer.ok) throw new Error((await answer.text()).slice(0, 500));
  return answer.json();
}

export async function openedRecord(spoken) {
  const answer = await fetch(`/opened?language=${spoken}`);
  return answer.ok ? answer.json() : null;
}
