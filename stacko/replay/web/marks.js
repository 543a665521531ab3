// What is printed on the ends of blocks, drawn at run time into one picture.

const MARKS = {wide: 256, high: 160, columns: 4};

/**
 * Return a canvas with all marks, white on nothing, and where each face is.
 * @param {Object<string, string>} marks by face
 */
function drawMarks(marks) {
  const faces = Object.keys(marks);
  const rows = Math.ceil(faces.length / MARKS.columns);
  const canvas = document.createElement("canvas");
  canvas.width = MARKS.wide * MARKS.columns;
  canvas.height = MARKS.high * rows;
  const pen = canvas.getContext("2d");
  pen.fillStyle = pen.strokeStyle = "#ffffff";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineCap = "round";
  const places = new Map();
  faces.forEach((face, index) => {
    const column = index % MARKS.columns;
    const row = Math.floor(index / MARKS.columns);
    places.set(face, [column / MARKS.columns, row / rows,
      1 / MARKS.columns, 1 / rows]);
    pen.save();
    pen.translate((column + 0.5) * MARKS.wide, (row + 0.5) * MARKS.high);
    drawMark(pen, face, marks[face]);
    pen.restore();
  });
  return {canvas, places};
}

function drawMark(pen, face, text) {
  if (face === "S") drawSkip(pen);
  else if (face === "R") drawReverse(pen);
  else {
    pen.font = `800 124px "DejaVu Sans", Verdana, "Segoe UI", Roboto, sans-serif`;
    pen.fillText(text, 0, 6, MARKS.wide - 24);
    if (face === "6" || face === "9") pen.fillRect(-44, 58, 88, 11);
  }
}

/** A circle that is struck through. */
function drawSkip(pen) {
  pen.lineWidth = 15;
  pen.beginPath();
  pen.arc(0, 0, 53, 0, 2 * Math.PI);
  pen.moveTo(-37, 37);
  pen.lineTo(37, -37);
  pen.stroke();
}

/** Two arrows, one against the other. */
function drawReverse(pen) {
  for (const turn of [0, Math.PI]) {
    pen.save();
    pen.rotate(turn);
    pen.beginPath();
    pen.moveTo(-72, -42);
    pen.lineTo(22, -42);
    pen.lineTo(22, -66);
    pen.lineTo(74, -28);
    pen.lineTo(22, 8);
    pen.lineTo(22, -16);
    pen.lineTo(-72, -16);
    pen.fill();
    pen.restore();
  }
}
