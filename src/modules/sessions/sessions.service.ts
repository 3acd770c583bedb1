import { Inject, Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { findPolicy, type PolicyDefinition, policies } from '../../domain/policies/index.js';
import { type SessionAction, sessionConfigSchema, type SessionConfig, type SessionState } from '../../domain/session/index.js';
import { type Slice, sliceOf } from '../../platform/api/index.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { invalid, notFound } from '../../platform/errors/index.js';
import { IdempotencyService, requestHash } from '../../platform/idempotency/index.js';
import { JobsService, PURGE_SESSION } from '../jobs/index.js';
import { ModelsService } from '../models/index.js';
import { createdCursor, createdKey, KeywordSetsService, type PageRequest, seedsFromUser, TopicsService } from '../topics/index.js';
import type { Session, SessionChange, SessionEvent, LockedSession } from './session.js';
import { decideCommand, decideExtension, decideModelSwitch } from './session-commands.js';
import { SessionsRepository } from './sessions.repository.js';
import { refusalOf, withoutNulls } from './zod-refusal.js';

/** What a session is made from, as the user sends it. Every other field is a setting of `SessionConfig`. */
export interface CreateSession {
  readonly policy: string;
  readonly policyConfig?: unknown;
  readonly modelId?: string | null;
  readonly keywordSetVersion?: number | null;
  readonly seeds?: readonly string[] | null;
  readonly seed?: number | null;
}

/** Seeds of the generator are 31 bits, what a column of the database and a person's patience hold. */
const SEED_BOUND = 2 ** 31;

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly models: ModelsService,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
    @Inject(APP_CONFIG) private readonly app: Pick<AppConfig, 'CRAWL_USER_AGENT'>,
  ) {}

  /**
   * Queues a crawl of the topic.
   *
   * @param key the same key and input answer the session made the first time
   * @throws DomainError NOT_FOUND for the topic, keyword set or model; VALIDATION_FAILED naming the wrong field; INVALID_STATE when there is
   *   nothing to judge pages by
   */
  async create(topicId: string, input: CreateSession, key?: string): Promise<Session> {
    await this.topics.get(topicId);
    const { policy: name, policyConfig, modelId, keywordSetVersion, seeds: ownSeeds, seed, ...settings } = input;
    const policy = requirePolicy(name);
    const resolvedPolicy = resolvePolicyConfig(policy, policyConfig);
    const config = this.#resolveConfig(settings);
    const seeds = await this.#seedsOf(topicId, ownSeeds);
    // The model first: it may have to be made, and then it is made from the current keywords.
    const model = await this.models.resolveForSession(topicId, modelId);
    const keywordSetId = await this.#keywordSetOf(topicId, keywordSetVersion);
    const { id } = await this.idempotency.run(key, 'createSession', requestHash({ topicId, input }), (tx) =>
      this.sessions.insert(tx, {
        topicId, keywordSetId, modelId: model.modelId, policy: policy.name, policyVersion: policy.version, policyConfig: resolvedPolicy, config,
        seed: seed ?? randomInt(SEED_BOUND), seeds,
      }));
    return this.get(id);
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<Session> {
    const session = await this.sessions.find(id);
    if (!session) throw notFound('session', id);
    return session;
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
  async list(topicId: string | null, state: SessionState | null, { first, after }: PageRequest): Promise<Slice<Session>> {
    if (topicId !== null) await this.topics.get(topicId);
    return sliceOf(await this.sessions.list(topicId, state, createdCursor(after), first + 1), first, createdKey);
  }

  /** The same piece of the list of each topic. */
  async listOf(topicIds: readonly string[], state: SessionState | null, { first, after }: PageRequest): Promise<Map<string, Slice<Session>>> {
    const lists = await this.sessions.listOf(topicIds, state, createdCursor(after), first + 1);
    return new Map([...lists].map(([id, rows]) => [id, sliceOf(rows, first, createdKey)]));
  }

  /**
   * Pauses, resumes or stops. A session that a worker holds changes a little later: until then `command` tells what is asked.
   *
   * @throws DomainError NOT_FOUND; INVALID_STATE that names what is possible instead
   */
  async command(id: string, action: Exclude<SessionAction, 'extend' | 'delete'>): Promise<Session> {
    await this.#change(id, (session) => decideCommand(session, action));
    return this.get(id);
  }

  /**
   * Gives a finished session more budget and queues it again.
   *
   * @throws DomainError NOT_FOUND, INVALID_STATE, VALIDATION_FAILED naming the limit
   */
  async extend(id: string, more: object): Promise<Session> {
    await this.#change(id, (session) => decideExtension(session, withoutNulls(more)));
    return this.get(id);
  }

  /**
   * Has a session go on under another model of its topic: its worker judges all pages anew, corrects counters and rewards, and teaches the policy. Until then
   * `pendingModelId` tells what is asked; a paused session changes when it is resumed.
   *
   * @throws DomainError NOT_FOUND for session or model; VALIDATION_FAILED for another topic's model; INVALID_STATE when the session has ended or the model
   *   is not READY
   */
  async switchModel(id: string, modelId: string): Promise<Session> {
    const { topicId } = await this.get(id);
    await this.models.resolveForSession(topicId, modelId);
    await this.#change(id, (session) => decideModelSwitch(session, modelId));
    return this.get(id);
  }

  /** What happened to a session besides its steps. @throws DomainError NOT_FOUND */
  async events(id: string): Promise<SessionEvent[]> {
    await this.requireExisting(id);
    return this.sessions.events(id);
  }

  /** Deletes the session at once; its results are cleared away by a job. @throws DomainError NOT_FOUND, INVALID_STATE */
  async delete(id: string): Promise<void> {
    await this.#change(id, (session) => decideCommand(session, 'delete'));
  }

  async #change(id: string, decide: (session: LockedSession) => SessionChange): Promise<void> {
    const found = await this.sessions.change(id, decide, (tx) => this.jobs.enqueue(PURGE_SESSION, id, {}, tx));
    if (!found) throw notFound('session', id);
  }

  #resolveConfig(settings: object): SessionConfig {
    const given = withoutNulls(settings) as Record<string, unknown>;
    const parsed = sessionConfigSchema.safeParse({ ...given, userAgent: given['userAgent'] ?? this.app.CRAWL_USER_AGENT });
    if (!parsed.success) throw refusalOf(parsed.error, '');
    return parsed.data;
  }

  async #seedsOf(topicId: string, own: readonly string[] | null | undefined): Promise<readonly string[]> {
    const seeds = own == null ? ((await this.topics.seedsOf([topicId])).get(topicId) ?? []) : seedsFromUser(own);
    if (seeds.length === 0) throw invalid('seeds', 'a session needs seeds: give some, or give the topic some', 'at least one URL');
    return seeds;
  }

  async #keywordSetOf(topicId: string, version: number | null | undefined): Promise<string> {
    if (version != null) return (await this.keywordSets.get(topicId, version)).id;
    const current = await this.keywordSets.current(topicId);
    // Policies look for keywords; a topic that is described by examples alone gets an empty set.
    return (current ?? (await this.keywordSets.put(topicId, []))).id;
  }
}

function requirePolicy(name: string): PolicyDefinition {
  const policy = findPolicy(name);
  if (!policy) throw invalid('policy', `there is no policy ${JSON.stringify(name)}`, `one of ${policies.map((known) => known.name).join(', ')}`);
  return policy;
}

/** The configuration with its defaults, as plain JSON: what is stored is what every later run reads. */
function resolvePolicyConfig(policy: PolicyDefinition, config: unknown): unknown {
  const parsed = policy.configSchema.safeParse(withoutNulls(config ?? {}));
  if (!parsed.success) throw refusalOf(parsed.error, 'policyConfig');
  return JSON.parse(JSON.stringify(parsed.data)) as unknown;
}
