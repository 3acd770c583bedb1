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
  readonly ok?: boolean;
  readonly terms?: ReadonlyMap<string, number>;
}

/** Asks the plan's next query, which comes to this. @returns the query after it */
function after(
  plan: QueryPlan,
  { fresh = [], known = [], ok = true, terms = new Map() }: Outcome,
): readonly string[] | null {
  const asked = plan.next;
  if (asked === null) throw new Error('there is no query');
  plan.ask(asked);
  const round = new QueryRound(asked);
  round.begin(0);
  const links = fresh.map((_, i) => ({ urlNo: 10 + i, source: 0 })) as unknown as ObservedStep['links'];
  const seen = known.map((relevant, i): KnownLink => ({ urlNo: 50 + i, step: relevant ? 2 : 1, tagPathNo: 0 }));
  round.take({ ...page(0, false), ok, links, known: seen }, 100, view);
  for (const [i, relevant] of fresh.entries()) {
    round.chose(100 + i);
    round.judge(page(100 + i, relevant), terms);
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
    // Two relevant documents and one that is not.
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

  it('comes to an end when every term was used', () => {
    const plan = new QueryPlan({ ...OPTIONS, initialTerms: 1 }, ['bread', 'cheese']);
    expect(after(plan, { fresh: [true] })).toEqual(['cheese']);
    expect(after(plan, { fresh: [true] })).toBeNull();
    plan.learn(new Map([['olive', 0.5]]));
    expect(plan.next).toEqual(['olive']);
  });
});
