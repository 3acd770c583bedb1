import { parseArgs } from 'node:util';
import { meanAndDeviation } from '../../dist/domain/experiments/index.js';
import { readLabTopic } from '../../dist/modules/research/lab/lab-topic.js';
import { openLabWeb } from '../../dist/modules/research/lab/lab-web.js';
import { runLab } from '../../dist/modules/research/lab/run-lab.js';
import { createRng } from '../../dist/domain/base/rng.js';
import { SnapshotReader } from '../../dist/domain/base/snapshot-reader.js';
import { decodeSnapshot, encodeSnapshot } from '../../dist/domain/base/snapshot.js';
import { findPolicy } from '../../dist/domain/policies/index.js';
import { report } from '../support/report.mjs';

/**
 * Gain of warm starts: relevant pages after 100 and 500 fetches of a session without a prior, of one that starts from a
 * session of the same topic with random pages as seeds, and of one that starts from a session of another topic. Scored
 * by the labels of a recorded web.
 *
 * npm run build && node bench/papers/transfer.mjs --warc W --labels L --topic bench/topics/webkb-project.json
 *     --other bench/topics/webkb-course.json [--budget 500] [--runs 5] [--points 100,500]
 *     [--policies tres,nb-future,tag-path-bandit,ache] [--config '{"tag-path-bandit":{"carriedPulls":50}}']
 */
const { values } = parseArgs({
  options: {
    warc: { type: 'string' },
    labels: { type: 'string' },
    topic: { type: 'string' },
    other: { type: 'string' },
    budget: { type: 'string', default: '500' },
    runs: { type: 'string', default: '5' },
    points: { type: 'string', default: '100,500' },
    policies: { type: 'string', default: 'tres,nb-future,tag-path-bandit,ache' },
    config: { type: 'string', default: '{}' },
  },
});
if (!values.warc || !values.labels || !values.topic || !values.other)
  throw new Error('--warc, --labels, --topic and --other are needed');

const points = values.points.split(',').map(Number);
const names = values.policies.split(',');
const configs = JSON.parse(values.config);
const STARTS = ['nothing', 'same topic', 'other topic'];

const web = await openLabWeb(values.warc, values.labels);
const topic = await readLabTopic(values.topic);
const other = await readLabTopic(values.other);
const reachable = (await web.graphFrom(topic.seeds)).urls;

/** A policy that may start with a prior, and reports its fetches and, at the end, its learned state. */
function subject(name, key, prior) {
  const definition = findPolicy(name);
  const config = definition.configSchema.parse(configs[name] ?? {});
  const pages = [];
  let policy;
  const transferred = () => {
    if (!definition.priors) return null;
    const saved = SnapshotReader.of(decodeSnapshot(encodeSnapshot(policy.save())));
    try {
      return { kind: 'session', state: decodeSnapshot(encodeSnapshot(definition.priors.transfer(saved, config))) };
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  };
  const wrapped = {
    ...definition,
    name: key,
    needs: () => definition.needs?.(config) ?? {},
    create: (_, deps) => {
      policy = definition.create(config, { ...deps, ...(prior && { prior }) });
      const observe = policy.observe.bind(policy);
      policy.observe = (step, ...rest) => {
        pages.push(step.ok ? step.url : null);
        observe(step, ...rest);
      };
      return policy;
    },
  };
  return { definition: wrapped, pages, transferred };
}

const crawl = (about, seeds, subjects, randomSeed) =>
  runLab({
    web,
    topic: { ...about, seeds, policyConfig: {} },
    policies: subjects.map(({ definition }) => definition),
    budgets: [Number(values.budget)],
    runs: 1,
    randomSeed,
    unrecorded: 'skip',
  });

const isRelevant = (url) => url !== null && (web.labels.get(url)?.has(topic.label) ?? false);
const found = new Map();
const note = (key, value) => found.set(key, [...(found.get(key) ?? []), value]);

for (let run = 1; run <= Number(values.runs); run++) {
  const rng = createRng(run);
  const seeds = topic.seeds.map(() => reachable[rng.below(reachable.length)]);
  const origins = [names, names].map((all, which) => all.map((name) => subject(name, `${name} ${which}`, null)));
  // Each has its own models: the sessions are independent.
  await crawl(topic, seeds, origins[0], 1_000 + run);
  await crawl(other, other.seeds, origins[1], 2_000 + run);
  const sessions = names
    .flatMap((name, i) =>
      STARTS.map((start, which) => {
        const origin = which === 0 ? null : origins[which - 1][i];
        const prior = origin?.transferred() ?? null;
        return which > 0 && prior === null
          ? null
          : { start, name, origin, ...subject(name, `${name} from ${start}`, prior) };
      }),
    )
    .filter((session) => session !== null);
  await crawl(topic, topic.seeds, sessions, run);
  for (const { name, start, origin, pages } of sessions) {
    for (const point of points) note(`${name} ${start} ${point}`, pages.slice(0, point).filter(isRelevant).length);
    const known = new Set(origin?.pages);
    const fetched = pages.filter((url) => url !== null);
    note(
      `${name} ${start} known`,
      (100 * fetched.filter((url) => known.has(url)).length) / Math.max(1, fetched.length),
    );
  }
  console.error(`run ${run} done`);
}

const shown = (key) => {
  const { mean, deviation } = meanAndDeviation(found.get(key));
  return `${mean.toFixed(1)} ±${deviation.toFixed(1)}`;
};
const rows = names.flatMap((name) =>
  STARTS.filter((start) => found.has(`${name} ${start} known`)).map((start) => [
    name,
    start,
    found.get(`${name} ${start} known`).length,
    ...points.map((point) => shown(`${name} ${start} ${point}`)),
    start === 'nothing' ? '' : meanAndDeviation(found.get(`${name} ${start} known`)).mean.toFixed(0),
  ]),
);
report(
  `transfer-${topic.label}-${other.label}`,
  ['policy', 'starts from', 'runs', ...points.map((point) => `after ${point}`), 'seen before %'],
  rows,
);
