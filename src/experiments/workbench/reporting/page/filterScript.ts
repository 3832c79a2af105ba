/** Hides runs that do not fit, and tasks of which none is left. It reads attributes and writes a count; text of a model's it never touches. */
export const filterScript = `
(() => {
  const area = document.getElementById("run-filters");
  if (!area) return;
  const selects = [...area.querySelectorAll("select")];
  const cards = [...document.querySelectorAll("section.task article")];
  const sections = [...document.querySelectorAll("section.task")];
  const count = document.getElementById("run-count");
  const apply = () => {
    const wanted = selects.filter((one) => one.value !== "").map((one) => [one.dataset.filter, one.value]);
    let shown = 0;
    for (const card of cards) {
      card.hidden = !wanted.every(([key, value]) => card.dataset[key] === value);
      if (!card.hidden) shown += 1;
    }
    for (const section of sections)
      section.hidden = wanted.length > 0 && section.querySelector("article:not([hidden])") === null;
    count.textContent = shown === cards.length ? cards.length + "走を表示" : cards.length + "走のうち" + shown + "走を表示";
  };
  selects.forEach((one) => one.addEventListener("change", apply));
  document.getElementById("reset").addEventListener("click", () => { selects.forEach((one) => { one.value = ""; }); apply(); });
  area.hidden = false;
  apply();
})();
`
