/** Which pages a label is asked for. */
export const LABEL_STRATEGIES = ['mixed', 'uncertain', 'influential', 'newest-domain'] as const;
export type LabelStrategy = (typeof LABEL_STRATEGIES)[number];

/** A fetched page that has no label and could be asked about. */
export interface AskablePage {
  /** As its session's model judged it, in [0, 1]. */
  readonly probability: number;
  /** Of that model. */
  readonly threshold: number;
  readonly linkCount: number;
  /** Epoch ms. */
  readonly fetchedAt: number;
  /** The same for pages of one domain of one session. */
  readonly domain: string | number;
  /** Drawn once for each page of a sample of the crawl, evenly from some range; Infinity for pages outside of it. Their order is a random one. */
  readonly draw: number;
}

/**
 * With fewer relevant labels a classifier knows little of the topic, and more of them help most; with as many, labels that are like the pages of the crawl do:
 * threshold and probabilities are learnt from the labels, and too many of what looks relevant spoil them.
 */
export const ENOUGH_RELEVANT = 10;

/** Distance of a page's probability from the threshold: the smaller, the less sure its model is. */
export const marginOf = ({ probability, threshold }: Pick<AskablePage, 'probability' | 'threshold'>): number =>
  Math.abs(probability - threshold);

type Ranking = <Page extends AskablePage>(pages: readonly Page[], first: number, relevantLabels: number) => Page[];

const ascending = <Page extends AskablePage>(pages: readonly Page[], valueOf: (page: Page) => number): Page[] =>
  pages
    .map((page) => ({ page, value: valueOf(page) }))
    .sort((a, b) => a.value - b.value)
    .map(({ page }) => page);

/** Every domain's first page before any domain's second: pages of one site say much the same. */
function acrossDomains<Page extends AskablePage>(ranked: readonly Page[]): Page[] {
  const seen = new Map<string | number, number>();
  const turns = ranked.map((page) => {
    const turn = seen.get(page.domain) ?? 0;
    seen.set(page.domain, turn + 1);
    return { page, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ page }) => page);
}

/** One of the first list, one of the second, and so on, each page once. */
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
 * - `mixed`: by turns one that is judged most probably relevant and one nearest to the threshold, both spread over domains. Relevant pages are rare, and the
 *   threshold of a model that has seen few of them is far from where the classes part: the nearest to it alone are nearly all irrelevant. Once there are
 *   {@link ENOUGH_RELEVANT} relevant labels, one drawn at random takes the place of the most probable.
 * - `uncertain`: nearest to the threshold.
 * - `influential`: uncertain pages with many links; these decide what the crawl finds next.
 * - `newest-domain`: fetched last. The caller gives the first page of each domain alone.
 *
 * @param pages equals keep their order
 * @param relevantLabels pages known to be relevant so far
 */
export function rankForLabels<Page extends AskablePage>(
  strategy: LabelStrategy,
  pages: readonly Page[],
  first: number,
  relevantLabels: number,
): Page[] {
  return RANKINGS[strategy](pages, first, relevantLabels);
}
