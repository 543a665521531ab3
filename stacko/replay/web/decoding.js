// The arrays of a recorded match, and what they say of any frame.

/** Return the arrays of a page by name: {values, shape}. */
function unpackArrays(layout, buffer) {
  const bytes = new Uint8Array(buffer);
  const arrays = {};
  let begin = 0;
  for (const {name, bytes: width, shape} of layout) {
    const count = shape.reduce((product, size) => product * size, 1);
    arrays[name] = {values: unpackNumbers(bytes, begin, count, width), shape};
    begin += count * width;
  }
  return arrays;
}

/** Put whole numbers together whose bytes lie apart, the lowest of all first. */
function unpackNumbers(bytes, begin, count, width) {
  const values = new Int32Array(count);
  const shift = 32 - 8 * width;
  for (let k = 0; k < count; k += 1) {
    let whole = 0;
    for (let plane = width - 1; plane >= 0; plane -= 1) {
      whole = (whole << 8) | bytes[begin + plane * count + k];
    }
    values[k] = (whole << shift) >> shift; // keeps the sign
  }
  return values;
}

/** Return running sums of whole numbers, times a quantum. */
function summed(steps, quantum = 1, Type = Float64Array) {
  const sums = new Type(steps.length);
  let sum = 0;
  for (let k = 0; k < steps.length; k += 1) {
    sum += steps[k];
    sums[k] = sum * quantum;
  }
  return sums;
}

const FOLLOWED = {time: 0.06, way: 0.05, cosine: 0.8};

/** A recorded match: where everything is at any frame. */
class Recording {
  constructor(match, buffer) {
    Object.assign(this, match);
    const arrays = unpackArrays(match.arrays, buffer);
    const {quanta} = match;
    this.times = summed(arrays.time.values, quanta.time);
    this.frames = this.times.length;
    this.readTracks(arrays, quanta);
    this.readHand(arrays, quanta);
    this.readLoads(arrays, quanta);
    this.readMeasures(arrays, quanta);
    this.row = new Map(this.blocks.map((block, index) => [block.name, index]));
  }

  readTracks(arrays, quanta) {
    const counts = arrays.track_count.values;
    const rows = arrays.track_frame.values.length;
    let begin = 0;
    this.tracks = Array.from(counts, (count, index) => {
      const part = (name, axis) => {
        const from = axis * rows + begin;
        return arrays[name].values.subarray(from, from + count);
      };
      const track = {
        frames: summed(arrays.track_frame.values.subarray(begin, begin + count), 1,
          Int32Array),
        positions: [0, 1, 2].map((axis) =>
          summed(part("track_position", axis), quanta.position, Float32Array)),
        turns: [0, 1, 2, 3].map((axis) =>
          summed(part("track_orientation", axis), quanta.turn, Float32Array)),
        gone: arrays.track_gone.values[index],
      };
      begin += count;
      return track;
    });
  }

  readHand(arrays, quanta) {
    const count = arrays.hand_frame.values.length;
    this.hand = {
      frames: summed(arrays.hand_frame.values, 1, Int32Array),
      fingers: arrays.hand_finger.values,
      positions: [0, 1, 2].map((axis) => summed(
        arrays.hand_position.values.subarray(axis * count, (axis + 1) * count),
        quanta.position, Float32Array)),
      forces: summed(arrays.hand_force.values, quanta.force),
    };
  }

  readLoads(arrays, quanta) {
    let begin = 0;
    this.mostLoad = 0;
    this.loads = Array.from(arrays.load_count.values, (count, index) => {
      const part = (name) => arrays[name].values.subarray(begin, begin + count);
      const load = {
        frame: arrays.load_frame.values[index],
        upper: part("load_upper"),
        lower: part("load_lower"),
        forces: Float64Array.from(part("load_force"), (whole) => whole * quanta.force),
      };
      begin += count;
      load.carried = new Float64Array(this.blocks.length);
      load.forces.forEach((force, k) => {
        if (load.lower[k] >= 0) load.carried[load.lower[k]] += force;
      });
      this.mostLoad = load.carried.reduce((most, each) => Math.max(most, each), this.mostLoad);
      return load;
    });
    this.loadFrames = this.loads.map((load) => load.frame);
  }

