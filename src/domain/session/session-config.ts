import { z } from 'zod';
import { validateScope } from '../scope/index.js';
import { monitoringSchema } from './monitoring-config.js';
import { objectiveSchema } from './objective-config.js';
import {
  contentKinds,
  COOKIE_MODES,
  duplicatesSchema,
  languagesSchema,
  renderingSchema,
  RENDER_MODES,
  trapsSchema,
} from './reading-config.js';
import { saturationSchema, storedSaturationSchema } from './saturation.js';

/**
 * The settings of one session: the input, with limits and defaults, and the resolved plain data that is stored and
 * used.
 */

/** A year. Longer runs are extended instead. */
const MAX_MINUTES = 525_600;
/** The measured capacity of the engine: memory and the step log stay bounded at ten million fetches. */
export const MAX_FETCHES = 10_000_000;
/** Generous for hand-written rules; every rule costs time per link. */
const MAX_SCOPE_RULES = 1_000;
const MAX_PATTERN_CHARS = 500;

const fetches = z.int().min(1).max(MAX_FETCHES);
const minutes = z.number().positive().max(MAX_MINUTES);

/** Largest seed of the random generator. */
export const MAX_RANDOM_SEED = 2 ** 31 - 1;

/** Names of the limits, as errors list them. */
const BUDGET_LIMITS = 'fetches, relevantPages, domains, minutes';

/**
 * Limits of a session; it ends with BUDGET or TIME when the first is reached. At least one is required, unless there is
 * a saturation rule.
 */
export const budgetSchema = z
  .strictObject({
    fetches: fetches
      .optional()
      .describe('Maximum number of fetches, failed ones included. A step that sends no request costs nothing'),
    minutes: minutes.optional().describe('Maximum running time in minutes. Waiting and pauses do not count'),
    relevantPages: fetches
      .optional()
      .describe(
        'The session ends when it has found this number of relevant pages. Fetches in flight at that moment count too, so it may find some more',
      ),
    domains: fetches
      .optional()
      .describe(
        'The session ends when this number of domains have a relevant page. Fetches in flight at that moment count too',
      ),
  })
  .describe(
    'Limits of the session. It ends when the first of them is reached. At least one is required, unless `saturation` says when it ends',
  );
export type Budget = z.infer<typeof budgetSchema>;
const isLimited = (budget: Budget): boolean => Object.values(budget).some((limit) => limit !== undefined);

/** Grows with each extension of a budget, and only then. */
export const budgetSize = (budget: Budget): number =>
  Object.values(budget).reduce((sum, limit) => sum + (limit ?? 0), 0);

/** Most fetches of a session, whether or not its budget limits them. */
export const fetchLimit = (budget: Budget): number => budget.fetches ?? MAX_FETCHES;

/** Additions by `extend` to the limits of a finished session. */
export const budgetExtensionSchema = z
  .strictObject({
    fetches: fetches.optional().describe('More pages'),
    minutes: minutes.optional().describe('More minutes'),
    relevantPages: fetches.optional().describe('More relevant pages'),
    domains: fetches.optional().describe('More domains with a relevant page'),
  })
  .refine(
    (more) => Object.values(more).some((value) => value !== undefined),
    'name at least one of fetches, minutes, relevantPages, domains',
  );
export type BudgetExtension = z.infer<typeof budgetExtensionSchema>;

/** Largest fixed MAX. */
export const MAX_CAP = 1_000_000;
const capLimit = z.int().min(1).max(MAX_CAP);
/** "5->2" or "5→2": the adaptive MAX of TRES 3.4, from 5 down to 2. */
const ADAPTIVE_CAP = /^\s*(\d{1,7})\s*(?:->|→)\s*(\d{1,7})\s*$/;

const resolvedCap = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('unlimited') }),
  z.strictObject({ kind: z.literal('fixed'), max: capLimit.describe('Pages per domain, if MAX is fixed') }),
  z
    .strictObject({
      kind: z.literal('adaptive'),
      start: capLimit.describe('First value of an adaptive MAX'),
      min: capLimit.describe('Last value of an adaptive MAX'),
    })
    .refine((cap) => cap.min <= cap.start, 'min may not be above start'),
]);
export type DomainCap = z.infer<typeof resolvedCap>;

