// Files and links: the record with values, pictures of board and thermograph, a link to the position.

import { boardMarkup } from "./board.js";
import { button, download, h, note } from "./dom.js";
import { t } from "./words.js";

const SCALE = 2; // pixels of a PNG for each unit

async function pictureRules() {
  return (await fetch("/static/picture.css")).text();
}

export const fileName = (game, ending) => `${game.title().replace(/[^\p{L}\p{N} _-]+/gu, "").trim().slice(0, 60) || "game"}.${ending}`;

function asPng(svg) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    image.onload = () => {
      const canvas = h("canvas", { width: image.width * SCALE, height: image.height * SCALE });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
    };
    image.onerror = () => reject(new Error("no picture"));
    image.src = address;
  });
}

async function save(name, svg, png) {
  if (png) download(`${name}.png`, await asPng(svg), "image/png");
  else download(`${name}.svg`, svg, "image/svg+xml");
}

export async function saveBoard(game, view, options, png) {
  const rules = (await pictureRules()) + ".board .ring { fill: none; stroke: #1f7a4d; stroke-width: 4; } .board .owner.black { fill: #15120f; } .board .owner.white { fill: #ffffff; }";
  const { ghost, frame, ...shown } = options;
  await save(fileName(game, "").slice(0, -1), boardMarkup(view, { ...shown, standalone: rules }), png);
}

// The thermograph as it stands in the card, with the rules of a picture that stands alone.
export async function saveThermograph(game, region, png) {
  const holder = h("div", {});
  holder.innerHTML = region.card;
  const picture = holder.querySelector(".thermo");
  if (!picture) return;
  const [, , width, height] = picture.getAttribute("viewBox").split(" ");
  picture.setAttribute("width", width);
  picture.setAttribute("height", height);
  picture.classList.add("alone");
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = await pictureRules();
  picture.prepend(style);
  await save(`${fileName(game, "").slice(0, -1)} ${region.label}`, new XMLSerializer().serializeToString(picture), png);
}

// What is written beside a step of the saved record: the analysis, where there is one.
export function analysisOf(node) {
  const found = node.study?.found;
  if (!found?.comment) return null;
  const labels = new Map();
  for (const region of found.regions) {
    for (const vertex of [region.black_move, region.white_move]) if (vertex && !labels.has(vertex)) labels.set(vertex, region.label);
  }
  return { comment: found.comment, labels: [...labels], land: found.settled };
}

export function saveMenu(get) {
  const menu = h("details", { class: "menu" }, h("summary", {}, `${t("Save")} ▾`));
  const act = (work) => async () => {
    menu.open = false;
    try {
      await work(get());
    } catch (error) {
      note(error.message, { bad: true });
    }
  };
  menu.append(h("div", {},
    button(t("Record with values (SGF)"), act(({ game }) => download(fileName(game, "sgf"), game.sgf(analysisOf), "application/x-go-sgf"))),
    button(t("Board as SVG"), act(({ game, board }) => saveBoard(game, board.view, board.options, false))),
    button(t("Board as PNG"), act(({ game, board }) => saveBoard(game, board.view, board.options, true))),
    button(t("Copy link to the position"), act(({ game }) => copyLink(`#position=${game.link()}`)))));
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  return menu;
}

export async function copyLink(hash) {
  const address = location.origin + location.pathname + hash;
  history.replaceState(null, "", hash);
  try {
    await navigator.clipboard.writeText(address);
    note(t("The link is copied."));
  } catch {
    note(address);
  }
}
