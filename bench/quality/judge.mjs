/**
 * Quality of a judge on the pages that a crawl fetches: precision, recall, F1 and average precision over a best-first
 * crawl without training pages, by stage.
 *
 *   npm run build
 *   node bench/quality/judge.mjs --corpora DIR --split tuning --seeds 1,2,3
 *
 * Topics and their split are in topics.json. Crawls and documents are cached in `--folder`, so that other judges are
 * compared on the same pages. `--models FILE` names other judges: a JSON object of {kind, config, background} by name.
 * `--labels mixed:20,reported:20` also trains with labels that a strategy requests after the crawl, and judges
 * unlabelled pages again. `--examples 5:15` trains with the first examples of the crawl's judge. `--policy prospector`
 * judges the pages that this policy fetches; a folder holds the crawls of one policy and budget.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { report } from '../support/report.mjs';
import { judgeCrawls } from './judging.mjs';
import { judgedWorks, keptCrawls, list } from './kept-crawls.mjs';
import { meanInterval, meanOf } from './statistics.mjs';

const OPTIONS = {
  corpora: { type: 'string' },
  split: { type: 'string', default: 'tuning' },
  webs: { type: 'string' },
  topics: { type: 'string' },
  judges: { type: 'string', default: 'examples,keywords' },
  models: { type: 'string' },
  labels: { type: 'string' },
  examples: { type: 'string' },
  seeds: { type: 'string', default: '1,2,3' },
  policy: { type: 'string', default: 'best-first' },
  budget: { type: 'string', default: '1000' },
  folder: { type: 'string', default: 'data/judged-crawls' },
  name: { type: 'string', default: 'judge' },
};
const { values } = parseArgs({ options: OPTIONS });
if (values.corpora === undefined) throw new Error('--corpora: expected the folder of the recorded webs');
const judges = list(values.judges);
/** The service's models for a topic: trained from examples, and from keywords only for a session. */
const SERVICE = {
  examples: { ensemble: { kind: 'ensemble' } },
  keywords: { 'keyword-vectors': { kind: 'keyword-vectors' } },
};
const models = values.models === undefined ? SERVICE : JSON.parse(readFileSync(values.models, 'utf8'));

const works = judgedWorks(values);

const labels = (list(values.labels) ?? []).map((text) => {
  const [strategy, count] = text.split(':');
  return { strategy, count: Number(count) };
});
const examples = values.examples?.split(':').map(Number);
const rows = [];
for (const work of works) {
  rows.push(...(await judgeCrawls(work.web, values.folder, await keptCrawls(work), models, labels, examples)));
}

/** Crawls with fewer relevant pages say nothing about their judge and are left out. */
const LEAST_RELEVANT = 10;
const MEASURES = ['precision', 'recall', 'f1', 'averagePrecision', 'bestF1'];
const BY_HOSTS = ['f1', 'averagePrecision'];
const digits = (value) => (value === null || Number.isNaN(value) ? '-' : value.toFixed(2));
/** Decisions with the evidence of the host's earlier pages (src/domain/relevance/evidence). */
const byHosts = (row) => row.byHosts;
const over = (list, measure) => meanOf(list.map((row) => row[measure]).filter((value) => value !== null)).mean;
const table = [];
for (const judge of judges)
  for (const model of Object.keys(models[judge] ?? {})) {
    const mine = rows.filter((row) => row.judge === judge && row.model === model && row.relevant >= LEAST_RELEVANT);
    if (mine.length === 0) continue;
    const topics = [...new Set(mine.map(({ topic }) => topic))];
    const means = topics.map((topic) => ({ topic, of: mine.filter((row) => row.topic === topic) }));
    for (const { topic, of } of means)
      table.push([
        judge,
        model,
        topic,
        ...MEASURES.map((measure) => digits(over(of, measure))),
        ...BY_HOSTS.map((measure) => digits(over(of.map(byHosts), measure))),
        digits(over(of, 'share')),
      ]);
    const interval = (measure, figures = (row) => row) =>
      meanInterval(means.map(({ of }) => over(of.map(figures), measure)))
        .map(digits)
        .join(' ');
    table.push([
      judge,
      model,
      'all',
      ...MEASURES.map((measure) => interval(measure)),
      ...BY_HOSTS.map((measure) => interval(measure, byHosts)),
      digits(over(mine, 'share')),
    ]);
    const stages = mine[0]?.stages.length ?? 0;
    for (let stage = 0; stage < stages; stage++) {
      const part = mine.map((row) => row.stages[stage]);
      table.push([
        judge,
        model,
        `stage ${stage + 1}`,
        ...MEASURES.map((measure) => digits(over(part, measure))),
        ...BY_HOSTS.map(() => ''),
        digits(over(part, 'share')),
      ]);
    }
    const worst = means.map(({ topic, of }) => ({ topic, f1: over(of, 'f1') })).sort((a, b) => a.f1 - b.f1);
    table.push([judge, model, `worst: ${worst[0].topic}`, '', '', digits(worst[0].f1), '', '', '', '', '']);
  }
report(
  values.name,
  ['told', 'model', 'topic', 'precision', 'recall', 'F1', 'AP', 'best F1', 'F1 by hosts', 'AP by hosts', 'relevant'],
  table,
  {
    values,
    rows,
  },
);
console.log('\nshare of stated 90% intervals that hold the truth, and their mean width, by labels drawn at random');
const measured = rows.filter(({ relevant }) => relevant >= LEAST_RELEVANT);
for (const [at, { labels }] of (measured[0]?.audits ?? []).entries()) {
  const mean = (key) => digits(meanOf(measured.map(({ audits }) => audits[at][key])).mean);
  const shown = (name) => `${name} ${mean(name)} (width ${mean(`${name}Width`)})`;
  console.log(`${String(labels).padStart(3)} labels: ${shown('precision')}, ${shown('recall')}`);
}
for (const judge of judges)
  for (const [at, { strategy, count }] of labels.entries()) {
    const of = measured.filter((row) => row.judge === judge).map((row) => row.labelled[at]);
    const shown = (when) =>
      ['precision', 'recall', 'f1', 'averagePrecision']
        .map(
          (measure) =>
            `${measure} ${digits(
              over(
                of.map((row) => row[when]),
                measure,
              ),
            )}`,
        )
        .join(', ');
    console.log(
      `\n${judge}, ${count} labels, ${strategy}: on pages without a label before ${shown('before')}; after ${shown('after')}`,
    );
  }
const left = rows.filter(({ relevant }) => relevant < LEAST_RELEVANT).length;
console.log(`${left} of ${rows.length} judged crawls left out: fewer than ${LEAST_RELEVANT} relevant pages`);
console.log('means over topics of means over seeds; of all: mean, 5th and 95th percentile (bootstrap over topics)');
