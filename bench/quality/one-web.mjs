/**
 * The process of one web: opens it, runs the topics it receives, and sends the runs of each topic back when they are
 * done.
 */
import { USUAL_ANSWER_MS } from '../../dist/domain/experiments/run.js';
import { labTopicSchema } from '../../dist/modules/research/lab/lab-topic.js';
import { LabCache, LabError, openLabWeb, runLab } from '../../dist/modules/research/lab/index.js';
import { addedPages, withLabel } from './added-labels.mjs';
import { chosenPolicies } from './policies.mjs';
import { paceOf, withCurve } from './runs.mjs';
import { timed } from './timed.mjs';

process.once('message', (work) => void run(work));

async function run({ web: name, warc, labels, topics, options }) {
  const { budgets, runs, randomSeed, cache, warmUp, concurrency, hostDelayMs } = options;
  const { deadLinks = 0, refusingHosts = 0 } = options;
  const recorded = await openLabWeb(warc, labels, cache ? LabCache.onDisk('data/cache') : new LabCache());
  const added = await addedPages(recorded, topics);
  const { definitions, policyConfig, policySession, madeOf } = await chosenPolicies(options);
  const largest = Math.max(...budgets);
  for (const { name: topic, split, policies, label = topic, keywords, seeds, session = {}, excludeHosts } of topics) {
    const setting = {
      web: added.has(topic) ? withLabel(recorded, topic, added.get(topic)) : recorded,
      // The judge that the service trains by default: an ensemble on 20 relevant and 60 other pages, and general
      // English.
      topic: labTopicSchema.parse({
        name: topic,
        label,
        keywords,
        seeds,
        session: { ...session, hostDelayMs },
        policyConfig,
        policySession,
        model: { kind: 'ensemble' },
        examples: { positives: 20, negatives: 60, background: 1_000, ...(excludeHosts && { excludeHosts }) },
      }),
      policies: definitions.filter((definition) => policies.includes(definition.name)).map(timed),
      budgets: [largest],
      marks: budgets,
      runs,
      randomSeed,
      unrecorded: 'skip',
      ...(deadLinks + refusingHosts > 0 && { trouble: { deadLinks, refusingHosts } }),
      pace: { concurrency, answerMs: USUAL_ANSWER_MS },
      onProgress: (line) => process.stderr.write(`${name} ${topic}: ${line}\n`),
    };
    try {
      // A warm-up for timing: the first run reads the pages and includes compilation.
      if (warmUp) await runLab(setting);
      const report = await runLab(setting);
      keep(report, { name, topic, split, options, madeOf });
    } catch (error) {
      // A web of one host has none to refuse.
      if (!(error instanceof LabError)) throw error;
      process.stderr.write(`${name} ${topic}: left out. ${error.message}\n`);
    }
  }
  process.send({ done: true });
}

function keep(report, { name, topic, split, options, madeOf }) {
  const common = { web: name, topic: `${name} ${topic}`, split, pace: paceOf(options) };
  process.send({
    runs: withCurve(report).map((each) => ({ ...common, madeOf: madeOf[each.policy] ?? '', ...each })),
  });
}
