import type { Fetcher, FetchOutcome, FetchRequest } from '../../src/engine/index.js';
import { documentOutcome, unlessChallenge } from '../../src/modules/fetch/fetching/plain.js';
import { createRng } from '../../src/domain/base/rng.js';

/** The response of a server. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const page = (body: string, title = ''): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`,
});
const redirect = (location: string): Answer => ({ status: 302, headers: { location } });
const WALL = '<div id="challenge"><script>window._cf_chl_opt={cvId:"3"};</script>Checking your browser</div>';
const LOGIN =
  '<form method="post"><label>User<input name="user"></label><label>Password<input type="password" name="p"></label><button>Log in</button></form>';
const PRODUCTS = Array.from(
  { length: 24 },
  (_, i) => `<li><a href="http://good.example/p${i}">Wooden chair number ${i} with oak legs and a linen seat</a></li>`,
).join('');

const BAD = 'http://bad.example';
const pathOf = (url: string): string => url.slice(BAD.length);

/** Barren hosts by behaviour: the outcome, and the response to every URL. */
export const BARREN_KINDS: Readonly<Record<string, readonly [outcome: string, answer: (url: string) => Answer]>> = {
  'status 403': ['forbidden', () => ({ status: 403, body: 'Forbidden' })],
  'status 401': ['forbidden', () => ({ status: 401, headers: { 'www-authenticate': 'Basic' } })],
  'status 429': ['throttled', () => ({ status: 429, headers: { 'content-type': 'text/html' }, body: 'slow down' })],
  'a challenge under status 403': ['challenge', () => ({ status: 403, body: WALL })],
  'a challenge under status 200': ['challenge', () => page(WALL, 'Just a moment...')],
  'a login page': ['login', (url) => (pathOf(url) === '/login' ? page(LOGIN, 'Log in') : redirect(`${BAD}/login`))],
  'a login page that knows where to return to': [
    'login',
    (url) =>
      pathOf(url).startsWith('/sso/start')
        ? page('Welcome. Type your name.')
        : redirect(`${BAD}/sso/start?to=${pathOf(url)}`),
  ],
  'a page that says that there is none': [
    'soft-404',
    (url) => page(`<h1>Page not found</h1><p>There is no ${pathOf(url)} here.</p><a href="/">Home</a>`, 'Oops'),
  ],
  'one page at each address': [
    'soft-404',
    () =>
      page(
        `<p>${'This domain has moved, and its owner is looking for somebody who likes to run it further. '.repeat(3)}</p>`,
      ),
  ],
  'a redirect to its home page': [
    'soft-404',
    (url) =>
      pathOf(url) === '/' ? page('<p>All of our news are in the shop around the corner.</p>') : redirect(`${BAD}/`),
  ],
  'endless facets of one list': [
    'same-list',
    (url) => {
      const no = Number(/\d+/.exec(url)?.[0]);
      const facets = [2, 3, 5].map((i) => `<a href="/shop?filter=${no * i}">Filter ${i}</a>`).join(' ');
      return page(`<h1>Chairs</h1><p>Filter ${no}: ${facets}</p><ul>${PRODUCTS}</ul>`, 'Chairs');
    },
  ],
};

/** A URL of the bad host. */
const badUrl = (kind: string, no: number): string =>
  BARREN_KINDS[kind]?.[0] === 'same-list' ? `${BAD}/shop?filter=${no}` : `${BAD}/x${no}`;

const WORDS = 'cheese brie gouda rennet curd milk valley station copper orbit carpet window lawyer harbour'.split(' ');
const GOOD = 'http://good.example';

/** A page of the good host: it links to five more of it, and, as promising, to as many of the bad host. */
function goodPage(no: number, pages: number, kind: string, badLinks: number): Answer {
  const rng = createRng(no + 1);
  const text = Array.from({ length: 80 }, () => WORDS[rng.below(WORDS.length)]).join(' ');
  const links = [1, 2, 3, 4, 5].flatMap((i) => {
    const next = no * 5 + i;
    const good = next < pages ? [`<li><a href="${GOOD}/p${next}">fine cheese</a></li>`] : [];
    const bad =
      next < badLinks ? [`<li><a href="${badUrl(kind, next).replaceAll('&', '&amp;')}">fine cheese</a></li>`] : [];
    return [...bad, ...good];
  });
  return page(`<p>${text}</p><ul>${links.join('')}</ul>`, `About cheese ${no}`);
}

export interface BarrenWebOptions {
  readonly kind: string;
  /** Pages of the good host. */
  readonly pages: number;
  /** URLs of the bad host that it links to. */
  readonly badLinks?: number;
  /** Deviating responses of the bad host, by the number of earlier requests. Null: by its kind. */
  readonly instead?: (url: string, asked: number) => Answer | null;
}

export interface BarrenWeb extends Fetcher {
  readonly seeds: readonly string[];
  /** Requested URLs of the bad host, without redirects. */
  readonly bad: string[];
  readonly good: string[];
}

/**
 * A web of a good host and a barren one. The live web's code reads its responses; those of concurrent fetches arrive
 * out of order.
 */
export function createBarrenWeb({ kind, pages, badLinks = 300, instead }: BarrenWebOptions): BarrenWeb {
  const rng = createRng(7);
  const bad: string[] = [];
  const good: string[] = [];
  const [, answerOf] = BARREN_KINDS[kind] ?? ['', () => ({ status: 404 })];
  let asked = 0;
  const answer = (url: string): Answer => {
    if (url.startsWith(`${BAD}/`)) return instead?.(url, asked++) ?? answerOf(url);
    const no = Number(/\/p(\d+)$/.exec(url)?.[1] ?? '0');
    return goodPage(no, pages, kind, badLinks);
  };
  return {
    seeds: [`${GOOD}/p0`],
    bad,
    good,
    fetch: async (request, signal) => {
      (request.url.startsWith(`${BAD}/`) ? bad : good).push(request.url);
      for (let turns = rng.below(6); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      return outcomeOf(request, answer, signal);
    },
    close: async () => undefined,
  };
}

async function outcomeOf(
  request: FetchRequest,
  answer: (url: string) => Answer,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const redirects: string[] = [];
  for (let url = request.url; ;) {
    const { status, headers = {}, body = '' } = answer(url);
    const to = headers['location'];
    if (to === undefined) {
      const document = { status, headers: new Map(Object.entries(headers)), body: Buffer.from(body), truncated: false };
      const trail = { finalUrl: url, redirects, fetchedAt: 0, durationMs: 1 };
      const outcome = await documentOutcome(document, trail, request, signal);
      return outcome.kind === 'page' ? unlessChallenge(outcome, document.headers) : outcome;
    }
    redirects.push(url);
    url = to;
  }
}
