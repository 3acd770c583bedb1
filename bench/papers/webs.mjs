/**
 * Measures of link graphs beside those of Palotai et al. (section 4.1): recorded webs, a synthetic one like the
 * paper's, the default one, and the rewired twin of each.
 *
 *   node bench/papers/webs.mjs [NAME=FILE[,LABELS,LABEL] …]      after npm run build
 *
 * FILE is a WARC file or folder, LABELS a label list, LABEL the label of the relevant pages.
 */
import { createSyntheticWeb, measureGraph, parseSyntheticSettings, rewiredTwin } from '../../dist/domain/webs/index.js';
import { inPieces } from '../../dist/engine/index.js';
import { graphOfFile } from '../../dist/cli/web-measures.js';
import { report } from '../support/report.mjs';

/** As many pages as the paper's foragers found, and a similar clustering coefficient. */
const LIKE_THE_PAPER =
  'pages=33000,minLinks=1,maxLinks=22,pagesPerHost=500,sameHost=0.3,triads=0.05,sameTopic=0.8,longRange=0.02';
const SYNTHETIC = { 'synthetic, like the paper': LIKE_THE_PAPER, 'synthetic, default, 20 000 pages': 'pages=20000' };

const short = (value, digits = 3) => (value === null || value === undefined ? '-' : value.toPrecision(digits));
const exponent = ({ powerLaw }) =>
  powerLaw === null ? '-' : `${powerLaw.exponent.toFixed(2)} ±${powerLaw.standardError.toFixed(2)}`;

const rows = [];
async function add(name, graph, isRelevant) {
  for (const [title, measured] of [
    [name, graph],
    [`${name}: rewired`, rewiredTwin(graph, 1)],
  ]) {
    const m = await inPieces(measureGraph(measured, { ...(isRelevant && { isRelevant }) }));
    rows.push([
      title,
      m.pages,
      m.links,
      exponent(m.outDegree),
      exponent(m.inDegree),
      short(m.clustering?.coefficient),
      short(m.distances?.mean),
      m.distances?.longest ?? '-',
      short(m.largestComponent),
      short(m.locality?.ratio),
    ]);
  }
}

for (const argument of process.argv.slice(2)) {
  const at = argument.indexOf('=');
  const [file, labels, label] = argument.slice(at + 1).split(',');
  const { graph, isRelevant } = await graphOfFile(file, labels === undefined ? {} : { labels, label });
  await add(label === undefined ? argument.slice(0, at) : `${argument.slice(0, at)}, ${label}`, graph, isRelevant);
}
for (const [name, settings] of Object.entries(SYNTHETIC)) {
  const web = createSyntheticWeb(parseSyntheticSettings(settings));
  await add(name, web.graph, web.isRelevant);
}
report(
  'papers-webs',
  [
    'web',
    'pages',
    'links',
    'out-degree γ',
    'in-degree γ',
    'clustering',
    'distance',
    'longest',
    'component',
    'locality',
  ],
  rows,
);
