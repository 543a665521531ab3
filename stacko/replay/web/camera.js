// An eye that goes around the tower: by mouse, by touch and by keys.

const FIELD = (32 * Math.PI) / 180;

class Camera {
  /**
   * @param {HTMLElement} element takes the pointers
   * @param {() => void} changed
   */
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
    this.home = {azimuth: -0.72, height: 0.26, distance: 0.9, target: [0, 0, 0.14]};
    this.own = false; // someone came nearer or went aside: stay there
    this.pointers = new Map();
    Object.assign(this, this.home);
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) {
      element.addEventListener(kind, (event) => this.pointers.delete(event.pointerId));
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("wheel", (event) => this.wheel(event), {passive: false});
  }

  reset() {
    Object.assign(this, this.home, {own: false});
    this.changed();
  }

  get eye() {
    const flat = this.distance * Math.cos(this.height);
    return [
      this.target[0] + flat * Math.cos(this.azimuth),
      this.target[1] + flat * Math.sin(this.azimuth),
      this.target[2] + this.distance * Math.sin(this.height)];
  }

  view() {
    return lookingAt(this.eye, this.target, [0, 0, 1]);
  }

  down(event) {
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    const way = [now[0] - before[0], now[1] - before[1]];
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    if (other) this.pinch(before, now, other, way);
    else if (event.shiftKey || event.buttons & 6) this.pan(...way);
    else this.orbit(-0.008 * way[0], 0.008 * way[1]);
  }

  /** Two fingers zoom by their distance, and shift by their common way. */
  pinch(before, now, other, way) {
    const apart = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
    this.zoom(apart(before) / apart(now));
    this.pan(way[0] / 2, way[1] / 2);
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode ? 16 : 1;
    this.zoom(Math.exp(clamp(event.deltaY * lines, -120, 120) * 0.0015));
  }

  orbit(around, up) {
    this.azimuth += around;
    this.height = clamp(this.height + up, -0.03, 1.5);
    this.changed();
  }

  zoom(factor) {
    this.distance = clamp(this.distance * factor, 0.12, 4);
    this.own = true;
    this.changed();
  }

  pan(right, down) {
    const scale = (2 * this.distance * Math.tan(FIELD / 2)) / this.element.clientHeight;
    const ahead = unit(sub(this.target, this.eye));
    const side = unit(cross(ahead, [0, 0, 1]));
    const top = cross(side, ahead);
    this.target = added(added(this.target, side, -right * scale), top, down * scale);
    this.own = true;
    this.changed();
  }

  /** Look at all of these points, from the same direction as before. */
  fit(points) {
    const low = [0, 1, 2].map((k) => Math.min(...points.map((point) => point[k])));
    const high = [0, 1, 2].map((k) => Math.max(...points.map((point) => point[k])));
    this.target = low.map((each, k) => (each + high[k]) / 2);
    const aspect = this.element.clientWidth / Math.max(this.element.clientHeight, 1);
    // On a small screen words cover more of the edges.
    const tall = Math.tan(FIELD / 2) * (this.element.clientHeight < 440 ? 0.7 : 0.84);
    const wide = tall * aspect;
    const back = unit(sub(this.eye, this.target));
    const side = unit(cross([0, 0, 1], back));
    const top = cross(back, side);
    this.distance = Math.max(0.15, ...points.map((point) => {
      const way = sub(point, this.target);
      return dot(way, back) + Math.max(
        Math.abs(dot(way, side)) / wide, Math.abs(dot(way, top)) / tall);
    }));
  }

  get keys() {
    const turn = (label, key, around, up) => ({
      key, label, run: () => this.orbit(around, up)});
    return [
      turn("look from farther left", "a", -0.12, 0),
      turn("look from farther right", "d", 0.12, 0),
      turn("look from higher", "w", 0, 0.08),
      turn("look from lower", "s", 0, -0.08),
      {key: "+", label: "nearer", run: () => this.zoom(0.88)},
      {key: "-", label: "farther", run: () => this.zoom(1.14)},
      {key: "r", label: "look as at first", run: () => this.reset()},
    ];
  }
}
