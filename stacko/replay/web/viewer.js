// The page of a recorded match: a tower to look at, and the player around it.

class Viewer {
  constructor(recording) {
    this.recording = recording;
    this.canvas = make("canvas", {class: "tower", tabindex: "0", role: "img"});
    this.caption = make("div", {class: "caption"});
    this.news = make("p", {class: "news"});
    this.tag = make("div", {class: "tag", hidden: true});
    this.legend = this.makeLegend();
    this.inset = new Inset(recording);
    this.stage = make("div", {class: "stage"}, this.canvas, this.caption, this.news,
      this.inset.element, this.legend, this.tag);
    this.scene = new Scene(this.canvas, recording);
    this.stage.append(this.makeViewBar());
    this.listen();
    this.player = new Player(this.game());
    this.firstView();
  }

  game() {
    const {recording} = this;
    const {measures} = recording;
    const topple = recording.markers.find((each) =>
      each.kind === "first_to_leave" && recording.turns[each.ply]?.tone === "bad")
      ?? recording.markers.find((each) => each.kind === "topple");
    return {
      title: recording.title,
      summary: recording.summary,
      times: recording.times,
      stage: this.stage,
      picture: this.canvas,
      panels: [make("p", {class: "origin", text: recording.origin})],
      columns: recording.columns,
      turns: recording.turns,
      kinds: recording.kinds,
      markers: recording.markers,
      series: [
        {label: "stability margin", unit: "mm", color: "#1b5fc1", digits: 1,
          frames: measures.frames, values: measures.margins.map((each) => 1000 * each)},
        {label: "tilt", unit: "°", color: "#a8480a", dash: [5, 2], digits: 2,
          frames: measures.frames,
          values: measures.tilts.map((each) => (180 / Math.PI) * each)},
      ],
      jumps: topple
        ? [{id: "topple", label: "Jump to topple", key: "t", frame: topple.frame}] : [],
      switches: this.switches(),
      keys: [{key: "f", label: "look at all blocks", run: () => this.scene.fit()},
        ...this.scene.camera.keys],
      tell: (at) => this.tell(at),
      onShow: (at) => this.show(at),
    };
  }

  switches() {
    const shows = (name, extra = () => {}) => (on) => {
      this.scene.shows[name] = on;
      extra(on);
    };
    return [
      {id: "loads", label: "X-ray of loads", key: "x",
        about: "color blocks by the force that rests on them", on: false,
        change: shows("loads", (on) => { this.legend.hidden = !on; })},
      {id: "balance", label: "Center of mass", key: "c",
        about: "the center of mass over what bears it, where that is weakest", on: false,
        change: shows("balance", (on) => { this.inset.element.hidden = !on; })},
      {id: "marks", label: "Marked blocks", key: "m",
        about: "the block in hand, and the first that leaves the tower", on: true,
        change: shows("marks")},
      {id: "paths", label: "Paths", key: "h",
        about: "how fallen blocks fell", on: true,
        change: shows("paths")},
      {id: "safe", label: "Color-blind colors", key: "b",
        about: "colors that color-blind people tell apart",
        on: this.recording.palette === "safe",
        change: (on) => this.scene.usePalette(on ? "safe" : "plain")},
    ];
  }

