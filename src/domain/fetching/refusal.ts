import { isTooMany } from './http-status.js';
import { measurePage } from '../page/index.js';

/** Ways in which a server refuses a crawler, recognised from one response. */
export const REFUSALS = ['forbidden', 'throttled', 'challenge'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The parts of a response needed to recognise a refusal. */
interface RefusingAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The document, or its beginning; read only if needed. */
  readonly html: () => string;
}

/** Unauthorized, Payment Required, Forbidden, Unavailable For Legal Reasons. */
const FORBIDDING: readonly number[] = [401, 402, 403, 451];
/** Statuses besides success with which challenges are sent; the last two are those of Chinese firewalls. */
const CHALLENGING: readonly number[] = [...FORBIDDING, 405, 406, 429, 503, 512, 521];

/** Whether the body of a response without a page may be a challenge and must be examined. */
export const mayChallenge = (status: number): boolean => CHALLENGING.includes(status);

/** Headers with which firewalls mark challenges, and the beginning of their values. */
const TELLING_HEADERS: readonly (readonly [name: string, value: RegExp])[] = [
  ['cf-mitigated', /^challenge/i],
  ['x-amzn-waf-action', /^(?:challenge|captcha)/i],
  ['x-vercel-mitigated', /^challenge/i],
  ['sg-captcha', /^challenge/i],
];

/**
 * Markup that occurs only in walls: markup of the same products in ordinary pages (`scripts/jsd` of Cloudflare, tags of
 * DataDome and PerimeterX, the resource of Imperva) is left out.
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
    '_Incapsula_Resource\\?(?:[CS]WUDNSAI|SWHANEDL|SWJIYLWA=[^"\',]{1,80},)',
    '<title>\\s*Pardon Our Interruption',
    'reeseSkipExpirationCheck',
    // DataDome
    'captcha-delivery\\.com',
    // PerimeterX, now HUMAN
    'px-captcha["\']',
    'captcha\\.px-c(?:dn\\.net|loud\\.net)',
    // Kasada
    'KPSDK\\.start\\s*=\\s*KPSDK\\.now',
    '/[\\da-f-]{36}/[\\da-f-]{36}/ips\\.js',
    // Reblaze, Radware
    'window\\.rbzns\\s*=',
    '<title>\\s*Radware Captcha Page',
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
    // F5
    'The requested URL was rejected\\. Please consult with your administrator',
    '/TSPD/\\w+\\?type=',
    'window\\["bobcmn"\\]',
    // Free hosters
    'toHex\\(slowAES\\.decrypt\\(',
    // Alibaba, Knownsec
    '\\bacw_sc__v\\d',
    '_?jsl_clearance(?:_s)?=',
    // SiteGround
    '/\\.well-known/(?:sg)?captcha/',
    // go-away
    '/\\.well-known/[^"\'\\s]{1,80}/go-away/',
    // Yandex, Amazon
    'action\\s*=\\s*["\']?/checkcaptcha\\?',
    'action\\s*=\\s*["\']?/errors/validateCaptcha',
  ].join('|'),
);
/** A captcha contains one of these names, which are searched for first because that is faster. */
const CAPTCHA_NAMES = ['g-recaptcha', 'h-captcha', 'cf-turnstile'] as const;
/** A captcha's widget, which forms of ordinary pages have too. */
const CAPTCHA = /<[a-z]+\s[^>]*class\s*=\s*["']?[^"'>]*\b(?:g-recaptcha|h-captcha|cf-turnstile)\b/i;
/** A field for readers: a page with one is a form, and its captcha belongs to it. */
const FIELD =
  /<textarea|<select|<input\b(?![^>]*\btype\s*=\s*["']?(?:hidden|submit|button|checkbox|image|reset|radio)\b)/i;

/** Longest part of an error page that is read. */
export const CHALLENGE_CHARS = 40_000;
/** A longer page with a success status is no wall: walls consist of scripts and a few words. */
const PAGE_CHARS = 16_000;
/**
 * A page with a wall's markup and less text than this, in letters, is a wall: some walls explain themselves at length.
 */
const WALL_LETTERS = 1_500;
/** The same for a page that has only a captcha, and its links. */
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
 * How a response refuses the crawler; null if it does not.
 *
 * Recognises a challenge by its headers with any status, otherwise by its markup: with a refusing status by the markup
 * alone, with a success status only if there is almost no other text. A page with a form that the captcha protects is
 * an ordinary page.
 */
export function refusalOf({ status, headers, html }: RefusingAnswer): Refusal | null {
  if (TELLING_HEADERS.some(([name, value]) => value.test(headers.get(name) ?? ''))) return 'challenge';
  if (status >= 200 && status < 300) return isWallInPlaceOfPage(html()) ? 'challenge' : null;
  if (mayChallenge(status) && isWallInPlaceOfError(html())) return 'challenge';
  if (isTooMany(status)) return 'throttled';
  return FORBIDDING.includes(status) ? 'forbidden' : null;
}
