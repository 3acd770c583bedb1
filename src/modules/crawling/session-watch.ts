import { isPutOff, meaningOf, type StepOutcome } from '../../domain/fetching/index.js';
import type { StepPlan, StepRecord } from '../../domain/session/index.js';
import type { CommitBatch } from '../../engine/index.js';
import { type OpenSpan, openSpan, type SpanLink, traced } from '../../platform/telemetry/index.js';
import type { CrawlMetrics } from './crawl-metrics.js';

const attributesOf = (sessionId: string, plan: StepPlan) => ({
  'gleaner.session.id': sessionId,
  'gleaner.step': plan.step,
  'gleaner.step.as': plan.as,
  'gleaner.step.attempt': plan.attempt,
});

/** A span refers to so many others, at most, by the limits that are usual. */
const MAX_LINKS = 128;

const hasFailed = (outcome: StepOutcome): boolean => meaningOf(outcome).gives === 'failure' && !isPutOff(outcome);

/**
 * One run of a session as spans and metrics.
 *
 * A step is a trace of its own, from its choice until it is applied, since a session may take days. A commit is another one: it belongs to many steps, to
 * which it is linked.
 */
export class SessionWatch {
  /** Steps that are under way or wait to be applied. */
  private readonly open = new Map<number, OpenSpan>();
  /** Steps that are applied and not committed. */
  private readonly uncommitted = new Map<number, SpanLink>();

  constructor(
    private readonly sessionId: string,
    private readonly metrics: CrawlMetrics,
  ) {}

  /** Does the fetch or search of a step, with all that it waits for. Null is what was aborted. */
  async step<T>(plan: StepPlan, work: () => Promise<T | null>): Promise<T | null> {
    const span = openSpan('crawl step', () => attributesOf(this.sessionId, plan), { root: true });
    this.open.set(plan.step, span);
    const completion = await span.run(work);
    if (completion === null) {
      this.open.delete(plan.step);
      span.end();
    }
    return completion;
  }

  applied({ plan, outcome, relevant, seq }: StepRecord): void {
    const span = this.open.get(plan.step);
    if (span === undefined) return;
    this.open.delete(plan.step);
    span.set({ 'gleaner.outcome': outcome, 'gleaner.relevant': relevant, 'gleaner.seq': seq });
    if (hasFailed(outcome)) span.fail(outcome);
    if (span.link !== null) this.uncommitted.set(plan.step, span.link);
    span.end();
  }

  async commit(batch: CommitBatch, work: () => Promise<void>): Promise<void> {
    const from = performance.now();
    const links = batch.steps.flatMap(({ plan }) => this.uncommitted.get(plan.step) ?? []).slice(0, MAX_LINKS);
    const attributes = () => ({
      'gleaner.session.id': this.sessionId,
      'gleaner.commit.steps': batch.steps.length,
      'gleaner.commit.checkpoint': batch.checkpoint !== null,
    });
    for (const { plan } of batch.steps) this.uncommitted.delete(plan.step);
    await traced('crawl commit', attributes, work, { root: true, links });
    this.metrics.committed(this.sessionId, batch, (performance.now() - from) / 1_000);
  }

  /** The run has ended: what was under way is no more. */
  end(): void {
    for (const span of this.open.values()) span.end();
    this.open.clear();
    this.metrics.left(this.sessionId);
  }
}
