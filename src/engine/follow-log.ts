import { NO_SOURCE, type Candidate } from '../domain/frontier/frontier-view.js';
import { HashTable } from '../domain/frontier/hash-table.js';
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
import { LogChoices } from './log-choices.js';
import { Pace } from './pace.js';

interface LogReplay {
  /** Of the log from its beginning, in order. */
  readonly steps: AsyncIterable<StepFacts>;
  /** Number of steps to replay. Default: all. */
  readonly until?: number;
  /** Ends the replay, with its reason. */
  readonly signal: AbortSignal;
  readonly onStep: (record: StepRecord) => Promise<void> | void;
}

/**
 * Replays the beginning of a log in a seeded state: the policy follows the logged choices, which another policy or
 * model may have made, and learns from the given steps. Fetches in flight at the end of the log are dropped: their URLs
 * can be chosen again.
 */
export async function followLog(
  state: CrawlState,
  store: CrawlStore,
  { steps, until = Number.POSITIVE_INFINITY, signal, onStep }: LogReplay,
): Promise<void> {
  const links = await ChosenLinks.of(store, until);
  const choices = new LogChoices(store, 0);
  const pace = new Pace(signal);
  const dueAfter = async (completed: number): Promise<LoggedChoice[]> => {
    const due: LoggedChoice[] = [];
    for (;;) {
      if (choices.isEmpty) await choices.fill();
      const next = choices.peek();
      if (next === undefined || next.chosenAfter > completed) return due;
      choices.take();
      if (next.seq < until) due.push(next);
    }
  };
  const followUntil = async (completed: number): Promise<void> => {
    const due = await dueAfter(completed);
    if (due.length === 0) return;
    const seeds = due.filter(({ source, search }) => source === NO_SOURCE && search === null);
    const urls = seeds.length === 0 ? new Map<number, string>() : await store.urlsOf(seeds.map(({ urlNo }) => urlNo));
    for (const choice of due) {
      if (choice.search !== null) followSearch(state, { step: choice.step, ...searchOf(choice.search) });
      else followStep(state, { ...choice, candidate: links.take(choice, urls.get(choice.urlNo) ?? '') });
    }
  };
  const apply = async (facts: StepFacts): Promise<void> => {
    await followUntil(state.completed);
    const plan = state.inFlight.get(facts.step);
    if (!plan) throw new RangeError(`step ${facts.step} was completed before it was chosen`);
    const record = applyStep(state, plan, facts);
    links.keep(record);
    await onStep(record);
    if (pace.isDue) await pace.rest();
  };
  try {
    if (until > 0) {
      for await (const facts of steps) {
        await apply(facts);
        if (state.completed >= until) break;
      }
    }
  } finally {
    await choices.close();
  }
  state.nextStep = links.lastStep + 1;
}

/** Links that will be followed, kept from the step that finds them to the step that follows them. */
class ChosenLinks {
  /** Some 15 bytes per choice of the log. */
  private readonly wanted = new HashTable();
  private readonly found = new Map<string, Candidate>();
  /** The last step of the log; -1 if it is empty. */
  lastStep = -1;

  /** @param until number of steps to follow */
  static async of(store: Pick<CrawlStore, 'choices'>, until: number): Promise<ChosenLinks> {
    const links = new ChosenLinks();
    for await (const page of store.choices(0)) for (const choice of page) if (choice.seq < until) links.want(choice);
    return links;
  }

  keep({ plan, links, relevant }: StepRecord): void {
    const source = plan.as === 'sitemap' ? plan.source : plan.step;
    for (const link of links)
      if (this.wanted.find(link.urlNo, source) >= 0)
        this.found.set(`${source}/${link.urlNo}`, candidateOf(link, source, relevant && plan.as === 'page'));
  }

  take({ source, urlNo }: LoggedChoice, url: string): Candidate {
    const key = `${source}/${urlNo}`;
    const link = this.found.get(key);
    this.found.delete(key);
    return link ?? bareCandidate(bareLink(url, 0), urlNo, source);
  }

  private want({ step, source, urlNo }: LoggedChoice): void {
    this.lastStep = Math.max(this.lastStep, step);
    // Seeds and searches are found on no page.
    if (source >= 0 && urlNo >= 0 && this.wanted.find(urlNo, source) < 0) this.wanted.add(urlNo, source);
  }
}
