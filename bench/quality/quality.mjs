/** Runs policies on declared topics and prints tables; see `run.mjs`. `ablation.mjs` uses it too. */
import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chosenPolicies } from './policies.mjs';
import { qualityReport } from './quality-report.mjs';
import { appendRuns, byPace, latest, of, ONE_AT_A_TIME, paceOf, readRuns } from './runs.mjs';
import { printTables } from './tables.mjs';

const OPTIONS = {
  corpora: { type: 'string' },
  split: { type: 'string', default: 'tuning' },
  webs: { type: 'string' },
  topics: { type: 'string' },
  policies: { type: 'string', default: 'best-first,tres' },
  'policy-config': { type: 'string', default: '{}' },
  'policy-module': { type: 'string', multiple: true, default: [] },
  variant: { type: 'string', multiple: true, default: [] },
  budgets: { type: 'string' },
  runs: { type: 'string', default: '5' },
  paces: { type: 'string', default: ONE_AT_A_TIME },
  'dead-links': { type: 'string', default: '' },
  'refusing-hosts': { type: 'string', default: '' },
  'random-seed': { type: 'string', default: '1' },
  against: { type: 'string', default: 'best-first' },
  processes: { type: 'string', default: String(availableParallelism()) },
  'json-rows': { type: 'string' },
  from: { type: 'string', multiple: true, default: [] },
  html: { type: 'string' },
  title: { type: 'string', default: 'Crawl quality' },
  'no-cache': { type: 'boolean', default: false },
  'warm-up': { type: 'boolean', default: false },
  name: { type: 'string', default: 'quality' },
};
const DEFAULT_BUDGETS = [100, 250, 500, 1_000, 2_000];
const list = (text) => text?.split(',').map((part) => part.trim());

/** Shares of an option, from 0 to 1. */
const shares = (values, name) =>
  list(values[name])
    .filter(Boolean)
    .map((text) => {
      const share = Number(text);
      if (!(share > 0 && share < 1)) throw new Error(`--${name}: expected shares between 0 and 1, not ${text}`);
      return share;
    });

export async function quality(args) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const from = values.from.flatMap(list);
  if (values.corpora === undefined && from.length === 0)
    throw new Error('--corpora: expected the folder of the recorded webs, or --from with runs made earlier');
  const options = {
    budgets: list(values.budgets)?.map(Number) ?? DEFAULT_BUDGETS,
    runs: Number(values.runs),
    randomSeed: Number(values['random-seed']),
    cache: !values['no-cache'],
    warmUp: values['warm-up'],
    policies: list(values.policies),
    policyConfig: JSON.parse(values['policy-config']),
    policyModules: values['policy-module'],
    variants: values.variant,
  };
  let runs = readRuns(from);
  if (values.corpora !== undefined) {
    const keep = (more) => {
      runs = latest([...runs, ...more]);
      if (values['json-rows'] !== undefined) appendRuns(values['json-rows'], more);
    };
    const works = [];
    const troubles = [
      {},
      ...shares(values, 'dead-links').map((deadLinks) => ({ deadLinks })),
      ...shares(values, 'refusing-hosts').map((refusingHosts) => ({ refusingHosts })),
    ];
    for (const pace of list(values.paces))
      for (const trouble of troubles) {
        const [concurrency, hostDelayMs] = pace.split('@').map(Number);
        works.push(...(await missingWork(values, { ...options, concurrency, hostDelayMs, ...trouble }, runs)));
      }
    await runAll(works, Number(values.processes), keep);
  }
  runs = byPace(runs).filter(({ web }) => list(values.webs)?.includes(web) ?? true);
  if (runs.length === 0) throw new Error('there is no run: no topic suits --split, --webs and --topics');
  const marks = [...new Set(runs.flatMap((run) => run.marks.map(({ budget }) => budget)))].sort((a, b) => a - b);
  const budgets = values.budgets === undefined ? marks : options.budgets.filter((budget) => marks.includes(budget));
  const wanted = { budgets, against: values.against };
  printTables(values, runs, wanted);
  if (values.html !== undefined) {
    writeFileSync(values.html, qualityReport(runs, { ...wanted, title: values.title }));
    console.log(`\n${values.html}`);
  }
}

/** The task of one process: a web, and its topics with the policies that lack a run on them. */
async function missingWork(values, options, runs) {
  const { madeOf } = await chosenPolicies(options);
  const budget = Math.max(...options.budgets);
  const done = new Set(
    runs
      .filter((run) => options.budgets.every((wanted) => run.marks.some((mark) => mark.budget === wanted)))
      .map((run) => `${run.topic}\t${run.pace}\t${run.madeOf}\t${run.policy}\t${run.seed}\t${run.budget}`),
  );
  const withOracle = new Set(of(runs, { policy: 'oracle', budget }).map(({ topic }) => topic));
  const lacking = (topic) => (policy) =>
    !withOracle.has(topic) ||
    Array.from({ length: options.runs }, (_, i) => options.randomSeed + i).some(
      (seed) => !done.has(`${topic}\t${paceOf(options)}\t${madeOf[policy]}\t${policy}\t${seed}\t${budget}`),
    );
  const { webs } = JSON.parse(readFileSync(new URL('topics.json', import.meta.url), 'utf8'));
  return Object.entries(webs)
    .filter(([web]) => list(values.webs)?.includes(web) ?? true)
    .map(([web, { topics, ...rest }]) => ({
      web,
      warc: join(values.corpora, `${web}.warc.gz`),
      labels: join(values.corpora, `${web}.labels.tsv.gz`),
      options,
      topics: Object.entries(topics)
        .filter(
          ([name, { split }]) => list(values.split).includes(split) && (list(values.topics)?.includes(name) ?? true),
        )
        .map(([name, topic]) => ({
          ...{ name, ...rest, ...topic },
          policies: Object.keys(madeOf).filter(lacking(`${web} ${name}`)),
        }))
        .filter(({ policies }) => policies.length > 0),
    }))
    .filter(({ topics }) => topics.length > 0);
}

/** Runs one process per web, some at a time. @param keep receives the runs of each topic as soon as they are done */
async function runAll(works, processes, keep) {
  const waiting = [...works];
  await Promise.all(
    Array.from({ length: Math.min(processes, works.length) }, async () => {
      for (let work = waiting.shift(); work; work = waiting.shift()) await inProcess(work, keep);
    }),
  );
}

const inProcess = (work, keep) =>
  new Promise((resolve, reject) => {
    const child = fork(new URL('one-web.mjs', import.meta.url), { execArgv: ['--max-old-space-size=6144'] });
    child.on('message', (message) => (message.runs ? keep(message.runs) : child.disconnect()));
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${work.web} ended with ${code}`))));
    child.send(work);
  });
