// The hands: cards where they are seen, and how many where not.

const SUITS = {
  S: {sign: "♠", word: "spades"}, H: {sign: "♥", word: "hearts"},
  C: {sign: "♣", word: "clubs"}, D: {sign: "♦", word: "diamonds"},
};

class Hands {
  /**
   * @param {Object} game data of the page
   * @param {() => void} redraw
   */
  constructor(game, redraw) {
    this.game = game;
    this.watch = game.watch;
    this.redraw = redraw;
    this.rows = game.players.map((name) => this.row(name));
    this.pile = make("p", {class: "piles"});
    this.element = make("section", {class: "hands", "aria-label": "Hands"},
      ...(game.choice ? [this.choice()] : []), ...this.rows.map(({row}) => row), this.pile);
    // Of a fixed height, or the list of steps beside it would jump.
    const heads = (game.choice ? 90 : 60) + (game.solo ? 24 : 0);
    this.element.style.setProperty("--room", `${heads + 31 * game.players.length + 62}px`);
  }

  choice() {
    const {word, seat} = this.watch;
    const options = [["turn", "whoever decides"], ["all", "everybody"], ["none", "nobody"],
      ...this.game.players.map((name, k) => [String(k), name])];
    const chosen = word === "seat" ? String(seat) : word;
    this.select = make("select", {
      id: "watch", "aria-label": "Hands seen by", change: () => this.see(this.select.value),
    }, ...options.map(([value, text]) =>
      make("option", {value, text, selected: value === chosen})));
    return make("label", {class: "watch"}, make("span", {text: "Hands of"}), this.select);
  }

  see(value) {
    const seat = /^\d+$/.test(value) ? Number(value) : -1;
    this.watch = {word: seat < 0 ? value : "seat", seat};
    this.redraw();
  }

  /** Show all hands, or those of whoever decides again. */
  flip() {
    if (!this.select) return;
    this.select.value = this.watch.word === "all" ? "turn" : "all";
    this.see(this.select.value);
  }

  row(name) {
    const cards = make("span", {class: "cards"});
    const who = make("span", {class: "who", text: name});
    return {row: make("div", {class: "hand"}, who, cards), cards, who, name};
  }

  /** Tell whether the hand of a seat is seen while someone decides. */
  sees(seat, turn) {
    const {word} = this.watch;
    if (word === "all") return true;
    return seat === (word === "turn" ? turn : this.watch.seat);
  }

  /** Tell whether what only some seats saw of a move is seen. */
  knows(step) {
    return step.seats.some((seat) => this.sees(seat, step.player));
  }

  show(step) {
    const marked = new Set(step.spots.flatMap(([, , , all]) => all.split(" ")));
    this.rows.forEach(({row, cards, who, name}, seat) => {
      const turn = Boolean(step.asked) && seat === step.turn;
      row.classList.toggle("turn-now", turn);
      who.textContent = turn ? `▶ ${name}` : name;
      const known = step.hands[seat] !== null && this.sees(seat, step.turn);
      row.classList.toggle("short", !known || step.sizes[seat] < 3);
      cards.replaceChildren(...(known
        ? cardsOf(step.hands[seat], turn ? marked : new Set())
        : backs(step.sizes[seat])));
    });
    this.pile.replaceChildren(...this.piles(step, marked));
    this.follow(this.rows[step.turn].row);
  }

  /** Scroll to the hand of whoever decides, within the panel alone. */
  follow(row) {
    const {element} = this;
    const top = row.offsetTop;
    const low = top + row.offsetHeight;
    if (top < element.scrollTop) element.scrollTop = top - 8;
    const room = element.clientHeight;
    if (low > element.scrollTop + room) element.scrollTop = low - room + 8;
  }

  piles(step, marked) {
    const parts = [`${step.pile} to draw`];
    if (step.way) parts.push(step.way > 0 ? "clockwise ↻" : "counterclockwise ↺");
    if (step.flips) parts.push(`discards turned over ${step.flips} times`);
    const found = [make("span", {text: parts.join(" · ")})];
    if (!this.game.solo) return found;
    found.push(make("span", {text: ` · discard pile ${step.discards} `}));
    if (step.top) found.push(...cardsOf(step.top, marked));
    return found;
  }
}

/** Return small cards; some are marked, for they can be played. */
function cardsOf(text, marked) {
  if (!text) return [make("span", {class: "none", text: "no card"})];
  return text.split(" ").map((name) => {
    const suit = SUITS[name.at(-1)];
    const playable = marked.has(name);
    const rank = name.slice(0, -1);
    const words = suit ? `${rank} of ${suit.word}` : "WILD";
    return make("span", {
      class: `chip ${suit ? suit.word : "wild"}${playable ? " playable" : ""}`,
      role: "img", "aria-label": playable ? `${words}, can be played` : words,
      text: suit ? `${rank}${suit.sign}\ufe0e` : "WILD",
    });
  });
}

/** Return the back of a hand. */
function backs(count) {
  if (!count) return [make("span", {class: "none", text: "no card"})];
  return [make("span", {
    class: "chip back", role: "img", "aria-label": count === 1 ? "1 card" : `${count} cards`,
    text: `×${count}`,
  })];
}
