// The timeline: turns, markers of events and plots over time, with a cursor.

const TIMELINE = {
  edge: 9, // px at both ends: half the thumb of the slider above it
  band: 20,
  lane: 20,
  head: 15, // what a plot says at the cursor, above it
  plot: 40,
  gap: 4,
  near: 7, // px from which a click snaps to a marker
};

class Timeline {
  /**
   * @param {Object} game {times, turns, markers, kinds, series}
   * @param {(frame: number) => void} seek
   */
  constructor(game, seek) {
    Object.assign(this, game);
    this.seek = seek;
    this.first = 0;
    this.last = this.times.length - 1;
    this.canvas = make("canvas", {"aria-hidden": "true"});
    this.tip = make("div", {class: "tip", hidden: true});
    this.element = make("div", {class: "timeline"}, this.canvas, this.tip);
    this.below = document.createElement("canvas");
    this.height = TIMELINE.band + TIMELINE.lane
      + this.series.length * (TIMELINE.head + TIMELINE.plot + TIMELINE.gap);
    this.element.style.height = `${this.height}px`;
    this.limits = this.series.map(seriesLimits);
    this.listen();
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  listen() {
    const {canvas} = this;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.dragging = true;
      this.point(event, true);
    });
    canvas.addEventListener("pointermove", (event) => this.point(event, false));
    canvas.addEventListener("pointerup", () => { this.dragging = false; });
    canvas.addEventListener("pointercancel", () => { this.dragging = false; });
    canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
  }

  /** Follow a pointer: seek while it is down, else tell what is under it. */
  point(event, snap) {
    const x = event.offsetX;
    const marker = this.markerNear(x, event.offsetY);
    if (this.dragging) {
      this.seek(snap && marker ? marker.frame : this.frameAt(x));
    }
    this.hint(x, marker);
  }

  hint(x, marker) {
    const time = this.times[marker ? marker.frame : this.frameAt(x)];
    const label = marker ? `${marker.label}, ${this.tell(time)}` : this.tell(time);
    this.tip.textContent = label;
    this.tip.hidden = false;
    const room = this.width - this.tip.offsetWidth;
    this.tip.style.left = `${clamp(x - this.tip.offsetWidth / 2, 0, Math.max(0, room))}px`;
  }

  markerNear(x, y) {
    if (y > TIMELINE.band + TIMELINE.lane) return null;
    let best = null;
    let least = TIMELINE.near;
    for (const marker of this.drawn ?? []) {
      const way = Math.abs(this.x(marker.frame) - x);
      if (way < least) [best, least] = [marker, way];
    }
    return best;
  }

  /** Show only some frames. */
  range(first, last) {
    if (first === this.first && last === this.last) return;
    this.first = first;
    this.last = last;
    this.paintBelow();
    this.show(this.frame, this.share);
  }

  get span() {
    return Math.max(this.times[this.last] - this.times[this.first], 1e-9);
  }

  x(frame, share = 0) {
    let time = this.times[frame];
    if (share) time += share * (this.times[frame + 1] - time);
    const across = (time - this.times[this.first]) / this.span;
    return TIMELINE.edge + across * (this.width - 2 * TIMELINE.edge);
  }

  frameAt(x) {
    const across = (x - TIMELINE.edge) / (this.width - 2 * TIMELINE.edge);
    const time = this.times[this.first] + clamp(across, 0, 1) * this.span;
    const before = clamp(lastAtOrBefore(this.times, time), this.first, this.last);
    if (before === this.last) return before;
    const middle = (this.times[before] + this.times[before + 1]) / 2;
    return time > middle ? before + 1 : before;
  }

  resize() {
    const scale = devicePixelRatio || 1;
    this.width = this.element.clientWidth;
    if (!this.width) return;
    for (const canvas of [this.canvas, this.below]) {
      canvas.width = Math.round(this.width * scale);
      canvas.height = Math.round(this.height * scale);
    }
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.height}px`;
    this.paintBelow();
    this.show(this.frame ?? 0, this.share ?? 0);
  }

  /** Draw all that stays as long as the range does. */
  paintBelow() {
    if (!this.width) return;
    const pen = this.below.getContext("2d");
    const scale = devicePixelRatio || 1;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, this.width, this.height);
    this.paintTurns(pen);
    this.paintMarkers(pen);
    this.series.forEach((series, k) => this.paintSeries(pen, series, k));
  }

  paintTurns(pen) {
    pen.font = "600 11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.textAlign = "center";
    this.turns.forEach((turn, index) => {
      if (turn.last <= this.first || turn.first > this.last) return;
      const left = this.x(Math.max(turn.first, this.first));
      const right = this.x(Math.min(turn.last, this.last));
      pen.fillStyle = TONES[turn.tone] ?? TONES.plain;
      pen.globalAlpha = index % 2 ? 0.85 : 1;
      pen.fillRect(left, 1, Math.max(right - left - 1, 0.8), TIMELINE.band - 4);
      pen.globalAlpha = 1;
      const text = turn.cells[0];
      if (right - left > 8 * text.length + 6) {
        pen.fillStyle = "#ffffff";
        pen.fillText(text, (left + right) / 2, TIMELINE.band / 2 - 0.5);
      }
    });
  }

  /** Draw the markers; the lesser kinds only where there is room for them. */
  paintMarkers(pen) {
    const here = this.markers.filter(
      (each) => each.frame >= this.first && each.frame <= this.last);
    const crowded = here.length > this.width / 9;
    let taken = -Infinity;
    this.drawn = here.filter((each) => {
      const x = this.x(each.frame);
      if (crowded && this.kinds[each.kind]?.minor && x - taken < 8) return false;
      taken = x;
      return true;
    });
    const middle = TIMELINE.band + TIMELINE.lane / 2;
    let before = -Infinity;
    let aside = 0;
    const weight = (marker) => (this.kinds[marker.kind]?.minor ? 0 : 1);
    // The greater kinds lie on top.
    for (const marker of [...this.drawn].sort((a, b) => weight(a) - weight(b))) {
      const kind = this.kinds[marker.kind] ?? {};
      const x = this.x(marker.frame);
      // Two at one place: the one above the other.
      aside = Math.abs(x - before) < 5 ? (aside > 0 ? -4 : 4) : 0;
      before = x;
      const size = kind.minor ? 4 : 5.5;
      paintGlyph(pen, kind.glyph, x, middle + aside, size, kind.color ?? "#555");
    }
  }

  plotTop(index) {
    return TIMELINE.band + TIMELINE.lane + TIMELINE.head
      + index * (TIMELINE.head + TIMELINE.plot + TIMELINE.gap);
  }

  plotY(index, value) {
    const [low, high] = this.limits[index];
    const share = clamp((value - low) / (high - low), -0.02, 1.02);
    return this.plotTop(index) + (1 - share) * TIMELINE.plot;
  }

  paintSeries(pen, series, index) {
    const top = this.plotTop(index);
    pen.fillStyle = "#f7f6f3";
    pen.fillRect(TIMELINE.edge, top, this.width - 2 * TIMELINE.edge, TIMELINE.plot);
    pen.fillStyle = "#d7d3cb";
    const zero = this.plotY(index, 0);
    pen.fillRect(TIMELINE.edge, zero - 0.5, this.width - 2 * TIMELINE.edge, 1);
    pen.save();
    pen.beginPath();
    pen.rect(TIMELINE.edge - 1, top - 2, this.width - 2 * TIMELINE.edge + 2,
      TIMELINE.plot + 4);
    pen.clip();
    this.paintLine(pen, series, index);
    pen.restore();
    pen.font = "11px system-ui, sans-serif";
    pen.fillStyle = "#4b4f58";
    pen.textAlign = "right";
    pen.textBaseline = "bottom";
    const [low, high] = this.limits[index].map(tidy);
    const range = `${low} to ${high} ${series.unit}`;
    pen.fillText(range, this.width - TIMELINE.edge - 3, top - 1);
  }

  paintLine(pen, series, index) {
    const {frames, values} = series;
    pen.beginPath();
    let open = false;
    const from = Math.max(0, lastAtOrBefore(frames, this.first));
    for (let k = from; k < frames.length; k += 1) {
      const value = values[k];
      if (value === null || Number.isNaN(value)) {
        open = false;
        continue;
      }
      const x = this.x(frames[k]);
      const y = this.plotY(index, value);
      if (open) pen.lineTo(x, y);
      else pen.moveTo(x, y);
      open = true;
      if (frames[k] > this.last) break;
    }
    pen.strokeStyle = series.color;
    pen.lineWidth = 1.6;
    pen.lineJoin = "round";
    pen.setLineDash(series.dash ?? []);
    pen.stroke();
    pen.setLineDash([]);
  }

  /** Put the cursor at a frame, and write what each plot says there. */
  show(frame, share) {
    this.frame = frame;
    this.share = share;
    if (!this.width) return;
    const pen = this.canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.below, 0, 0);
    const scale = devicePixelRatio || 1;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    const x = clamp(this.x(frame, share), 0, this.width);
    pen.fillStyle = "#16181d";
    pen.fillRect(x - 0.75, 0, 1.5, this.height - TIMELINE.gap);
    this.series.forEach((series, index) => this.tellSeries(pen, series, index, x));
  }

  tellSeries(pen, series, index, x) {
    const value = seriesValue(series, this.frame);
    const known = value !== null && !Number.isNaN(value);
    const told = known ? `${value.toFixed(series.digits ?? 1)} ${series.unit}` : "–";
    const text = `${series.label} ${told}`;
    const top = this.plotTop(index);
    pen.font = "600 11.5px system-ui, sans-serif";
    pen.textAlign = "left";
    pen.textBaseline = "bottom";
    pen.fillStyle = series.color;
    pen.fillText(text, TIMELINE.edge + 3, top - 1);
    if (!known) return;
    pen.beginPath();
    pen.arc(x, this.plotY(index, value), 3.5, 0, 2 * Math.PI);
    pen.fill();
  }
}

const TONES = {plain: "#7b8494", good: "#4f7a63", bad: "#b3261e", dim: "#a9a59c"};

/** Return the value that holds at a frame. */
function seriesValue(series, frame) {
  if (!series.frames.length || frame < series.frames[0]) return null;
  return series.values[lastAtOrBefore(series.frames, frame)];
}

/** Return the least and greatest value to plot, zero included. */
function seriesLimits(series) {
  let low = series.low ?? 0;
  let high = series.high ?? 0;
  if (series.high === undefined) {
    for (const value of series.values) {
      if (value === null || Number.isNaN(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return high > low ? [low, high] : [low, low + 1];
}

/** Return a number in few digits. */
function tidy(value) {
  return String(Number(value.toPrecision(2)));
}
