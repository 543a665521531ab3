// Vectors, and matrices of 4 by 4 as WebGL takes them: column after column.

const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const added = (a, b, factor = 1) => a.map((each, k) => each + factor * b[k]);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => {
  const size = Math.hypot(...a) || 1;
  return a.map((each) => each / size);
};

/** Return the product of two matrices. */
function product(a, b) {
  const out = new Float32Array(16);
  for (let column = 0; column < 4; column += 1) {
    for (let row = 0; row < 4; row += 1) {
      let sum = 0;
      for (let k = 0; k < 4; k += 1) sum += a[4 * k + row] * b[4 * column + k];
      out[4 * column + row] = sum;
    }
  }
  return out;
}

/** Return the matrix of an eye that looks at a target. */
function lookingAt(eye, target, up) {
  const back = unit(sub(eye, target));
  const right = unit(cross(up, back));
  const top = cross(back, right);
  return new Float32Array([
    right[0], top[0], back[0], 0, right[1], top[1], back[1], 0,
    right[2], top[2], back[2], 0, -dot(right, eye), -dot(top, eye), -dot(back, eye), 1]);
}

/** Return the matrix of a lens; field is the vertical angle of view in radians. */
function perspective(field, aspect, near, far) {
  const f = 1 / Math.tan(field / 2);
  return new Float32Array([
    f / aspect, 0, 0, 0, 0, f, 0, 0,
    0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0]);
}

/** Return the matrix of light that comes in parallel. */
function parallel(half, near, far) {
  return new Float32Array([
    1 / half, 0, 0, 0, 0, 1 / half, 0, 0,
    0, 0, -2 / (far - near), 0, 0, 0, -(far + near) / (far - near), 1]);
}

/** Return a vector turned by a quaternion (x, y, z, w). */
function turned(q, v) {
  const axis = [q[0], q[1], q[2]];
  const twice = cross(axis, v).map((each) => 2 * each);
  const again = cross(axis, twice);
  return v.map((each, k) => each + q[3] * twice[k] + again[k]);
}

/** Return the matrix that turns, scales and shifts a body of size one. */
function placed(pose, size, out) {
  const q = pose.slice(3, 7);
  const axes = [turned(q, [1, 0, 0]), turned(q, [0, 1, 0]), turned(q, [0, 0, 1])];
  for (let column = 0; column < 3; column += 1) {
    for (let row = 0; row < 3; row += 1) {
      out[4 * column + row] = axes[column][row] * size[column];
    }
    out[4 * column + 3] = 0;
    out[12 + column] = pose[column];
  }
  out[15] = 1;
  return out;
}

/** Return red, green and blue, from 0 to 1, of "#rrggbb". */
function channels(color) {
  return [1, 3, 5].map((k) => parseInt(color.slice(k, k + 2), 16) / 255);
}
