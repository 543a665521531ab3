// Play, pause, speed, slider, timeline, turns and keys of any recorded game.

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8];

class Player {
  /**
   * @param {Object} game
   * @param {string} game.title
   * @param {string} game.summary one line: how it ended
   * @param {ArrayLike<number>} game.times time of every frame, s, rising
   * @param {boolean} [game.discrete] nothing lies between two frames
   * @param {(time: number) => string} [game.tellTime] a time in words
   * @param {HTMLElement} game.stage what the game draws on
   * @param {HTMLElement} [game.picture] what `tell` is the description of, if not all
   *   of the stage
   * @param {HTMLElement[]} [game.panels] further elements, beside the turns
   * @param {string[]} game.columns headings of the list of turns
   * @param {Object[]} game.turns {first, last, cells, tone}: the first frame and the
   *   one after the last, a text for every column, and good, bad, dim or plain
   * @param {Object<string, Object>} [game.kinds] of markers: {label, glyph, color,
   *   minor}; glyphs are in glyphs.js, minor ones give way where it is crowded
   * @param {Object[]} [game.markers] {frame, kind, label}, in the order of frames
   * @param {Object[]} [game.series] plots: {label, unit, frames, values, color, dash,
   *   digits, low, high}
   * @param {Object[]} [game.jumps] buttons: {id, label, key, frame}; #id in the
   *   address goes there
   * @param {Object[]} [game.switches] {id, label, about, key, on, change(on)}
   * @param {Object[]} [game.keys] further keys: {key, label, run}
   * @param {(at: Object) => string} [game.tell] the picture in words
   * @param {(at: Object) => void} game.onShow draws {frame, share, time, turn}
   */
  constructor(game) {
    this.game = {kinds: {}, markers: [], series: [], jumps: [], switches: [], keys: [],
      panels: [], tellTime: clockText, tell: () => "", ...game};
    this.times = this.game.times;
    this.end = this.times.length - 1;
    this.firsts = this.game.turns.map((turn) => turn.first);
    this.speed = 1;
    this.whole = true;
    this.at = {frame: 0, share: 0, time: this.times[0], turn: 0};
    this.build();
    document.addEventListener("keydown", (event) => this.press(event));
    addEventListener("hashchange", () => this.follow());
    this.game.switches.forEach((each) => each.change(Boolean(each.on)));
    this.show(0);
    this.follow();
  }

  // -- what it is made of -------------------------------------------------------

  build() {
    const {game} = this;
    this.timeline = new Timeline({
      times: this.times, turns: game.turns, markers: game.markers, kinds: game.kinds,
      series: game.series, tell: game.tellTime,
    }, (frame) => this.seek(frame));
    this.list = new TurnList(game.columns, game.turns, (index) => this.toTurn(index));
    this.live = make("p", {class: "unseen", role: "status", "aria-live": "polite"});
    this.help = helpDialog(this.keyRows());
    const head = make("header", {},
      make("h1", {text: game.title}), make("p", {class: "summary", text: game.summary}));
    const view = make("main", {class: "view"}, game.stage);
    const side = make("aside", {"aria-label": "Turns"}, this.list.element, ...game.panels);
    const bar = make("section", {class: "controls", "aria-label": "Playback"},
      this.buttonBar(), this.sliderBox(), this.timeline.element, this.legend());
    this.root = make("div", {class: "player"}, head, view, this.switchBar(), side, bar,
      this.live, this.help);
    document.body.append(this.root);
  }

  buttonBar() {
    const button = (sign, label, key, run, id = null) => make("button", {
      type: "button", class: "sign", "aria-label": label, title: `${label} (${key})`, id,
      "aria-keyshortcuts": key, click: run,
    }, pictogram(SIGNS[sign]));
    this.playButton = button("play", "Play", "Space", () => this.toggle(), "play");
    this.clock = make("output", {class: "clock", id: "clock"});
    const jumps = this.game.jumps.map((jump) => make("button", {
      type: "button", class: "jump", id: `jump-${jump.id}`, text: jump.label,
      title: `${jump.label} (${jump.key})`, "aria-keyshortcuts": jump.key,
      click: () => this.jump(jump),
    }));
    return make("div", {class: "buttons"},
      button("first", "Previous turn", "PageUp", () => this.toTurn(this.turnBack())),
      button("back", "One frame back", "ArrowLeft", () => this.seek(this.at.frame - 1)),
      this.playButton,
      button("on", "One frame on", "ArrowRight", () => this.stepOn()),
      button("next", "Next turn", "PageDown", () => this.toTurn(this.at.turn + 1)),
      this.clock, this.speedBox(), this.rangeButton(), ...jumps,
      make("button", {
        type: "button", id: "keys", text: "?", "aria-label": "Keys", title: "Keys (?)",
        "aria-keyshortcuts": "?", click: () => this.help.showModal(),
      }));
  }

