import type { RobotsRules } from '../../domain/politeness/index.js';
import { DEFAULT_USER_AGENT } from '../../domain/session/index.js';
import type { DemoWeb, LexicographerClass } from '../../modules/research/demo-web/index.js';
import { LEXICOGRAPHER_CLASSES } from '../../modules/research/demo-web/index.js';
import type { ExampleInput } from '#client';

/** A topic of the demo web as a user would describe it: some words, a few URLs, some labelled pages. */
export interface DemoTopic {
  readonly label: string;
  readonly class: LexicographerClass;
  readonly keywords: readonly string[];
  readonly seeds: readonly string[];
  readonly examples: readonly ExampleInput[];
}

const SEEDS = 5;
/**
 * Sixty labels, as a patient user gives in ten minutes. The irrelevant pages include home pages and notices, so that a
 * site's name does not decide.
 */
const RELEVANT_EXAMPLES = 28;
const OTHER_ENTRIES = 20;
const OTHER_HOMES = 6;
const OTHER_NOTICES = 6;
/** Per site: its pages are fetched a second apart. */
const MOST_PER_SITE = 2;
const KEYWORDS_OF_SITES = 8;

/** A user's words; other classes use the subjects of their sites. */
const KEYWORDS: Partial<Record<LexicographerClass, readonly string[]>> = {
  'noun.food': [
    'food',
    'dish',
    'meat',
    'bread',
    'cheese',
    'fruit',
    'vegetable',
    'sauce',
    'cake',
    'drink',
    'beverage',
    'wine',
    'soup',
    'dairy product',
  ],
};

/** Evenly spaced items of a list. */
function spread<T>(items: readonly T[], count: number): T[] {
  const taken = Math.min(count, items.length);
  return Array.from({ length: taken }, (_, i) => items[Math.floor(((i + 0.5) * items.length) / taken)]);
}

const hostOf = (url: string): string => new URL(url).hostname;

function fewPerHost(urls: readonly string[], most: number): string[] {
  const seen = new Map<string, number>();
  return urls.filter((url) => {
    const before = seen.get(hostOf(url)) ?? 0;
    seen.set(hostOf(url), before + 1);
    return before < most;
  });
}

/**
 * The topic of a lexicographers' class. All its parts are drawn evenly from the web, so the same web gives the same
 * topic.
 */
export function demoTopic(web: DemoWeb, of: LexicographerClass): DemoTopic {
  const scripted = new Set(web.sites.filter((site) => site.scripted).map((site) => site.host));
  // Each is read once for all pages of its host.
  const robots = new Map<string, RobotsRules>();
  const robotsOf = (host: string): RobotsRules => {
    const rules = robots.get(host) ?? web.robotsOf(host);
    robots.set(host, rules);
    return rules;
  };
  const readable = (urls: readonly string[]): string[] =>
    urls.filter((url) => {
      const host = hostOf(url);
      return !scripted.has(host) && robotsOf(host).isAllowed(url, DEFAULT_USER_AGENT);
    });
  const inside = readable(web.entryUrls(of));
  const outside = LEXICOGRAPHER_CLASSES.filter((name) => name !== of).flatMap((name) =>
    spread(readable(web.entryUrls(name)), 2),
  );

  const plainSites = web.sites.filter((site) => !site.scripted);
  const own = plainSites.filter((site) => site.class === of);
  const homes = plainSites.filter((site) => site.class !== of).map((site) => site.homeUrl);
  const notices = [
    ...spread(own, OTHER_NOTICES / 2).map((site) => `${site.homeUrl}contact`),
    ...spread(homes, OTHER_NOTICES / 2).map((home) => `${home}about`),
  ];

  const subject = of.split('.')[1];
  const subjects = own.map((site) => site.domain.replace(/-[a-z]+\.example$/, '').replaceAll('-', ' '));
  const seeds = spread(fewPerHost(spread(inside, Math.ceil(inside.length / 10)), 1), SEEDS);
  const candidates = spread(
    inside.filter((url) => !seeds.includes(url)),
    4 * RELEVANT_EXAMPLES,
  );
  const relevant = spread(fewPerHost(candidates, MOST_PER_SITE), RELEVANT_EXAMPLES);
  const others = [...spread(outside, OTHER_ENTRIES), ...spread(homes, OTHER_HOMES), ...readable(notices)];
  return {
    label: subject,
    class: of,
    keywords: KEYWORDS[of] ?? [...new Set([subject, ...spread(subjects, KEYWORDS_OF_SITES)])],
    seeds,
    examples: [...relevant.map((url) => ({ url, relevant: true })), ...others.map((url) => ({ url, relevant: false }))],
  };
}
