/** What only this page has: cards of runs, and the list of tasks. */
export const workbenchStyle = `
[hidden] { display: none !important; }
.figures { columns: 2 30rem; }
.long { width: max-content; max-width: 30rem; white-space: normal; overflow-wrap: anywhere; }
thead th { word-break: keep-all; }
section.task { border-top: 1px solid var(--line); margin-top: 1.6rem; padding-top: .2rem; }
section.task > details { margin-bottom: .8rem; }
.arms { grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); align-items: start; }
.arms article p { margin: .3rem 0; overflow-wrap: anywhere; } .arms h4 { overflow-wrap: anywhere; }
.arms dl { margin: .4rem 0; }
.layers, .layers ul, .arms ol { padding-left: 1.1rem; margin: .3rem 0; font-size: .88rem; overflow-wrap: anywhere; }
.arms pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0; }
section.task > details pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.links { font-size: .85rem; }
summary { cursor: pointer; }
.tasks { columns: 3 16rem; padding-left: 1.2rem; font-size: .9rem; }
.check { list-style: none; padding-left: 0; } .check li { padding-left: 1.6rem; text-indent: -1.6rem; margin: .3rem 0; }
li { overflow-wrap: anywhere; }
@media print { #run-filters, nav { display: none; } .arms { grid-template-columns: 1fr 1fr; } .arms article { break-inside: avoid; }
  pre { max-height: none; } }
`
