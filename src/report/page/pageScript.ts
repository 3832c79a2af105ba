/**
 * What makes tables sortable and the trials browsable. It reads `#data`:
 *
 * `{ fields: [name…], filters: [name…], trials: [[value…]…], treatment, family: [name…], questions: {trialId: text} }`, where a
 * field may be a list of distinct values in `levels[name]` and its cells are places in it. All text goes through `textContent`: nothing that a
 * model wrote is ever parsed.
 */
export const pageScript = `"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const make = (name, text, attributes = {}) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  // A word such as 推定 may stand before a figure.
  const numberOf = (text) => { const found = /^(?:[^ -~]+ )?([+-]?[0-9]+(?:[.][0-9]+)?)/.exec(text); return found ? Number(found[1]) : NaN; };
  const compare = (a, b) => {
    const [x, y] = [numberOf(a), numberOf(b)];
    if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
    if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
    return a < b ? -1 : a > b ? 1 : 0;
  };
  const sortable = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = make("button", head.textContent, { type: "button" });
      head.textContent = "";
      head.append(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") !== "ascending";
        heads.forEach((other) => other.setAttribute("aria-sort", "none"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const body = table.tBodies[0];
        const rows = [...body.rows];
        const text = (row) => row.cells[column].textContent;
        rows.sort((a, b) => (up ? 1 : -1) * compare(text(a), text(b)));
        body.append(...rows);
      });
    });
  };
  document.querySelectorAll("table.sortable").forEach(sortable);

  const data = JSON.parse(byId("data").textContent);
  const browser = byId("browser");
  if (!browser || !data) return;
  const place = new Map(data.fields.map((name, index) => [name, index]));
  const value = (trial, name) => {
    const cell = trial[place.get(name)];
    return data.levels[name] && cell !== null ? data.levels[name][cell] : cell;
  };
  const show = (cell) => (cell === null ? "NA" : String(cell));
  const pageSize = 25;
  let from = 0;
  let found = data.trials;

  const filters = byId("filters");
  const selects = data.filters.map((name) => {
    const label = make("label", data.titles[name]);
    const select = make("select", undefined, { name });
    select.append(make("option", "all", { value: "" }));
    data.levels[name].forEach((level, index) => select.append(make("option", show(level), { value: String(index) })));
    label.append(select);
    filters.append(label);
    select.addEventListener("change", apply);
    return select;
  });
  const body = byId("trials").tBodies[0];
  const [back, on] = [byId("back"), byId("on")];

  function apply() {
    const wanted = selects.filter((select) => select.value !== "").map((select) => [place.get(select.name), Number(select.value)]);
    found = data.trials.filter((trial) => wanted.every(([at, level]) => trial[at] === level));
    from = 0;
    draw();
  }

  const classOf = (correct) => (correct === 1 ? "correct" : correct === 0 ? "incorrect" : "missing");

  function draw() {
    body.textContent = "";
    for (const trial of found.slice(from, from + pageSize)) {
      const row = body.insertRow();
      data.columns.forEach((name, index) => {
        const cell = make(index === 0 ? "th" : "td", undefined, index === 0 ? { scope: "row" } : {});
        if (index === 0) {
          const button = make("button", show(value(trial, name)), { type: "button" });
          button.setAttribute("aria-label", "open " + show(value(trial, name)) + ", " + show(value(trial, data.treatment)));
          button.addEventListener("click", () => open(trial));
          cell.append(button);
        } else {
          cell.textContent = show(value(trial, name));
          if (name === "outcome") cell.className = classOf(value(trial, "correct"));
        }
        if (typeof value(trial, name) === "string") cell.classList.add("text");
        row.append(cell);
      });
    }
    const end = Math.min(from + pageSize, found.length);
    byId("count").textContent = found.length === 0 ? "No trial is like that." : (from + 1) + " to " + end + " of " + found.length + " trials";
    back.disabled = from === 0;
    on.disabled = end >= found.length;
  }
  back.addEventListener("click", () => { from = Math.max(0, from - pageSize); draw(); });
  on.addEventListener("click", () => { from += pageSize; draw(); });

  function open(chosen) {
    const area = byId("family");
    const same = (trial) => data.family.every((name) => trial[place.get(name)] === chosen[place.get(name)]);
    const arms = data.trials.filter(same).sort((a, b) => a[place.get(data.treatment)] - b[place.get(data.treatment)]);
    area.textContent = "";
    const title = make("h3", data.family.map((name) => show(value(chosen, name))).join(" / "), { tabindex: "-1" });
    const grid = make("div", undefined, { class: "arms" });
    for (const trial of arms) grid.append(card(trial));
    const close = make("button", "close", { type: "button", class: "close" });
    close.addEventListener("click", () => area.close());
    area.append(close, title, grid);
    area.showModal();
    title.focus();
  }

  function card(trial) {
    const article = make("article");
    const list = make("dl");
    const add = (name, text, className) => {
      const definition = make("dd", text);
      const term = make("dt", name);
      if (className) definition.className = className;
      if (className === "wide") term.className = className;
      list.append(term, definition);
      return definition;
    };
    add("outcome", show(value(trial, "outcome")), classOf(value(trial, "correct")));
    for (const name of data.details) if (value(trial, name) !== null) add(data.titles[name], show(value(trial, name)), data.wide.includes(name) ? "wide" : "");
    const files = add("files", "");
    const folder = "trials/" + value(trial, "trial") + "/";
    const attempt = value(trial, "attempt");
    const links = [["request", "request.json"]];
    if (attempt !== null) links.push(["reply", "attempt-" + String(attempt).padStart(3, "0") + "-body.txt"]);
    links.forEach(([text, file], index) => {
      if (index > 0) files.append(", ");
      files.append(make("a", text, { href: folder + file }));
    });
    article.append(make("h4", show(value(trial, data.treatment))), list);
    const question = data.questions[value(trial, "trial")];
    if (question !== undefined) {
      const details = make("details");
      details.append(make("summary", "what was asked"), make("pre", question, { tabindex: "0" }));
      article.append(details);
    }
    return article;
  }

  browser.hidden = false;
  draw();
})();
`
