import { createRng, type Rng } from '../../src/domain/base/rng.js';

/** One page of a synthetic web. */
export interface ToyPage {
  readonly url: string;
  readonly domain: number;
  readonly relevant: boolean;
  /** Fetching it fails. */
  readonly dead: boolean;
  readonly links: readonly ToyLink[];
}
interface ToyLink {
  readonly to: number;
  readonly anchor: string;
}
/** A web known in full, small enough for tests of milliseconds. */
export interface ToyWeb {
  readonly pages: readonly ToyPage[];
  readonly seeds: readonly number[];
  readonly relevant: number;
}

export interface ToyWebOptions {
  readonly seed: number;
  readonly domains: number;
  readonly pagesPerDomain: number;
  /** Share of the domains with the topic. */
  readonly topicShare: number;
  /** Probability that an anchor is truthful: 0.5 is a coin toss. */
  readonly anchorTruth: number;
  /** Share of dead links' targets. */
  readonly deadShare: number;
}
const DEFAULTS: ToyWebOptions = {
  seed: 1,
  domains: 60,
  pagesPerDomain: 50,
  topicShare: 0.15,
  anchorTruth: 0.7,
  deadShare: 0.02,
};

const TOPIC_WORDS = ['bread', 'cheese', 'olive', 'tomato', 'pepper'];
const OTHER_WORDS = ['engine', 'cloud', 'ticket', 'garden', 'piano', 'market', 'bridge', 'window', 'silver', 'paper'];

const pick = <T>(items: readonly T[], rng: Rng): T => items[rng.below(items.length)];

function anchorOf(relevant: boolean, truth: number, rng: Rng): string {
  const aboutTopic = rng.next() < truth ? relevant : !relevant;
  return `${pick(aboutTopic ? TOPIC_WORDS : OTHER_WORDS, rng)} ${pick(OTHER_WORDS, rng)}`;
}

interface Draft {
  readonly domain: number;
  readonly relevant: boolean;
  readonly targets: Set<number>;
}

function finish(drafts: readonly Draft[], seeds: readonly number[], options: ToyWebOptions, rng: Rng): ToyWeb {
  const pages = drafts.map(({ domain, relevant, targets }, i): ToyPage => ({
    url: `http://site${domain}.example/p${i}`,
    domain,
    relevant,
    dead: !seeds.includes(i) && rng.next() < options.deadShare,
    links: [...targets]
      .filter((to) => to !== i)
      .map((to) => ({ to, anchor: anchorOf(drafts[to].relevant, options.anchorTruth, rng) })),
  }));
  return { pages, seeds, relevant: pages.filter((page) => page.relevant && !page.dead).length };
}

/**
 * Communities with hubs: each domain has an entrance, a few hubs and articles. On a topic's domain articles are
 * relevant, but hubs and entrance, the only way to most of them, are not: the reward of following a hub comes one step
 * later. Domains link to their own kind more often.
 */
export function communityWeb(given: Partial<ToyWebOptions> = {}): ToyWeb {
  const options = { ...DEFAULTS, ...given };
  const rng = createRng(options.seed);
  const { domains, pagesPerDomain } = options;
  const hubs = Math.max(1, Math.floor(pagesPerDomain / 12));
  const topical = Array.from({ length: domains }, (_, d) => d < Math.max(2, Math.round(domains * options.topicShare)));
  const ofKind = (kind: boolean): number[] => topical.flatMap((is, d) => (is === kind ? [d] : []));
  const kinds = new Map([
    [true, ofKind(true)],
    [false, ofKind(false)],
  ]);
  const pageNo = (domain: number, k: number): number => domain * pagesPerDomain + k;
  const drafts: Draft[] = [];
  for (let domain = 0; domain < domains; domain++) {
    for (let k = 0; k < pagesPerDomain; k++) {
      const targets = new Set<number>();
      const isEntrance = k === 0;
      const isHub = k > 0 && k <= hubs;
      const own = (): number => pageNo(domain, rng.below(pagesPerDomain));
      const elsewhere = (): number => {
        const kind = rng.next() < 0.6 ? topical[domain] : rng.next() < 0.5;
        const other = pick(kinds.get(kind) ?? [0], rng);
        return pageNo(other, rng.next() < 0.7 ? 0 : rng.below(pagesPerDomain));
      };
      if (isEntrance) for (let h = 1; h <= hubs; h++) targets.add(pageNo(domain, h));
      for (let i = 0; i < (isEntrance ? 4 : isHub ? 14 : 2); i++) targets.add(own());
      for (let i = 0; i < (isEntrance ? 6 : isHub ? 1 : 2); i++) targets.add(elsewhere());
      drafts.push({ domain, relevant: topical[domain] && !isEntrance && !isHub, targets });
    }
  }
  return finish(drafts, [pageNo(0, 0)], options, rng);
}

/**
 * A scale-free web: pages arrive one by one and link mostly to much-linked pages, three times in four to their own
 * topic.
 */
export function scaleFreeWeb(given: Partial<ToyWebOptions> = {}): ToyWeb {
  const options = { ...DEFAULTS, ...given };
  const rng = createRng(options.seed);
  const count = options.domains * options.pagesPerDomain;
  const drafts: Draft[] = [];
  const urns = new Map<boolean, number[]>([
    [true, []],
    [false, []],
  ]);
  for (let i = 0; i < count; i++) {
    const domain = i % options.domains;
    const relevant =
      i < 2 ? i === 0 : domain < options.domains * options.topicShare ? rng.next() < 0.6 : rng.next() < 0.02;
    drafts.push({ domain, relevant, targets: new Set() });
    for (let k = 0; k < 4 && i > 1; k++) {
      const urn = urns.get(rng.next() < 0.75 ? relevant : !relevant) ?? [];
      if (urn.length === 0) continue;
      const to = pick(urn, rng);
      drafts[i].targets.add(to);
      // Pages are found only by links to them: the old page links to the new one as often as vice versa.
      drafts[to].targets.add(i);
      urns.get(drafts[to].relevant)?.push(to);
    }
    urns.get(relevant)?.push(i);
  }
  return finish(drafts, [0, 1], options, rng);
}

/** Stands for a relevance model on anchors: never certain, slightly different for each text. */
export function toyScore(text: string): number {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0;
  const noise = (hash % 1_000) / 5_000;
  return (TOPIC_WORDS.some((word) => text.includes(word)) ? 0.55 : 0.15) + noise;
}

export const toyKeywords = {
  inUrl: (url: string): boolean => TOPIC_WORDS.some((word) => url.includes(word)),
  keywordIn: (text: string): boolean => text.includes(TOPIC_WORDS[0]) || text.includes(TOPIC_WORDS[1]),
  phraseIn: (): boolean => false,
};
