// Programs, bodies and buffers of WebGL 2: what a scene is drawn with.

const SHADE_SIZE = 2048;

class Drawing {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    const gl = canvas.getContext("webgl2", {antialias: true, alpha: false});
    if (!gl) throw new Error("this browser or machine has no WebGL 2, which draws the tower");
    this.gl = gl;
    this.programs = {};
    for (const [name, sources] of Object.entries(SHADERS)) {
      this.programs[name] = this.program(...sources);
    }
    this.box = this.body(boxBody());
    this.ball = this.body(ballBody(24, 14));
    this.shadow = this.shadowMap();
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  }

  program(vertex, fragment) {
    const {gl} = this;
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
        throw new Error(gl.getShaderInfoLog(shader));
      }
    }
    ["corner", "side"].forEach((name, k) => gl.bindAttribLocation(program, k, name));
    ["from", "to", "since"].forEach((name, k) => gl.bindAttribLocation(program, k, name));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
      throw new Error(gl.getProgramInfoLog(program));
    }
    const places = {};
    const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS);
    for (let k = 0; k < count; k += 1) {
      const {name, type} = gl.getActiveUniform(program, k);
      places[name] = {at: gl.getUniformLocation(program, name), type};
    }
    return {program, places};
  }

  /** Use a program, with values for what it asks; others are left out. */
  use(name, values) {
    this.current = this.programs[name];
    this.gl.useProgram(this.current.program);
    this.set(values);
  }

  set(values) {
    const {gl} = this;
    for (const [name, value] of Object.entries(values)) {
      const place = this.current.places[name];
      if (!place) continue;
      const {at, type} = place;
      if (type === gl.FLOAT) gl.uniform1f(at, value);
      else if (type === gl.FLOAT_VEC2) gl.uniform2fv(at, value);
      else if (type === gl.FLOAT_VEC3) gl.uniform3fv(at, value);
      else if (type === gl.FLOAT_VEC4) gl.uniform4fv(at, value);
      else if (type === gl.FLOAT_MAT3) gl.uniformMatrix3fv(at, false, value);
      else if (type === gl.FLOAT_MAT4) gl.uniformMatrix4fv(at, false, value);
      else gl.uniform1i(at, value);
    }
  }

  /** Return a body of triangles: {array, count}. */
  body({corners, sides, triangles}) {
    const {gl} = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    [corners, sides].forEach((values, k) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(values), gl.STATIC_DRAW);
      gl.enableVertexAttribArray(k);
      gl.vertexAttribPointer(k, 3, gl.FLOAT, false, 0, 0);
    });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(triangles), gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    return {array, count: triangles.length};
  }

  draw(body, first = 0, count = body.count - first) {
    const {gl} = this;
    gl.bindVertexArray(body.array);
    gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_SHORT, 2 * first);
  }

  /**
   * Return lines to be drawn again and again.
   * @param {number[]} stretches seven numbers each: from, to, since which frame
   */
  lines(stretches, before = null) {
    const {gl} = this;
    const made = before ?? {array: gl.createVertexArray(), buffer: gl.createBuffer()};
    gl.bindVertexArray(made.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, made.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(stretches), gl.DYNAMIC_DRAW);
    [[0, 3, 0], [1, 3, 12], [2, 1, 24]].forEach(([place, size, offset]) => {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, 28, offset);
      gl.vertexAttribDivisor(place, 1);
    });
    gl.bindVertexArray(null);
    made.count = stretches.length / 7;
    return made;
  }

  drawLines(lines) {
    const {gl} = this;
    if (!lines.count) return;
    gl.bindVertexArray(lines.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, lines.count);
  }

  /** Put a canvas into a texture. */
  texture(canvas) {
    const {gl} = this;
    const texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return texture;
  }

  shadowMap() {
    const {gl} = this;
    const texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, SHADE_SIZE, SHADE_SIZE);
    for (const [key, value] of [
      [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE],
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    ]) gl.texParameteri(gl.TEXTURE_2D, key, value);
    const target = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return target;
  }
}

/** Return a box of size one, every face with corners of its own. */
function boxBody() {
  const corners = [];
  const sides = [];
  const triangles = [];
  for (let axis = 0; axis < 3; axis += 1) {
    for (const sign of [-1, 1]) {
      const first = corners.length / 3;
      for (const [u, v] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
        const corner = [0, 0, 0];
        corner[axis] = sign / 2;
        corner[(axis + 1) % 3] = (sign * u) / 2;
        corner[(axis + 2) % 3] = v / 2;
        corners.push(...corner);
        sides.push(...[0, 1, 2].map((k) => (k === axis ? sign : 0)));
      }
      triangles.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return {corners, sides, triangles};
}

/** Return a ball of radius one. */
function ballBody(around, up) {
  const corners = [];
  const triangles = [];
  for (let j = 0; j <= up; j += 1) {
    for (let i = 0; i <= around; i += 1) {
      const [a, b] = [(2 * Math.PI * i) / around, (Math.PI * j) / up];
      corners.push(Math.sin(b) * Math.cos(a), Math.sin(b) * Math.sin(a), -Math.cos(b));
      if (i < around && j < up) {
        const k = j * (around + 1) + i;
        const over = k + around + 1;
        triangles.push(k, k + 1, over, over, k + 1, over + 1);
      }
    }
  }
  return {corners, sides: corners, triangles};
}
