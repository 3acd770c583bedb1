import { type Confusion, f1Of, precisionOf, recallOf } from '../../../domain/learning/calibration-measures.js';
import type { LabStep } from './lab-step.js';

/** Terms of explanations that name the part of a policy that made the choice. */
const CHOOSERS = ['phase', 'valuer'] as const;
/** Most hosts listed for one policy and budget. */
const MAX_HOSTS = 100;

/** The judge's accuracy on the fetched pages, by the labels, without the pages that it was trained on. */
export interface JudgeScore {
  readonly pages: number;
  /** 0 if it called no page relevant. */
  readonly precision: number;
  /** 0 if no page was relevant. */
  readonly recall: number;
  readonly f1: number;
}

/** Fetches of one host, or by one part of a policy; means over runs. */
interface FetchShare {
  readonly name: string;
  readonly fetches: number;
  /** The number of these that brought no page. */
  readonly failed: number;
  /** According to the labels. */
  readonly relevant: number;
  readonly judgedRelevant: number;
}

/** Distribution of the fetches of a policy. */
export interface FetchShares {
  /** Those with the most fetches. */
  readonly hosts: readonly FetchShare[];
  readonly otherHosts: number;
  /** By the terms of explanations that name a part of the policy, such as its phase. */
  readonly chosenBy: Readonly<Record<string, readonly FetchShare[]>>;
}

type Counts = Omit<{ -readonly [K in keyof FetchShare]: FetchShare[K] }, 'name'>;
type Confused = { -readonly [K in keyof Confusion]: number };

const noConfusion = (): Confused => ({ truePositives: 0, falsePositives: 0, falseNegatives: 0, trueNegatives: 0 });

/** Counts the steps of one run. */
export class RunTally {
  readonly hosts = new Map<string, Counts>();
  readonly chosenBy = new Map<string, Map<string, Counts>>();
  /** At each mark, and at the end. */
  readonly judged: Confusion[] = [];
  private readonly now = noConfusion();
  private fetches = 0;

  /**
   * @param marks numbers of fetches, ascending
   * @param examples pages that the judge was trained on
   */
  constructor(
    private readonly marks: readonly number[],
    private readonly examples: ReadonlySet<string>,
  ) {}

  add(step: LabStep): void {
    if (step.fetch === null) return;
    this.pass(++this.fetches - 1);
    count(this.hosts, step.host, step);
    for (const chooser of CHOOSERS) {
      const name = step.terms?.[chooser];
      if (name === undefined) continue;
      const known = this.chosenBy.get(chooser) ?? new Map<string, Counts>();
      this.chosenBy.set(chooser, known);
      count(known, String(name), step);
    }
    if (!step.ok || this.examples.has(step.finalUrl)) return;
    if (step.judgedRelevant) this.now[step.labelledRelevant ? 'truePositives' : 'falsePositives']++;
    else this.now[step.labelledRelevant ? 'falseNegatives' : 'trueNegatives']++;
  }

  end(): void {
    this.pass(Infinity);
    this.judged.push({ ...this.now });
  }

  /** Records the state at the marks passed with this number of fetches. */
  private pass(fetches: number): void {
    while (this.judged.length < this.marks.length && this.marks[this.judged.length] <= fetches)
      this.judged.push({ ...this.now });
  }
}

function count(counts: Map<string, Counts>, name: string, step: LabStep): void {
  const known = counts.get(name) ?? { fetches: 0, failed: 0, relevant: 0, judgedRelevant: 0 };
  known.fetches++;
  known.failed += Number(!step.ok);
  known.relevant += Number(step.labelledRelevant);
  known.judgedRelevant += Number(step.judgedRelevant);
  counts.set(name, known);
}

/** For all runs together. @param at index of the mark, or the index after the last one for the end */
export function judgeScore(runs: readonly RunTally[], at: number): JudgeScore {
  const sum = noConfusion();
  for (const { judged } of runs)
    for (const name of Object.keys(sum) as (keyof Confusion)[]) sum[name] += judged[at][name];
  const pages = sum.truePositives + sum.falsePositives + sum.falseNegatives + sum.trueNegatives;
  return { pages, precision: precisionOf(sum), recall: recallOf(sum), f1: f1Of(sum) };
}

/** Means over the runs. */
export function fetchShares(runs: readonly RunTally[]): FetchShares {
  const hosts = shares(runs.map((run) => run.hosts));
  const choosers = CHOOSERS.filter((chooser) => runs.some(({ chosenBy }) => chosenBy.has(chooser)));
  return {
    hosts: hosts.slice(0, MAX_HOSTS),
    otherHosts: Math.max(0, hosts.length - MAX_HOSTS),
    chosenBy: Object.fromEntries(
      choosers.map((chooser) => [chooser, shares(runs.map(({ chosenBy }) => chosenBy.get(chooser) ?? new Map()))]),
    ),
  };
}

function shares(runs: readonly ReadonlyMap<string, Counts>[]): FetchShare[] {
  const sums = new Map<string, Counts>();
  for (const run of runs)
    for (const [name, counts] of run) {
      const sum = sums.get(name) ?? { fetches: 0, failed: 0, relevant: 0, judgedRelevant: 0 };
      for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key] / runs.length;
      sums.set(name, sum);
    }
  return [...sums]
    .map(([name, counts]) => ({ name, ...counts }))
    .sort((a, b) => b.fetches - a.fetches || (a.name < b.name ? -1 : 1));
}