  readMeasures(arrays, quanta) {
    const known = (quantum) => (whole) => (
      whole === quanta.nothing ? NaN : whole * quantum);
    const read = (name, quantum) =>
      Float64Array.from(arrays[name].values, known(quantum));
    const frames = summed(arrays.measure_frame.values, 1, Int32Array);
    const total = arrays.support_point.shape[1];
    const points = read("support_point", quanta.length);
    let begin = 0;
    const supports = Array.from(arrays.support_count.values, (count) => {
      const corners = Array.from({length: count}, (_, k) =>
        [points[begin + k], points[total + begin + k]]);
      begin += count;
      return corners;
    });
    const centers = read("measure_center", quanta.length);
    this.measures = {
      frames, supports,
      tilts: read("measure_tilt", quanta.angle),
      margins: read("measure_margin", quanta.length / 10),
      heights: read("measure_height", quanta.length),
      centers: Array.from(frames, (_, k) =>
        [0, 1, 2].map((axis) => centers[axis * frames.length + k])),
    };
  }

  /** Whether a block is in the world at a frame. */
  isThere(index, frame) {
    const {gone} = this.tracks[index];
    return gone < 0 || frame < gone;
  }

  /** Write position and orientation of a block into an array of seven numbers. */
  pose(index, frame, share, out) {
    const track = this.tracks[index];
    const here = lastAtOrBefore(track.frames, frame);
    for (let k = 0; k < 3; k += 1) out[k] = track.positions[k][here];
    for (let k = 0; k < 4; k += 1) out[3 + k] = track.turns[k][here];
    const moves = share > 0 && track.frames[here + 1] === frame + 1;
    if (moves && this.times[frame + 1] - this.times[frame] <= FOLLOWED.time) {
      this.blend(track, here, share, out);
    }
    const size = Math.hypot(out[3], out[4], out[5], out[6]) || 1;
    for (let k = 3; k < 7; k += 1) out[k] /= size;
    return out;
  }

  /** Go on to the next row by a share; what was carried jumps and is not followed. */
  blend(track, here, share, out) {
    let cosine = 0;
    let way = 0;
    for (let k = 0; k < 4; k += 1) cosine += out[3 + k] * track.turns[k][here + 1];
    for (let k = 0; k < 3; k += 1) way += (track.positions[k][here + 1] - out[k]) ** 2;
    if (way > FOLLOWED.way ** 2 || Math.abs(cosine) < FOLLOWED.cosine) return;
    const sign = cosine < 0 ? -1 : 1;
    for (let k = 0; k < 3; k += 1) {
      out[k] += share * (track.positions[k][here + 1] - out[k]);
    }
    for (let k = 0; k < 4; k += 1) {
      out[3 + k] += share * (sign * track.turns[k][here + 1] - out[3 + k]);
    }
  }

  /** Return where the hand is at a frame, or null: {finger, position, force}. */
  grasp(frame) {
    const {frames, fingers, positions, forces} = this.hand;
    if (!frames.length) return null;
    const row = lastAtOrBefore(frames, frame);
    if (frames[row] !== frame) return null;
    return {
      finger: Boolean(fingers[row]),
      position: positions.map((axis) => axis[row]),
      force: forces[row],
    };
  }

  /** Return the loads of the last rest at or before a frame. */
  loadAt(frame) {
    return this.loads[lastAtOrBefore(this.loadFrames, frame)];
  }

  /** Return the row of measures that holds at a frame. */
  measureAt(frame) {
    return lastAtOrBefore(this.measures.frames, frame);
  }

  /** Return the marker of the first block that leaves in a turn, if one does. */
  firstToLeave(turn) {
    return this.markers.find((each) => each.ply === turn && each.kind === "first_to_leave");
  }

  /** Return the paths of all blocks that fall in a turn: {first, stretches}. */
  fallenPaths(turn) {
    const {first, last} = this.turns[turn] ?? {first: 0, last: 0};
    const kinds = ["first_to_leave", "fell"];
    return this.markers
      .filter((each) => each.ply === turn && kinds.includes(each.kind))
      .map((marker) => ({
        first: marker.kind === "first_to_leave",
        stretches: this.path(this.row.get(marker.block), first, last),
      }));
  }

  /** Return a block's way through some frames: from, to, and when, seven numbers each. */
  path(index, first, last) {
    const {frames, positions} = this.tracks[index];
    const stretches = [];
    const point = (row) => positions.map((axis) => axis[row]);
    for (let row = lastAtOrBefore(frames, first) + 1;
      row < frames.length && frames[row] < last; row += 1) {
      stretches.push(...point(row - 1), ...point(row), frames[row]);
    }
    return stretches;
  }
}
