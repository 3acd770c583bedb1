/** The process of one web: opens it, runs the topics it is sent, and sends back a row for each policy, seed and budget. */
import { labTopicSchema } from '../../dist/modules/lab/lab-topic.js';
import { LabCache, openLabWeb, runLab } from '../../dist/modules/lab/index.js';
import { findPolicy } from '../../dist/domain/policies/index.js';

process.once('message', (work) => void run(work));

async function run({ web: name, cache, warc, labels, topics, policies, policyConfig, budgets, runs, randomSeed }) {
  const web = await openLabWeb(warc, labels, cache ? LabCache.onDisk('data/cache') : new LabCache());
  const largest = Math.max(...budgets);
  for (const { name: topic, label, keywords, seeds, session = {}, excludeHosts } of topics) {
    const report = await runLab({
      web,
      // The judge is what the service trains by default: an ensemble on 20 relevant and 60 other pages, and general English.
      topic: labTopicSchema.parse({
        name: topic,
        label,
        keywords,
        seeds,
        session,
        policyConfig,
        model: { kind: 'ensemble' },
        examples: { positives: 20, negatives: 60, background: 1_000, ...(excludeHosts && { excludeHosts }) },
      }),
      policies: policies.map((policy) => findPolicy(policy)),
      budgets: [largest],
      marks: budgets,
      runs,
      randomSeed,
      cacheDir: 'data/cache',
      unrecorded: 'skip',
      onProgress: (line) => process.stderr.write(`${name} ${topic}: ${line}\n`),
    });
    for (const { policy, runs: done } of report.results)
      for (const { randomSeed: seed, firstRelevant, end, wallMs, marks } of done)
        for (const { budget, relevant, domains, area, fetched } of marks)
          process.send({
            row: {
              web: name,
              topic: `${name} ${topic}`,
              policy,
              seed,
              budget,
              relevant,
              domains,
              area,
              fetched,
              firstRelevant,
              end,
              wallMs,
            },
          });
  }
  process.send({ done: true });
}
