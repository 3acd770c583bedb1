import { Inject, Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { DEFAULT_POLICY, findPolicy, type PolicyDefinition, policies } from '../../domain/policies/index.js';
import { type Budget, sessionConfigSchema, type SessionConfig, type SessionState } from '../../domain/session/index.js';
import {
  type Asker,
  createdKey,
  createdPiece,
  type PageRequest,
  type Precondition,
  sharedCounts,
  type Slice,
  sliceOf,
} from '../../platform/api/index.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { type ChangeOrigin, type DatabaseTransaction, tellOrigin } from '../../platform/database/index.js';
import { DomainError, invalid, notFound } from '../../platform/errors/index.js';
import {
  type CreateOnce,
  type IdempotencyKey,
  IdempotencyService,
  requestHash,
} from '../../platform/idempotency/index.js';
import { JobsService, PURGE_SESSION, SWITCH_MODEL } from '../jobs/index.js';
import { type ModelPlan, SessionModelsService } from '../models/index.js';
import { PriorsService } from '../priors/index.js';
import { KeywordSetsService, seedsFromUser, TopicsService } from '../topics/index.js';
import { refuseUnheededObjective } from './objective.js';
import type { Session } from './session.js';
import { decideCommand, decideExtension, decideModelSwitch } from './session-commands.js';
import { type DecideChange, SessionsRepository } from './sessions.repository.js';
import { refusalOf, withoutNulls } from './zod-refusal.js';

/** What a session is made from, as the user sends it. Every other field is a setting of `SessionConfig`. */
export interface CreateSession {
  readonly policy?: string | null;
  readonly policyConfig?: unknown;
  readonly modelId?: string | null;
  readonly keywordSetVersion?: number | null;
  readonly seeds?: readonly string[] | null;
  readonly randomSeed?: number | null;
  /** A session that has ended, from whose learning this one starts. */
  readonly startFrom?: string | null;
}

/** Makes a session that was prepared, within a transaction. @returns its id */
export type InsertSession = (tx: DatabaseTransaction, origin: ChangeOrigin) => Promise<string>;

/** What is added to the limits of a finished session. */
export interface ExtendSession extends Partial<Record<keyof Budget, number | null>> {
  readonly modelId?: string | null;
}

/** Seeds of the generator are 31 bits, what a column of the database and a person's patience hold. */
const SEED_BOUND = 2 ** 31;

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly models: SessionModelsService,
    private readonly priors: PriorsService,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
    @Inject(APP_CONFIG) private readonly app: Pick<AppConfig, 'CRAWL_USER_AGENT' | 'SEARXNG_URL'>,
  ) {}

  /**
   * Queues a crawl of the topic. It waits there when its model is still to be made.
   *
   * @param key the same key and input answer what was answered the first time
   * @throws DomainError NOT_FOUND for the topic, keyword set or model; VALIDATION_FAILED naming the wrong field; INVALID_STATE when there is
   *   nothing to judge pages by, or what it is to begin with does not fit
   */
  create(topicId: string, input: CreateSession, asker: Asker, key?: IdempotencyKey): Promise<Session> {
    const hash = requestHash({ topicId, input });
    return this.idempotency.create(
      key,
      'createSession',
      hash,
      (once) => this.#create(topicId, input, asker, once),
      (id) => this.get(id),
    );
  }

  async #create(topicId: string, input: CreateSession, asker: Asker, once: CreateOnce): Promise<string> {
    const insert = await this.prepare(topicId, input);
    return once((tx) => insert(tx, byUser(asker)));
  }

  /**
   * Checks what a session is to be made from, and reads what it takes. For modules that start sessions within a transaction of their own.
   *
   * @returns makes the session, within a transaction, and answers its id
   * @throws DomainError as `create` does
   */
  async prepare(topicId: string, input: CreateSession): Promise<InsertSession> {
    await this.topics.get(topicId);
    const { basis, settings } = splitInput(input);
    const { modelId, keywordSetVersion, seeds: ownSeeds, randomSeed: seed, startFrom } = basis;
    const policy = requirePolicy(basis.policy ?? DEFAULT_POLICY);
    const resolvedPolicy = resolvePolicyConfig(policy, basis.policyConfig);
    refuseIfGraphNeeded(policy, resolvedPolicy);
    this.#requireSearchEngine(policy, resolvedPolicy);
    const config = this.#resolveConfig(settings);
    refuseUnheededObjective(policy, config);
    const seeds = await this.#seedsOf(topicId, ownSeeds);
    // The model first: it may have to be made, and then it is made from the current keywords.
    const plan: ModelPlan =
      modelId == null
        ? await this.models.plan(topicId)
        : { kind: 'use', modelId: (await this.models.given(topicId, modelId)).id };
    const keywordSetId = await this.#keywordSetOf(topicId, keywordSetVersion);
    const prior = await this.priors.of({ policy, policyConfig: resolvedPolicy, config }, startFrom ?? null);
    return async (tx, origin) => {
      await tellOrigin(tx, origin);
      const id = await this.sessions.insert(tx, {
        topicId,
        keywordSetId,
        modelId: await this.models.take(tx, topicId, plan),
        policy: policy.name,
        policyVersion: policy.version,
        policyConfig: resolvedPolicy,
        config,
        randomSeed: seed ?? randomInt(SEED_BOUND),
        seeds,
      });
      if (prior) await this.priors.store(tx, id, prior);
      return id;
    };
  }

  /** The settings that a session made now from this input would have; null when they are not, or no longer, accepted. */
  settingsOf(input: CreateSession): SessionConfig | null {
    try {
      return this.#resolveConfig(splitInput(input).settings);
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<Session> {
    const session = await this.sessions.find(id);
    if (!session) throw notFound('session', id);
    return session;
  }

  async getMany(ids: readonly string[]): Promise<Map<string, Session>> {
    return new Map((await this.sessions.findMany(ids)).map((session) => [session.id, session]));
  }

  /** The session, or null when it is gone. */
  find(id: string): Promise<Session | null> {
    return this.sessions.find(id);
  }

  /** @throws DomainError NOT_FOUND */
  async requireExisting(id: string): Promise<void> {
    if (!(await this.sessions.exists(id))) throw notFound('session', id);
  }

  /** Newest first, of one topic or of all. */
  async list(topicId: string | null, state: SessionState | null, page: PageRequest): Promise<Slice<Session>> {
    if (topicId !== null) await this.topics.get(topicId);
    return sliceOf(await this.sessions.list(topicId, state, createdPiece(page)), page, createdKey, () =>
      this.sessions.count(topicId, state),
    );
  }

  /** The same piece of the list of each topic. */
  async listOf(
    topicIds: readonly string[],
    state: SessionState | null,
    page: PageRequest,
  ): Promise<Map<string, Slice<Session>>> {
    const lists = await this.sessions.listOf(topicIds, state, createdPiece(page));
    const countOf = sharedCounts(() => this.sessions.countOf(topicIds, state));
    return new Map([...lists].map(([id, rows]) => [id, sliceOf(rows, page, createdKey, countOf(id))]));
  }

  /**
   * Pauses, resumes or stops. A session that a worker holds changes a little later: until then `command` tells what is asked.
   *
   * @throws DomainError NOT_FOUND; INVALID_STATE that names what is possible instead; QUOTA_REACHED for a resume while there is no room
   */
  async command(
    id: string,
    action: 'pause' | 'resume' | 'stop',
    asker: Asker,
    condition?: Precondition,
  ): Promise<Session> {
    if (action === 'resume') await this.#resume(id, asker, condition);
    else await this.#change(id, asker, condition, (session) => decideCommand(session, action));
    return this.get(id);
  }

  /** A session whose model could not be made gets another one. */
  async #resume(id: string, asker: Asker, condition: Precondition | undefined): Promise<void> {
    const { topicId, modelStatus } = await this.get(id);
    const plan = modelStatus === 'FAILED' ? await this.models.plan(topicId) : null;
    await this.#change(id, asker, condition, async (session, tx) => {
      const change = decideCommand(session, 'resume');
      if (change.kind === 'move') await this.#requireRoom(session.id, tx);
      if (change.kind !== 'move' || session.pendingModelId !== null) return change;
      return {
        ...change,
        modelId: await this.models.take(tx, topicId, plan ?? { kind: 'use', modelId: session.modelId }),
      };
    });
  }

  /**
   * Gives a finished session more budget and queues it again.
   *
   * @param key the same key and input answer what was answered the first time, and add nothing again
   * @param more what is added to its limits; with `modelId` it goes on under that model, what it has found judged anew
   * @throws DomainError NOT_FOUND for session or model, INVALID_STATE, VALIDATION_FAILED naming the limit or `modelId`
   */
  extend(
    id: string,
    more: ExtendSession,
    asker: Asker,
    key?: IdempotencyKey,
    condition?: Precondition,
  ): Promise<Session> {
    const hash = requestHash({ id, more });
    return this.idempotency.perform(
      key,
      'extendSession',
      () => Promise.resolve(hash),
      () => this.#extend(id, more, asker, condition),
    );
  }

  async #extend(
    id: string,
    { modelId = null, ...more }: ExtendSession,
    asker: Asker,
    condition: Precondition | undefined,
  ): Promise<Session> {
    if (modelId !== null) await this.models.given((await this.get(id)).topicId, modelId);
    await this.#change(id, asker, condition, (session) => decideExtension(session, withoutNulls(more), modelId));
    return this.get(id);
  }

  /**
   * Has a session go on under another model of its topic: a worker judges all pages anew, corrects counters and rewards, and teaches the policy. Until then
   * `pendingModelId` tells what is asked; a paused session changes when it is resumed, one that has ended at once.
   *
   * @throws DomainError NOT_FOUND for session or model; VALIDATION_FAILED for another topic's model; INVALID_STATE when the session is being stopped or the
   *   model is not READY
   */
  async switchModel(id: string, modelId: string, asker: Asker, condition?: Precondition): Promise<Session> {
    const { topicId } = await this.get(id);
    await this.models.given(topicId, modelId);
    await this.#change(id, asker, condition, async (session, tx) => {
      const change = decideModelSwitch(session, modelId);
      if (change.kind === 'switch-model' && change.ended && change.modelId !== null)
        await this.jobs.enqueue(SWITCH_MODEL, id, {}, tx);
      return change;
    });
    return this.get(id);
  }

  /** Deletes the session at once; its results are cleared away by a job. @throws DomainError NOT_FOUND, INVALID_STATE */
  async delete(id: string, condition?: Precondition): Promise<void> {
    await this.#change(id, null, condition, (session) => decideCommand(session, 'delete'));
  }

  /** @param asker null where nothing is left to tell it of */
  async #change(
    id: string,
    asker: Asker | null,
    condition: Precondition | undefined,
    decide: DecideChange,
  ): Promise<void> {
    const found = await this.sessions.change(
      id,
      async (session, tx) => {
        if (asker !== null) await tellOrigin(tx, byUser(asker));
        return decide(session, tx);
      },
      (tx) => this.jobs.enqueue(PURGE_SESSION, id, {}, tx),
      condition,
    );
    if (!found) throw notFound('session', id);
  }

  /** A session that waits for a place among the running ones may be queued. @throws DomainError QUOTA_REACHED */
  async #requireRoom(id: string, tx: DatabaseTransaction): Promise<void> {
    const quota = await this.sessions.quotaReached(id, tx);
    if (quota === null) return;
    throw new DomainError('QUOTA_REACHED', `the quota ${quota} of the project is used up`, {
      details: { quota },
      allowed: 'wait: it can go on when there is room again',
    });
  }

  #requireSearchEngine(policy: PolicyDefinition, config: unknown): void {
    if (policy.needs?.(config).search === 'searxng' && this.app.SEARXNG_URL === undefined)
      throw invalid(
        'policyConfig.engine',
        'this service has no SearXNG to ask: its operator sets SEARXNG_URL',
        'stored',
      );
  }

  #resolveConfig(settings: object): SessionConfig {
    const given = withoutNulls(settings) as Record<string, unknown>;
    const parsed = sessionConfigSchema.safeParse({
      ...given,
      userAgent: given['userAgent'] ?? this.app.CRAWL_USER_AGENT,
    });
    if (!parsed.success) throw refusalOf(parsed.error, '');
    return parsed.data;
  }

  async #seedsOf(topicId: string, own: readonly string[] | null | undefined): Promise<readonly string[]> {
    const seeds = own == null ? ((await this.topics.seedsOf([topicId])).get(topicId) ?? []) : seedsFromUser(own);
    if (seeds.length === 0)
      throw invalid(
        'seeds',
        'a session needs seeds: give seeds for the session or for the topic, or let the service suggest some by the keywords (POST /v1/topics/:id/seeds/suggest, suggestSeeds)',
        'at least one URL',
      );
    return seeds;
  }

  async #keywordSetOf(topicId: string, version: number | null | undefined): Promise<string> {
    if (version != null) return (await this.keywordSets.get(topicId, version)).id;
    const current = await this.keywordSets.current(topicId);
    // Policies look for keywords; a topic that is described by examples alone gets an empty set.
    return (current ?? (await this.keywordSets.put(topicId, []))).id;
  }
}

