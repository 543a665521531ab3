// Shapes of the markers on the timeline: told apart without their colors.

const GLYPHS = {
  dot: "M-.9 0A.9 .9 0 1 0 .9 0A.9 .9 0 1 0 -.9 0Z",
  ring: "M-1 0A1 1 0 1 0 1 0A1 1 0 1 0 -1 0ZM-.5 0A.5 .5 0 1 1 .5 0A.5 .5 0 1 1 -.5 0Z",
  square: "M-.8-.8H.8V.8H-.8Z",
  diamond: "M0-1.2L1.2 0L0 1.2L-1.2 0Z",
  up: "M0-1.1L1.1 .9H-1.1Z",
  down: "M0 1.1L1.1-.9H-1.1Z",
  bar: "M-.35-1.2H.35V1.2H-.35Z",
  cross: "M-1-.6L-.6-1L0-.4L.6-1L1-.6L.4 0L1 .6L.6 1L0 .4L-.6 1L-1 .6L-.4 0Z",
  star: "M0-1.4L.4-.45L1.35-.4L.6 .2L.85 1.15L0 .6L-.85 1.15L-.6 .2L-1.35-.4L-.4-.45Z",
};

const SVG = "http://www.w3.org/2000/svg";

/** Draw a glyph on a canvas. */
function paintGlyph(context, name, x, y, size, color) {
  context.save();
  context.translate(x, y);
  context.scale(size, size);
  const path = new Path2D(GLYPHS[name] ?? GLYPHS.dot);
  context.lineWidth = 1.2 / size;
  context.lineJoin = "round";
  context.strokeStyle = "#ffffff";
  context.stroke(path);
  context.fillStyle = color;
  context.fill(path, "evenodd");
  context.restore();
}

/** Return a glyph as a small picture for a legend. */
function glyphIcon(name, color) {
  return pictogram(GLYPHS[name] ?? GLYPHS.dot, color);
}

// What is on the buttons: fonts differ in whether they have these signs.
const SIGNS = {
  play: "M-.8-1.2L1.3 0L-.8 1.2Z",
  pause: "M-1-1.2H-.3V1.2H-1ZM.3-1.2H1V1.2H.3Z",
  back: "M.3-1L-.9 0L.3 1ZM.6-1H1V1H.6Z",
  on: "M-.3-1L.9 0L-.3 1ZM-.6-1H-1V1H-.6Z",
  first: "M1.2-1.1L.1 0L1.2 1.1ZM.1-1.1L-1 0L.1 1.1ZM-1-1.1H-1.35V1.1H-1Z",
  next: "M-1.2-1.1L-.1 0L-1.2 1.1ZM-.1-1.1L1 0L-.1 1.1ZM1-1.1H1.35V1.1H1Z",
};

/** Return the picture of a path that reaches from -1.6 to 1.6. */
function pictogram(shape, color = "currentColor") {
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("viewBox", "-1.6 -1.6 3.2 3.2");
  icon.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", shape);
  path.setAttribute("fill", color);
  path.setAttribute("fill-rule", "evenodd");
  icon.append(path);
  return icon;
}
