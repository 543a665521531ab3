// The scene: table, blocks, hand, paths, loads and balance at one moment.

const SUN = {aside: -0.42, height: 0.95}; // angles to where one looks from at first
const TABLE_REACH = 1.1;
const FAR = 0.55; // m from the middle: what is farther need not be seen
const HEAT = ["#f4efcf", "#f2b134", "#dd5e1b", "#97173f", "#350b3f"];
const PACE = {quick: 20, slow: 45, calm: 300}; // ms from one frame to the next
const STILL = new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);

/** Return the color of a load, as a share of the largest. */
function heat(share) {
  const place = clamp(share, 0, 1) * (HEAT.length - 1);
  const low = Math.min(Math.floor(place), HEAT.length - 2);
  const [a, b] = [channels(HEAT[low]), channels(HEAT[low + 1])];
  return a.map((each, k) => each + (place - low) * (b[k] - each));
}

class Scene {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Recording} recording
   */
  constructor(canvas, recording) {
    this.recording = recording;
    this.drawing = new Drawing(canvas);
    this.canvas = canvas;
    this.shows = {};
    this.scale = 1;
    this.at = {frame: 0, share: 0, turn: 0};
    this.poses = recording.blocks.map(() => new Float32Array(7));
    this.models = recording.blocks.map(() => new Float32Array(16));
    this.turns = recording.blocks.map(() => new Float32Array(9));
    this.camera = new Camera(canvas, () => this.request());
    const {canvas: picture, places} = drawMarks(recording.marks);
    this.marks = this.drawing.texture(picture);
    this.places = places;
    this.paths = new Map();
    this.scratch = this.drawing.lines([]);
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

  drawBall(center, radii, color, flatly = 0) {
    this.drawing.set({
      model: new Float32Array([radii[0], 0, 0, 0, 0, radii[1], 0, 0, 0, 0, radii[2], 0,
        ...center, 1]),
      turn: STILL, body: color, flatly, alpha: 1,
    });
    this.drawing.draw(this.drawing.ball);
  }

  /** Draw the fingertip that pushes, or the two that hold. */
  drawHand() {
    const {recording, at} = this;
    const grasp = recording.grasp(at.frame);
    if (!grasp) return;
    const radius = recording.finger;
    const color = channels(recording.colors.finger);
    const radii = [radius, radius, radius];
    this.drawing.use("plain", this.common);
    if (grasp.finger) {
      this.drawBall(grasp.position, radii, color);
      return;
    }
    const index = this.nearest(grasp.position);
    const side = turned(this.poses[index].slice(3), [0, 1, 0]);
    const apart = recording.blocks[index].size[1] / 2 + 0.8 * radius;
    for (const sign of [-1, 1]) {
      this.drawBall(added(grasp.position, side, sign * apart), radii, color);
    }
  }

  nearest(point) {
    const way = (index) => Math.hypot(...sub(this.poses[index].slice(0, 3), point));
    return this.there.reduce((best, index) => (way(index) < way(best) ? index : best));
  }

  /** Draw how hard blocks press on each other: a pad on each contact. */
  drawContacts() {
    const {recording} = this;
    const load = recording.loadAt(this.at.frame);
    if (!load) return;
    load.pads ??= contactPads(recording, load);
    const {gl} = this.drawing;
    const most = Math.max(...load.forces, 1e-9);
    this.drawing.use("plain", this.common);
    gl.disable(gl.DEPTH_TEST); // they are inside, and seen through all
    load.pads.forEach((center, k) => {
      const radius = 0.0085 * Math.sqrt(load.forces[k] / most);
      this.drawBall(center, [radius, radius, 0.0016], [0.1, 0.1, 0.13], 1);
    });
    gl.enable(gl.DEPTH_TEST);
  }

  drawLines(stretches, color, wide, {alpha = 1, since = Infinity, before = alpha} = {}) {
    const {gl} = this.drawing;
    gl.enable(gl.BLEND);
    gl.disable(gl.CULL_FACE);
    this.drawing.use("line", {
      camera: this.view, body: channels(color), alpha, before, now: since,
      wide: wide * this.density, room: [this.canvas.width, this.canvas.height],
    });
    this.drawing.drawLines(stretches);
    gl.enable(gl.CULL_FACE);
    gl.disable(gl.BLEND);
  }

  /** Draw the paths of the blocks that fell in this turn, those to come faintly. */
  drawPaths() {
    const {recording, at} = this;
    if (!this.paths.has(at.turn)) {
      this.paths.set(at.turn, recording.fallenPaths(at.turn).map((path) => ({
        ...path, lines: this.drawing.lines(path.stretches)})));
    }
    const {gl} = this.drawing;
    gl.depthMask(false);
    for (const {first, lines} of this.paths.get(at.turn)) {
      const color = first ? recording.colors.first : recording.colors.ink;
      this.drawLines(lines, color, first ? 3 : 1.3,
        {alpha: first ? 0.95 : 0.42, since: at.frame, before: 0});
    }
    gl.depthMask(true);
  }

  /** Draw the center of mass above the weakest interface, and what bears it. */
  drawBalance() {
    const {measures} = this.recording;
    const row = this.recording.measureAt(this.at.frame);
    const support = measures.supports[row];
    if (!support.length) return;
    const {gl} = this.drawing;
    const [x, y, z] = measures.centers[row];
    const height = measures.heights[row] + 0.0004;
    const corners = support.map(([a, b]) => [a, b, height]);
    const around = corners.flatMap((from, k) =>
      [...from, ...corners[(k + 1) % corners.length], 0]);
    gl.disable(gl.DEPTH_TEST);
    this.fan(corners, "#00785a", 0.38);
    const paint = (stretches, color, wide) => {
      this.scratch = this.drawing.lines(stretches, this.scratch);
      this.drawLines(this.scratch, color, wide);
    };
    paint(around, "#00543f", 2.5);
    paint([x, y, z, x, y, height, 0], "#16181d", 2);
    this.drawing.use("plain", this.common);
    this.drawBall([x, y, z], [0.005, 0.005, 0.005], channels("#16181d"), 0.5);
    this.drawBall([x, y, height], [0.003, 0.003, 0.0008], channels("#b3261e"), 1);
    gl.enable(gl.DEPTH_TEST);
  }

  /** Fill a convex area. */
  fan(corners, color, alpha) {
    const {gl} = this.drawing;
    this.area ??= {array: gl.createVertexArray(), buffer: gl.createBuffer()};
    gl.bindVertexArray(this.area.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.area.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(corners.flat()), gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.vertexAttrib3f(1, 0, 0, 1);
    this.drawing.use("plain", {...this.common, turn: STILL, body: channels(color), alpha,
      flatly: 1, model: new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])});
    gl.enable(gl.BLEND);
    gl.disable(gl.CULL_FACE);
    gl.drawArrays(gl.TRIANGLE_FAN, 0, corners.length);
    gl.enable(gl.CULL_FACE);
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

/** Return the middle of each contact of a tower at rest. */
function contactPads(recording, load) {
  const pose = new Float32Array(7);
  const boxes = recording.blocks.map((block, index) => {
    recording.pose(index, load.frame, 0, pose);
    const axes = [0, 1, 2].map((k) =>
      turned(pose.slice(3), [0, 1, 2].map((each) => (each === k ? block.size[k] / 2 : 0))));
    const half = [0, 1, 2].map((k) => axes.reduce((sum, axis) => sum + Math.abs(axis[k]), 0));
    return {low: [0, 1, 2].map((k) => pose[k] - half[k]),
      high: [0, 1, 2].map((k) => pose[k] + half[k])};
  });
  return Array.from(load.upper, (upper, k) => {
    const over = boxes[upper];
    const under = boxes[load.lower[k]];
    if (!under) return [0, 1].map((axis) => (over.low[axis] + over.high[axis]) / 2).concat(0);
    const middle = [0, 1].map((axis) => (Math.max(over.low[axis], under.low[axis])
      + Math.min(over.high[axis], under.high[axis])) / 2);
    return [...middle, under.high[2]];
  });
}