function spelledOut(input: unknown): unknown {
  if (input === 'unlimited') return { kind: 'unlimited' };
  if (typeof input === 'number') return { kind: 'fixed', max: input };
  if (typeof input !== 'string') return input;
  const adaptive = ADAPTIVE_CAP.exec(input);
  if (adaptive) return { kind: 'adaptive', start: Number(adaptive[1]), min: Number(adaptive[2]) };
  return /^\d{1,7}$/.test(input) ? { kind: 'fixed', max: Number(input) } : input;
}

/** MAX, the most fetched pages per domain: `'unlimited'`, a number, `'5->2'` or the resolved object. */
export const domainCapSchema = z
  .preprocess(spelledOut, resolvedCap)
  .describe('MAX, the pages that may be fetched per domain: "unlimited", a number, or "5->2" for adaptive MAX');

/** The definition of a domain. `path-prefix` is the host with the first path segment: the sites of a shared host. */
export const GROUPINGS = ['registrable-domain', 'host', 'path-prefix'] as const;

const hosts = z.array(z.string().min(1).max(253)).max(MAX_SCOPE_RULES);
const patterns = z.array(z.string().min(1).max(MAX_PATTERN_CHARS)).max(MAX_SCOPE_RULES);

/** Rules about the URLs that may be fetched: `ScopeRules` of domain/scope. */
const scopeRulesSchema = z
  .strictObject({
    allowHosts: hosts.optional().describe('Only these hosts and their subdomains'),
    denyHosts: hosts.optional().describe('Not these hosts or their subdomains'),
    allowPatterns: patterns.optional().describe('Only URLs that match one of these globs; `*` matches anything'),
    denyPatterns: patterns.optional().describe('No URLs that match one of these globs'),
    maxDepth: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .describe('Maximum number of links from a seed. 0 fetches only the seeds'),
  })
  .superRefine((rules, context) => {
    for (const { field, message } of validateScope(rules)) {
      context.addIssue({
        code: 'custom',
        message,
        path: field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
      });
    }
  })
  .describe('Rules for URLs that may be fetched');

/** Printable ASCII, as required of a header value. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;
const LANGUAGES = /^[A-Za-z0-9*][A-Za-z0-9*,;=. -]*$/;
/** Without a version: the service adds its own. */
export const DEFAULT_USER_AGENT = 'GleanerBot';
/**
 * The area is then within some percent of a crawl with one fetch at a time, and the crawl still fast (docs/results.md,
 * waiting).
 */
const DEFAULT_EAGERNESS = 0.2;
/** For sessions of versions that did not wait. */
const FILL_EVERY_SLOT = 1;
const eagerness = z
  .number()
  .min(0)
  .max(1)
  .describe(
    'How ready the session is to fetch lesser links while the hosts of better ones are busy. 0: it waits for the best link; 1: it fills every free slot. At 0.3 a link is fetched if it has at least 70% of the value of the best. Waiting saves fetches and takes time',
  );

const hostBarrenLimit = z
  .int()
  .min(0)
  .max(1_000)
  .describe(
    'Number of consecutive fetches without a page (refused, challenge, login, soft 404, same list) after which the links of a host wait. 0: never',
  );

const hostEvidence = z
  .boolean()
  .describe(
    'Adjust the judgement of a page by the earlier pages of its host, which are evidence if the pages of a host are alike. Not in monitoring sessions, and not with models of kind http',
  );

/** A session's treatment of pages in its topic's collection. */
export const KNOWN_MODES = ['refresh', 'skip', 'reuse'] as const;
export type KnownMode = (typeof KNOWN_MODES)[number];

