import { searchUrl } from '../../domain/search/index.js';
import type { StepPlan } from '../../domain/session/index.js';
import type { Clock, SearchAnswer, SearchEngine, SearchRequest } from '../ports.js';
import type { LoopControl } from './loop-control.js';
import type { RunningTime } from './running-time.js';
import type { AnsweredStep } from './step-digest.js';

interface StepSearcherOptions {
  /** Without one, every search fails. */
  readonly search?: SearchEngine;
  readonly clock: Clock;
}

/** Carries out planned searches. */
export class StepSearcher {
  constructor(
    private readonly options: StepSearcherOptions,
    private readonly control: Pick<LoopControl, 'fetching'>,
    private readonly time: Pick<RunningTime, 'ofAgenda'>,
  ) {}

  /** @returns null if the run was stopped: the step stays in flight, and the search is repeated on resume */
  async search(plan: StepPlan, request: SearchRequest): Promise<AnsweredStep | null> {
    const { clock } = this.options;
    const began = clock.monotonic();
    const answer = await this.answerTo(request);
    if (answer === null) return null;
    const facts = {
      finalUrl: searchUrl(request),
      redirects: [],
      httpStatus: null,
      fetchedAt: clock.now(),
      durationMs: clock.monotonic() - began,
      bytes: 0,
      activeMs: this.time.ofAgenda,
    };
    const outcome =
      answer.kind === 'hits'
        ? ({ ...facts, kind: 'search', hits: answer.hits } as const)
        : ({ ...facts, kind: 'search-failed', message: answer.message } as const);
    return { plan, outcome };
  }

  private async answerTo(request: SearchRequest): Promise<SearchAnswer | null> {
    const { search } = this.options;
    if (search === undefined) return { kind: 'failed', message: 'this session has no search engine' };
    const signal = this.control.fetching;
    try {
      const answer = await search.search(request, signal);
      return signal.aborted ? null : answer;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }
}
