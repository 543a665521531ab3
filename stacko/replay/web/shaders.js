// What the graphics processor is told. Lengths are in m, colors from 0 to 1.

const LIGHT = `
uniform vec3 sun;
uniform highp sampler2DShadow shade;
uniform mat4 toLight;
float lit(vec3 at, vec3 normal) {
  vec3 seen = (toLight * vec4(at + 0.0012 * normal, 1.0)).xyz * 0.5 + 0.5;
  if (any(greaterThan(abs(seen - 0.5), vec3(0.5)))) return 1.0;
  float texel = 1.0 / float(textureSize(shade, 0).x);
  float sum = 0.0;
  for (int k = 0; k < 4; k += 1) {
    vec2 off = vec2(float(k & 1) - 0.5, float(k >> 1) - 0.5) * 1.6 * texel;
    sum += texture(shade, vec3(seen.xy + off, seen.z - 0.0006));
  }
  return sum / 4.0;
}
vec3 shone(vec3 color, vec3 at, vec3 normal, vec3 eye) {
  float direct = max(dot(normal, sun), 0.0);
  float shadow = direct > 0.0 ? lit(at, normal) : 0.0;
  float sky = 0.5 + 0.5 * normal.z;
  vec3 shine = normalize(sun + normalize(eye - at));
  float gloss = pow(max(dot(normal, shine), 0.0), 48.0) * 0.16 * shadow;
  return color * (0.50 + 0.20 * sky + 0.44 * direct * shadow) + gloss;
}`;

const SHADERS = {
  // Blocks: a box with soft edges, and a mark on its two ends.
  block: [`#version 300 es
in vec3 corner;
in vec3 side;
uniform mat4 model, camera;
uniform vec3 size;
out vec3 local, out_at;
flat out vec3 face;
void main() {
  local = corner * size;
  face = side;
  vec4 at = model * vec4(corner, 1.0);
  out_at = at.xyz;
  gl_Position = camera * at;
}`, `#version 300 es
precision highp float;
in vec3 local, out_at;
flat in vec3 face;
uniform mat3 turn;
uniform vec3 size, body, ink, accent, eye;
uniform vec4 place;
uniform float alpha, glow, grain, mark, plainly;
uniform sampler2D marks;
${LIGHT}
out vec4 color;
void main() {
  vec3 across = abs(face);
  vec3 gap = 0.5 * size - abs(local) + across;
  float edge = min(gap.x, min(gap.y, gap.z));
  vec3 lean = sign(local) * smoothstep(0.0011, 0.0, gap) * (1.0 - across);
  vec3 normal = normalize(turn * normalize(face + 0.8 * lean));
  vec3 paint = body;
  float rings = sin(310.0 * local.y + 5.0 * sin(38.0 * local.x + grain)
    + 260.0 * local.z);
  paint *= 1.0 + (grain > 0.0 ? 0.045 * rings : 0.0);
  if (across.x > 0.5) {
    vec2 at = vec2(local.y * sign(face.x), -local.z) / (size.z * vec2(1.6, 1.0) * 0.94);
    vec2 spot = at + 0.5;
    vec2 inside = step(vec2(0.0), spot) * step(spot, vec2(1.0));
    float printed = texture(marks, place.xy + clamp(spot, 0.01, 0.99) * place.zw).a;
    paint = mix(paint, ink, printed * inside.x * inside.y * mark);
  }
  float thin = max(0.0007, 1.1 * fwidth(edge));
  paint *= mix(0.60, 1.0, smoothstep(0.0, thin, edge));
  paint = mix(paint, accent, glow * (0.16 + 0.84 * smoothstep(0.0024, 0.0014, edge)));
  color = vec4(mix(shone(paint, out_at, normal, eye), paint, plainly), alpha);
}`],

  // Anything of one color: fingers, contacts, areas.
  plain: [`#version 300 es
in vec3 corner;
in vec3 side;
uniform mat4 model, camera;
uniform mat3 turn;
out vec3 out_at, normal;
void main() {
  vec4 at = model * vec4(corner, 1.0);
  out_at = at.xyz;
  normal = turn * side;
  gl_Position = camera * at;
}`, `#version 300 es
precision highp float;
in vec3 out_at, normal;
uniform vec3 body, eye;
uniform float alpha, flatly;
${LIGHT}
out vec4 color;
void main() {
  vec3 shown = shone(body, out_at, normalize(normal), eye);
  color = vec4(mix(shown, body, flatly), alpha);
}`],

  // The table: fades into the background, with a line every 10 cm.
  table: [`#version 300 es
in vec3 corner;
uniform mat4 camera;
uniform float reach;
out vec3 out_at;
void main() {
  out_at = vec3(corner.xy * 2.0 * reach, 0.0);
  gl_Position = camera * vec4(out_at, 1.0);
}`, `#version 300 es
precision highp float;
in vec3 out_at;
uniform vec3 body, paper, eye;
uniform float reach;
${LIGHT}
out vec4 color;
void main() {
  vec2 cell = abs(fract(out_at.xy * 10.0 + 0.5) - 0.5) / 10.0;
  vec2 thin = max(fwidth(out_at.xy) * 0.8, vec2(0.0004));
  vec2 line = 1.0 - smoothstep(vec2(0.0), thin, cell);
  vec3 paint = body * (1.0 - 0.10 * max(line.x, line.y));
  vec3 shown = paint * (0.66 + 0.36 * lit(out_at, vec3(0.0, 0.0, 1.0)));
  float far = length(out_at.xy) / reach;
  color = vec4(mix(shown, paper, smoothstep(0.35, 1.0, far)), 1.0);
}`],

  // What the light sees: depth only.
  shade: [`#version 300 es
in vec3 corner;
uniform mat4 model, toLight;
void main() { gl_Position = toLight * model * vec4(corner, 1.0); }`, `#version 300 es
precision highp float;
void main() {}`],

  // Lines of even width: one instance a stretch, two ends in pixels.
  line: [`#version 300 es
in vec3 from, to;
in float since;
uniform mat4 camera;
uniform vec2 room;
uniform float wide;
flat out float begun;
void main() {
  vec4 a = camera * vec4(from, 1.0);
  vec4 b = camera * vec4(to, 1.0);
  vec2 way = (b.xy / b.w - a.xy / a.w) * room;
  vec2 along = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  float end = float(gl_VertexID >> 1);
  float side = float(gl_VertexID & 1) * 2.0 - 1.0;
  vec4 at = mix(a, b, end);
  vec2 aside = (vec2(-along.y, along.x) * side + along * (end * 2.0 - 1.0) * 0.5) * wide;
  at.xy += aside / room * at.w;
  begun = since;
  gl_Position = at;
}`, `#version 300 es
precision highp float;
flat in float begun;
uniform vec3 body;
uniform float alpha, now, before;
out vec4 color;
void main() { color = vec4(body, begun > now ? before : alpha); }`],
};
