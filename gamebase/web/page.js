// What every page needs: its data, elements, and a place to say what went wrong.

/**
 * Return data of this page by name, unpacked.
 * @param {string} name as given to make_page in Python
 * @returns {Promise<ArrayBuffer>}
 */
async function readBytes(name) {
  const text = document.getElementById(`data-${name}`).textContent;
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream();
  return new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Return data of this page by name, read as JSON. */
async function readJson(name) {
  return JSON.parse(new TextDecoder().decode(await readBytes(name)));
}

/**
 * Return a new element. Text always goes in as text, never as markup.
 * @param {string} tag
 * @param {Object} traits attributes; `text` is the content, a function under `click`
 *   and the like is a listener
 * @param {...Node} children
 */
function make(tag, traits = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(traits)) {
    if (name === "text") element.textContent = value;
    else if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Show a message in place of what cannot be shown. */
function complain(message) {
  const note = make("p", {class: "complaint", role: "alert", text: message});
  document.body.prepend(note);
}

addEventListener("error", (event) => complain(`This page failed: ${event.error?.message ?? event.message}`));
addEventListener("unhandledrejection", (event) =>
  complain(`This page failed: ${event.reason?.message ?? event.reason}`));
if (typeof DecompressionStream === "undefined") {
  complain("This browser is too old for this page: any version since 2023 will do.");
}

/** Return a number kept within limits. */
function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/** Return the last index whose value is not above the given one; 0 before all. */
function lastAtOrBefore(values, value) {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Return a time in words, such as "1:05.32" (minutes, seconds). */
function clockText(seconds) {
  const whole = Math.floor(seconds / 60);
  const rest = (seconds - 60 * whole).toFixed(2).padStart(5, "0");
  return `${whole}:${rest}`;
}
