// The list of turns: every one a button that goes to where it begins.

class TurnList {
  /**
   * @param {string[]} columns headings
   * @param {Object[]} turns {first, last, cells, tone}
   * @param {(index: number) => void} choose
   */
  constructor(columns, turns, choose) {
    this.current = -1;
    this.choose = choose;
    this.buttons = turns.map((turn, index) => this.row(columns, turn, index));
    const heads = columns.map((text) => make("span", {text}));
    const items = this.buttons.map((button) => make("li", {}, button));
    this.list = make("ol", {class: "turns", "aria-label": "Turns"}, ...items);
    this.list.addEventListener("keydown", (event) => this.step(event));
    this.element = make("section", {class: "turn-list", "aria-label": "List of turns"},
      make("div", {class: "turn-heads", "aria-hidden": "true"}, ...heads), this.list);
  }

  row(columns, turn, index) {
    const cells = turn.cells.map((text) => make("span", {text}));
    const words = turn.cells.map((text, k) => `${columns[k] ?? ""} ${text}`.trim());
    return make("button", {
      type: "button",
      class: `turn ${turn.tone ?? ""}`,
      "aria-label": words.join(", "),
      tabindex: index ? "-1" : "0",
      click: () => this.choose(index),
    }, ...cells);
  }

  /** Up and down move along the list, as in any list box. */
  step(event) {
    const way = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (!way) return;
    const here = this.buttons.indexOf(document.activeElement);
    const next = this.buttons[clamp(here + way, 0, this.buttons.length - 1)];
    next.focus();
    next.click();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Mark a turn as the one that is shown, and scroll the list to it. */
  show(index) {
    if (index === this.current) return;
    const before = this.buttons[this.current];
    before?.removeAttribute("aria-current");
    before?.setAttribute("tabindex", "-1");
    this.current = index;
    const button = this.buttons[index];
    if (!button) return;
    button.setAttribute("aria-current", "true");
    button.setAttribute("tabindex", "0");
    const top = button.offsetTop; // from the top of the list, which is positioned
    const low = top + button.offsetHeight;
    if (top < this.list.scrollTop) this.list.scrollTop = top - 8;
    const room = this.list.clientHeight;
    if (low > this.list.scrollTop + room) this.list.scrollTop = low - room + 8;
  }
}
