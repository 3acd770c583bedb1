import { count, counted, percent } from '../../parts/words.js';

/** Why a page was fetched, as the API tells it. */
export interface Why {
  readonly policy: string;
  readonly value: number | null;
  readonly exploration: boolean;
  readonly rank: number | null;
  readonly options: number | null;
  readonly chosenAfter: number;
  readonly terms: readonly { readonly name: string; readonly value: string }[] | null;
}

/** What is known of its step besides. */
export interface StepFacts {
  readonly outcome: string;
  readonly isSeed: boolean;
  readonly attempt: number;
}

/** A number as it is read: with four digits that say something. */
export const short = (value: number): string =>
  Number.isInteger(value) ? count(value) : String(Number(value.toPrecision(4)));

const shortText = (text: string): string => (/^-?\d+\.\d+(e-?\d+)?$/.test(text) ? short(Number(text)) : text);

/** `anchorProbability` as words. */
export const spoken = (name: string): string =>
  name.replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);

function ordinal(value: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd' }[
    new Intl.PluralRules('en', { type: 'ordinal' }).select(value) as string
  ];
  return `${count(value)}${ending ?? 'th'}`;
}

type Terms = ReadonlyMap<string, string>;

const chance = (value: number | null): string => (value === null ? 'an unknown probability' : percent(value));
const inTurn = (what: string) => (): string => `This policy follows ${what}.`;
const learntValue =
  (what: string) =>
  (why: Why): string =>
    why.exploration
      ? 'The policy was exploring: chance decided, so that it learns what such links bring.'
      : `The policy follows ${what}. Here the Q-value is ${why.value === null ? 'unknown' : short(why.value)}: so much reward it expects, now and later.`;

function byTree(why: Why): string {
  if (why.exploration) {
    const leaves = why.options === null ? 'the leaves' : counted(why.options, 'leaf', 'leaves');
    return `The policy was exploring: it drew one of ${leaves} of its tree by chance, and a link of that leaf.`;
  }
  const value = why.value === null ? 'which is unknown' : short(why.value);
  return `The policy drew links of each leaf of its tree and followed the one with the highest value, ${value}: so much reward it expects, now and later.`;
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
      return `The spider had not learnt from enough pages yet, so the relevance model valued the text of the link${value}.`;
    default:
      return `The policy follows the link with the highest value${value}; this one was valued when an earlier spider was at work.`;
  }
}

