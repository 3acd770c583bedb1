import { jest } from '@jest/globals';
import { decodeSnapshot, encodeSnapshot } from '../../base/snapshot.js';
import type { FrontierView, KnownLink } from '../../frontier/frontier-view.js';
import type { ObservedStep } from '../policy.js';
import { QueryPlan } from './query-plan.js';
import { QueryRound } from './query-round.js';

const OPTIONS = {
  initialTerms: 2,
  maxTerms: 4,
  initialScore: 0.01,
  goodPrecision: 0.5,
  freshShare: 0.5,
  maxVocabulary: 1_000,
};
const KEYWORDS = ['bread', 'cheese', 'olive', 'tomato', 'pepper'];

const STEP = {
  urlNo: 0,
  source: 0,
  domainNo: 0,
  url: '',
  probability: 0,
  known: [],
  links: [],
  page: null,
};
const page = (choice: number, relevant: boolean): ObservedStep => ({
  ...STEP,
  step: choice,
  choice,
  ok: true,
  relevant,
  reward: relevant ? 1 : 0,
});
/** A view in which the pages of even steps are relevant. */
const view = { path: (step: number) => ({ reward: step % 2 === 0 ? 1 : 0 }) } as FrontierView;

interface Outcome {
  /** Verdicts of new hits. */
  readonly fresh?: readonly boolean[];
  /** Hits that were fetched before, and their verdicts. */
  readonly known?: readonly boolean[];
  /** New hits that could not be fetched. */
  readonly broken?: number;
  readonly ok?: boolean;
  readonly terms?: ReadonlyMap<string, number>;
}

/** Makes the plan's next query, with this result. @returns the query after it */
function after(
  plan: QueryPlan,
  { fresh = [], known = [], broken = 0, ok = true, terms = new Map() }: Outcome,
): readonly string[] | null {
  const asked = plan.next;
  if (asked === null) throw new Error('there is no query');
  plan.ask(asked);
  const round = new QueryRound(asked);
  round.begin(0);
  const links = Array.from({ length: fresh.length + broken }, (_, i) => ({
    urlNo: 10 + i,
    source: 0,
  })) as unknown as ObservedStep['links'];
  const seen = known.map((relevant, i): KnownLink => ({ urlNo: 50 + i, step: relevant ? 2 : 1, tagPathNo: 0 }));
  round.take({ ...page(0, false), ok, links, known: seen }, 100, view);
  for (const [i, relevant] of fresh.entries()) {
    round.chose(100 + i);
    round.judge(page(100 + i, relevant), terms);
  }
  for (let i = fresh.length; i < links.length; i++) {
    round.chose(100 + i);
    round.judge({ ...page(100 + i, false), ok: false }, terms);
  }
  plan.conclude(round);
  return plan.next;
}

