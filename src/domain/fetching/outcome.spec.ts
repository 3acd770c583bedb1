import { createRng } from '../base/rng.js';
import { findPolicy } from '../policies/index.js';
import { applyStep, chooseStep, CrawlState, digestStep, seedCrawl, sessionConfigSchema } from '../session/index.js';
import { FAILURE_KINDS, isFree, mayPass, meaningOf, outcomesWith, type FailureKind, type Outcome } from './index.js';

const SEED = 'http://site.example/';
const NOW = Date.UTC(2026, 10, 21);

interface Aftermath {
  /** Fetches spent by the session. */
  readonly spent: number;
  /** Whether the URL is on the agenda again. */
  readonly again: 'retry' | 'put off' | 'no';
  readonly hostGivenUp: boolean;
  readonly robotsDenied: number;
}

/**
 * The state of a session after a first fetch with this outcome, if a host is given up after one failure, or after two.
 */
function after(
  kind: FailureKind,
  { redirects = [] as string[], httpStatus = null as number | null, hostBarrenLimit = 0 } = {},
): Aftermath {
  const apply = (hostFailureLimit: number): CrawlState => {
    const config = sessionConfigSchema.parse({
      budget: { fetches: 100 },
      retries: 1,
      hostFailureLimit,
      hostBarrenLimit,
    });
    const definition = findPolicy('breadth-first');
    if (!definition) throw new Error('no policy');
    const rng = createRng(1);
    const policy = definition.create(definition.configSchema.parse({}), {
      rng,
      scoreText: () => 0,
      keywords: { inUrl: () => false, keywordIn: () => false, phraseIn: () => false },
      budget: 100,
      domainCap: Infinity,
    });
    const state = new CrawlState(config, policy, rng);
    seedCrawl(state, [SEED]);
    const plan = chooseStep(state);
    if (!plan) throw new Error('no step');
    const outcome = {
      kind,
      finalUrl: SEED,
      redirects,
      httpStatus,
      fetchedAt: NOW,
      durationMs: 1,
      bytes: 0,
      message: kind,
      retryable: mayPass(kind, httpStatus),
    };
    const judge = { judge: () => ({ probability: 0, relevant: false }) };
    applyStep(state, plan, digestStep(plan, outcome, config, judge));
    return state;
  };
  const state = apply(2);
  const hostNo = state.urls.hostOf(0);
  const isParked = state.agenda.isParked(hostNo);
  return {
    spent: state.spent,
    again: state.agenda.waitingRetries === 0 ? 'no' : isParked ? 'put off' : 'retry',
    hostGivenUp: apply(1).agenda.isGivenUp(hostNo),
    robotsDenied: state.robotsDenied,
  };
}

/** Written out, not read from the table, so that a mistake in the table fails here. */
const EXPECTED: Readonly<
  Record<FailureKind, readonly [spent: number, again: Aftermath['again'], hostGivenUp: boolean]>
> = {
  known: [0, 'no', false],
  dns: [1, 'retry', true],
  connect: [1, 'retry', true],
  tls: [1, 'no', true],
  timeout: [1, 'retry', true],
  reset: [1, 'retry', true],
  truncated: [1, 'retry', true],
  'http-error': [1, 'no', false],
  forbidden: [1, 'no', false],
  throttled: [1, 'retry', true],
  challenge: [1, 'no', false],
  'too-large': [1, 'no', false],
  'redirect-limit': [1, 'no', false],
  'not-html': [1, 'no', false],
  'no-text': [1, 'no', false],
  decode: [1, 'no', false],
  'robots-denied': [0, 'no', false],
  'robots-unreachable': [0, 'retry', true],
  'blocked-address': [0, 'no', false],
  'invalid-url': [0, 'no', false],
  proxy: [0, 'retry', false],
  'render-failed': [1, 'retry', false],
  'render-killed': [1, 'no', false],
  'fetcher-died': [1, 'no', false],
  deferred: [0, 'put off', false],
  overloaded: [0, 'put off', false],
  'not-archived': [1, 'put off', false],
  aborted: [0, 'retry', false],
};

describe('a session after a failure', () => {
  it.each(FAILURE_KINDS)('%s', (kind) => {
    const [spent, again, hostGivenUp] = EXPECTED[kind];
    expect(after(kind)).toEqual({ spent, again, hostGivenUp, robotsDenied: kind === 'robots-denied' ? 1 : 0 });
  });

  it.each(FAILURE_KINDS)('%s behind a redirect, which has cost its request', (kind) => {
    expect(after(kind, { redirects: ['http://site.example/old'] }).spent).toBe(kind === 'overloaded' ? 0 : 1);
  });

  it.each([
    [404, 'no', false],
    [408, 'retry', false],
    [429, 'retry', true],
    [500, 'retry', true],
    [501, 'no', true],
    [503, 'retry', true],
    [505, 'no', true],
  ])('http-error %s', (httpStatus, again, hostGivenUp) => {
    expect(after('http-error', { httpStatus })).toMatchObject({ spent: 1, again, hostGivenUp });
  });
});

describe('a session that holds hosts that bring nothing', () => {
  it.each([
    ['throttled', 429, 'retry'],
    ['challenge', 503, 'retry'],
    ['challenge', 403, 'no'],
    ['forbidden', 403, 'no'],
  ] as const)('does not give a host up for %s under status %s', (kind, httpStatus, again) => {
    expect(after(kind, { httpStatus, hostBarrenLimit: 4 })).toMatchObject({ spent: 1, again, hostGivenUp: false });
  });

  it.each([
    ['throttled', 429],
    ['challenge', 503],
  ] as const)('gives it up for %s under status %s where it holds none', (kind, httpStatus) => {
    expect(after(kind, { httpStatus })).toMatchObject({ spent: 1, again: 'retry', hostGivenUp: true });
  });
});

describe('the table of outcomes', () => {
  it('lists the kinds that mean all that is asked for, in its order', () => {
    expect(outcomesWith({ by: 'robots' })).toEqual(['robots-denied', 'robots-unreachable']);
    expect(outcomesWith({ by: 'robots', mayPass: true })).toEqual(['robots-unreachable']);
    expect(outcomesWith({ pace: 'unreachable' })).toEqual(['dns', 'connect', 'tls']);
    expect(FAILURE_KINDS).toEqual(Object.keys(EXPECTED));
  });

  it('charges nothing for sitemaps and searches, and everything else that was asked for', () => {
    const free = (kind: Outcome, redirects: string[] = []): boolean => isFree({ kind, redirects });
    expect((['sitemap', 'sitemap-failed', 'search', 'search-failed'] as const).map((kind) => free(kind))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(
      (['page', 'duplicate', 'out-of-scope', 'domain-cap', 'not-modified'] as const).map((kind) => free(kind)),
    ).toEqual([false, false, false, false, false]);
  });

  it('lets nothing that is put off be a failure of its host', () => {
    for (const kind of outcomesWith({ tellsWait: true }))
      if (kind !== 'robots-unreachable') expect(meaningOf(kind)).toMatchObject({ host: 'unknown', mayPass: true });
  });
});