const DECIDED: Readonly<Record<string, string>> = {
  values: 'by the values it has learnt',
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

const RULES: Readonly<Record<string, (why: Why, terms: Terms) => string>> = {
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

/** What was compared, where that is not the links of the frontier. */
const COMPARED: Readonly<Record<string, readonly [string, string]>> = {
  tres: ['link that was drawn', 'links that were drawn'],
  'tag-path-bandit': ['group', 'groups'],
  'forager-weblog': ['link within reach', 'links within reach'],
  'forager-td': ['link within reach', 'links within reach'],
  'forager-hybrid': ['link within reach', 'links within reach'],
  beam: ['URL of the beam', 'URLs of the beam'],
};

const TREES: ReadonlySet<string> = new Set(['tres', 'tree-random']);

/** Its place among what was compared, with when that was. */
function placeInWords({ policy, rank, options, chosenAfter, exploration }: Why, { isSeed }: StepFacts): string {
  const when = chosenAfter === 0 ? 'before any step was completed' : `after ${counted(chosenAfter, 'completed step')}`;
  const [one, many] = COMPARED[policy] ?? ['candidate', 'candidates'];
  if (isSeed || (options === null && rank === null)) return `It was chosen ${when}.`;
  // This policy ranks domains and counts links.
  if (policy === 'ache')
    return `It was chosen ${when}, of ${counted(options ?? 1, 'candidate')}; its domain was the ${ordinal(rank ?? 1)} in turn.`;
  // Which leaves it drew one of is told already.
  if (rank === null && TREES.has(policy)) return `It was chosen ${when}.`;
  if (rank === null) return `It was chosen ${when}, out of ${counted(options ?? 1, one, many)}.`;
  const among = options === null ? '' : ` of ${counted(options, one, many)}`;
  const before =
    rank === 1 || exploration ? '' : (BEFORE_IT[policy] ?? ' Those before it could not be fetched at that moment.');
  return `It was chosen ${when}, as the ${rank === 1 ? 'first' : ordinal(rank)}${among}.${before}`;
}

const BEFORE_IT: Readonly<Record<string, string>> = {
  prospector: ' Those before it were valued anew, and were worth less by then.',
};

function ruleInWords(why: Why, { outcome, isSeed }: StepFacts, terms: Terms): string {
  if (outcome.startsWith('SITEMAP'))
    return 'It is a sitemap or feed that was read for its URLs. No policy chose it, and it cost no fetch.';
  if (outcome.startsWith('SEARCH'))
    return `The policy asked a search engine${terms.has('query') ? ` for “${terms.get('query') ?? ''}”` : ''}. It cost no fetch.`;
  if (terms.get('fetchedAs') === 'revisit')
    return 'It is known already: the session monitors its pages, and nothing else was left to do when this one was due.';
  if (isSeed) return 'It is a seed: the session was started with it, and seeds are fetched first.';
  return (
    RULES[why.policy]?.(why, terms) ??
    (why.exploration
      ? 'Chance decided, to explore.'
      : `The policy valued it with ${why.value === null ? 'an unknown value' : short(why.value)}.`)
  );
}

/** Why it was chosen, in sentences that need no knowledge of the policy. */
export function whyInWords(why: Why, step: StepFacts): string[] {
  const terms: Terms = new Map((why.terms ?? []).map(({ name, value }) => [name, value]));
  const again =
    step.attempt === 0 ? [] : [`This was attempt ${step.attempt + 1}: the one before failed in a way that may pass.`];
  return [ruleInWords(why, step, terms), placeInWords(why, step), ...again];
}

/** Terms of policies by what they mean. */
const TERMS: Readonly<Record<string, string>> = {
  phase: 'Phase of the session',
  phaseReason: 'Since when and why',
  chance: 'Expected chance of a relevant page',
  domainWorth: 'Factor for its domain, by the objective',
  reasons: 'What counted most',
  arm: 'Tag path of the group',
  mean: 'Mean reward of the group',
  bound: 'Upper bound of the group',
  pulls: 'Links of the group followed before',
  fetchedAs: 'Fetched as',
  pathStep: 'Step of the path of the forager',
  stepUrlNo: 'Number of the URL where the forager stands',
  startUrlNo: 'Number of the URL where its path began',
  score: 'Score of the forager',
  states: 'States of pages come from',
  valuedBy: 'Valued by',
  bin: 'Bin of the spider',
  probability: 'Probability of that bin',
  decision: 'Its links',
  why: 'Decided by',
  state: 'State of the page',
  parseValue: 'Value of reading its links',
  skipValue: 'Value of not reading them',
  focus: 'Focus of the crawl',
  domainLastVisit: 'Last visit of its domain, by step',
  classifierVersion: 'Version of the classifier of links',
  from: 'Taken from',
  depth: 'Links from the seed',
  known: 'Page of the known web',
  linksToReward: 'Links to a relevant page',
  examples: 'Examples that the weights were learnt from',
  query: 'Query',
  page: 'Page of results',
  precision: 'Precision of the last query',
  qValue: 'Q-value of the network alone',
  prior: 'Value by the prior',
  shareOfQ: 'Share of the network in the value',
};

/** The policy's own terms with what they mean. */
export const termsInWords = (terms: Why['terms']): { name: string; value: string }[] =>
  (terms ?? []).map(({ name, value }) => ({ name: TERMS[name] ?? spoken(name), value: shortText(value) }));
