/**
 * Every policy on every declared topic, with the judge that the service trains: relevant pages, domains and area by budget, means over seeds with intervals.
 *
 *   npm run build
 *   node bench/quality/run.mjs --corpora DIR --split tuning --policies tres,best-first
 *
 * Topics and their split into tuning and test are in topics.json. One process per web, as many at a time as there are cores.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { report } from '../support/report.mjs';
import { pairedInterval, meanOf } from './statistics.mjs';

const OPTIONS = {
  corpora: { type: 'string' },
  split: { type: 'string', default: 'tuning' },
  webs: { type: 'string' },
  topics: { type: 'string' },
  policies: { type: 'string', default: 'best-first,tres' },
  'policy-config': { type: 'string', default: '{}' },
  budgets: { type: 'string', default: '250,500,1000,2000' },
  runs: { type: 'string', default: '5' },
  'random-seed': { type: 'string', default: '1' },
  against: { type: 'string', default: 'best-first' },
  processes: { type: 'string', default: String(availableParallelism()) },
  'no-cache': { type: 'boolean', default: false },
  name: { type: 'string', default: 'quality' },
};
const { values } = parseArgs({ options: OPTIONS });
if (values.corpora === undefined) throw new Error('--corpora: expected the folder of the recorded webs');
const list = (text) => text?.split(',').map((part) => part.trim());
const budgets = list(values.budgets).map(Number);
const { webs } = JSON.parse(readFileSync(new URL('topics.json', import.meta.url), 'utf8'));

/** What one process does: a web, and its topics of the split. */
const works = Object.entries(webs)
  .filter(([web]) => list(values.webs)?.includes(web) ?? true)
  .map(([web, { topics, ...rest }]) => ({
    web,
    warc: join(values.corpora, `${web}.warc.gz`),
    labels: join(values.corpora, `${web}.labels.tsv.gz`),
    budgets,
    runs: Number(values.runs),
    randomSeed: Number(values['random-seed']),
    policies: list(values.policies),
    cache: !values['no-cache'],
    policyConfig: JSON.parse(values['policy-config']),
    topics: Object.entries(topics)
      .filter(([name, { split }]) => split === values.split && (list(values.topics)?.includes(name) ?? true))
      .map(([name, topic]) => ({ name, ...rest, ...topic })),
  }))
  .filter(({ topics }) => topics.length > 0);

/** @returns a row for each topic, policy, seed and budget */
const inProcess = (work) =>
  new Promise((resolve, reject) => {
    const rows = [];
    const child = fork(new URL('one-web.mjs', import.meta.url), { execArgv: ['--max-old-space-size=6144'] });
    child.on('message', (message) => (message.row ? rows.push(message.row) : child.disconnect()));
    child.on('exit', (code) => (code === 0 ? resolve(rows) : reject(new Error(`${work.web} ended with ${code}`))));
    child.send(work);
  });

const rows = [];
const waiting = [...works];
await Promise.all(
  Array.from({ length: Math.min(Number(values.processes), works.length) }, async () => {
    for (let work = waiting.shift(); work; work = waiting.shift()) rows.push(...(await inProcess(work)));
  }),
);

const of = (policy, budget, topic) =>
  rows.filter((row) => row.policy === policy && row.budget === budget && (topic === undefined || row.topic === topic));
const policies = [...new Set(rows.map(({ policy }) => policy))];
const topics = [...new Set(rows.map(({ topic }) => topic))];
const shown = (values, digits) => {
  const { mean, deviation } = meanOf(values);
  return deviation === 0 ? mean.toFixed(digits) : `${mean.toFixed(digits)} ±${deviation.toFixed(digits)}`;
};
const table = [];
for (const topic of topics)
  for (const budget of budgets)
    for (const policy of policies) {
      const runs = of(policy, budget, topic);
      table.push([
        topic,
        budget,
        policy,
        shown(
          runs.map(({ relevant }) => relevant),
          1,
        ),
        shown(
          runs.map(({ domains }) => domains),
          1,
        ),
        shown(
          runs.map(({ area }) => area),
          3,
        ),
        `${runs.filter(({ firstRelevant }) => firstRelevant !== null && firstRelevant <= 300).length}/${runs.length}`,
      ]);
    }
report(values.name, ['topic', 'budget', 'policy', 'relevant', 'domains', 'area', 'first by 300'], table, {
  values,
  rows,
});

const shareOf = (part, whole) => `${part} of ${whole}`;
for (const budget of budgets)
  for (const policy of policies.filter((name) => name !== 'oracle')) {
    const found = (name, topic) => meanOf(of(name, budget, topic).map(({ relevant }) => relevant));
    const runs = of(policy, budget);
    const early = runs.filter(({ firstRelevant }) => firstRelevant !== null && firstRelevant <= 300).length;
    const ofOracle = meanOf(topics.map((topic) => found(policy, topic).mean / found('oracle', topic).mean)).mean;
    const spread = meanOf(
      topics.map((topic) => found(policy, topic).deviation / Math.max(found(policy, topic).mean, 1e-9)),
    ).mean;
    const more = topics.filter((topic) => found(policy, topic).mean > found(values.against, topic).mean).length;
    console.log(
      `${String(budget).padStart(5)}  ${policy.padEnd(18)} of the oracle's ${ofOracle.toFixed(2)}, spread of runs ${spread.toFixed(2)}, first by 300 in ${shareOf(early, runs.length)} runs, more than ${values.against} on ${shareOf(more, topics.length)} topics`,
    );
  }

/** Ratios over topics and seeds, each pair under the same model: the policy's figure over that of `--against`, which must not be 0 twice. */
console.log(`\nratios to ${values.against}, geometric means over topics, 90% intervals (bootstrap over topics)`);
for (const budget of budgets)
  for (const policy of policies.filter((name) => name !== values.against && name !== 'oracle')) {
    const ratio = (measure, floor) =>
      pairedInterval(
        topics.map((topic) => {
          const mean = (name) => meanOf(of(name, budget, topic).map((row) => row[measure])).mean + floor;
          return Math.log(mean(policy) / mean(values.against));
        }),
      )
        .map((log) => Math.exp(log).toFixed(2))
        .join(' ');
    console.log(
      `${String(budget).padStart(5)}  ${policy.padEnd(18)} relevant ${ratio('relevant', 1)}  domains ${ratio('domains', 0.5)}  area ${ratio('area', 0.01)}`,
    );
  }
