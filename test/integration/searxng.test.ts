import { createGuardedClient, type GuardedClient } from '../../src/modules/fetch/fetching/index.js';
import { Searxng } from '../../src/modules/fetch/search-engines/index.js';
import { finding, sending, startSearxng, type SearxngAnswer, type TestSearxng } from '../support/searxng-server.js';

const REQUEST = { query: '"goat cheese" brie', page: 2, limit: 3 };
const never = new AbortController().signal;

describe('SearXNG as a search engine', () => {
  let server: TestSearxng;
  let client: GuardedClient;

  beforeAll(async () => {
    server = await startSearxng(finding([]));
    client = createGuardedClient({
      allowPrivateNetworks: false,
      trustedOrigins: [new URL(server.url).origin],
      userAgent: 'Test',
    });
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  const search = (how: SearxngAnswer, timeoutMs?: number) => {
    server.answer(how);
    return new Searxng(client, server.url, timeoutMs).search(REQUEST, never);
  };

  it('is asked for JSON below its address, and its results are hits', async () => {
    const results = Array.from({ length: 5 }, (_, i) => ({
      url: `http://a${i}.example/`,
      title: `A ${i}`,
      content: 'words',
    }));
    expect(await search(finding(results))).toEqual({
      kind: 'hits',
      hits: results.slice(0, 3).map(({ url, title, content }) => ({ url, title, snippet: content })),
    });
    expect(server.requests.at(-1)).toBe('/searx/search?q=%22goat+cheese%22+brie&format=json&pageno=2');
  });

  it('may leave out texts, and what cannot be read of its results is passed over', async () => {
    const answer = {
      results: [{ url: 'http://a.example/', title: null }, 7, null, { title: 'no URL' }, { url: 5 }, { url: 'x' }],
    };
    expect(await search(sending(JSON.stringify(answer)))).toEqual({
      kind: 'hits',
      hits: [
        { url: 'http://a.example/', title: '', snippet: '' },
        { url: 'x', title: '', snippet: '' },
      ],
    });
  });

  it.each<[string, SearxngAnswer, RegExp]>([
    ['no JSON', sending('<html>'), /not JSON/],
    ['no results', sending('{"answers":[]}'), /no list of results/],
    ['a list', sending('[]'), /no list of results/],
    ['results that are no list', sending('{"results":{"url":"x"}}'), /no list of results/],
    ['an answer without end', sending(`{"results":[${'[],'.repeat(1_500_000)}`), /longer than any page/],
    ['403, as where JSON is not allowed', sending('', 403), /HTTP 403: .*format json/],
    ['429', sending('', 429), /HTTP 429/],
    ['500', sending('oops', 500), /HTTP 500/],
    ['a redirect', (_, response) => void response.writeHead(302, { location: 'http://a.example/' }).end(), /HTTP 302/],
    ['a connection that ends', (_, response) => void response.socket?.destroy(), /reset|truncated/],
    [
      'half an answer',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"results"');
        setImmediate(() => response.socket?.destroy());
      },
      /SearXNG: /,
    ],
  ])('%s is a failure with a message', async (_, how, message) => {
    expect(await search(how)).toEqual({ kind: 'failed', message: expect.stringMatching(message) });
  });

  it('that does not answer is a failure after its time', async () => {
    expect(await search(() => undefined, 50)).toEqual({ kind: 'failed', message: expect.stringMatching(/timeout/) });
  });

  it('is left at once when the session stops', async () => {
    const stop = new AbortController();
    server.answer(() => stop.abort());
    expect(await new Searxng(client, server.url).search(REQUEST, stop.signal)).toMatchObject({ kind: 'failed' });
  });

  it('that is not there is a failure', async () => {
    const gone = await startSearxng(finding([]));
    await gone.close();
    const asked = createGuardedClient({
      allowPrivateNetworks: false,
      trustedOrigins: [new URL(gone.url).origin],
      userAgent: 'Test',
    });
    expect(await new Searxng(asked, gone.url).search(REQUEST, never)).toEqual({
      kind: 'failed',
      message: expect.stringMatching(/connect/),
    });
    await asked.close();
  });
});
