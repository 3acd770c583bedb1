import { Inject, Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../domain/base/json-value.js';
import { agreementOf, gateOf } from '../../../domain/labels/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { HandlesJobs, type Job, type JobContext, type JobHandler } from '../../base/jobs/index.js';
import {
  type LabellerAgreement,
  LabellerBudgetRepository,
  LabellerClient,
  LabellerLabelsRepository,
  LabellerService,
  MAX_LABELLER_LABELS,
} from '../../topics/labeller/index.js';
import { KeywordSetsService, TopicsService } from '../../topics/topics/index.js';
import { LabelQueueRepository, type QueuedPage } from './label-queue.repository.js';
import { LabellerAsking, type LabellerEnd } from './labeller-asking.js';
import { LABEL_PAGES, type RunLabeller } from './labeller-runs.service.js';
import { PageDocuments } from './page-documents.js';

/** Concurrent requests: the batch size of a server on one graphics processor. */
const AT_ONCE = 4;
/** Pages taken from the queue at a time: later ones depend on the labels. */
const BATCH = 20;

/** The context of a run's labels. */
interface Run {
  readonly topicId: string;
  readonly labeller: string;
  readonly jobId: string;
}

const keyOf = ({ sessionId, step }: QueuedPage): string => `${sessionId}/${step}`;
const NOTHING = { bothRelevant: 0, onlyLabellerRelevant: 0, onlyPersonRelevant: 0, bothIrrelevant: 0 };

/**
 * Runs the labeller: first on a sample of the examples, without their labels, then on pages of the label queue. Each
 * label is stored immediately, so a restarted run continues where the last one was lost. Labels of a cancelled run
 * stay.
 */
@Injectable()
@HandlesJobs()
export class LabellerRunHandler implements JobHandler {
  readonly kind = LABEL_PAGES;
  readonly lane = 'remote';

  constructor(
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly queue: LabelQueueRepository,
    private readonly documents: PageDocuments,
    private readonly labeller: LabellerService,
    private readonly client: LabellerClient,
    private readonly labels: LabellerLabelsRepository,
    private readonly budget: LabellerBudgetRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'LABELLER_CALLS' | 'LABELLER_MIN_KAPPA'>,
  ) {}

  async run(
    { id: jobId, subjectId: topicId, payload }: Job<RunLabeller>,
    { signal, progress }: JobContext,
  ): Promise<JsonValue> {
    const { calls, compare, sessionId } = payload;
    const labeller = this.labeller.requireName();
    const { name, description } = await this.topics.get(topicId);
    const keywords = (await this.keywordSets.current(topicId))?.keywords.map(({ text }) => text) ?? [];
    await this.budget.begin(jobId, topicId);
    const asking = new LabellerAsking(
      {
        spend: () => this.budget.spend(jobId, calls, this.config.LABELLER_CALLS),
        ask: (topic, page, until) => this.client.ask(topic, page, until),
        countMalformed: () => this.budget.countMalformed(jobId),
        random: () => Math.random(),
      },
      { name, description, keywords },
      signal,
    );
    const reportProgress = async (): Promise<void> => progress((await this.budget.countsOf(jobId)).calls / calls);
    const run: Run = { topicId, labeller, jobId };
    await this.compare(run, compare, asking);
    await reportProgress();
    const ended = await this.label(run, sessionId ?? null, asking, reportProgress);
    return this.result(run, ended, asking.message);
  }

  private async compare({ topicId, labeller, jobId }: Run, sample: number, asking: LabellerAsking): Promise<void> {
    await inLanes(await this.labels.toCompare(topicId, labeller, sample), async ({ id, ...page }) => {
      const label = await asking.ask(page);
      if (label === null) return;
      const of = { topicId, labeller, jobId, url: null, exampleId: id, title: '', text: '', anchors: [] };
      await this.labels.insert({ ...of, ...label });
    });
  }

  private async label(
    { topicId, labeller, jobId }: Run,
    sessionId: string | null,
    asking: LabellerAsking,
    reportProgress: () => Promise<void>,
  ): Promise<LabellerEnd> {
    // Pages without an answer are not requested again in this run.
    const passed = new Set<string>();
    for (;;) {
      if (asking.ended !== null) return asking.ended;
      if ((await this.labels.count(topicId)) >= MAX_LABELLER_LABELS) return 'full';
      const counts = (await this.topics.exampleCountsOf([topicId])).get(topicId);
      const own = (await this.labeller.agreements(topicId)).find((one) => one.labeller === labeller);
      const relevant = (counts?.relevant ?? 0) + (own?.relevant ?? 0);
      const queued = await this.queue.queue(topicId, {
        ...{ sessionId, strategy: 'mixed', labeller },
        first: BATCH + passed.size,
        relevantLabels: relevant,
      });
      const batch = queued.filter((page) => !passed.has(keyOf(page))).slice(0, BATCH);
      if (batch.length === 0) return 'queue';
      for (const page of batch) passed.add(keyOf(page));
      await inLanes(batch, async ({ sessionId: of, step }) => {
        if (asking.ended !== null) return;
        const document = (await this.documents.of(of, [step])).get(step);
        if (document === undefined) return;
        const { url, title, text, anchors } = document;
        const label = await asking.ask({ url, title, text });
        if (label === null) return;
        await this.labels.insert({ topicId, labeller, jobId, url, exampleId: null, title, text, anchors, ...label });
        passed.delete(keyOf({ sessionId: of, step, margin: 0 }));
      });
      await reportProgress();
    }
  }

  private async result(
    { topicId, labeller, jobId }: Run,
    endedBy: LabellerEnd,
    message: string | null,
  ): Promise<JsonValue> {
    const [counts, { calls, malformed }, agreements] = await Promise.all([
      this.labels.countsOfJob(jobId),
      this.budget.countsOf(jobId),
      this.labeller.agreements(topicId),
    ]);
    const agreement = agreements.find((one) => one.labeller === labeller) ?? this.noAgreement(labeller);
    return { jobId, labeller, calls, ...counts, malformed, endedBy, message, agreement: { ...agreement } };
  }

  private noAgreement(labeller: string): LabellerAgreement {
    const none = agreementOf(NOTHING);
    return { ...none, labeller, gate: gateOf(none, this.config.LABELLER_MIN_KAPPA), relevant: 0, irrelevant: 0 };
  }
}

/** Runs `work` on each item, a few at a time. If it rejects, all have ended. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) await work(items[next++]);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(AT_ONCE, items.length) }, lane));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
