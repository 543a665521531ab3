// The scene at one moment: where all is, from where it is seen, table and blocks.

const SUN = {aside: -0.42, height: 0.95}; // angles to where one looks from at first
const TABLE_REACH = 1.1;
const FAR = 0.55; // m from the middle: what is farther need not be seen
const PACE = {quick: 20, slow: 45, calm: 300}; // ms from one frame to the next

class Scene extends Painter {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Recording} recording
   */
  constructor(canvas, recording) {
    super(canvas, recording);
    this.scale = 1;
    this.at = {frame: 0, share: 0, turn: 0};
    this.poses = recording.blocks.map(() => new Float32Array(7));
    this.models = recording.blocks.map(() => new Float32Array(16));
    this.turns = recording.blocks.map(() => new Float32Array(9));
    this.camera = new Camera(canvas, () => this.request());
    const {canvas: picture, places} = drawMarks(recording.marks);
    this.marks = this.drawing.texture(picture);
    this.places = places;
    this.usePalette("plain");
    this.show(this.at);
    this.light();
    new ResizeObserver(() => this.request()).observe(canvas);
  }

  usePalette(name) {
    const palette = this.recording.palettes[name];
    this.dyes = this.recording.blocks.map(({color}) => ({
      body: channels(palette[color].body), ink: channels(palette[color].ink)}));
  }

  /** The light stays where it is: so shadows do not swim. */
  light() {
    const high = this.recording.blocks.length * 0.006;
    const middle = [0, 0, high / 2];
    const around = this.camera.home.azimuth + SUN.aside;
    const flat = Math.cos(SUN.height);
    this.sun = [flat * Math.cos(around), flat * Math.sin(around), Math.sin(SUN.height)];
    const view = lookingAt(added(middle, this.sun, 2), middle, [0, 1, 0]);
    this.shaded = false;
    this.toLight = product(parallel(0.3 + high, 0.5, 3.5), view);
  }

  // -- what is where ---------------------------------------------------------------

  show(at) {
    this.at = at;
    const {recording} = this;
    this.there = [];
    recording.blocks.forEach((block, index) => {
      if (!recording.isThere(index, at.frame)) return;
      this.there.push(index);
      const pose = recording.pose(index, at.frame, at.share, this.poses[index]);
      const model = placed(pose, block.size, this.models[index]);
      for (let column = 0; column < 3; column += 1) {
        for (let row = 0; row < 3; row += 1) {
          this.turns[index][3 * column + row] = model[4 * column + row] / block.size[column];
        }
      }
    });
    this.shaded = false;
    this.request();
  }

  /** Return the blocks that are marked now: which, and in what color. */
  get marked() {
    const {recording, at} = this;
    const turn = recording.turns[at.turn];
    const found = [];
    if (turn?.block) {
      const index = recording.row.get(turn.block);
      const chosen = recording.markers.some((marker) => marker.ply === at.turn
        && marker.kind === "choice" && marker.frame <= at.frame);
      if (chosen) found.push({index, color: recording.colors.moving});
    }
    const first = recording.firstToLeave(at.turn);
    if (first) {
      const glow = first.frame <= at.frame ? 1 : 0.45;
      found.push({index: recording.row.get(first.block), color: recording.colors.first, glow});
    }
    return found.filter(({index}) => recording.isThere(index, at.frame));
  }

  corners(chosen = this.there) {
    return chosen.flatMap((index) => boxCorners(this.models[index]));
  }

  /** Look at all blocks, those far away left out, and stay there. */
  fit() {
    const near = this.there.filter((index) =>
      Math.hypot(this.poses[index][0], this.poses[index][1]) < FAR);
    this.camera.fit(this.corners(near.length ? near : this.there));
    this.camera.own = true;
    this.request();
  }

  /** Return the corners of all blocks as they are when a turn begins. */
  cornersAtTurn() {
    const {recording, at} = this;
    if (this.begun?.turn !== at.turn) {
      const frame = recording.turns[at.turn]?.first ?? 0;
      const pose = new Float32Array(7);
      const there = [...recording.blocks.keys()].filter((k) => recording.isThere(k, frame));
      const points = there.flatMap((index) => {
        recording.pose(index, frame, 0, pose);
        return boxCorners(placed(pose, recording.blocks[index].size, new Float32Array(16)));
      });
      this.begun = {turn: at.turn, points};
    }
    return this.begun.points;
  }

  /** See the whole tower, and what falls from it, unless someone looks elsewhere. */
  follow() {
    if (this.camera.own) return;
    const start = this.cornersAtTurn();
    const top = Math.max(...start.map((point) => point[2]));
    const now = this.corners().map((point) => {
      const share = Math.min(1, FAR / Math.hypot(point[0], point[1]));
      return [share * point[0], share * point[1], point[2]];
    });
    this.camera.fit([...start, [0, 0, 1.1 * top], ...now]);
  }

  // -- drawing ---------------------------------------------------------------------

  request() {
    this.canvas.dataset.quality = "waiting";
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame((now) => {
      this.waiting = false;
      this.pace(now);
      this.draw();
    });
  }

  /** Draw coarser while frames come too slowly, and finely once it is calm. */
  pace(now) {
    const gap = now - (this.drawnAt ?? 0);
    this.drawnAt = now;
    if (gap < PACE.calm) {
      this.slow = 0.8 * (this.slow ?? gap) + 0.2 * gap;
      if (this.slow > PACE.slow && this.scale > 0.5) this.scale *= 0.8;
      if (this.slow < PACE.quick && this.scale < 1) this.scale = Math.min(1, this.scale * 1.1);
    }
    clearTimeout(this.calm);
    if (this.scale === 1) return;
    this.calm = setTimeout(() => {
      this.scale = 1;
      this.slow = PACE.quick;
      this.drawnAt = -Infinity; // this one may take its time
      this.request();
    }, PACE.calm);
  }

  resize() {
    const density = Math.min(devicePixelRatio || 1, 2) * this.scale;
    const width = Math.max(2, Math.round(this.canvas.clientWidth * density));
    const height = Math.max(2, Math.round(this.canvas.clientHeight * density));
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.density = density;
  }

  draw() {
    const {gl} = this.drawing;
    if (!this.there || !this.canvas.clientWidth) return;
    this.resize();
    this.follow();
    if (!this.shaded) this.drawShade();
    const aspect = this.canvas.width / this.canvas.height;
    const lens = perspective(FIELD, aspect, 0.02, 8);
    this.view = product(lens, this.camera.view());
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(...channels(this.recording.colors.paper), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.common = {
      camera: this.view, toLight: this.toLight, sun: this.sun, eye: this.camera.eye, shade: 1,
      marks: 0,
    };
    const clear = this.shows.loads || this.shows.balance;
    this.drawHand();
    if (clear) this.drawTable();
    this.drawBlocks(clear);
    if (!clear) this.drawTable(); // what is hidden costs nothing
    if (this.shows.loads) this.drawContacts();
    if (this.shows.paths) this.drawPaths();
    if (this.shows.balance) this.drawBalance();
    this.canvas.dataset.quality = String(this.scale);
  }

  drawShade() {
    const {gl} = this.drawing;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.drawing.shadow);
    gl.viewport(0, 0, SHADE_SIZE, SHADE_SIZE);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.drawing.use("shade", {toLight: this.toLight});
    for (const index of this.there) {
      this.drawing.set({model: this.models[index]});
      this.drawing.draw(this.drawing.box);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    this.shaded = true;
  }

  drawTable() {
    const {colors} = this.recording;
    const {gl} = this.drawing;
    this.drawing.use("table", {...this.common, reach: TABLE_REACH,
      body: channels(colors.table), paper: channels(colors.paper)});
    gl.disable(gl.CULL_FACE);
    this.drawing.draw(this.drawing.box, 30, 6); // its upper side
    gl.enable(gl.CULL_FACE);
  }

  drawBlocks(clear) {
    const {gl} = this.drawing;
    const alpha = this.shows.loads ? 0.8 : this.shows.balance ? 0.34 : 1;
    const marked = this.shows.marks ? this.marked : [];
    const by = new Map(marked.map((each) => [each.index, each]));
    this.drawing.use("block", {...this.common, alpha: 1});
    for (const [index, mark] of by) this.drawBlock(index, mark);
    if (clear) {
      gl.enable(gl.BLEND);
      gl.depthMask(false);
    }
    this.drawing.set({alpha});
    for (const index of clear ? this.farFirst() : this.there) {
      if (!by.has(index)) this.drawBlock(index);
    }
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    marked.forEach((each) => this.drawRim(each));
  }

  farFirst() {
    const {eye} = this.camera;
    const way = (index) => Math.hypot(
      this.poses[index][0] - eye[0], this.poses[index][1] - eye[1],
      this.poses[index][2] - eye[2]);
    return [...this.there].sort((a, b) => way(b) - way(a));
  }

  drawBlock(index, mark) {
    const {recording} = this;
    const block = recording.blocks[index];
    const dye = this.dyes[index];
    const {carried} = recording.loadAt(this.at.frame) ?? {};
    const heated = this.shows.loads && carried;
    this.drawing.set({
      model: this.models[index],
      turn: this.turns[index],
      size: block.size,
      body: heated ? heat(carried[index] / (recording.mostLoad || 1)) : dye.body,
      ink: dye.ink,
      place: this.places.get(block.face) ?? [0, 0, 0, 0],
      mark: heated ? 0 : 1,
      plainly: heated ? 0.7 : 0,
      grain: block.color === "T" && !heated ? 1 + index : 0,
      glow: mark ? mark.glow ?? 1 : 0,
      accent: mark ? channels(mark.color) : [0, 0, 0],
    });
    this.drawing.draw(this.drawing.box);
  }

  /** Draw around a marked block, and faintly where others hide it. */
  drawRim({index, color, glow}) {
    const {gl} = this.drawing;
    const thick = 0.0011 + 0.0016 * this.camera.distance;
    const size = this.recording.blocks[index].size.map((each) => each + 2 * thick);
    const model = placed(this.poses[index], size, new Float32Array(16));
    this.drawing.use("plain", {...this.common, model, turn: this.turns[index],
      body: channels(color), flatly: 1, alpha: glow ?? 1});
    gl.enable(gl.BLEND);
    gl.cullFace(gl.FRONT);
    this.drawing.draw(this.drawing.box);
    gl.cullFace(gl.BACK);
    gl.depthFunc(gl.GREATER);
    gl.depthMask(false);
    this.drawing.set({alpha: 0.22 * (glow ?? 1), model: this.models[index]});
    this.drawing.draw(this.drawing.box);
    gl.depthMask(true);
    gl.depthFunc(gl.LESS);
    gl.disable(gl.BLEND);
  }

  // -- what is under a pointer -----------------------------------------------------

  /** Return the block that a point of the canvas shows, or null. */
  pick(x, y) {
    const {camera, canvas} = this;
    const ahead = unit(sub(camera.target, camera.eye));
    const side = unit(cross(ahead, [0, 0, 1]));
    const top = cross(side, ahead);
    const tall = Math.tan(FIELD / 2);
    const aspect = canvas.clientWidth / canvas.clientHeight;
    const right = ((2 * x) / canvas.clientWidth - 1) * tall * aspect;
    const up = (1 - (2 * y) / canvas.clientHeight) * tall;
    const ray = added(added(ahead, side, right), top, up);
    let best = null;
    for (const index of this.there) {
      const way = this.meets(index, camera.eye, ray);
      if (way !== null && (best === null || way < best.way)) best = {index, way};
    }
    return best && best.index;
  }

  /** Return how far along a ray it meets a block, or null. */
  meets(index, eye, ray) {
    const pose = this.poses[index];
    const back = [-pose[3], -pose[4], -pose[5], pose[6]];
    const from = turned(back, sub(eye, pose.slice(0, 3)));
    const along = turned(back, ray);
    let [near, far] = [0, Infinity];
    for (let k = 0; k < 3; k += 1) {
      const half = this.recording.blocks[index].size[k] / 2;
      const ways = [(-half - from[k]) / along[k], (half - from[k]) / along[k]];
      near = Math.max(near, Math.min(...ways));
      far = Math.min(far, Math.max(...ways));
    }
    return near <= far ? near : null;
  }
}

/** Return the corners of a box that a matrix places. */
function boxCorners(m) {
  const ends = [-0.5, 0.5];
  return ends.flatMap((x) => ends.flatMap((y) => ends.map((z) =>
    [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]))));
}
