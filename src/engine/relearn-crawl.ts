import { NO_SOURCE, type Candidate } from '../domain/policies/index.js';
import { applyStep, followStep, seedCrawl, type CrawlState, type Judge, type RemoteJudge, type StepRecord } from '../domain/session/index.js';
import type { CrawlStore, LoggedChoice } from './crawl-store.js';
import { judgedAnew } from './judged-anew.js';

/** What another judge made of a page. */
export interface Rejudged {
  readonly step: number;
  readonly score: number;
  readonly relevant: boolean;
  readonly reward: number;
}

/**
 * Brings a fresh state to where a session is, as another judge sees its pages: the log is gone through from its beginning, every page judged anew, and
 * the policy follows the choices that were made and learns from the rewards they would have had. Candidates get the values the new model gives them.
 *
 * Fetches that were under way are forgotten: they are chosen again, or others in their place.
 *
 * @param onRejudged called with each page, in order of completion
 * @param signal ends the waiting for a remote judge
 * @throws ClassifierError when a remote judge will not answer
 */
export async function relearnCrawl(
  state: CrawlState, store: CrawlStore, seeds: readonly string[], judge: Judge | RemoteJudge, onRejudged: (page: Rejudged) => Promise<void> | void,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  seedCrawl(state, seeds);
  const choices = [...(await store.choices(0))].sort((a, b) => a.step - b.step);
  const links = new ChosenLinks(choices);
  let next = 0;
  const followUntil = async (completed: number): Promise<void> => {
    const from = next;
    while (next < choices.length && choices[next].chosenAfter <= completed) next++;
    const due = choices.slice(from, next);
    if (due.length === 0) return;
    const urls = await store.urlsOf(due.filter(({ source }) => source === NO_SOURCE).map(({ urlNo }) => urlNo));
    for (const choice of due) followStep(state, { ...choice, candidate: links.take(choice, urls.get(choice.urlNo) ?? '') });
  };
  for await (const facts of judgedAnew(store.steps(0), state.config, judge, signal)) {
    await followUntil(state.completed);
    const plan = state.inFlight.get(facts.step);
    if (!plan) throw new RangeError(`step ${facts.step} was completed before it was chosen`);
    const record = applyStep(state, plan, facts);
    links.keep(record);
    if (record.outcome === 'page') await onRejudged({ step: plan.step, score: record.facts.score, relevant: record.relevant, reward: record.reward });
  }
  state.nextStep = choices.reduce((last, { step }) => Math.max(last, step + 1), 0);
}

/** The links that will be followed, between the step that finds them and the one that follows them. */
class ChosenLinks {
  private readonly wanted = new Set<string>();
  private readonly found = new Map<string, Candidate>();

  constructor(choices: readonly LoggedChoice[]) {
    for (const { source, urlNo } of choices) this.wanted.add(`${source}/${urlNo}`);
  }

  keep({ plan, links }: StepRecord): void {
    const source = plan.as === 'sitemap' ? plan.source : plan.step;
    for (const { urlNo, link } of links) {
      const key = `${source}/${urlNo}`;
      if (this.wanted.has(key)) this.found.set(key, { ...link, urlNo, source });
    }
  }

  take({ source, urlNo }: LoggedChoice, url: string): Candidate {
    const key = `${source}/${urlNo}`;
    const link = this.found.get(key);
    this.found.delete(key);
    return link ?? { urlNo, url, source, anchor: '', before: '', after: '', heading: '', place: 'main', nofollow: false, position: 0 };
  }
}
