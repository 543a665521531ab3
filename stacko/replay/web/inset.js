// The weakest interface from above: center of mass over support polygon.

const INSET = {side: 148, reach: 0.052};

class Inset {
  constructor(recording) {
    this.recording = recording;
    this.canvas = make("canvas", {class: "inset", role: "img",
      "aria-label": "Center of mass over the support polygon, from above"});
    this.words = make("p", {});
    this.element = make("div", {class: "inset-box", hidden: true}, this.canvas, this.words);
  }

  show(at) {
    const {measures} = this.recording;
    const row = this.recording.measureAt(at.frame);
    const pen = this.pen();
    const support = measures.supports[row];
    const margin = 1000 * measures.margins[row];
    if (!support.length) {
      this.words.textContent = "nothing left to balance";
      return;
    }
    const {side, reach} = INSET;
    const x = (value) => side / 2 + (value / reach) * (side / 2);
    const y = (value) => side / 2 - (value / reach) * (side / 2);
    pen.beginPath();
    support.forEach(([a, b]) => pen.lineTo(x(a), y(b)));
    pen.closePath();
    pen.fillStyle = "rgba(0, 120, 90, .3)";
    pen.fill();
    pen.lineWidth = 2;
    pen.strokeStyle = "#00543f";
    pen.stroke();
    const [cx, cy] = measures.centers[row];
    pen.fillStyle = margin < 0 ? "#b3261e" : "#16181d";
    pen.beginPath();
    pen.arc(x(cx), y(cy), 4, 0, 2 * Math.PI);
    pen.fill();
    pen.fillRect(x(cx) - 9, y(cy) - 0.75, 18, 1.5);
    pen.fillRect(x(cx) - 0.75, y(cy) - 9, 1.5, 18);
    this.words.textContent = `margin ${margin.toFixed(1)} mm`;
    this.words.className = margin < 0 ? "over" : "";
  }

  pen() {
    const scale = devicePixelRatio || 1;
    this.canvas.width = this.canvas.height = INSET.side * scale;
    const pen = this.canvas.getContext("2d");
    pen.scale(scale, scale);
    return pen;
  }
}