describe('the next query', () => {
  it('begins with the first keywords', () => {
    expect(new QueryPlan(OPTIONS, KEYWORDS).next).toEqual(['bread', 'cheese']);
    expect(new QueryPlan(OPTIONS, []).next).toBeNull();
  });

  it('is one term longer after poor precision, and what was asked counts less', () => {
    const plan = new QueryPlan(OPTIONS, KEYWORDS);
    expect(after(plan, { fresh: [true, false, false, false] })).toEqual(['olive', 'tomato', 'pepper']);
    expect(plan.precision).toBe(0.25);
  });

  it('is as long as before when most hits are new', () => {
    expect(after(new QueryPlan(OPTIONS, KEYWORDS), { fresh: [true, true, true], known: [false] })).toHaveLength(2);
  });

  it('is one term shorter when precision is fine and few hits are new', () => {
    expect(after(new QueryPlan(OPTIONS, KEYWORDS), { fresh: [true], known: [true, true] })).toHaveLength(1);
  });

  it('is one term shorter when there were no hits', () => {
    expect(after(new QueryPlan(OPTIONS, KEYWORDS), {})).toHaveLength(1);
  });

  it('is never longer than the longest', () => {
    const plan = new QueryPlan({ ...OPTIONS, initialTerms: 4 }, KEYWORDS);
    expect(after(plan, { fresh: [true, false, false] })).toHaveLength(4);
  });

  it('learns the terms of its documents above the threshold alone', () => {
    const terms = new Map([['feta', 0.4]]);
    const good = new QueryPlan(OPTIONS, KEYWORDS);
    // Two relevant documents and an irrelevant one.
    expect(after(good, { fresh: [true, true, false], terms })).toEqual(['feta', 'olive']);
    const poor = new QueryPlan(OPTIONS, KEYWORDS);
    expect(after(poor, { fresh: [true, false], terms })).not.toContain('feta');
  });

  it('is the same again when the engine did not answer, five times in a row', () => {
    const plan = new QueryPlan(OPTIONS, KEYWORDS);
    for (let failure = 1; failure < 5; failure++) expect(after(plan, { ok: false })).toEqual(['bread', 'cheese']);
    expect(after(plan, { ok: false })).toBeNull();
    expect(plan.queries).toBe(0);
  });

  it('loses nothing of its terms when there were no hits, or no hit came to a verdict', () => {
    const plan = new QueryPlan(OPTIONS, KEYWORDS);
    after(plan, {});
    expect(plan.terms.meanOf(['bread', 'cheese'])).toBe(OPTIONS.initialScore);
    const failing = new QueryPlan(OPTIONS, KEYWORDS);
    after(failing, { broken: 3 });
    expect(failing.terms.meanOf(['bread', 'cheese'])).toBe(OPTIONS.initialScore);
  });

  it('asks again for what had no hits, with fewer terms, but only after more pages', () => {
    const plan = new QueryPlan(OPTIONS, ['bread', 'cheese']);
    expect(after(plan, {})).toEqual(['bread']);
    expect(plan.nextAtOnce).toBeNull();
    expect(after(plan, {})).toEqual(['cheese']);
    expect(after(plan, {})).toEqual(['bread']);
    expect(after(plan, { fresh: [true] })).toEqual(['cheese']);
    expect(after(plan, { fresh: [true] })).toBeNull();
  });

  it('may be made at once while it has a new term', () => {
    const plan = new QueryPlan(OPTIONS, KEYWORDS);
    expect(after(plan, {})).toEqual(['olive']);
    expect(plan.nextAtOnce).toEqual(['olive']);
  });

  it('has what the crawl teaches when every term was used, and is made after more pages then', () => {
    const plan = new QueryPlan({ ...OPTIONS, initialTerms: 1 }, ['bread', 'cheese']);
    const page = (...terms: string[]) => jest.fn(() => new Map(terms.map((term) => [term, 0.5])));
    const early = page('oven');
    plan.learn(true, early);
    expect(after(plan, { fresh: [true] })).toEqual(['cheese']);
    expect(after(plan, { fresh: [true] })).toBeNull();
    plan.learn(false, early);
    // While there were queries to make, and before there was a relevant page, pages taught nothing.
    expect(early).not.toHaveBeenCalled();
    plan.learn(true, page('menu', 'olive'));
    plan.learn(true, page('menu', 'olive'));
    plan.learn(false, page('menu'));
    expect(plan.nextAtOnce).toBeNull();
    expect(plan.next).toEqual(['olive']);
    // Not a new query: its hits were known. One with new hits ends it.
    expect(after(plan, { known: [true] })).toEqual(['menu']);
    expect(plan.nextAtOnce).toBeNull();
    expect(after(plan, { fresh: [true], terms: new Map([['feta', 0.2]]) })).toEqual(['feta']);
    expect(plan.nextAtOnce).toEqual(['feta']);
  });

  it('is made of what relevant seeds say when there are no keywords, and at once', () => {
    const plan = new QueryPlan(OPTIONS, []);
    plan.learn(true, () => new Map([['olive', 0.5]]));
    expect(plan.nextAtOnce).toEqual(['olive']);
  });

  it('is the same after save and restore', () => {
    const plan = new QueryPlan(OPTIONS, ['bread', 'cheese']);
    after(plan, {});
    after(plan, { fresh: [true, true] });
    plan.learn(true, () => new Map([['olive', 0.5]]));
    const other = new QueryPlan(OPTIONS, []);
    other.restore(decodeSnapshot(encodeSnapshot(plan.save())));
    expect(other.next).toEqual(plan.next);
    expect(other.save()).toEqual(plan.save());
  });
});