  makeLegend() {
    const most = this.recording.mostLoad;
    const bar = make("div", {class: "bar"});
    bar.style.background = `linear-gradient(to right, ${HEAT.join(", ")})`;
    const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) =>
      make("span", {text: (share * most).toFixed(1)}));
    return make("div", {class: "loads", hidden: true},
      make("p", {text: "Force that rests on a block, N"}), bar,
      make("div", {class: "ticks"}, ...ticks),
      make("p", {class: "small", text: "at the last rest; disks are contacts"}));
  }

  makeViewBar() {
    const {camera} = this.scene;
    const button = (text, label, run) => make("button", {
      type: "button", text, "aria-label": label, title: label, click: run});
    return make("div", {class: "view-bar", role: "group", "aria-label": "View"},
      button("+", "Nearer (+)", () => camera.zoom(0.85)),
      button("−", "Farther (-)", () => camera.zoom(1.18)),
      button("↺", "Look as at first (r)", () => camera.reset()));
  }

  listen() {
    let begun = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      begun = [event.offsetX, event.offsetY];
    });
    this.canvas.addEventListener("pointerup", (event) => {
      if (!begun) return;
      const way = Math.hypot(event.offsetX - begun[0], event.offsetY - begun[1]);
      if (way < 5) this.name(event.offsetX, event.offsetY);
      else this.tag.hidden = true;
    });
  }

  /** Say which block is at a point. */
  name(x, y) {
    const index = this.scene.pick(x, y);
    this.tag.hidden = index === null;
    if (index === null) return;
    const {recording} = this;
    const block = recording.blocks[index];
    const load = recording.loadAt(this.player.at.frame)?.carried[index] ?? 0;
    this.tag.textContent = `${block.name}: ${block.words}, carries ${load.toFixed(2)} N`;
    const room = this.stage.clientWidth - this.tag.offsetWidth - 6;
    this.tag.style.left = `${clamp(x + 10, 6, Math.max(6, room))}px`;
    this.tag.style.top = `${Math.max(6, y - 34)}px`;
  }

  /** Look from where one sees best what falls: aside of it. */
  firstView() {
    const {scene, recording} = this;
    const pose = new Float32Array(7);
    const sum = [0, 0];
    for (const {kind, block} of recording.markers) {
      if (kind !== "first_to_leave" && kind !== "fell") continue;
      recording.pose(recording.row.get(block), recording.frames - 1, 0, pose);
      sum[0] += pose[0];
      sum[1] += pose[1];
    }
    const {home} = scene.camera;
    if (sum[0] || sum[1]) home.azimuth = bestCorner(Math.atan2(sum[1], sum[0]));
    scene.light();
    scene.camera.reset();
  }

  show(at) {
    this.scene.show(at);
    if (!this.inset.element.hidden) this.inset.show(at);
    const {recording} = this;
    const turn = recording.turns[at.turn];
    const lines = turn ? [
      `Turn ${turn.cells[0]} · Player ${turn.cells[1]}`,
      `to take ${turn.demand}`,
      turn.block ? `${turn.cells[3]}, ${turn.cells[4]}` : turn.cells[4],
    ] : [];
    if (at.turn !== this.told) {
      this.told = at.turn;
      this.caption.replaceChildren(...lines.map((text) => make("p", {text})));
    }
    this.news.textContent = this.latest(at);
    this.tag.hidden = true;
  }

  /** Return what happened last in this turn, and what the hand feels. */
  latest(at) {
    const {recording} = this;
    const before = recording.markers.filter((each) =>
      each.ply === at.turn && each.frame <= at.frame);
    const grave = before.findLast((each) => each.kind === "topple");
    const fallen = before.filter((each) => /fell|first/.test(each.kind)).length;
    const grasp = recording.grasp(at.frame);
    const force = grasp ? ` · hand ${grasp.force.toFixed(2)} N` : "";
    if (grave && fallen) return `${grave.label}: ${fallen} down${force}`;
    return (before.at(-1)?.label ?? "") + force;
  }

  tell(at) {
    const turn = this.recording.turns[at.turn];
    const count = this.scene.there.length;
    const row = this.recording.measureAt(at.frame);
    const tilt = (180 / Math.PI) * this.recording.measures.tilts[row];
    const words = turn ? `turn ${turn.cells.join(", ")}` : "";
    return `Tower of ${count} blocks at ${clockText(at.time)}, ${words}, `
      + this.latest(at) + (Number.isNaN(tilt) ? "" : `, tilt ${tilt.toFixed(1)} degrees`);
  }
}

/** Return the corner from which a fall in a direction is seen aside. */
function bestCorner(fall) {
  const corners = [0, 1, 2, 3].map((k) => -0.72 + (k * Math.PI) / 2);
  const misfit = (corner) => {
    const between = Math.abs(Math.atan2(Math.sin(corner - fall), Math.cos(corner - fall)));
    return Math.abs(between - 0.96);
  };
  return corners.reduce((best, each) => (misfit(each) < misfit(best) ? each : best));
}

const viewer = new Viewer(
  new Recording(await readJson("match"), await readBytes("arrays")));
