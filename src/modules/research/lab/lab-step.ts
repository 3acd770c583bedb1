import type { Explanation } from '../../../domain/policies/index.js';
import type { CrawlState, StepRecord } from '../../../domain/session/index.js';
import { hostOf } from '../../../domain/url/index.js';

/** One step of a run in the lab: the choice with its reason, its result, and the labels. */
export interface LabStep extends Explanation {
  /** Order of choice, from 0. */
  readonly step: number;
  /** Number of the fetch in the budget, from 1; null for a step that cost none: a search, a sitemap. */
  readonly fetch: number | null;
  readonly as: StepRecord['plan']['as'];
  readonly url: string;
  /** The URL after all redirects. */
  readonly finalUrl: string;
  /** Page whose link was followed; null for a seed and for a search. */
  readonly source: string | null;
  /** Of the chosen URL. */
  readonly host: string;
  readonly outcome: StepRecord['outcome'];
  /** Whether it brought a page. */
  readonly ok: boolean;
  /** The judge's verdict on the page; 0 and false without a page. */
  readonly probability: number;
  readonly judgedRelevant: boolean;
  /** The label's verdict on the page. */
  readonly labelledRelevant: boolean;
}

/** Creates steps from the records of one run, in the order of completion. */
export class LabSteps {
  private readonly pages = new Map<number, string>();

  constructor(private readonly isRelevant: (url: string) => boolean) {}

  /** @param state after the step */
  of({ plan, outcome, facts }: StepRecord, state: Pick<CrawlState, 'spent'>): LabStep {
    const { finalUrl, redirects, probability, relevant } = facts;
    const url = redirects[0] ?? finalUrl;
    const ok = outcome === 'page';
    if (ok) this.pages.set(plan.step, finalUrl);
    return {
      step: plan.step,
      fetch: plan.as !== 'page' || facts.free ? null : state.spent,
      as: plan.as,
      url,
      finalUrl,
      source: this.pages.get(plan.source) ?? null,
      host: hostOf(url),
      outcome,
      ok,
      ...plan.explanation,
      probability: ok ? probability : 0,
      judgedRelevant: ok && relevant,
      labelledRelevant: ok && this.isRelevant(finalUrl),
    };
  }
}
