/** The look of a page: system fonts, light and dark, readable in print. SVG figures bring their own colours. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1b1b1f; --paper: #ffffff; --faint: #5a5a66; --line: #c9c9d2; --shade: #f2f2f6;
  --link: #0b57d0; --good: #00664f; --bad: #a3341a; --warn: #7a4b00; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e8e8ee; --paper: #16161a; --faint: #a9a9b6; --line: #44444f;
  --shade: #222229; --link: #8ab4f8; --good: #5fd3b3; --bad: #ff9d80; --warn: #ffcf70; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, "Noto Sans", "Noto Sans CJK JP", sans-serif; }
main { max-width: 84rem; margin: 0 auto; padding: 1rem; }
main:focus { outline: none; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { font-size: 1.3rem; margin-top: 2.2rem; } h3 { font-size: 1.05rem; }
p, h1, h3, figcaption { overflow-wrap: anywhere; } fieldset { min-width: 0; }
a { color: var(--link); }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; }
.banner { border: 2px solid var(--warn); color: var(--warn); padding: .5rem .8rem; margin: 1rem 0; font-weight: 600; }
.quiet { color: var(--faint); }
.scroll { overflow-x: auto; margin: .8rem 0; } .scroll td { white-space: nowrap; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .35rem; text-align: right; vertical-align: top; }
th:first-child, td.text, th.text { text-align: left; }
thead th { background: var(--shade); }
thead button { all: unset; cursor: pointer; font-weight: 600; } thead button:focus-visible { outline: 2px solid var(--link); }
thead th[aria-sort] button::after { content: "\\a0\\2195"; color: var(--faint); }
thead th[aria-sort=ascending] button::after { content: "\\a0\\2191"; } thead th[aria-sort=descending] button::after { content: "\\a0\\2193"; }
.figures { columns: 2 36rem; column-gap: 1.5rem; }
figure { margin: 0 0 1.6rem; break-inside: avoid; } figure img { max-width: 100%; height: auto; } figcaption { color: var(--faint); font-size: .92rem; }
fieldset { border: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .6rem 1rem; padding: .6rem .8rem; }
label { display: inline-flex; flex-direction: column; font-size: .85rem; color: var(--faint); }
select, button { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--faint); border-radius: 4px; padding: .25rem .5rem; }
button { cursor: pointer; } button:disabled { color: var(--faint); cursor: default; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.pager { display: flex; gap: .8rem; align-items: center; margin: .6rem 0; }
.correct { color: var(--good); } .incorrect { color: var(--bad); } .missing { color: var(--warn); }
th[scope=row] { white-space: nowrap; font-weight: 400; }
#trials td { max-width: 18rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
dialog { background: var(--paper); color: var(--ink); border: 1px solid var(--faint); width: min(84rem, 96vw); max-height: 94vh; padding: 1rem; }
dialog::backdrop { background: rgb(0 0 0 / 55%); } dialog h3 { margin: 0 0 .8rem; } dialog h3:focus { outline: none; }
dialog .close { float: right; }
.arms { display: grid; grid-template-columns: repeat(auto-fit, minmax(12.5rem, 1fr)); gap: .8rem; }
.arms article { border: 1px solid var(--line); padding: .6rem .8rem; min-width: 0; }
.arms h4 { margin: 0 0 .4rem; } .arms dl { display: grid; grid-template-columns: minmax(0, max-content) minmax(5rem, 1fr); gap: .15rem .7rem; margin: 0; font-size: .9rem; }
.arms dt { color: var(--faint); } .arms .wide { grid-column: 1 / -1; } .arms dd.wide { background: var(--shade); padding: .2rem .4rem; font-family: ui-monospace, monospace; font-size: .82rem; min-height: 1.6em; } .arms dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { background: var(--shade); padding: .5rem; overflow: auto; max-height: 24rem; font-size: .8rem; }
.paper { display: none; }
@media print {
  @page { margin: 15mm 12mm; }
  :root { color-scheme: light; } body { font-size: 10pt; } main { max-width: none; padding: 0; }
  .skip, #browser, noscript, thead button::after { display: none !important; } .paper { display: block; }
  h1, h2, h3, caption, .banner { break-after: avoid; } h2 { margin-top: 1.2rem; } tr { break-inside: avoid; }
  .figures { columns: auto; } figure img { max-height: 235mm; }
  .scroll { overflow: visible; } .scroll td, th[scope=row] { white-space: normal; } table { font-size: 6.5pt; break-inside: avoid; } th, td { padding: .15rem .22rem; }
}
`
