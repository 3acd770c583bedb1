import { request } from 'node:http';
import { startService, type TestService } from '../support/service.js';

const KEY = 'first-key-0123456789';
const CONTACT = 'https://crawler.example/who?a=1&b="2"';

let open: TestService;
let locked: TestService;
beforeAll(async () => {
  open = await startService({
    CRAWL_USER_AGENT: 'Mozilla/5.0 (compatible; MyBot/2.0; +https://crawler.example/<who>)',
  });
  locked = await startService({ API_KEYS: KEY, CRAWL_CONTACT_URL: CONTACT });
});
afterAll(async () => {
  await open.stop();
  await locked.stop();
});

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** A client that reaches the service under another name, which `fetch` cannot do. */
function ask(url: string, host: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host, origin: 'https://elsewhere.example' } }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part;
        })
        .on('end', () =>
          resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text }),
        );
    })
      .on('error', reject)
      .end();
  });
}

describe('the page for those who are crawled', () => {
  it('needs no key, and says who crawls, how to slow it down, how to keep it out and whom to ask', async () => {
    const response = await fetch(`${locked.url}/bot`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const text = await response.text();
    expect(text).toContain('User-agent: GleanerBot\n');
    for (const part of ['Crawl-delay', 'Retry-After', 'noindex, nofollow', 'X-Robots-Tag'])
      expect(text).toContain(part);
    const href = 'https://crawler.example/who?a=1&#38;b=%222%22';
    expect(text).toContain(`<a href="${href}">${href}</a>`);
    expect(text).toContain(`<code>GleanerBot/0.1 (+${href})</code>`);
    expect(text).not.toMatch(/<script|<link|src=/);
    expect((await fetch(`${locked.url}/v1/topics`)).status).toBe(401);
  });

  it('names the robots.txt token of the user agent that is set, and escapes it', async () => {
    const text = await (await fetch(`${open.url}/bot`)).text();
    expect(text).toContain('User-agent: MyBot\n');
    expect(text).toContain('&#60;who&#62;');
    expect(text).toContain('the operator of this service');
  });

  it('is there under whatever name the service has, also where other calls are refused', async () => {
    expect(await ask(`${open.url}/bot`, 'crawler.example')).toMatchObject({
      status: 200,
      type: 'text/html; charset=utf-8',
    });
    expect(await ask(`${open.url}/v1/topics`, 'crawler.example')).toMatchObject({ status: 401 });
  });
});

it('sessions that name no user agent use the one with the contact', async () => {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const post = async (path: string, body: unknown): Promise<Record<string, unknown>> =>
    (await (
      await fetch(`${locked.url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as Record<string, unknown>;
  const topic = await post('/topics', {
    name: 'cheese',
    keywords: ['cheese', 'rennet'],
    seeds: ['http://cheese.example/'],
  });
  const session = await post(`/topics/${String(topic['id'])}/sessions`, {
    policy: 'breadth-first',
    budget: { fetches: 1 },
  });
  expect(session['config']).toMatchObject({ userAgent: `GleanerBot/0.1 (+${new URL(CONTACT).href})` });
});
