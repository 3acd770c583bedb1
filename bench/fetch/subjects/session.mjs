import { setTimeout as sleep } from 'node:timers/promises';

/** The session that both Gleaner subjects crawl: politeness off, and a topic with examples from the site. */
export const KEYWORDS = ['plant', 'animal', 'species', 'genus', 'leaves', 'fish'];

export const sessionSettings = (pages, concurrency) => ({
  budget: { fetches: pages },
  concurrency,
  hostConcurrency: Math.min(8, concurrency),
  hostDelayMs: 0,
  robots: false,
});

/** URLs of the site's pages that are about the topic, and of some that are not. */
export async function exampleUrls(origin) {
  const { positives, negatives } = await (await fetch(`${origin}/examples.json`)).json();
  return { positives: positives.map((path) => origin + path), negatives: negatives.map((path) => origin + path) };
}

/** A topic of a service, with a model that is trained on the site. */
export async function trainedTopic(service, origin) {
  const topic = await service.call('POST', '/topics', { name: 'site', keywords: KEYWORDS, seeds: [`${origin}/`] });
  const { positives, negatives } = await exampleUrls(origin);
  const examples = [
    ...positives.map((url) => ({ url, relevant: true })),
    ...negatives.map((url) => ({ url, relevant: false })),
  ];
  for (const example of examples) await service.call('POST', `/topics/${topic.id}/examples`, example);
  let model = await service.call('POST', `/topics/${topic.id}/models`, { kind: 'naive-bayes' });
  while (!['ready', 'failed'].includes(model.state)) {
    await sleep(500);
    model = await service.call('GET', `/models/${model.id}`);
  }
  if (model.state !== 'ready') throw new Error(`training: ${model.error}`);
  return { topic, model };
}
