import { count, counted } from '../../parts/words.js';
import { RULES } from './why-rules.js';
import { short, type Terms, type Why } from './why.js';

/** Facts about the step besides its explanation. */
export interface StepFacts {
  readonly outcome: string;
  readonly isSeed: boolean;
  readonly attempt: number;
}

function ordinal(value: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd' }[
    new Intl.PluralRules('en', { type: 'ordinal' }).select(value) as string
  ];
  return `${count(value)}${ending ?? 'th'}`;
}

/** Names of the compared options, if they are not links of the frontier. */
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
  // The rules of the policy already name the number of leaves.
  if (rank === null && TREES.has(policy)) return `It was chosen ${when}.`;
  if (rank === null) return `It was chosen ${when}, out of ${counted(options ?? 1, one, many)}.`;
  const among = options === null ? '' : ` of ${counted(options, one, many)}`;
  const before =
    rank === 1 || exploration ? '' : (BEFORE_IT[policy] ?? ' Those before it could not be fetched at that moment.');
  return `It was chosen ${when}, as the ${rank === 1 ? 'first' : ordinal(rank)}${among}.${before}`;
}

const BEFORE_IT: Readonly<Record<string, string>> = {
  prospector: ' The links before it were revalued, and had lower values by then.',
};

function ruleInWords(why: Why, { outcome, isSeed }: StepFacts, terms: Terms): string {
  if (outcome.startsWith('SITEMAP'))
    return 'It is a sitemap or feed that was read for its URLs. No policy chose it, and it cost no fetch.';
  if (outcome.startsWith('SEARCH'))
    return `The policy queried a search engine${terms.has('query') ? ` for “${terms.get('query') ?? ''}”` : ''}. It cost no fetch.`;
  if (terms.get('fetchedAs') === 'revisit')
    return 'The page was known: the session monitors its pages, and this one was due when no other link was left.';
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