  speedBox() {
    const options = SPEEDS.map((speed) => make("option", {
      value: speed, selected: speed === 1,
      text: speed < 1 ? `1/${Math.round(1 / speed)} speed` : `${speed}× speed`,
    }));
    this.speedSelect = make("select", {
      id: "speed", "aria-label": "Speed", title: "Speed (less: [ more: ])",
      change: () => this.setSpeed(Number(this.speedSelect.value)),
    }, ...options);
    return this.speedSelect;
  }

  rangeButton() {
    this.zoomButton = make("button", {
      type: "button", id: "zoom", text: "Zoom to turn", "aria-pressed": "false",
      title: "Show one turn on the timeline, or the whole game (z)",
      "aria-keyshortcuts": "z", hidden: Boolean(this.game.discrete),
      click: () => this.setWhole(!this.whole),
    });
    return this.zoomButton;
  }

  sliderBox() {
    this.slider = make("input", {
      type: "range", id: "slider", min: 0, max: this.end, step: 1, value: 0,
      "aria-label": "Time",
      input: () => this.seek(Number(this.slider.value)),
    });
    return make("div", {class: "slider"}, this.slider);
  }

  legend() {
    const used = new Set(this.game.markers.map((marker) => marker.kind));
    const items = Object.entries(this.game.kinds)
      .filter(([kind]) => used.has(kind))
      .map(([, {label, glyph, color}]) =>
        make("li", {}, glyphIcon(glyph, color), make("span", {text: label})));
    return make("ul", {class: "legend", "aria-label": "Markers"}, ...items);
  }

  switchBar() {
    this.boxes = this.game.switches.map((each) => {
      const box = make("input", {
        type: "checkbox", role: "switch", id: `switch-${each.id}`, checked: each.on,
        "aria-keyshortcuts": each.key,
        change: () => { each.change(box.checked); this.redraw(); },
      });
      return {each, box};
    });
    const labels = this.boxes.map(({each, box}) => make("label", {
      title: `${each.about ?? each.label} (${each.key})`,
    }, box, make("span", {text: each.label})));
    return make("fieldset", {class: "switches"},
      make("legend", {class: "unseen", text: "What is shown"}), ...labels);
  }

  // -- going somewhere -----------------------------------------------------------

  /** Show a frame, and say so to whoever listens. */
  show(frame, share = 0) {
    const whole = clamp(Math.round(frame), 0, this.end);
    const part = whole === this.end ? 0 : share;
    const step = part ? this.times[whole + 1] - this.times[whole] : 0;
    const turn = this.firsts.length ? lastAtOrBefore(this.firsts, whole) : 0;
    const turned = turn !== this.at.turn;
    this.at = {frame: whole, share: part, time: this.times[whole] + part * step, turn};
    this.list.show(turn);
    this.fitRange();
    this.timeline.show(whole, part);
    this.slider.value = whole;
    const told = this.game.tellTime(this.at.time);
    this.clock.textContent = told;
    this.slider.setAttribute("aria-valuetext", `${told}, ${this.turnWords(turn)}`);
    Object.assign(this.root.dataset, {frame: whole, turn});
    this.game.onShow(this.at);
    if (turned || !this.playing) this.announce();
  }

  redraw() {
    this.game.onShow(this.at);
  }

  /** Show a frame because someone asked for it: playing stops. */
  seek(frame) {
    this.pause();
    this.show(frame);
  }

  stepOn() {
    this.seek(this.at.frame + 1);
  }

  toTurn(index) {
    const turn = this.game.turns[clamp(index, 0, this.game.turns.length - 1)];
    if (turn) this.seek(turn.first);
  }

  turnBack() {
    const {turn, frame} = this.at;
    const far = frame > (this.firsts[turn] ?? 0) + 30;
    return far ? turn : turn - 1;
  }

  jump(jump) {
    this.seek(jump.frame);
    if (!this.game.discrete) this.setWhole(false);
  }

  toMarker(way) {
    const {markers} = this.game;
    const here = this.at.frame;
    const next = way > 0
      ? markers.find((marker) => marker.frame > here)
      : markers.findLast((marker) => marker.frame < here);
    if (!next) return;
    this.seek(next.frame);
    this.live.textContent = next.label;
  }

  /** Go where the address asks for, such as page.html#topple. */
  follow() {
    const id = location.hash.slice(1);
    const jump = this.game.jumps.find((each) => each.id === id);
    if (jump) this.jump(jump);
  }

  /** Say in words what is shown, once it has stayed for a moment. */
  announce() {
    clearTimeout(this.saying);
    this.saying = setTimeout(() => {
      this.live.textContent = this.turnWords(this.at.turn);
      const words = this.game.tell(this.at);
      if (words) (this.game.picture ?? this.game.stage).setAttribute("aria-label", words);
    }, 400);
  }

