import { isPutOff, meaningOf, type StepOutcome } from '../../../../domain/fetching/index.js';
import type { StepPlan, StepRecord } from '../../../../domain/session/index.js';
import type { CommitBatch } from '../../../../engine/index.js';
import { type OpenSpan, openSpan, traced } from '../../../../platform/telemetry/index.js';
import type { CrawlMetrics } from './crawl-metrics.js';

const attributesOf = (sessionId: string, plan: StepPlan) => ({
  'gleaner.session.id': sessionId,
  'gleaner.step': plan.step,
  'gleaner.step.as': plan.as,
  'gleaner.step.attempt': plan.attempt,
});

/** Most links of a span under OpenTelemetry's default limits. */
const MAX_LINKS = 128;

const hasFailed = (outcome: StepOutcome): boolean => meaningOf(outcome).gives === 'failure' && !isPutOff(outcome);

/**
 * One run of a session as spans and metrics.
 *
 * Each step is a trace of its own, from its choice until it is applied, because a session may take days. A commit is
 * another trace, linked to its steps.
 */
export class SessionWatch {
  /** Steps in flight or waiting to be applied. */
  private readonly open = new Map<number, OpenSpan>();
  /** Steps applied but not committed. */
  private readonly uncommitted = new Map<number, NonNullable<OpenSpan['link']>>();

  constructor(
    private readonly sessionId: string,
    private readonly metrics: CrawlMetrics,
  ) {}

  /** Runs the fetch or search of a step, including its waits. Null if aborted. */
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

  /** The run has ended: discards steps in flight. */
  end(): void {
    for (const span of this.open.values()) span.end();
    this.open.clear();
    this.metrics.left(this.sessionId);
  }
}
