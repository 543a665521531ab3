// The board: cards come and go with the steps, and surfaces say what they are good for.

const LABEL = {size: 14, high: 11, letter: 8.6, rim: 5};

class Board {
  /**
   * @param {string} source the board as SVG, every card in it
   * @param {Object} game data of the page
   */
  constructor(source, game) {
    this.game = game;
    const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
    this.svg = document.importNode(parsed.documentElement, true);
    this.cards = [...this.svg.querySelectorAll(".card")];
    this.surfaces = this.cards.flatMap((card) => [...card.querySelectorAll(".surface")]);
    this.tried = [...this.svg.querySelectorAll(".tried")];
    this.labels = this.svg.querySelector(".labels");
    this.shown = {surfaces: true, cells: true, margins: false};
  }

  /**
   * Show a step.
   * @param {number} index which one
   * @param {boolean} seen whether the hand of the player to decide is seen
   */
  show(index, seen) {
    const step = this.game.steps[index];
    const fresh = step.laid;
    this.cards.forEach((card, k) => {
      card.classList.toggle("away", k >= step.standing);
      card.classList.toggle("fresh", k === fresh);
    });
    const looks = step.looks;
    this.surfaces.forEach((surface, k) => {
      const look = looks[k] ?? "-";
      surface.setAttribute("class", `surface ${LOOKS[look === "L" && !seen ? "o" : look]}`);
    });
    for (const group of this.tried) {
      group.classList.toggle("away", Number(group.dataset.step) !== index);
    }
    this.svg.classList.toggle("plain", !this.shown.surfaces);
    this.write(step, seen);
  }

  /** Write the labels of a step: what goes where, and margins. */
  write(step, seen) {
    const labels = [];
    if (this.shown.margins) {
      for (let k = 0; k < Math.min(step.standing, this.game.margins.length); k += 1) {
        labels.push(this.marginLabel(k));
      }
    } else if (this.shown.cells && seen && !step.refused) {
      for (const [x, y, text, all] of step.beyond) {
        labels.push(label(x, y, `× ${text}`, "past", `past the table's edge: ${all}`));
      }
      for (const [x, y, text, all] of step.spots) {
        labels.push(label(x, y, text, "takes", `takes ${all}`));
      }
    }
    this.labels.replaceChildren(...labels);
    this.scale();
  }

  /** Keep the letters of labels readable, however near the board is. */
  scale() {
    const {width, height} = this.svg.getBoundingClientRect();
    const box = this.svg.viewBox.baseVal;
    if (!width || !height) return;
    const unit = Math.max(box.width / width, box.height / height);
    const scale = clamp(0.8 * unit, 0.55, 2.2);
    for (const group of this.labels.children) {
      const {x, y} = group.dataset;
      group.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    }
  }

  marginLabel(k) {
    const margin = this.game.margins[k];
    const [x, y] = this.game.centers[k];
    const text = margin.toFixed(1);
    return label(x, y, text, margin < 10 ? "past" : "margin", `${text} mm to the edge`);
  }
}

/** Return what the frames around surfaces mean. */
function boardKey(edge) {
  const rows = [["legal", "legal now"], ["takes", "takes some card"],
    ["idle", "nothing fits now"], ["closed", "closed"],
    ...(edge ? [["past", "× the edge forbids it"]] : [])];
  return make("ul", {class: "board-key", "aria-label": "Surfaces"},
    ...rows.map(([kind, text]) => make("li", {}, make("i", {class: `swatch ${kind}`}),
      make("span", {text}))));
}

const LOOKS = {
  L: "legal", o: "takes", n: "idle", "-": "blank", b: "barred", h: "half", l: "locked",
  c: "covered",
};

/** Return a text on a plate, to be put at a point by `Board.scale`. */
function label(x, y, text, kind, title) {
  const half = (LABEL.letter * text.length) / 2 + LABEL.rim;
  const plate = drawn("rect", {
    x: -half, y: -LABEL.high, width: 2 * half, height: 2 * LABEL.high, rx: 8,
  });
  const words = drawn("text", {y: 0.36 * LABEL.size, "font-size": LABEL.size});
  words.textContent = text;
  const told = drawn("title");
  told.textContent = title;
  const group = drawn("g", {class: `label ${kind}`, "data-x": x, "data-y": y});
  group.append(told, plate, words);
  return group;
}

/** Return a new element of SVG. */
function drawn(tag, traits = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(traits)) element.setAttribute(name, value);
  return element;
}