  turnWords(index) {
    return this.list.buttons[index]?.getAttribute("aria-label") ?? "";
  }

  // -- the range of the timeline --------------------------------------------------

  setWhole(whole) {
    this.whole = whole;
    this.zoomButton.setAttribute("aria-pressed", String(!whole));
    this.fitRange();
  }

  fitRange() {
    const turn = this.game.turns[this.at.turn];
    const [first, last] = this.whole || !turn
      ? [0, this.end] : [turn.first, Math.max(turn.last - 1, turn.first + 1)];
    this.slider.min = first;
    this.slider.max = Math.min(last, this.end);
    this.slider.value = this.at.frame;
    this.timeline.range(first, Math.min(last, this.end));
  }

  // -- playing -----------------------------------------------------------------------

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.at.frame >= this.end) this.show(0);
    this.playing = true;
    this.before = null;
    this.showPlaying();
    requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.showPlaying();
    this.announce();
  }

  showPlaying() {
    this.playButton.replaceChildren(pictogram(this.playing ? SIGNS.pause : SIGNS.play));
    this.playButton.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    this.root.dataset.playing = String(Boolean(this.playing));
  }

  tick(now) {
    if (!this.playing) return;
    // A page in the background is not called: it goes on where it was.
    const passed = this.before === null ? 0 : Math.min((now - this.before) / 1000, 0.25);
    this.before = now;
    const time = this.at.time + passed * this.speed;
    this.showTime(time);
    if (time >= this.times[this.end]) this.pause();
    else requestAnimationFrame((next) => this.tick(next));
  }

  showTime(time) {
    const frame = lastAtOrBefore(this.times, time);
    const step = frame < this.end ? this.times[frame + 1] - this.times[frame] : 0;
    const share = step > 0 ? clamp((time - this.times[frame]) / step, 0, 1) : 0;
    this.show(frame, share);
  }

  setSpeed(speed) {
    this.speed = speed;
    this.speedSelect.value = String(speed);
    this.root.dataset.speed = String(speed);
  }

  changeSpeed(way) {
    const next = clamp(SPEEDS.indexOf(this.speed) + way, 0, SPEEDS.length - 1);
    this.setSpeed(SPEEDS[next]);
  }

  // -- keys -------------------------------------------------------------------------

  /** Return all keys: {key, shown, label, run}. */
  get keyTable() {
    const {game} = this;
    return [
      {key: " ", shown: "Space", label: "play or pause", run: () => this.toggle()},
      {key: "ArrowLeft", shown: "←", label: "one frame back (with Shift: a second)",
        run: (event) => this.stepBy(event, -1)},
      {key: "ArrowRight", shown: "→", label: "one frame on (with Shift: a second)",
        run: (event) => this.stepBy(event, 1)},
      {key: "PageUp", label: "previous turn", run: () => this.toTurn(this.turnBack())},
      {key: "PageDown", label: "next turn", run: () => this.toTurn(this.at.turn + 1)},
      {key: "Home", label: "to the beginning", run: () => this.seek(0)},
      {key: "End", label: "to the end", run: () => this.seek(this.end)},
      {key: "p", label: "previous event", run: () => this.toMarker(-1)},
      {key: "n", label: "next event", run: () => this.toMarker(1)},
      {key: "[", label: "slower", run: () => this.changeSpeed(-1)},
      {key: "]", label: "faster", run: () => this.changeSpeed(1)},
      ...(game.discrete ? [] : [{key: "z", label: "timeline of one turn, or of all",
        run: () => this.setWhole(!this.whole)}]),
      ...game.jumps.map((jump) => (
        {key: jump.key, label: jump.label, run: () => this.jump(jump)})),
      ...game.switches.map((each) => (
        {key: each.key, label: `show or hide: ${each.label}`, run: () => this.flip(each)})),
      ...game.keys,
      {key: "?", label: "these keys", run: () => this.help.showModal()},
    ];
  }

  keyRows() {
    return this.keyTable.map(({key, shown, label}) => [shown ?? key, label]);
  }

  stepBy(event, way) {
    const {frame, time} = this.at;
    if (!event.shiftKey) this.seek(frame + way);
    else this.seek(lastAtOrBefore(this.times, time + way));
  }

  flip(each) {
    const {box} = this.boxes.find((one) => one.each === each);
    box.checked = !box.checked;
    each.change(box.checked);
    this.redraw();
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.help.open) return;
    const focused = document.activeElement;
    if (focused === this.speedSelect && !/^[a-z?[\]]$/.test(event.key)) return;
    // A focused button or switch keeps its own Space and Enter.
    const own = focused?.matches("button, input[type=checkbox]");
    if (own && focused !== this.playButton && event.key === " ") return;
    const found = this.keyTable.find(({key}) => key === event.key);
    if (!found) return;
    event.preventDefault();
    found.run(event);
  }
}
