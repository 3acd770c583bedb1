import { ruleInWords, spoken } from '../../parts/named-words.js';
import { shortText, type Why } from './why.js';

/** Terms of policies by what they mean. */
const TERMS: Readonly<Record<string, string>> = {
  phase: 'Phase of the session',
  phaseReason: 'Start and cause of the phase',
  chance: 'Expected chance of a relevant page',
  domainWorth: 'Factor for its domain, by the objective',
  reasons: 'Main reasons',
  valuer: 'Links compared by',
  arm: 'Tag path of the group',
  mean: 'Mean reward of the group',
  bound: 'Upper bound of the group',
  pulls: 'Links of the group followed before',
  fetchedAs: 'Fetched as',
  pathStep: 'Step of the path of the forager',
  stepUrlNo: 'Number of the URL where the forager stands',
  startUrlNo: 'Number of the URL where its path began',
  score: 'Score of the forager',
  states: 'Source of page states',
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
  depthLimit: 'Depth limit',
  round: 'Round',
  known: 'Page of the known web',
  linksToReward: 'Links to a relevant page',
  examples: 'Training examples of the weights',
  query: 'Query',
  page: 'Page of results',
  precision: 'Precision of the last query',
  qValue: 'Q-value of the network alone',
  prior: 'Value by the prior',
  shareOfQ: 'Share of the network in the value',
};

/** Values of terms that are names. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  valuer: { learnt: 'the learned value', text: 'the text of the link', turns: 'sites in turn' },
};

/** The policy's own terms with what they mean. */
export const termsInWords = (terms: Why['terms']): { name: string; value: string }[] =>
  (terms ?? []).map(({ name, value }) => ({
    name: TERMS[name] ?? spoken(name),
    value: VALUES[name]?.[value] ?? shortText(value),
  }));

/** Rules of a tree from its root on. Bounds that read alike differ in digits that are not shown, and are said once. */
export const rulesInWords = (rules: readonly string[]): string[] => [...new Set(rules.map(ruleInWords))];
