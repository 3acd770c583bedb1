import { ruleInWords, spoken } from '../../parts/named-words.js';
import { short, type Why } from './why.js';
import { termsInWords } from './why-terms.js';
import { whyInWords } from './why-words.js';

const WHY: Why = {
  ...{ policy: 'best-first', value: 0.8321, exploration: false, rank: 1, options: 812, chosenAfter: 40, terms: null },
};
const STEP = { outcome: 'PAGE', isSeed: false, attempt: 0 };
const terms = (named: Readonly<Record<string, string>>): Why['terms'] =>
  Object.entries(named).map(([name, value]) => ({ name, value }));

test('a choice is said in words, with its place among the options', () => {
  expect(whyInWords(WHY, STEP)).toEqual([
    'The policy follows the link whose text is most probably relevant: this one with 83.2%.',
    'It was chosen after 40 completed steps, as the first of 812 candidates.',
  ]);
  expect(whyInWords({ ...WHY, rank: 3 }, { ...STEP, attempt: 1 }).slice(1)).toEqual([
    'It was chosen after 40 completed steps, as the 3rd of 812 candidates. Those before it could not be fetched at that moment.',
    'This was attempt 2: the one before failed in a way that may pass.',
  ]);
  expect(whyInWords({ ...WHY, rank: null, options: null, chosenAfter: 0 }, { ...STEP, isSeed: true })).toEqual([
    'It is a seed: the session was started with it, and seeds are fetched first.',
    'It was chosen before any step was completed.',
  ]);
});

test.each<[Partial<Why>, string]>([
  [
    { policy: 'tres', options: 7, value: 1.25 },
    'followed the one with the highest value, 1.25: the reward that it expects, now and later. It was chosen after 40 completed steps, as the first of 7 links that were drawn.',
  ],
  [{ policy: 'tres', options: 1, exploration: true }, 'exploring: it drew one of 1 leaf of its tree by chance'],
  [{ policy: 'synchronous', exploration: true }, 'exploring: chance decided'],
  [
    { policy: 'tag-path-bandit', exploration: true, terms: terms({ pulls: '2', mean: '0.51234' }) },
    'followed 2 times before, with a mean reward of 0.5123',
  ],
  [{ policy: 'nb-future', terms: terms({ valuedBy: 'spider', bin: 'soon' }) }, 'put this link into the bin “soon”'],
  [{ policy: 'nb-future', terms: terms({ valuedBy: 'relevance model' }) }, 'had too few training pages yet'],
  [
    { policy: 'forager-td', terms: terms({ fetchedAs: 'expansion', forager: '2', pathStep: '4' }) },
    'Forager 2 was at step 4 of its path.',
  ],
  [
    { policy: 'skip-parse', terms: terms({ decision: 'skip', why: 'values' }) },
    'It did not read its links, by its learned values.',
  ],
  [
    {
      policy: 'prospector',
      terms: terms({ phase: 'searching', phaseReason: 'nothing relevant was found so far', chance: '0.25' }),
    },
    'with a probability of 25%. At that moment the session was searching',
  ],
  [
    { policy: 'seedfinder', terms: terms({ from: 'hit', query: 'goat cheese' }) },
    'a hit of the search for “goat cheese”',
  ],
  [{ policy: 'of-somebody', value: 2.5 }, 'The policy valued it with 2.5.'],
])('%o', (why, words) => {
  expect(whyInWords({ ...WHY, ...why }, STEP).join(' ')).toContain(words);
});

test('what no policy chose is said to be so', () => {
  expect(whyInWords(WHY, { ...STEP, outcome: 'SITEMAP' })[0]).toContain('No policy chose it');
  expect(whyInWords({ ...WHY, terms: terms({ fetchedAs: 'revisit' }) }, STEP)[0]).toContain('monitors its pages');
});

test('names and numbers are made readable', () => {
  expect([spoken('anchorProbability'), short(0.123456), short(12_345), short(-2)]).toEqual([
    'anchor probability',
    '0.1235',
    '12,345',
    '-2',
  ]);
  expect(ruleInWords('keywordInAnchor <= 0.5')).toBe('keyword in anchor ≤ 0.5');
  expect(spoken('urlDepth')).toBe('URL depth');
  expect(ruleInWords('keywordInUrl <= 0.5, or keywordInUrl > 0.5')).toBe(
    'keyword in URL ≤ 0.5, or keyword in URL > 0.5',
  );
  expect(termsInWords(terms({ pulls: '12', mean: '0.3333333333', valuer: 'turns', ownTerm: 'as it is' }))).toEqual([
    { name: 'Links of the group followed before', value: '12' },
    { name: 'Mean reward of the group', value: '0.3333' },
    { name: 'Links compared by', value: 'sites in turn' },
    { name: 'own term', value: 'as it is' },
  ]);
});
