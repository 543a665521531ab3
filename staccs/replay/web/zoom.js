// Moving around on the board: drag, wheel, two fingers, buttons and keys.

class Zoom {
  /**
   * @param {SVGSVGElement} svg whose viewBox is the view that all is fitted to
   * @param {() => void} changed is called when it is seen from nearer or farther
   */
  constructor(svg, changed) {
    this.svg = svg;
    this.changed = changed;
    new ResizeObserver(changed).observe(svg);
    const {x, y, width, height} = svg.viewBox.baseVal;
    this.home = {x, y, width, height};
    this.box = {...this.home};
    this.fingers = new Map();
    svg.addEventListener("wheel", (event) => this.roll(event), {passive: false});
    svg.addEventListener("pointerdown", (event) => this.grab(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) {
      svg.addEventListener(name, (event) => this.fingers.delete(event.pointerId));
    }
  }

  /** Show all that was shown at first. */
  fit() {
    this.set({...this.home});
  }

  /** Show all of the table, or as much as there is. */
  fitTable() {
    const table = this.svg.querySelector(".table");
    const box = table.getBBox();
    if (!box.width) return this.fit();
    const rim = 0.03 * Math.max(box.width, box.height);
    return this.set({x: box.x - rim, y: box.y - rim,
      width: box.width + 2 * rim, height: box.height + 2 * rim});
  }

  set(box) {
    this.box = box;
    this.svg.setAttribute("viewBox", [box.x, box.y, box.width, box.height].join(" "));
    this.changed();
  }

  /** Show more or less around a point of the board. */
  by(factor, at = this.middle) {
    const {box, home} = this;
    const low = home.width / 12;
    const width = clamp(box.width * factor, low, Math.max(home.width * 6, 6000));
    const share = width / box.width;
    this.set({
      x: at.x - (at.x - box.x) * share, y: at.y - (at.y - box.y) * share,
      width, height: box.height * share,
    });
  }

  get middle() {
    const {box} = this;
    return {x: box.x + box.width / 2, y: box.y + box.height / 2};
  }

  /** Return where on the board a pointer is. */
  place(event) {
    const to = this.svg.getScreenCTM().inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(to);
  }

  roll(event) {
    event.preventDefault();
    this.by(Math.exp(clamp(event.deltaY, -120, 120) / 400), this.place(event));
  }

  grab(event) {
    this.svg.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, this.place(event));
  }

  drag(event) {
    const start = this.fingers.get(event.pointerId);
    if (!start) return;
    const now = this.place(event);
    if (this.fingers.size > 1) this.pinch(event.pointerId, start, now);
    const {box} = this;
    const here = this.place(event);
    this.set({...box, x: box.x + start.x - here.x, y: box.y + start.y - here.y});
  }

  pinch(id, start, now) {
    const [, other] = [...this.fingers].find(([each]) => each !== id);
    const before = Math.hypot(start.x - other.x, start.y - other.y);
    const after = Math.hypot(now.x - other.x, now.y - other.y);
    if (before && after) this.by(clamp(before / after, 0.8, 1.25), other);
  }

  /** Return the buttons. */
  buttons() {
    const button = (text, name, run) => make("button", {
      type: "button", text, "aria-label": name, title: name, click: run,
    });
    return make("div", {class: "view-bar"},
      button("+", "Closer (+)", () => this.by(0.8)),
      button("−", "Farther (-)", () => this.by(1.25)),
      button("◇", "The STACC (f)", () => this.fit()),
      button("○", "The table (g)", () => this.fitTable()));
  }
}
