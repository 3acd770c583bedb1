/**
 * One case of active labelling through the whole service (API, worker, a proxy that plays the recorded web,
 * PostgreSQL), and the same in process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalUrl } from '../../dist/domain/url/index.js';
import { openRecordedWeb, serveRecordedWeb } from '../../dist/modules/research/recorded-web/index.js';
import { report } from '../support/report.mjs';
import { startService } from '../support/service.mjs';
import { labelRounds, LEAST_RELEVANT, trainAsService } from './active-crawl.mjs';

const OVER = ['completed', 'failed', 'stopped'];

async function until(service, path, isReached) {
  for (;;) {
    const answer = await service.call('GET', path);
    if (isReached(answer)) return answer;
    await sleep(20);
  }
}

async function trainedModel(service, id) {
  const model = await until(service, `/models/${id}`, ({ state }) => state !== 'training');
  if (model.state !== 'ready') throw new Error(`training: ${model.error}`);
  return model;
}

/** As a user does it: ask, label, train, switch the model, continue. */
async function labelThroughApi(service, { topicId, sessionId, subject, strategy, labels }) {
  const { items: asked } = await service.call(
    'GET',
    `/topics/${topicId}/label-queue?strategy=${strategy}&sessionId=${sessionId}&first=${labels}`,
  );
  const labelled = asked.map(({ page }) => ({
    step: page.step,
    relevant: subject.isRelevant(canonicalUrl(page.finalUrl ?? page.url)),
  }));
  const train = labelled.filter(({ relevant }) => relevant).length >= LEAST_RELEVANT;
  const { model } = await service.call('POST', `/sessions/${sessionId}/labels`, { labels: labelled, train });
  if (model !== null) {
    await trainedModel(service, model.id);
    await service.call('POST', `/sessions/${sessionId}/model`, { modelId: model.id });
  }
  await service.call('POST', `/sessions/${sessionId}/resume`);
  return labelled;
}

async function pause(service, sessionId) {
  await service.call('POST', `/sessions/${sessionId}/pause`);
  return until(service, `/sessions/${sessionId}`, ({ state }) => state === 'paused' || OVER.includes(state));
}

async function harvestOf(service, sessionId, isRelevant) {
  const found = new Set();
  const exported = await (await fetch(`${service.url}/v1/sessions/${sessionId}/pages/export?format=jsonl`)).text();
  for (const line of exported.trim().split('\n')) {
    const page = JSON.parse(line);
    const url = canonicalUrl(page.finalUrl ?? page.url);
    if (page.outcome === 'page' && isRelevant(url)) found.add(url);
  }
  return found.size;
}

/**
 * @param options {policy, strategy, counts, seed, pauseAt, budget, vectors}; only the first of `counts` is used, with
 * all labels given at once: a worker changes the model when it next holds the session, and would crawl between rounds
 */
export async function checkThroughApi(subject, { policy, strategy, counts: [labels], seed, pauseAt, budget, vectors }) {
  const { topic } = subject;
  const keywords = subject.someKeywords(seed);
  const proxy = await serveRecordedWeb(await openRecordedWeb(subject.files[0]), { port: 0 });
  const service = await startService({ CRAWL_PROXY_URL: `http://127.0.0.1:${proxy.port}`, COMMIT_INTERVAL_MS: '50' });
  let api;
  try {
    const { id: topicId } = await service.call('POST', '/topics', {
      name: topic.name,
      keywords: keywords.map(({ text }) => text),
      seeds: topic.seeds,
    });
    const model = await service.call('POST', `/topics/${topicId}/models`, { kind: 'keyword-vectors' });
    await trainedModel(service, model.id);
    const { id: sessionId } = await service.call('POST', `/topics/${topicId}/sessions`, {
      policy,
      modelId: model.id,
      budget: { fetches: budget },
      concurrency: 1,
      hostDelayMs: 0,
      robots: false,
      randomSeed: seed,
      ...topic.session,
    });
    await until(service, `/sessions/${sessionId}`, ({ fetched, failed }) => fetched + failed >= pauseAt);
    const held = await pause(service, sessionId);
    const completed = held.fetched + held.failed;
    const foundBefore = await harvestOf(service, sessionId, subject.isRelevant);
    const labelled = await labelThroughApi(service, { topicId, sessionId, subject, strategy, labels });
    const end = await until(service, `/sessions/${sessionId}`, ({ state }) => OVER.includes(state));
    if (end.state !== 'completed') throw new Error(`the session ended ${end.state}: ${end.error}`);
    api = { completed, labelled, foundBefore, harvest: await harvestOf(service, sessionId, subject.isRelevant) };
  } finally {
    await service.stop();
    await proxy.close();
  }
  const train = (positives, negatives) => trainAsService('default', keywords, positives, negatives, vectors);
  const first = trainAsService('keyword-vectors', keywords, [], [], vectors);
  const held = await subject.hold({ policy, seed, keywords, first, pauseAt: api.completed, budget });
  const [round] = labelRounds({ pages: held.pages, strategy, first, counts: [labels], rounds: [labels], seed, train });
  const own = {
    labelled: round.labelled,
    foundBefore: subject.harvest(held.records),
    harvest: subject.harvest(await held.goOn(round.model)),
  };
  const steps = (list) => list.map(({ step }) => step).join(' ');
  const rows = [
    ['service', api],
    ['in process', own],
  ].map(([name, { labelled, foundBefore, harvest }]) => [
    name,
    labelled.length,
    labelled.filter(({ relevant }) => relevant).length,
    foundBefore,
    harvest,
  ]);
  report('relevance-active-api', ['path', 'labels', 'of them relevant', 'relevant pages before', 'at the end'], rows, {
    topic: topic.name,
    policy,
    strategy,
    seed,
    pausedAfter: api.completed,
    sameLabels: steps(api.labelled) === steps(own.labelled),
  });
  console.log(
    `paused after ${api.completed} fetches; labels on ${steps(api.labelled) === steps(own.labelled) ? 'the same pages' : 'other pages'}`,
  );
}
