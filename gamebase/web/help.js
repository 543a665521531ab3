// A list of all keys, shown on demand.

/**
 * Return a dialog that lists keys.
 * @param {string[][]} rows pairs of a key and what it does
 */
function helpDialog(rows) {
  const lines = rows.map(([key, text]) => make("tr", {},
    make("th", {scope: "row"}, make("kbd", {text: key})), make("td", {text})));
  const dialog = make("dialog", {class: "help", "aria-label": "Keys"},
    make("h2", {text: "Keys"}),
    make("table", {}, make("tbody", {}, ...lines)),
    make("form", {method: "dialog"}, make("button", {text: "Close"})));
  return dialog;
}
