import { measurePage } from '../page/index.js';

/** How a server refuses a crawler, as one answer shows it. */
export const REFUSALS = ['forbidden', 'throttled', 'challenge'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** An answer of a server, as much as is needed to tell a refusal. */
export interface RefusingAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The document, or its beginning; asked for only where it decides. */
  readonly html: () => string;
}

/** Unauthorized, Payment Required, Forbidden, Unavailable For Legal Reasons. */
const FORBIDDING: readonly number[] = [401, 402, 403, 451];
const TOO_MANY_REQUESTS = 429;
/** Statuses beside those of success under which challenges are sent. */
const CHALLENGING: readonly number[] = [...FORBIDDING, 405, 406, TOO_MANY_REQUESTS, 503];

/** Whether the body of an answer without a page is worth a look, because it may be a challenge. */
export const mayChallenge = (status: number): boolean => CHALLENGING.includes(status);

/** Headers by which firewalls tell that the body is a challenge, with the beginning of their values. */
const TELLING_HEADERS: readonly (readonly [name: string, value: RegExp])[] = [
  ['cf-mitigated', /^challenge/i],
  ['x-amzn-waf-action', /^(?:challenge|captcha)/i],
  ['x-vercel-mitigated', /^challenge/i],
  ['sg-captcha', /^challenge/i],
];

/**
 * Markup of walls, and of walls alone: what the same products put into ordinary pages (`scripts/jsd` of Cloudflare, tags of DataDome and PerimeterX, the
 * resource of Imperva) is left out.
 */
const WALL = new RegExp(
  [
    // Cloudflare
    '_cf_chl_opt',
    'cf-browser-verification',
    '/cdn-cgi/challenge-platform/h/[a-z]/orchestrate/',
    // Akamai
    'sec-if-cpt-container',
    '/_sec/cp_challenge/',
    'bm-verify=',
    // Imperva
    'Incapsula incident ID',
    '_Incapsula_Resource\\?[CS]WUDNSAI',
    // DataDome
    'captcha-delivery\\.com',
    // PerimeterX, now HUMAN
    'px-captcha["\']',
    'captcha\\.px-c(?:dn\\.net|loud\\.net)',
    // AWS WAF
    'window\\.gokuProps',
    'AwsWafIntegration\\.(?:checkForceRefresh|forceRefreshToken)',
    // Anubis
    'anubis_challenge["\']',
    '/\\.within\\.website/x/cmd/anubis',
    // Sucuri
    'sucuri_cloudproxy_js',
    'cloudproxy@sucuri\\.net',
    // DDoS-Guard
    '/\\.well-known/ddos-guard/',
    'check\\.ddos-guard\\.net',
    // Vercel
    'Vercel Security Checkpoint',
  ].join('|'),
);
/** Without one of these names, which are looked for more quickly, there is none. */
const CAPTCHA_NAMES = ['g-recaptcha', 'h-captcha', 'cf-turnstile'] as const;
/** The widget of a captcha, which forms of ordinary pages have too. */
const CAPTCHA = /<[a-z]+\s[^>]*class\s*=\s*["']?[^"'>]*\b(?:g-recaptcha|h-captcha|cf-turnstile)\b/i;
/** A field that a reader fills in: a page with one is a form, and its captcha is there for it. */
const FIELD =
  /<textarea|<select|<input\b(?![^>]*\btype\s*=\s*["']?(?:hidden|submit|button|checkbox|image|reset|radio)\b)/i;

/** More of an error is not read. */
export const CHALLENGE_CHARS = 40_000;
/** A page of success that is longer is no wall: those are scripts and a few words. */
const PAGE_CHARS = 16_000;
/** Letters of text under which a page with the markup of a wall is one: some explain themselves at length. */
const WALL_LETTERS = 1_500;
/** The same of a page with a captcha alone, and its links. */
const CAPTCHA_LETTERS = 400;
const CAPTCHA_LINKS = 4;

const hasCaptcha = (html: string): boolean => CAPTCHA_NAMES.some((name) => html.includes(name)) && CAPTCHA.test(html);

function isWallInPlaceOfPage(html: string): boolean {
  if (html.length > PAGE_CHARS) return false;
  if (WALL.test(html)) return measurePage(html).letters < WALL_LETTERS;
  if (!hasCaptcha(html) || FIELD.test(html)) return false;
  const { letters, links } = measurePage(html);
  return letters < CAPTCHA_LETTERS && links.size < CAPTCHA_LINKS;
}

function isWallInPlaceOfError(html: string): boolean {
  const head = html.length > CHALLENGE_CHARS ? html.slice(0, CHALLENGE_CHARS) : html;
  return WALL.test(head) || hasCaptcha(head);
}

/**
 * How an answer refuses the crawler; null for one that does not.
 *
 * Recognises a challenge by its headers under any status, else by its markup: under a status of refusal by that alone, under one of success where there is next to
 * no other text. A page that has a captcha for a form of its own is an ordinary one.
 */
export function refusalOf({ status, headers, html }: RefusingAnswer): Refusal | null {
  if (TELLING_HEADERS.some(([name, value]) => value.test(headers.get(name) ?? ''))) return 'challenge';
  if (status >= 200 && status < 300) return isWallInPlaceOfPage(html()) ? 'challenge' : null;
  if (mayChallenge(status) && isWallInPlaceOfError(html())) return 'challenge';
  if (status === TOO_MANY_REQUESTS) return 'throttled';
  return FORBIDDING.includes(status) ? 'forbidden' : null;
}
