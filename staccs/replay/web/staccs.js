// A game of STACCS in the player: what belongs to which step.

const KINDS = {
  play: {glyph: "dot", color: "#4b5a75", minor: true},
  wild: {glyph: "star", color: "#8e2a86"},
  attack: {glyph: "up", color: "#b85c00"},
  draw: {glyph: "ring", color: "#6b7280", minor: true},
  answer: {glyph: "square", color: "#6b7280", minor: true},
  gift: {glyph: "diamond", color: "#00735a", minor: true},
  call: {glyph: "bar", color: "#1b5fc1"},
  forgotten: {glyph: "down", color: "#b3261e"},
  penalty: {glyph: "square", color: "#b3261e"},
  rejected: {glyph: "cross", color: "#b3261e"},
  end: {glyph: "diamond", color: "#16181d"},
};

const PACE = {step: 1, refused: 3};

/** Return when each step begins, s. */
function timesOf(steps) {
  let now = 0;
  return steps.map((step) => {
    const time = now;
    now += step.refused ? PACE.refused : PACE.step;
    return time;
  });
}

/** Return what a step was, with the player's name. */
function toldOf(game, step, known) {
  const told = known && step.full ? step.full : step.told;
  const name = step.player === null ? "" : game.players[step.player];
  return name ? `${name[0].toUpperCase()}${name.slice(1)} ${told}` : told;
}

function markersOf(game) {
  return game.steps.flatMap((step, frame) => step.kinds
    .filter((kind) => kind !== "deal")
    .map((kind) => ({frame, kind, label: `${frame}: ${kindLabel(game, step, kind)}`})));
}

function kindLabel(game, step, kind) {
  const name = step.player === null ? "" : `${game.players[step.player]}, `;
  return kind === "end" ? game.kinds[kind] : `${name}${game.kinds[kind]}`;
}

function turnsOf(game) {
  const last = game.steps.length - 1;
  return game.steps.map((step, k) => ({
    first: k,
    last: k + 1,
    cells: [String(k), step.player === null ? "" : game.players[step.player].slice(7),
      step.short, noteOf(game, step, k === last)],
    tone: step.refused ? "bad" : k === last ? "good" : step.laid === null ? "dim" : "plain",
  }));
}

function noteOf(game, step, last) {
  if (step.refused) return "refused";
  if (last && step.kinds.includes("end")) return "end";
  const told = step.kinds.filter((kind) => !["deal", "play", "draw", "rejected"].includes(kind));
  if (told.length) return told.join(", ");
  return step.laid === null || !game.margins.length
    ? "" : `${game.margins[step.laid].toFixed(1)} mm`;
}

function seriesOf(game) {
  const found = [];
  const laid = game.steps.map((step, k) => [step, k]).filter(([step]) => step.laid !== null);
  if (game.margins.length && laid.length) {
    found.push({label: "margin of the card laid", unit: "mm", digits: 1, color: "#00735a",
      frames: laid.map(([, k]) => k),
      values: laid.map(([step]) => game.margins[step.laid])});
  }
  const fewest = ["uh-oh", "party"].includes(game.mode);
  found.push({
    label: fewest ? "fewest cards in a hand" : "cards standing", unit: "cards", digits: 0,
    color: "#1b5fc1", dash: [5, 2], frames: game.steps.map((_, k) => k),
    values: game.steps.map((step) => (fewest ? Math.min(...step.sizes) : step.standing)),
  });
  return found;
}

class Caption {
  constructor(game) {
    this.game = game;
    this.what = make("p", {class: "what"});
    this.next = make("p", {class: "next"});
    this.facts = make("p", {class: "facts"});
    this.element = make("div", {class: "caption"}, this.what, this.next, this.facts);
  }

  show(step, last, known) {
    const {game} = this;
    this.what.textContent = toldOf(game, step, known);
    this.element.classList.toggle("refused", Boolean(step.refused));
    this.next.textContent = last ? game.ending : step.asked;
    this.next.classList.toggle("ending", last);
    this.facts.textContent = this.factsOf(step).join(" · ");
  }

  factsOf(step) {
    const {margins} = this.game;
    const facts = [step.standing === 1 ? "1 card stands" : `${step.standing} cards stand`];
    if (step.laid !== null && margins.length) {
      facts.push(`margin to the edge ${margins[step.laid].toFixed(1)} mm`);
    }
    if (step.least !== null) facts.push(`least so far ${margins[step.least].toFixed(1)} mm`);
    return facts;
  }
}

const game = await readJson("game");
const board = new Board(new TextDecoder().decode(await readBytes("board")), game);
const caption = new Caption(game);
const zoom = new Zoom(board.svg, () => board.scale());
const hands = new Hands(game, () => player.redraw());
const times = timesOf(game.steps);
const end = game.steps.length - 1;

function draw(frame) {
  const step = game.steps[frame];
  const seen = hands.sees(step.turn, step.turn) && step.hands[step.turn] !== null;
  board.show(frame, seen);
  hands.show(step);
  caption.show(step, frame === end, hands.knows(step));
}

const stage = make("div", {class: "stage", role: "group", "aria-label": "The STACC"},
  caption.element, make("div", {class: "table-top"}, board.svg,
    boardKey(game.steps.some((step) => step.beyond.length)), zoom.buttons()));
const refusals = game.steps.flatMap((step, k) => (step.refused ? [k] : []));
const player = new Player({
  title: game.title,
  summary: game.ending,
  times,
  discrete: true,
  tellTime: (time) => `${lastAtOrBefore(times, time)} / ${end}`,
  stage,
  panels: [hands.element],
  columns: ["Step", "Player", "Move", "Margin, event"],
  turns: turnsOf(game),
  kinds: Object.fromEntries(Object.entries(KINDS).map(([kind, look]) =>
    [kind, {...look, label: game.kinds[kind]}])),
  markers: markersOf(game),
  series: seriesOf(game),
  jumps: [
    ...(refusals.length
      ? [{id: "refused", label: "Refused play", key: "r", frame: refusals[0]}] : []),
    {id: "end", label: "To the end", key: "t", frame: end},
  ],
  switches: [
    {id: "surfaces", label: "Legal surfaces", key: "l", on: true,
      change: (on) => { board.shown.surfaces = on; }},
    {id: "cells", label: "What fits where", key: "c", on: true,
      change: (on) => { board.shown.cells = on; }},
    ...(game.margins.length ? [{id: "margins", label: "Edge margins, mm", key: "m", on: false,
      change: (on) => { board.shown.margins = on; }}] : []),
  ],
  keys: [
    {key: "h", label: "all hands, or those of whoever decides", run: () => hands.flip()},
    {key: "f", label: "see the STACC", run: () => zoom.fit()},
    {key: "g", label: "see the table", run: () => zoom.fitTable()},
    {key: "+", label: "closer", run: () => zoom.by(0.8)},
    {key: "-", label: "farther", run: () => zoom.by(1.25)},
  ],
  tell: ({frame}) => {
    const step = game.steps[frame];
    const next = frame === end ? game.ending : step.asked;
    return `${toldOf(game, step, hands.knows(step))}. ${next} ${step.standing} cards stand.`;
  },
  onShow: ({frame}) => draw(frame),
});
