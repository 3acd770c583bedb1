/** Strategies for choosing pages to label. */
export const LABEL_STRATEGIES = ['mixed', 'uncertain', 'influential', 'newest-domain'] as const;
export type LabelStrategy = (typeof LABEL_STRATEGIES)[number];

/** A fetched page without a label that can be asked about. */
export interface AskablePage {
  /** The judgement of its session's model, in [0, 1]. */
  readonly probability: number;
  /** The threshold of that model. */
  readonly threshold: number;
  readonly linkCount: number;
  /** Epoch ms. */
  readonly fetchedAt: number;
  /** Equal for pages of one domain of one session. */
  readonly domain: string | number;
  /** A uniform random number for each page in the sample; Infinity for other pages. It gives a random order. */
  readonly draw: number;
}

/**
 * With fewer relevant labels a classifier knows little of the topic, and further relevant ones help most. With as many,
 * labels distributed like the crawl's pages help more: threshold and probabilities are learned from the labels, and too
 * many likely relevant ones bias them.
 */
export const ENOUGH_RELEVANT = 10;

/** Candidates of one kind that a queue ranks, of all its sessions together. */
const CANDIDATES = 1_000;
const [LEAST_OF_SESSION, MOST_OF_SESSION] = [100, 500];

/**
 * Number of candidates of each kind to read from each session. A session that has all the best pages can fill the queue
 * alone.
 *
 * @param first pages that are asked for
 */
export const candidatesPerSession = (sessions: number, first: number): number =>
  Math.min(MOST_OF_SESSION, Math.max(LEAST_OF_SESSION, first, Math.floor(CANDIDATES / Math.max(1, sessions))));

/** Distance of a page's probability from the threshold: the smaller, the less certain the model. */
export const marginOf = ({ probability, threshold }: Pick<AskablePage, 'probability' | 'threshold'>): number =>
  Math.abs(probability - threshold);

type Ranking = <Page extends AskablePage>(pages: readonly Page[], first: number, relevantLabels: number) => Page[];

const ascending = <Page extends AskablePage>(pages: readonly Page[], valueOf: (page: Page) => number): Page[] =>
  pages
    .map((page) => ({ page, value: valueOf(page) }))
    .sort((a, b) => a.value - b.value)
    .map(({ page }) => page);

/** Orders every domain's first page before any domain's second: pages of one site are similar. */
function acrossDomains<Page extends AskablePage>(ranked: readonly Page[]): Page[] {
  const seen = new Map<string | number, number>();
  const turns = ranked.map((page) => {
    const turn = seen.get(page.domain) ?? 0;
    seen.set(page.domain, turn + 1);
    return { page, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ page }) => page);
}

/** Alternates between the two lists; each page once. */
function alternating<Page>(one: readonly Page[], other: readonly Page[], first: number): Page[] {
  const taken = new Set<Page>();
  for (let i = 0; i < one.length && taken.size < first; i++) {
    taken.add(one[i]);
    if (taken.size < first) taken.add(other[i]);
  }
  return [...taken];
}

const byUncertainty = <Page extends AskablePage>(pages: readonly Page[]): Page[] => ascending(pages, marginOf);

const RANKINGS: Readonly<Record<LabelStrategy, Ranking>> = {
  mixed: (pages, first, relevantLabels) => {
    const one =
      relevantLabels < ENOUGH_RELEVANT
        ? acrossDomains(ascending(pages, ({ probability }) => -probability))
        : ascending(pages, ({ draw }) => draw);
    return alternating(one, acrossDomains(byUncertainty(pages)), first);
  },
  uncertain: (pages, first) => byUncertainty(pages).slice(0, first),
  influential: (pages, first) =>
    ascending(pages, (page) => -(1 - marginOf(page)) * Math.log(2 + page.linkCount)).slice(0, first),
  'newest-domain': (pages, first) => ascending(pages, ({ fetchedAt }) => -fetchedAt).slice(0, first),
};

/**
 * The pages whose labels would help most, best first.
 *
 * - `mixed`: alternates between the most probably relevant page and the one nearest to the threshold, both spread over
 *   domains. Relevant pages are rare, and the threshold of a model that has seen few of them is far from the class
 *   boundary: the pages nearest to it are nearly all irrelevant. From {@link ENOUGH_RELEVANT} relevant labels on, a
 *   random page replaces the most probable one.
 * - `uncertain`: nearest to the threshold.
 * - `influential`: uncertain pages with many links; these determine what the crawl finds next.
 * - `newest-domain`: fetched last. The caller passes only the first page of each domain.
 *
 * @param pages equals keep their order
 * @param relevantLabels number of relevant labels so far
 */
export function rankForLabels<Page extends AskablePage>(
  strategy: LabelStrategy,
  pages: readonly Page[],
  first: number,
  relevantLabels: number,
): Page[] {
  return RANKINGS[strategy](pages, first, relevantLabels);
}
