import { NO_SOURCE, type Candidate } from '../domain/frontier/frontier-view.js';
import { bareLink } from '../domain/page/index.js';
import { searchOf } from '../domain/search/index.js';
import {
  applyStep,
  bareCandidate,
  candidateOf,
  followSearch,
  followStep,
  type CrawlState,
  type StepFacts,
  type StepRecord,
} from '../domain/session/index.js';
import type { CrawlStore, LoggedChoice } from './crawl-store.js';
import { Pace } from './pace.js';

/**
 * Replays the beginning of a log in a seeded state: the policy follows the logged choices, which another policy or
 * model may have made, and learns from the given steps. Fetches in flight at the end of the log are dropped: their URLs
 * can be chosen again.
 *
 * @param steps of the log from its beginning, in order
 * @param until number of steps to replay
 * @param signal ends it, with its reason
 */
export async function followLog(
  state: CrawlState,
  store: CrawlStore,
  steps: AsyncIterable<StepFacts>,
  until: number,
  signal: AbortSignal,
  onStep: (record: StepRecord) => Promise<void> | void = () => undefined,
): Promise<void> {
  const choices: LoggedChoice[] = [];
  for await (const page of store.choices(0)) for (const choice of page) if (choice.seq < until) choices.push(choice);
  const links = new ChosenLinks(choices);
  const pace = new Pace(signal);
  let next = 0;
  const followUntil = async (completed: number): Promise<void> => {
    const from = next;
    while (next < choices.length && choices[next].chosenAfter <= completed) next++;
    const due = choices.slice(from, next);
    if (due.length === 0) return;
    const seeds = due.filter(({ source, search }) => source === NO_SOURCE && search === null);
    const urls = seeds.length === 0 ? new Map<number, string>() : await store.urlsOf(seeds.map(({ urlNo }) => urlNo));
    for (const choice of due) {
      if (choice.search !== null) followSearch(state, { step: choice.step, ...searchOf(choice.search) });
      else followStep(state, { ...choice, candidate: links.take(choice, urls.get(choice.urlNo) ?? '') });
    }
  };
  if (until > 0) {
    for await (const facts of steps) {
      await followUntil(state.completed);
      const plan = state.inFlight.get(facts.step);
      if (!plan) throw new RangeError(`step ${facts.step} was completed before it was chosen`);
      const record = applyStep(state, plan, facts);
      links.keep(record);
      await onStep(record);
      if (pace.isDue) await pace.rest();
      if (state.completed >= until) break;
    }
  }
  state.nextStep = choices.reduce((last, { step }) => Math.max(last, step + 1), 0);
}

/** Links that will be followed, kept from the step that finds them to the step that follows them. */
class ChosenLinks {
  private readonly wanted = new Set<string>();
  private readonly found = new Map<string, Candidate>();

  constructor(choices: readonly LoggedChoice[]) {
    for (const { source, urlNo } of choices) this.wanted.add(`${source}/${urlNo}`);
  }

  keep({ plan, links, relevant }: StepRecord): void {
    const source = plan.as === 'sitemap' ? plan.source : plan.step;
    for (const link of links) {
      const key = `${source}/${link.urlNo}`;
      if (this.wanted.has(key)) this.found.set(key, candidateOf(link, source, relevant && plan.as === 'page'));
    }
  }

  take({ source, urlNo }: LoggedChoice, url: string): Candidate {
    const key = `${source}/${urlNo}`;
    const link = this.found.get(key);
    this.found.delete(key);
    return link ?? bareCandidate(bareLink(url, 0), urlNo, source);
  }
}
