import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '../../../platform/database/index.js';
import type { JsonValue } from '../../../domain/base/json-value.js';
import { defaultKind } from '../../../domain/relevance/index.js';
import { restSpelling } from '../../../platform/api/index.js';
import { DomainError, invalid, notFound } from '../../../platform/errors/index.js';
import { requestHash } from '../../../platform/idempotency/index.js';
import { JobsService } from '../../base/jobs/index.js';
import { ExamplesService, KeywordSetsService, TopicsService } from '../topics/index.js';
import type { Model, NewModel } from './model.js';
import { KEYWORDS_KIND, learnsFrom, MAKE_MODEL, MAX_EXAMPLES } from './training/model-making.handler.js';
import { ModelsRepository } from './models.repository.js';
import { requireKind, resolveConfig } from './relevance-kinds.js';
import { TRAIN_MODEL } from './training/training-handler.js';

/** The model of a session that names none: an existing one, one in training, or one to be made. */
export type ModelPlan =
  | { readonly kind: 'use'; readonly modelId: string }
  | {
      readonly kind: 'make';
      readonly model: NewModel;
      readonly madeFrom: string;
      readonly job: typeof MAKE_MODEL | typeof TRAIN_MODEL;
    };

/**
 * Chooses the models that judge sessions. A missing one is made by a job, once for all sessions with the same inputs.
 */
@Injectable()
export class SessionModelsService {
  constructor(
    private readonly models: ModelsRepository,
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly examples: ExamplesService,
    private readonly jobs: JobsService,
  ) {}

  /**
   * A model named by the user.
   *
   * @throws DomainError NOT_FOUND; VALIDATION_FAILED for another topic's model; INVALID_STATE naming `modelId` if it is
   * not READY
   */
  async given(topicId: string, modelId: string): Promise<Model> {
    const model = await this.models.find(modelId);
    if (!model) throw notFound('model', modelId, 'modelId');
    if (model.topicId !== topicId)
      throw invalid('modelId', `model ${modelId} is another topic's`, 'a model of the topic');
    if (model.state !== 'READY') {
      throw new DomainError('INVALID_STATE', `model ${modelId} is ${restSpelling(model.state)}`, {
        field: 'modelId',
        allowed: 'a model that is ready',
        details: { state: model.state },
      });
    }
    return model;
  }

  /**
   * The topic's newest READY model; without one, the newest in training. If there is neither, or the newest READY one
   * was made from keywords that have changed since, one is made from the current keywords, or from the examples of a
   * topic without keywords.
   *
   * @throws DomainError INVALID_STATE naming `keywords` if there is nothing to make one from
   */
  async plan(topicId: string): Promise<ModelPlan> {
    const [newest, set] = await Promise.all([this.models.newest(topicId, 'READY'), this.keywordSets.current(topicId)]);
    const fromKeywords = newest?.kind === KEYWORDS_KIND && set !== null && set.keywords.length > 0;
    if (newest && !fromKeywords) return { kind: 'use', modelId: newest.id };
    const training = newest ? null : await this.models.newest(topicId, 'TRAINING');
    if (training) return { kind: 'use', modelId: training.id };
    if (!set || set.keywords.length === 0) return this.fromExamples(topicId);
    const config = newest?.config ?? resolveConfig(requireKind(KEYWORDS_KIND).configSchema, {});
    const { digest, positives } = await this.examples.digest(topicId, MAX_EXAMPLES);
    const madeFrom = requestHash({
      kind: KEYWORDS_KIND,
      config,
      keywordSetVersion: set.version,
      examples: learnsFrom(positives) ? digest : null,
    });
    // A model that the user trained from these keywords stays in use despite later labels; one made here is replaced
    // when labels change.
    const upToDate =
      newest !== null &&
      (newest.madeFrom === null ? newest.keywordSetVersion === set.version : newest.madeFrom === madeFrom);
    if (upToDate) return { kind: 'use', modelId: newest.id };
    return {
      kind: 'make',
      job: MAKE_MODEL,
      madeFrom,
      model: { topicId, kind: KEYWORDS_KIND, config, keywordSetVersion: set.version },
    };
  }

  /**
   * The id of a plan's model, which is in training unless it was READY: created now, with its job, unless an earlier
   * session caused that.
   *
   * @param db the transaction that stores the session; until it ends the model cannot fail unnoticed
   * @throws DomainError NOT_FOUND if the topic is gone; CONFLICT if the model has just failed
   */
  async take(db: DatabaseTransaction, topicId: string, plan: ModelPlan): Promise<string> {
    if (plan.kind === 'use') {
      const state = await this.models.hold(db, plan.modelId);
      if (state === 'READY' || state === 'TRAINING') return plan.modelId;
      throw new DomainError('CONFLICT', "the training of the topic's model has just failed: try again", {
        details: { modelId: plan.modelId },
      });
    }
    const { id, isNew } = (await this.models.insertShared(db, plan.model, plan.madeFrom)) ?? {};
    if (id === undefined) throw notFound('topic', topicId);
    if (isNew) await this.jobs.enqueue(plan.job, id, {}, db);
    return id;
  }

  private async fromExamples(topicId: string): Promise<ModelPlan> {
    const { relevant } = (await this.topics.exampleCountsOf([topicId])).get(topicId) ?? { relevant: 0 };
    const kind = defaultKind({ relevant });
    const definition = requireKind(kind);
    if (!definition.needsExamples) {
      throw new DomainError(
        'INVALID_STATE',
        'the topic has neither a model nor keywords or relevant examples to make one from',
        {
          field: 'keywords',
          allowed: 'at least one keyword, two relevant examples, or a model',
        },
      );
    }
    const config: JsonValue = resolveConfig(definition.configSchema, {});
    const { digest } = await this.examples.digest(topicId, MAX_EXAMPLES);
    const madeFrom = requestHash({ kind, config, examples: digest });
    return { kind: 'make', job: TRAIN_MODEL, madeFrom, model: { topicId, kind, config, keywordSetVersion: null } };
  }
}
