/**
 * The process of one web: opens it and runs the crawls of its topics, either sampled or with several starting weights.
 */
import { createRng } from '../../dist/domain/base/rng.js';
import { scoreCurve, upTo } from '../../dist/domain/experiments/index.js';
import { LabBench, LabCache, openLabWeb, prepareModel } from '../../dist/modules/research/lab/index.js';
import { labTopicSchema } from '../../dist/modules/research/lab/lab-topic.js';
import { Samples, startingWith, watched } from './sampler.mjs';

process.once('message', (work) => void run(work));

async function run({ web: name, warc, labels, topics, runs, randomSeed, budgets, weights, variants }) {
  const web = await openLabWeb(warc, labels, LabCache.onDisk('data/cache'));
  const budget = Math.max(...budgets);
  for (const given of topics) {
    const topic = topicOf(given);
    const isRelevant = (url) => web.labels.get(url)?.has(topic.label) ?? false;
    const bench = await LabBench.open({
      web,
      seeds: topic.seeds,
      session: topic.session,
      reward: topic.reward,
      unrecorded: 'skip',
      isRelevant,
    });
    for (let seed = randomSeed; seed < randomSeed + runs; seed++) {
      const judge = await prepareModel({ web, topic }, isRelevant, createRng(seed));
      const key = { web: name, topic: topic.name, seed };
      const crawl = async (definition) => {
        const { curve, wallMs } = await bench.run({ definition, config: {} }, budget, seed, judge);
        const marks = budgets.map((mark) => ({ budget: mark, ...scoreCurve(upTo(curve, mark), mark) }));
        const last = marks.at(-1);
        process.stderr.write(
          `${name} ${topic.name} seed ${seed}: ${last.relevant} relevant, ${Math.round(wallMs)} ms\n`,
        );
        return marks;
      };
      if (variants === undefined) {
        const samples = new Samples();
        await crawl(watched(samples, seed, weights));
        process.send({ ...key, samples: samples.plain() });
      } else
        for (const [variant, start] of Object.entries(variants))
          process.send({ ...key, variant, marks: await crawl(startingWith(start ?? undefined)) });
    }
  }
  process.send({ done: true });
}

/** The judge that the service trains by default: an ensemble on 20 relevant and 60 other pages, and general English. */
const topicOf = ({ name, label, keywords, seeds, session = {}, excludeHosts }) =>
  labTopicSchema.parse({
    name,
    label,
    keywords,
    seeds,
    session,
    model: { kind: 'ensemble' },
    examples: { positives: 20, negatives: 60, background: 1_000, ...(excludeHosts && { excludeHosts }) },
  });
