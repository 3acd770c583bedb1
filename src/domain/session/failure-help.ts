import { isHostTrouble, type StepOutcome } from '../fetching/index.js';
import type { sessionSettingsSchema } from './session-config.js';

/** A session setting, by its name. */
type SettingName = keyof typeof sessionSettingsSchema.shape;

/** Advice on one kind of failure. */
interface FailureHelp {
  /** Session settings that affect it; none if no setting would help. */
  readonly settings: readonly SettingName[];
  /** The advice, one sentence. */
  readonly advice: string;
}

const NOTHING = 'No setting would help: the answer of the site is final.';
const none = (advice: string): FailureHelp => ({ settings: [], advice });
const by = (settings: readonly SettingName[], advice: string): FailureHelp => ({ settings, advice });

const NEEDS_SIGN_IN = by(
  ['scope'],
  'The page wants a sign-in, which the crawler does not have. Leave such pages out by the scope.',
);
const REFUSED = by(
  ['userAgent', 'hostDelayMs'],
  'The site refuses the crawler. A user agent that names who crawls and where to complain is refused less often.',
);
const ASKED_TOO_OFTEN = by(
  ['hostDelayMs', 'hostConcurrency'],
  'The site is asked too often. A longer delay between two fetches from one host helps.',
);

/** Advice on each outcome of a step without a page. HTTP errors are distinguished by status. */
const HELP: Readonly<Record<StepOutcome, FailureHelp>> = {
  page: none('Nothing needs to be done.'),
  reused: none('Nothing needs to be done.'),
  known: by(
    ['known', 'knownDays'],
    'The topic has the page already, or knows that there is none. It is fetched again if `known` is `refresh`.',
  ),
  dns: none(
    'The host has no address. See whether the name is written correctly, and whether this machine can resolve names.',
  ),
  connect: by(
    ['retries', 'hostFailureLimit'],
    'The host does not answer. More retries help where it is away for a moment only.',
  ),
  tls: none('The certificate of the site is not valid. Only its operator can mend that.'),
  timeout: by(['timeoutMs', 'concurrency'], 'Give slow sites more time, or fetch fewer pages at the same time.'),
  reset: by(
    ['hostDelayMs', 'hostConcurrency', 'retries'],
    'The site ended the connection. A longer delay and one connection at a time are easier on it.',
  ),
  truncated: by(
    ['timeoutMs', 'retries'],
    'The page came in part only. More time or another attempt may bring all of it.',
  ),
  'http-error': none(NOTHING),
  forbidden: REFUSED,
  throttled: ASKED_TOO_OFTEN,
  challenge: by(
    ['userAgent', 'hostDelayMs', 'render'],
    'The site wants proof of a person. Ask its operator to let your user agent pass; a longer delay calls for fewer challenges, and a browser solves some.',
  ),
  'too-large': by(['maxBytes'], 'The answer is larger than any that is read. Raise the limit where such pages matter.'),
  'redirect-limit': by(['maxRedirects'], 'Allow more redirects. A circle of redirects has no end at any limit.'),
  'not-html': by(['contentTypes'], 'Take further types of content for pages, for example pdf.'),
  'no-text': none('The PDF holds pictures of pages. Gleaner does not recognise text in pictures.'),
  decode: none('The answer cannot be read as the site declares it. Only its operator can mend that.'),
  'robots-denied': by(
    ['robots', 'userAgent', 'scope'],
    "The site's robots.txt does not want it. Leave such URLs out by the scope, ask the site to allow your user agent, or set robots to false where you may ignore it.",
  ),
  'robots-unreachable': by(
    ['robots', 'retries'],
    'The site is asked again later. Set robots to false where you may ignore robots.txt.',
  ),
  'blocked-address': none(
    'The service does not fetch from such addresses. An operator allows them by CRAWL_ALLOW_PRIVATE_NETWORKS and CRAWL_ALLOWED_PORTS.',
  ),
  'invalid-url': none('Only http and https URLs can be fetched.'),
  proxy: none(
    'The proxy of the session does not answer or refuses the fetch. See whether its address and password are right (`access` of the session), and whether it is paid for and allows the host.',
  ),
  'render-failed': by(
    ['render', 'rendering', 'timeoutMs'],
    'Render fewer pages (render: auto or never), wait for less of each (rendering.wait), or give the browser more time.',
  ),
  'render-killed': by(
    ['render', 'scope'],
    'The page takes more memory than Chromium may have (CHROMIUM_MEMORY_MB), or never lets go of it. It is not tried again. Render fewer pages (render: auto or never), or leave it out by the scope.',
  ),
  'fetcher-died': none(
    'Three fetchers in a row ended while they fetched this page. Look into their logs; exclude the page if it is the cause.',
  ),
  deferred: by(
    ['hostDelayMs', 'hostConcurrency'],
    'The host wants a pause, and the fetch is made later. On a site of your own a shorter delay saves the wait.',
  ),
  overloaded: by(
    ['concurrency', 'render'],
    'This machine was too busy. Fetch fewer pages at the same time, render fewer, or run another worker.',
  ),
  'not-archived': none(
    'The disk of the archives is full or fails. The session waits until it can be written again; an operator frees some of it (ARCHIVE_DIR).',
  ),
  aborted: none('The fetch was stopped, for example by a pause. It is made again when the session goes on.'),
  duplicate: none('The session has the page already, by another address.'),
  'out-of-scope': by(['scope'], 'A redirect leads out of the scope. Widen the scope where such pages are wanted.'),
  'domain-cap': by(
    ['domainCap', 'grouping'],
    'The domain has as many pages as it may have. Raise `domainCap` to fetch more of it.',
  ),
  login: by(
    ['scope', 'hostBarrenLimit'],
    'The site shows its pages after a sign-in, which the crawler does not have. Leave such pages out by the scope.',
  ),
  'soft-404': by(
    ['scope', 'hostBarrenLimit'],
    'The site answers with the same page whatever is asked for. Leave such addresses out by the scope.',
  ),
  'same-list': by(
    ['scope', 'hostBarrenLimit', 'traps'],
    'Queries of this path bring the same list. Leave them out by a pattern of the scope.',
  ),
  sitemap: none('Nothing needs to be done.'),
  'sitemap-failed': by(['sitemaps'], 'A sitemap is only a help to find pages. Set sitemaps to false to do without.'),
  search: none('Nothing needs to be done.'),
  'search-failed': none('The search engine did not answer. An operator can see in the log why (SEARXNG_URL).'),
};

/** HTTP errors that are not final, by their status. */
const BY_STATUS: Readonly<Record<number, FailureHelp>> = {
  401: NEEDS_SIGN_IN,
  403: REFUSED,
  429: ASKED_TOO_OFTEN,
};
const TROUBLE = by(
  ['retries', 'hostDelayMs'],
  'The site has trouble of its own. A further attempt later, and a longer delay, may help.',
);

/** Advice on an outcome of a step. @param status of the response, if there was one */
export function helpAgainst(outcome: StepOutcome, status: number | null): FailureHelp {
  if (outcome === 'forbidden' && status === 401) return NEEDS_SIGN_IN;
  if (outcome !== 'http-error' || status === null) return HELP[outcome];
  return BY_STATUS[status] ?? (isHostTrouble(status) ? TROUBLE : HELP[outcome]);
}
