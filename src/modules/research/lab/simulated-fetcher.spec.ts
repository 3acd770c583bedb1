import { PLAIN_FETCH, type Fetcher, type FetchOutcome, type FetchRequest } from '../../../engine/index.js';
import { answerTimes, createSimulatedFetcher } from './simulated-fetcher.js';
import { SimulatedTime } from './simulated-time.js';

const never = new AbortController().signal;
const settings = { ...PLAIN_FETCH, userAgent: 'test', obeyRobots: false, timeoutMs: 1, maxBytes: 1, maxRedirects: 5 };
const request = (url: string, hostDelayMs: number, patienceMs?: number): FetchRequest => ({
  url,
  settings: { ...settings, hostDelayMs },
  ...(patienceMs !== undefined && { patienceMs }),
});

/** A web whose addresses all respond after 100 ms with a status; some redirect. */
function webOf(status: (url: string) => number = () => 200, redirects: Readonly<Record<string, string>> = {}) {
  const time = new SimulatedTime();
  const web: Fetcher = {
    fetch: async ({ url }): Promise<FetchOutcome> => ({
      kind: 'http-error',
      message: '',
      retryable: false,
      finalUrl: redirects[url] ?? url,
      redirects: redirects[url] === undefined ? [] : [url],
      httpStatus: status(url),
      fetchedAt: 0,
      durationMs: 0,
      bytes: 0,
    }),
    close: async () => undefined,
  };
  const fetcher = createSimulatedFetcher(web, time, () => 100);
  /** Concurrent fetches. @returns when and how each ended */
  const fetchAll = async (requests: readonly FetchRequest[]): Promise<string[]> => {
    const ends: string[] = [];
    const all = requests.map((each) =>
      time.around(async () => {
        const outcome = await fetcher.fetch(each, never);
        ends.push(`${each.url.slice(7)} ${time.monotonic()} ${outcome.kind} ${String(outcome.hostWaitMs)}`);
      }),
    );
    const asleep = new AbortController();
    void Promise.all(all).then(() => asleep.abort());
    await time.sleep(1e9, asleep.signal);
    return ends;
  };
  return { time, fetchAll };
}

describe('createSimulatedFetcher', () => {
  it('asks each host at its pace, and hosts side by side', async () => {
    const { fetchAll } = webOf();
    const urls = ['http://a.example/1', 'http://a.example/2', 'http://b.example/'];
    expect(await fetchAll(urls.map((url) => request(url, 1_000)))).toEqual([
      'a.example/1 100 http-error 1900',
      'b.example/ 100 http-error 900',
      'a.example/2 1100 http-error 900',
    ]);
  });

  it('puts a fetch off whose turn is further away than it waits', async () => {
    const { fetchAll } = webOf();
    const ends = await fetchAll([request('http://a.example/1', 5_000), request('http://a.example/2', 5_000, 3_000)]);
    expect(ends).toEqual(['a.example/2 0 deferred 5000', 'a.example/1 100 http-error 4900']);
  });

  it('takes a turn and an answer for each redirect', async () => {
    const { fetchAll } = webOf(undefined, { 'http://a.example/': 'http://a.example/home' });
    expect(await fetchAll([request('http://a.example/', 400)])).toEqual(['a.example/ 500 http-error 300']);
  });

  it('slows down where a host asks for it', async () => {
    const { fetchAll } = webOf(() => 429);
    expect(await fetchAll([request('http://a.example/', 200)])).toEqual(['a.example/ 100 http-error 900']);
  });
});

describe('answerTimes', () => {
  const urls = Array.from({ length: 2_000 }, (_, i) => `http://host${i % 100}.example/${i}`);

  it('draws them by URL and seed, about a median, those of one host alike', () => {
    const times = urls.map(answerTimes(200, 1));
    expect(times).toEqual(urls.map(answerTimes(200, 1)));
    expect(times).not.toEqual(urls.map(answerTimes(200, 2)));
    const sorted = [...times].sort((a, b) => a - b);
    expect(Math.abs(sorted[1_000] - 200)).toBeLessThan(40);
    expect(sorted[100]).toBeGreaterThan(30);
    expect(sorted[1_900]).toBeLessThan(1_000);
    const spreadOf = (logs: number[]): number => {
      const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
      return Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length);
    };
    const logs = times.map(Math.log);
    expect(spreadOf(logs.filter((_, i) => i % 100 === 7))).toBeLessThan(0.8 * spreadOf(logs));
  });
});