/** When the pages of a session get into the search index. */
export const SEARCH_MODES = ['now', 'later', 'off'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

const search = z
  .enum(SEARCH_MODES)
  .describe(
    'When the stored pages get into the search index. now: at once; later: after the first search, or when the project has many such pages. Until then a search reads their words page by page, with the same results. off: never, and they cannot be searched; this saves most',
  );

/** The individual settings of a session. */
export const sessionSettingsSchema = z.strictObject({
  budget: budgetSchema.prefault({}),
  domainCap: domainCapSchema.default({ kind: 'unlimited' }),
  grouping: z.enum(GROUPINGS).default('registrable-domain').describe('Unit that counts as one domain'),
  objective: objectiveSchema.optional(),
  scope: scopeRulesSchema.default({}),
  concurrency: z
    .int()
    .min(1)
    .max(64)
    .default(8)
    .describe('Maximum number of concurrent fetches. With 1, the order is reproducible on a recorded web'),
  hostConcurrency: z.int().min(1).max(8).default(1).describe('Maximum number of concurrent fetches from one host'),
  hostDelayMs: z
    .int()
    .min(0)
    .max(60_000)
    .default(1_000)
    .describe(
      'Minimum time between the starts of two fetches from one host, in ms. A longer Crawl-delay takes precedence',
    ),
  eagerness: eagerness.default(DEFAULT_EAGERNESS),
  robots: z.boolean().default(true).describe('Obey robots.txt'),
  followNofollow: z.boolean().default(false).describe('Follow links marked rel=nofollow'),
  obeyNoindex: z
    .boolean()
    .default(true)
    .describe(
      'Obey noindex in meta robots and X-Robots-Tag: the text of such a page is not kept, and the page counts as not relevant',
    ),
  render: z
    .enum(RENDER_MODES)
    .default('never')
    .describe('Rule for loading pages in Chromium. always: every page; auto: pages that need it'),
  rendering: renderingSchema.prefault({}),
  contentTypes: contentKinds.describe('Content types that count as a page'),
  languages: languagesSchema.optional(),
  duplicates: duplicatesSchema.prefault({}),
  traps: trapsSchema.prefault({}),
  sitemaps: z.boolean().default(false).describe('Also take links from the sitemaps and feeds of the visited hosts'),
  trackChanges: z
    .boolean()
    .default(false)
    .describe("Keep a history of each page over the topic's sessions, and ask servers only for pages that changed"),
  known: z
    .enum(KNOWN_MODES)
    .default('refresh')
    .describe(
      "How the session treats pages in the topic's collection. refresh: it fetches them again; skip: it skips them, except seeds; reuse: it uses the stored pages and follows their links. skip and reuse cost no fetch, and are counted separately. Both skip URLs at which an earlier session of the topic found no page, or content of a type that this session does not take either",
    ),
  knownDays: z
    .int()
    .min(1)
    .max(3_650)
    .default(30)
    .describe('URLs last fetched more than this number of days ago are fetched again nevertheless'),
  archive: z.boolean().default(false).describe('Keep everything that is fetched as WARC files'),
  search: search.default('later'),
  retries: z
    .int()
    .min(0)
    .max(10)
    .default(2)
    .describe('Further attempts after a failure that may be temporary. Each attempt costs a fetch'),
  hostFailureLimit: z
    .int()
    .min(1)
    .max(1_000)
    .default(10)
    .describe(
      'Number of consecutive failures after which the session gives up a host. One that has brought pages rests first, 15 minutes in all',
    ),
  hostBarrenLimit: hostBarrenLimit.default(4),
  hostEvidence: hostEvidence.default(true),
  userAgent: z
    .string()
    .min(1)
    .max(300)
    .regex(HEADER_VALUE, 'only printable ASCII')
    .default(DEFAULT_USER_AGENT)
    .describe('The user agent that servers see. Default: that of the service'),
  acceptLanguage: z
    .string()
    .min(1)
    .max(200)
    .regex(LANGUAGES, 'languages such as de-CH, de;q=0.9, *;q=0.1')
    .optional()
    .describe('The Accept-Language that servers and scripts see. Default: none'),
  cookies: z
    .enum(COOKIE_MODES)
    .default('visit')
    .describe(
      'How long cookies are kept. visit: for one fetch with its redirects and scripts; session: for all fetches of a site; off: not at all',
    ),
  timeoutMs: z
    .int()
    .min(100)
    .max(300_000)
    .default(20_000)
    .describe('Maximum time of one fetch including redirects, in ms'),
  maxBytes: z
    .int()
    .min(1_000)
    .max(50_000_000)
    .default(5_000_000)
    .describe('Maximum size of a decoded body in bytes. The rest is cut off'),
  maxRedirects: z.int().min(0).max(20).default(10).describe('Maximum number of redirects of one fetch'),
  maxLinksPerPage: z
    .int()
    .min(1)
    .max(10_000)
    .default(2_000)
    .describe('Maximum number of links taken from one page, in document order'),
  saturation: saturationSchema.optional(),
  monitoring: monitoringSchema.optional(),
});

/** All settings of a crawl except policy and model. Parsing a resolved configuration returns it unchanged. */
export const sessionConfigSchema = sessionSettingsSchema
  .refine(({ budget, saturation }) => isLimited(budget) || saturation !== undefined, {
    path: ['budget'],
    message: `a limit is required; one of ${BUDGET_LIMITS}; or \`saturation\` instead`,
  })
  .refine(({ domainCap, budget }) => domainCap.kind !== 'adaptive' || budget.fetches !== undefined, {
    path: ['budget', 'fetches'],
    message: 'is required by an adaptive MAX, which shrinks as fetches are spent',
  })
  .refine(({ monitoring, trackChanges }) => monitoring === undefined || trackChanges, {
    path: ['trackChanges'],
    message: 'must be true in a monitoring session',
  })
  .refine(({ monitoring, known }) => monitoring === undefined || known === 'refresh', {
    path: ['known'],
    message: 'must be refresh in a monitoring session',
  });

/** A stored configuration, possibly of an earlier version: it keeps its meaning. */
export const storedConfigSchema = sessionSettingsSchema.extend({
  saturation: storedSaturationSchema.optional(),
  eagerness: eagerness.default(FILL_EVERY_SLOT),
  hostBarrenLimit: hostBarrenLimit.default(0),
  hostEvidence: hostEvidence.default(false),
  search: search.default('now'),
});
export type SessionConfig = z.infer<typeof storedConfigSchema>;
export type SessionConfigInput = z.input<typeof sessionConfigSchema>;

/** Settings that policies under comparison may override: they change neither the web nor what counts as found. */
export const ownSettingsSchema = z.strictObject({
  domainCap: domainCapSchema.optional(),
  eagerness: eagerness.optional(),
  objective: objectiveSchema.optional(),
});
export type OwnSettings = z.infer<typeof ownSettingsSchema>;

/** MAX as a number for the policies: the initial cap of a domain, `Infinity` if unlimited. */
export function initialCap(cap: DomainCap): number {
  if (cap.kind === 'unlimited') return Number.POSITIVE_INFINITY;
  return cap.kind === 'fixed' ? cap.max : cap.start;
}

/** The session's own counters that are compared with a budget. */
export interface Spent {
  /** Counted fetches: pages and failed fetches, not refusals. */
  readonly fetches: number;
  readonly relevantPages: number;
  /** Number of domains with a relevant page. */
  readonly domains: number;
  readonly activeMs: number;
}

/** The reached limits, in the order in which they are reported. Empty while the session may continue. */
export function reachedLimits(budget: Budget, spent: Spent): (keyof Budget)[] {
  const limits: (keyof Budget)[] = [];
  if (spent.fetches >= fetchLimit(budget)) limits.push('fetches');
  if (budget.relevantPages !== undefined && spent.relevantPages >= budget.relevantPages) limits.push('relevantPages');
  if (budget.domains !== undefined && spent.domains >= budget.domains) limits.push('domains');
  if (budget.minutes !== undefined && spent.activeMs >= budget.minutes * 60_000) limits.push('minutes');
  return limits;
}

/**
 * The configuration with a larger budget. An unset limit stays unset.
 *
 * The saturation rule is dropped if it ended the session: its window is still poor, and the user wants to continue. If
 * there was no other limit, the extension becomes one, counted from what was spent.
 */
export function extendBudget(
  config: SessionConfig,
  more: BudgetExtension,
  saturated: boolean,
  spent: Required<Budget>,
): SessionConfig {
  const { budget } = config;
  const countsOn = saturated && !isLimited(budget);
  const sum = (had: number | undefined, added: number | undefined, spent: number): number | undefined => {
    if (had === undefined) return countsOn && added !== undefined ? spent + added : undefined;
    return had + (added ?? 0);
  };
  const extended: SessionConfig = {
    ...config,
    budget: {
      fetches: sum(budget.fetches, more.fetches, spent.fetches),
      minutes: sum(budget.minutes, more.minutes, spent.minutes),
      relevantPages: sum(budget.relevantPages, more.relevantPages, spent.relevantPages),
      domains: sum(budget.domains, more.domains, spent.domains),
    },
  };
  if (saturated) delete extended.saturation;
  return extended;
}
