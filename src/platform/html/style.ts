export const LIGHT = ['#0b62a4', '#d1495b', '#2a9d5c', '#b5740a', '#7b4fb5', '#0f8f9c', '#b8418f', '#6b6f1d'];
const DARK = ['#6cb4f5', '#ff8a8a', '#5fd68f', '#f5b94d', '#b899f5', '#4fd3df', '#f58fd0', '#c9cf5f'];

const variables = (colours: readonly string[]): string => colours.map((colour, i) => `--c${i}:${colour}`).join(';');

/** The style of a report: readable in light and dark, on paper and on small screens. */
export const STYLE = `
:root{color-scheme:light dark;--page:#fbfbfa;--card:#fff;--text:#1d2125;--soft:#5d666f;--rule:#e3e5e8;--grid:#eceef0;--best:#e8f3ec;${variables(LIGHT)}}
@media (prefers-color-scheme:dark){:root{--page:#14171a;--card:#1c2024;--text:#e8eaed;--soft:#9aa4ae;--rule:#30363c;--grid:#2a3036;--best:#1d3427;${variables(DARK)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1240px;margin:0 auto;padding:32px 24px 64px}
h1{font-size:28px;line-height:1.2;margin:0 0 16px;letter-spacing:-.01em}
h2{font-size:20px;margin:40px 0 8px}
h3{font-size:15px;margin:24px 0 8px}
p{margin:8px 0;max-width:75ch}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:12px 24px;margin:0 0 16px}
dt{color:var(--soft);font-size:12.5px}
dd{margin:0;overflow-wrap:anywhere}
.notes{border-left:3px solid var(--c3);background:var(--card);padding:8px 16px;margin:16px 0}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin:8px 0 12px;padding:0;list-style:none;font-size:14px}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr));gap:16px}
.plots.alone{max-width:760px}
figure{margin:0;background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:12px 12px 6px}
figcaption{font-weight:600;font-size:14px;margin-bottom:4px}
svg{display:block;width:100%;height:auto}
.grid{stroke:var(--grid)}.axis{stroke:var(--soft)}
.tick,.label{font-size:12px;fill:var(--soft)}.name{font-size:12px;fill:var(--text)}
.line{fill:none;stroke:var(--k);stroke-width:2.2;stroke-linejoin:round}
.band{fill:var(--k);opacity:.13}
.spread{stroke:var(--k);stroke-width:1.4;opacity:.6;fill:none}
.dot{fill:var(--k);stroke:var(--card);stroke-width:1.5}
.front{fill:none;stroke:var(--soft);stroke-width:1.3;stroke-dasharray:2 3}
.reference{fill:none;stroke:var(--soft);stroke-width:1.6;stroke-dasharray:6 4}
.reference.r1{stroke:var(--text);stroke-dasharray:1.5 3}
.star{fill:var(--soft)}.star.r1{fill:var(--text)}
.s1.line{stroke-dasharray:8 3}.s2.line{stroke-dasharray:3 3}
${LIGHT.map((_, i) => `.c${i}{--k:var(--c${i})}`).join('')}
.swatch{display:inline-block;width:18px;height:0;border-top:3px solid var(--k);vertical-align:middle;margin-right:8px}
.swatch.s1{border-top-style:dashed}.swatch.s2{border-top-style:dotted}
.swatch.reference{border-top:2px dashed var(--soft)}.swatch.reference.r1{border-top:2px dotted var(--text)}
.scroll{overflow-x:auto;border:1px solid var(--rule);border-radius:10px;background:var(--card);margin:12px 0}
table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
th,td{padding:8px 10px;text-align:right;vertical-align:top;white-space:nowrap;border-bottom:1px solid var(--rule)}
tbody tr:last-child>*{border-bottom:0}
thead th{color:var(--soft);font-weight:500;font-size:12.5px}
th:first-child{text-align:left;font-weight:600}
thead th:first-child{font-weight:500}
td small{display:block;color:var(--soft);font-size:12px}
.best{background:var(--best);font-weight:600}.best small{font-weight:400}
.none{color:var(--soft)}.other th,.other td{color:var(--soft);font-weight:400}
abbr{text-decoration:none;color:var(--soft);font-size:11px}
.reading th,.reading td{text-align:left;white-space:normal}
.reading tbody th{font-weight:600;overflow-wrap:anywhere}.reading tbody th small{display:block;color:var(--soft);font-weight:400;font-size:12px}
.reading tbody th{min-width:16ch}
.reading a{color:inherit}
footer{margin-top:40px;color:var(--soft);font-size:13px}
@media print{figure,.scroll{break-inside:avoid}}
`;
