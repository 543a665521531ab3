// What is drawn besides the blocks: hand, contacts, paths and balance.

const HEAT = ["#f4efcf", "#f2b134", "#dd5e1b", "#97173f", "#350b3f"];
const STILL = new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);

/** Return the color of a load, as a share of the largest. */
function heat(share) {
  const place = clamp(share, 0, 1) * (HEAT.length - 1);
  const low = Math.min(Math.floor(place), HEAT.length - 2);
  const [a, b] = [channels(HEAT[low]), channels(HEAT[low + 1])];
  return a.map((each, k) => each + (place - low) * (b[k] - each));
}

/** Draws for a scene, which says what is where: `at`, `there`, `poses`, `view`. */
class Painter {
  constructor(canvas, recording) {
    this.canvas = canvas;
    this.recording = recording;
    this.drawing = new Drawing(canvas);
    this.shows = {};
    this.paths = new Map();
    this.scratch = this.drawing.lines([]);
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
