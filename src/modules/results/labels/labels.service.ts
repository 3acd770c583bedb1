import { Injectable } from '@nestjs/common';
import { marginOf } from '../../../domain/labels/index.js';
import { defaultKind } from '../../../domain/relevance/index.js';
import { DomainError, invalid } from '../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../platform/idempotency/index.js';
import type { WithJob } from '../../base/jobs/index.js';
import { type Model, ModelsService, requireKind, TrainingService } from '../../topics/models/index.js';
import { JudgementService, ResultsService } from '../results/index.js';
import { SessionsService } from '../../crawl/sessions/index.js';
import { ExamplesService, TopicsService } from '../../topics/topics/index.js';
import type {
  LabelCandidateDto,
  LabelPurpose,
  LabelQueueArgs,
  LabelReportDto,
  PageLabelInput,
} from './dto/label.dto.js';
import { LabelQueueRepository, type QueuedPage } from './label-queue.repository.js';
import { type PageDocument, PageDocuments } from './page-documents.js';

/** Labels on fetched pages: they become examples of the topic. */
@Injectable()
export class LabelsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly topics: TopicsService,
    private readonly results: ResultsService,
    private readonly examples: ExamplesService,
    private readonly models: ModelsService,
    private readonly training: TrainingService,
    private readonly queue: LabelQueueRepository,
    private readonly documents: PageDocuments,
    private readonly judgements: JudgementService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Makes examples of labelled pages, with the text that the session's model read; replaces the label of a page
   * labelled before.
   *
   * @param key the same key and input return the result of the first call
   * @throws DomainError NOT_FOUND for the session; VALIDATION_FAILED naming the step that is not a page with text, or
   * is labelled twice
   */
  label(
    sessionId: string,
    labels: readonly PageLabelInput[],
    train: boolean,
    key?: IdempotencyKey,
  ): Promise<LabelReportDto> {
    const hash = requestHash({ sessionId, labels, train });
    return this.idempotency.perform(
      key,
      'labelPages',
      () => Promise.resolve(hash),
      () => this.labelOnce(sessionId, labels, train),
    );
  }

  private async labelOnce(
    sessionId: string,
    labels: readonly PageLabelInput[],
    train: boolean,
  ): Promise<LabelReportDto> {
    const session = await this.sessions.get(sessionId);
    const steps = labels.map(({ step }) => step);
    const twice = steps.findIndex((step, i) => steps.indexOf(step) < i);
    if (twice >= 0) throw invalid(`labels[${twice}].step`, `step ${steps[twice]} is labelled twice`, 'each step once');
    const documents = await this.documents.of(sessionId, steps);
    const examples = new Map<string, Omit<PageDocument, 'page'> & { readonly relevant: boolean }>();
    let disagreements = 0;
    labels.forEach(({ step, relevant }, i) => {
      const found = documents.get(step);
      if (found === undefined) {
        throw invalid(
          `labels[${i}].step`,
          `step ${step} is not a page with text`,
          'steps of the session whose outcome is `page` or `reused`',
        );
      }
      const { page, ...document } = found;
      if (page.relevant !== relevant) disagreements++;
      // Two steps can have ended at one address; the later label counts.
      examples.set(document.url, { ...document, relevant });
    });
    const counts = await this.examples.label(session.topicId, [...examples.values()]);
    const model = train ? await this.train(session.topicId, session.modelId) : null;
    return { ...counts, disagreements, model };
  }

  /**
   * The most useful pages to label, best first. @throws DomainError NOT_FOUND for the topic; VALIDATION_FAILED for
   * another topic's session, or `audit` without a session
   */
  async ask(topicId: string, { strategy, sessionId, first }: LabelQueueArgs): Promise<LabelCandidateDto[]> {
    await this.topics.get(topicId);
    if (sessionId != null && (await this.sessions.find(sessionId))?.topicId !== topicId) {
      throw invalid('sessionId', `session ${sessionId} belongs to another topic`, 'a session of the topic');
    }
    const queued = await this.queued(topicId, strategy, sessionId ?? null, first);
    const steps = new Map<string, number[]>();
    for (const { sessionId: id, step } of queued) steps.set(id, [...(steps.get(id) ?? []), step]);
    const pages = new Map(
      await Promise.all([...steps].map(async ([id, list]) => [id, await this.results.pagesBySteps(id, list)] as const)),
    );
    return queued.flatMap(({ sessionId: id, step, margin }) => {
      const page = pages.get(id)?.get(step);
      return page ? [{ page, margin }] : [];
    });
  }

  private async queued(
    topicId: string,
    strategy: LabelPurpose,
    sessionId: string | null,
    first: number,
  ): Promise<readonly QueuedPage[]> {
    if (strategy === 'audit') {
      if (sessionId === null)
        throw invalid('sessionId', 'the strategy audit needs one session', 'a session of the topic');
      const pages = await this.judgements.ask(sessionId, first);
      return pages.map((page) => ({ sessionId, step: page.step, margin: marginOf(page) }));
    }
    const { relevant } = (await this.topics.exampleCountsOf([topicId])).get(topicId) ?? { relevant: 0 };
    return this.queue.queue(topicId, { sessionId, strategy, first, relevantLabels: relevant });
  }

  /**
   * The next version of a model, with its kind and configuration; if the model learnt from no labels, of the kind that
   * learns best from them.
   */
  private async train(topicId: string, modelId: string): Promise<WithJob<Model>> {
    const { kind, config } = await this.models.get(modelId);
    if (requireKind(kind).needsExamples) return this.training.start(topicId, { kind, config, predecessorId: modelId });
    const next = defaultKind((await this.topics.exampleCountsOf([topicId])).get(topicId) ?? { relevant: 0 });
    if (!requireKind(next).needsExamples) {
      throw new DomainError('INVALID_STATE', 'the labels are kept, but a model needs two relevant examples', {
        field: 'train',
        allowed: 'false, or more relevant labels',
      });
    }
    return this.training.start(topicId, { kind: next, config: {}, predecessorId: modelId });
  }
}
