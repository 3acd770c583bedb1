import { createRng } from '../../src/domain/base/rng.js';
import { findPolicy } from '../../src/domain/policies/index.js';
import { CrawlState, sessionConfigSchema } from '../../src/domain/session/index.js';
import { CrawlLoop, MemoryStore, systemClock } from '../../src/engine/index.js';
import { createFetcher } from '../../src/modules/fetch/fetching/index.js';
import {
  answering,
  reset,
  serveNamedHosts,
  silence,
  type HostHandler,
  type NamedHosts,
} from '../support/named-hosts.js';

const PAGES = 20;
const healthy = ['one.test', 'two.test', 'three.test', 'four.test'];
const troubled: Readonly<Record<string, HostHandler>> = {
  'busy.test': answering(429, { 'retry-after': '3600' }),
  'overloaded.test': answering(503, { 'retry-after': '1800' }),
  'silent.test': silence,
  'broken.test': reset,
};

/** A page that links to the next one, and to the same page of every faulty host. */
function linked(path: string): string {
  const n = Number(path.slice(1)) || 0;
  const next = n + 1 < PAGES ? [`/${n + 1}`] : [];
  const links = [
    ...next,
    ...Object.keys(troubled).map((host) => hosts.url(host, `/${n}`)),
    hosts.url('missing.nowhere.test', `/${n}`),
  ];
  return `<html><title>page ${n}</title>${links.map((href) => `<a href="${href}">link</a>`).join('')}</html>`;
}

let hosts: NamedHosts;
beforeEach(async () => {
  const serve: HostHandler = (request, response, path) =>
    (path === '/robots.txt' ? answering(404) : answering(200, {}, linked(path)))(request, response, path);
  hosts = await serveNamedHosts({ ...Object.fromEntries(healthy.map((host) => [host, serve])), ...troubled });
});
afterEach(() => hosts.close());

it('a session fetches what healthy hosts have while others fail, are silent, or ask to be left alone for an hour', async () => {
  const config = sessionConfigSchema.parse({
    budget: { fetches: 1_000 },
    hostDelayMs: 0,
    concurrency: 4,
    retries: 1,
    hostFailureLimit: 4,
    timeoutMs: 400,
    robots: false,
    traps: { detect: false },
  });
  const definition = findPolicy('breadth-first');
  if (!definition) throw new Error('no such policy');
  const rng = createRng(3);
  const policy = definition.create(definition.configSchema.parse({}), {
    rng,
    scoreText: () => 0,
    budget: 1_000,
    domainCap: Infinity,
    keywords: { inUrl: () => false, keywordIn: () => false, phraseIn: () => false },
  });
  const state = new CrawlState(config, policy, rng);
  const store = new MemoryStore();
  const fetcher = createFetcher({ allowPrivateNetworks: true, lookup: hosts.lookup, pace: { failuresToOpen: 3 } });
  const got = new Map<string, number>();
  let deferred = 0;
  let silentEnded = false;
  const loop: CrawlLoop = new CrawlLoop({
    state,
    seeds: healthy.map((host) => hosts.url(host, '/0')),
    fetcher,
    store,
    clock: systemClock,
    commitIntervalMs: 50,
    maxBatch: 20,
    checkpointIntervalMs: 1e9,
    judge: { judge: () => ({ probability: 0, relevant: false }) },
    onStep: ({ outcome, facts }) => {
      const { hostname } = new URL(facts.finalUrl);
      if (outcome === 'page') got.set(hostname, (got.get(hostname) ?? 0) + 1);
      if (outcome === 'deferred') deferred++;
      silentEnded ||= hostname === 'silent.test' && outcome === 'timeout';
      // The remaining hosts are left alone for long: the session would wait for them.
      if (silentEnded && healthy.every((host) => got.get(host) === PAGES)) loop.request('stop');
    },
  });
  expect(await loop.run()).toEqual({ kind: 'stopped' });
  await fetcher.close();
  expect(healthy.map((host) => got.get(host))).toEqual(healthy.map(() => PAGES));
  expect(hosts.count('busy.test')).toBeLessThanOrEqual(1);
  expect(hosts.count('overloaded.test')).toBeLessThanOrEqual(1);
  expect(hosts.count('silent.test')).toBeLessThanOrEqual(4);
  expect(hosts.count('broken.test')).toBeLessThanOrEqual(4);
  expect(deferred).toBeLessThan(20);
  const outcomes = new Set(store.records.map(({ outcome, facts }) => `${new URL(facts.finalUrl).hostname} ${outcome}`));
  for (const expected of [
    'busy.test throttled',
    'silent.test timeout',
    'broken.test reset',
    'missing.nowhere.test dns',
  ])
    expect(outcomes).toContain(expected);
});
