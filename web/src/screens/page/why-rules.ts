import { counted, percent } from '../../parts/words.js';
import { short, shortText, type Terms, type Why } from './why.js';

const chance = (value: number | null): string => (value === null ? 'an unknown probability' : percent(value));
const inTurn = (what: string) => (): string => `This policy follows ${what}.`;
const learntValue =
  (what: string) =>
  (why: Why): string =>
    why.exploration
      ? 'The policy was exploring: chance decided, so that it learns what such links bring.'
      : `The policy follows ${what}. Here the Q-value is ${why.value === null ? 'unknown' : short(why.value)}: the reward that it expects, now and later.`;

function byTree(why: Why): string {
  if (why.exploration) {
    const leaves = why.options === null ? 'the leaves' : counted(why.options, 'leaf', 'leaves');
    return `The policy was exploring: it drew one of ${leaves} of its tree by chance, and a link of that leaf.`;
  }
  const value = why.value === null ? 'which is unknown' : short(why.value);
  return `The policy drew links of each leaf of its tree and followed the one with the highest value, ${value}: the reward that it expects, now and later.`;
}

function byArm(why: Why, terms: Terms): string {
  const tried = Number(terms.get('pulls') ?? 0);
  const brought = `Links of this group were followed ${counted(tried, 'time')} before, with a mean reward of ${shortText(terms.get('mean') ?? '0')}.`;
  return why.exploration
    ? `The policy tried a group of alike links to learn more about it, although another group had brought more so far. ${brought}`
    : `The policy follows the group of alike links with the highest upper bound of what it brings. ${brought}`;
}

const FORAGED: Readonly<Record<string, string>> = {
  step: 'It is the next step on the path of a forager.',
  expansion: 'A forager looked at all links of the page it stood on, and this was one of them.',
  pool: 'A forager had nothing of its own to fetch and took a link that others had left.',
  meanwhile: 'All foragers were waiting for hosts, so another known link was fetched meanwhile.',
};

function byForager(why: Why, terms: Terms): string {
  const said = FORAGED[terms.get('fetchedAs') ?? ''] ?? 'A forager fetched it.';
  const forager = terms.get('forager');
  if (forager === undefined) return said;
  const place = ` Forager ${forager} was at step ${terms.get('pathStep') ?? '?'} of its path.`;
  return `${said}${place}${why.exploration ? ' The start of that path was drawn by chance.' : ''}`;
}

function bySpider(why: Why, terms: Terms): string {
  const value = why.value === null ? '' : ` (${short(why.value)})`;
  switch (terms.get('valuedBy')) {
    case 'spider':
      return `The spider, a naive Bayes classifier of link texts, put this link into the bin “${terms.get('bin') ?? ''}”. The policy follows the link with the highest value${value}.`;
    case 'relevance model':
      return `The spider had too few training pages yet, so the relevance model valued the text of the link${value}.`;
    default:
      return `The policy follows the link with the highest value${value}; this one was valued when an earlier spider was at work.`;
  }
}

const DECIDED: Readonly<Record<string, string>> = {
  values: 'by its learned values',
  'few links left': 'because few links were left',
};

function bySkipOrParse(why: Why, terms: Terms): string {
  const read = terms.get('decision') === 'skip' ? 'did not read its links' : 'read its links';
  const how = why.exploration ? 'by chance, to explore' : (DECIDED[terms.get('why') ?? ''] ?? 'by its rules');
  return `The policy follows the newest link. It ${read}, ${how}.`;
}

function byProspector(why: Why, terms: Terms): string {
  const phase = terms.get('phase');
  const worth = why.value === null ? '' : ` of ${short(why.value)}`;
  const standing =
    phase === undefined ? '' : ` At that moment the session was ${phase} (${terms.get('phaseReason') ?? ''}).`;
  const likely = terms.has('chance')
    ? ` Its page was expected to be relevant with a probability of ${chance(Number(terms.get('chance')))}.`
    : '';
  return `The policy follows the link with the highest value; this one had a value${worth}.${likely}${standing}`;
}

function bySearch(_: Why, terms: Terms): string {
  const from = terms.get('from');
  if (from === 'hit') return `It is a hit of the search for “${terms.get('query') ?? ''}”.`;
  if (from === 'reserve') return 'It was kept for the time when no search and no relevant hit leads further.';
  return 'It was reached by links from relevant hits of searches.';
}

/** The rule of each policy, in words that need no knowledge of it. */
export const RULES: Readonly<Record<string, (why: Why, terms: Terms) => string>> = {
  'best-first': ({ value }) =>
    `The policy follows the link whose text is most probably relevant: this one with ${chance(value)}.`,
  'breadth-first': inTurn('links in the order in which they were found, the oldest first'),
  'depth-first': inTurn('the newest link'),
  'modified-dfs': inTurn('the newest link, but first those of pages whose host was not crawled just before'),
  'iterative-deepening': inTurn('the newest link down to a depth that grows'),
  random: inTurn('links drawn by chance, each as probable as any other'),
  'tree-random': ({ options }) =>
    `The policy drew one of ${options === null ? 'the leaves' : counted(options, 'leaf', 'leaves')} of its tree by chance, and a link of that leaf.`,
  tres: byTree,
  synchronous: learntValue('the link with the highest Q-value of the whole frontier'),
  'tres-async': learntValue('the link whose Q-value was highest when it was found'),
  async: learntValue('the link whose linear Q-value was highest when it was found'),
  prospector: byProspector,
  'tag-path-bandit': byArm,
  'nb-immediate': bySpider,
  'nb-future': bySpider,
  'forager-weblog': byForager,
  'forager-td': byForager,
  'forager-hybrid': byForager,
  'skip-parse': bySkipOrParse,
  optimal: (_, terms) =>
    `The policy knows the whole web. From here it takes ${terms.get('linksToReward') ?? 'an unknown number of'} links to a relevant page.`,
  beam: ({ value }) =>
    `The policy follows the best of a fixed number of URLs, judged by the URL alone. It gave this one ${chance(value)}.`,
  ache: ({ value }) =>
    `The policy takes turns between domains and follows the best link of the one that was not visited for longest. The priority of this link is ${value === null ? 'unknown' : short(value)}.`,
  seedfinder: bySearch,
};
