import { z } from 'zod';

const share = (text: string, value: number) => z.number().min(0).max(1).default(value).describe(text);

/** Settings of a synthetic web. The same settings give the same web, byte for byte. */
const syntheticSettingsSchema = z
  .strictObject({
    pages: z.int().min(10).max(5_000_000).default(10_000).describe('Number of pages'),
    seed: z.int().min(0).max(0xffff_ffff).default(1).describe('Random seed'),
    topics: z.int().min(2).max(64).default(8).describe('Number of topics; the first is the relevant one'),
    relevantShare: z.number().min(0.001).max(0.9).default(0.1).describe('Share of pages with the relevant topic'),
    pagesPerHost: z.int().min(1).max(100_000).default(100).describe('Mean number of pages per host'),
    hostsPerDomain: z.number().min(1).max(8).default(1.25).describe('Mean number of hosts per domain'),
    hostPurity: share('Share of the pages of a host that have its main topic; the others draw one', 0.8),
    inExponent: z.number().min(2.05).max(5).default(2.57).describe('Exponent of the power law of in-degrees'),
    outExponent: z.number().min(1.05).max(5).default(1.3).describe('Exponent of the power law of out-degrees'),
    minLinks: z.int().min(1).max(1_000).default(2).describe('Least number of links of a page'),
    maxLinks: z.int().min(2).max(2_000).default(100).describe('Largest number of links of a page'),
    sameTopic: share('Probability that a link, except long-range ones, leads to a page of the same topic', 0.7),
    sameHost: share('Share of the links that lead to a page of the same host, if hosts have enough pages', 0.5),
    longRange: share('Share of links to any page, regardless of topic and host', 0.05),
    hubs: share('Share of pages, those with the most links, that are lists of pages of their own topic', 0.01),
    triads: share('Probability that a link closes a triangle, if possible', 0.3),
    clustering: z
      .number()
      .min(0.0001)
      .max(0.9)
      .optional()
      .describe('Target clustering coefficient: `triads` is then found by trial'),
    depth: share('Probability that a page is linked from any page of its host instead of its home page', 0.6),
    anchorTruth: share('Probability that the text of a link has words of its target page', 0.7),
    topicWords: share('Share of the words of a page that belong to its topic', 0.25),
    words: z.int().min(20).max(5_000).default(180).describe('Mean number of words of a page'),
    twin: z
      .enum(['none', 'rewired', 'rewired-within-topics'])
      .default('none')
      .describe(
        'The rewired twin of the web: links lead elsewhere, degrees stay, clustering is gone; within topics: locality stays too',
      ),
    changing: z.boolean().default(false).describe('Whether pages appear and change over time'),
    days: z.int().min(1).max(3_650).default(30).describe('Days after which nothing changes'),
    initial: share('Share of pages that exist from the beginning', 0.6),
    newPerDay: share('Mean number of new pages per day outside of bursts, as a share of all pages', 0.01),
    newsHours: z
      .number()
      .min(0)
      .max(8_760)
      .default(0)
      .describe('Hours for which the home page of its host links to a new page; 0: no such links'),
    editsPerDay: z
      .number()
      .min(0)
      .max(24)
      .default(0.2)
      .describe('Mean number of edits of a page per day outside of bursts; pages differ'),
    burstsPerDay: z.number().min(0).max(100).default(2).describe('Mean number of news bursts per day'),
    burstHours: z.number().min(0.1).max(240).default(3).describe('Length of a burst'),
    burstFactor: z
      .number()
      .min(1)
      .max(1_000)
      .default(10)
      .describe('Factor on the rates at which pages of its topic appear and change in a burst'),
    linkChurn: share('Share of the links of a page that are hidden after an edit, chosen again each time', 0.1),
  })
  .refine(({ minLinks, maxLinks }) => minLinks <= maxLinks, {
    path: ['minLinks'],
    message: 'expected at most maxLinks',
  })
  .refine(({ pages, maxLinks }) => maxLinks < pages, { path: ['maxLinks'], message: 'expected less than pages' });
export type SyntheticSettings = z.infer<typeof syntheticSettingsSchema>;

/** Invalid settings: the message names each field and its allowed values. */
export class SyntheticSettingsError extends Error {
  override readonly name = 'SyntheticSettingsError';
}

const NAMES = Object.keys(syntheticSettingsSchema.shape);

function valueOf(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** @throws SyntheticSettingsError */
function checkedSettings(given: unknown): SyntheticSettings {
  const read = syntheticSettingsSchema.safeParse(given);
  if (read.success) return read.data;
  throw new SyntheticSettingsError(
    read.error.issues.map(({ path, message }) => `${path.join('.') || 'settings'}: ${message}`).join('; '),
  );
}

/**
 * Settings written as `pages=20000,seed=3,twin=rewired`; missing ones have their defaults. An empty text is the default
 * web.
 *
 * @throws SyntheticSettingsError
 */
export function parseSyntheticSettings(text: string): SyntheticSettings {
  const given: Record<string, unknown> = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '' || part === 'default') continue;
    const at = part.indexOf('=');
    const name = at < 0 ? part : part.slice(0, at).trim();
    if (at < 0) throw new SyntheticSettingsError(`${name}: expected NAME=VALUE, such as pages=20000`);
    if (!NAMES.includes(name)) throw new SyntheticSettingsError(`${name}: expected one of ${NAMES.join(', ')}`);
    if (name in given) throw new SyntheticSettingsError(`${name}: given twice`);
    given[name] = valueOf(part.slice(at + 1).trim());
  }
  return checkedSettings(given);
}

/** Each setting with its default and meaning, one line each: for the help of commands. */
export function describeSettings(): string[] {
  const schema = z.toJSONSchema(syntheticSettingsSchema, { io: 'input' });
  return Object.entries(schema.properties ?? {}).map(([name, setting]) => {
    const { description = '', default: value } = setting as {
      description?: string;
      default?: string | number | boolean;
    };
    return `${name}${value === undefined ? '' : `=${value}`}: ${description}`;
  });
}