/** What a session is made from, apart from its settings. */
function splitInput(input: CreateSession): { readonly basis: CreateSession; readonly settings: object } {
  const { policy, policyConfig, modelId, keywordSetVersion, seeds, randomSeed, startFrom, ...settings } = input;
  return { basis: { policy, policyConfig, modelId, keywordSetVersion, seeds, randomSeed, startFrom }, settings };
}

const byUser = (asker: Asker): ChangeOrigin => ({ actor: 'user', ...asker });

function requirePolicy(name: string): PolicyDefinition {
  const policy = findPolicy(name);
  if (!policy)
    throw invalid(
      'policy',
      `there is no policy ${JSON.stringify(name)}`,
      `one of ${policies
        .filter((known) => !needsGraph(known, {}))
        .map((known) => known.name)
        .join(', ')}`,
    );
  return policy;
}

function needsGraph(policy: PolicyDefinition, config: unknown): boolean {
  const { success, data } = policy.configSchema.safeParse(config);
  return success && policy.needs?.(data)?.graph === true;
}

/** What the service crawls is not known beforehand. */
function refuseIfGraphNeeded(policy: PolicyDefinition, config: unknown): void {
  if (!needsGraph(policy, config)) return;
  throw invalid(
    'policy',
    `${policy.name} must know the whole web before it is crawled, so it only runs on recorded and synthetic webs, in experiments and \`gleaner lab\``,
    'a policy that does not need to know the web',
  );
}

/** The configuration with its defaults, as plain JSON: what is stored is what every later run reads. */
function resolvePolicyConfig(policy: PolicyDefinition, config: unknown): unknown {
  const parsed = policy.configSchema.safeParse(withoutNulls(config ?? {}));
  if (!parsed.success) throw refusalOf(parsed.error, 'policyConfig', policy.configSchema);
  return JSON.parse(JSON.stringify(parsed.data)) as unknown;
}
