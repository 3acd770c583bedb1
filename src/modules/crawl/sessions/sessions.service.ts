import { Injectable } from '@nestjs/common';
import type { Budget } from '../../../domain/session/index.js';
import {
  type Requester,
  createdKey,
  createdPiece,
  type PageRequest,
  type Precondition,
  sharedCounts,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import { type ChangeOrigin, type DatabaseTransaction, setOrigin } from '../../../platform/database/index.js';
import { DomainError, notFound, withoutNulls } from '../../../platform/errors/index.js';
import {
  type CreateOnce,
  type IdempotencyKey,
  IdempotencyService,
  requestHash,
} from '../../../platform/idempotency/index.js';
import { JobsService, PURGE_SESSION, SWITCH_MODEL } from '../../base/jobs/index.js';
import { SessionModelsService } from '../../topics/models/index.js';
import { TopicsService } from '../../topics/topics/index.js';
import type { CreateSession, Session, SessionFilter } from './session.js';
import { decideCommand, decideExtension, decideModelSwitch } from './session-commands.js';
import { nameOf, SessionPreparation } from './session-preparation.js';
import { type DecideChange, SessionsRepository } from './sessions.repository.js';

/** Additions to the limits of a finished session. */
interface ExtendSession extends Partial<Record<keyof Budget, number | null>> {
  readonly modelId?: string | null;
}

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly preparation: SessionPreparation,
    private readonly topics: TopicsService,
    private readonly models: SessionModelsService,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Queues a crawl of the topic. It waits in the queue if its model has to be made.
   *
   * @param key the same key and input return the result of the first call
   * @throws DomainError NOT_FOUND for the topic, keyword set or model; VALIDATION_FAILED naming the wrong field;
   * INVALID_STATE if there is no model to judge pages by, or its warm start does not fit
   */
  create(topicId: string, input: CreateSession, requester: Requester, key?: IdempotencyKey): Promise<Session> {
    const hash = requestHash({ topicId, input });
    return this.idempotency.create(
      key,
      'createSession',
      hash,
      (once) => this.createOnce(topicId, input, requester, once),
      (id) => this.get(id),
    );
  }

  private async createOnce(
    topicId: string,
    input: CreateSession,
    requester: Requester,
    once: CreateOnce,
  ): Promise<string> {
    const insert = await this.preparation.prepare(topicId, input);
    return once((tx) => insert(tx, byUser(requester)));
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

  /** The session, or null if it is gone. */
  find(id: string): Promise<Session | null> {
    return this.sessions.find(id);
  }

  /** @throws DomainError NOT_FOUND */
  async requireExisting(id: string): Promise<void> {
    if (!(await this.sessions.exists(id))) throw notFound('session', id);
  }

  /** Newest first, of one topic or of all. */
  async list(filter: SessionFilter, page: PageRequest): Promise<Slice<Session>> {
    if (filter.topicId != null) await this.topics.get(filter.topicId);
    return sliceOf(await this.sessions.list(filter, createdPiece(page)), page, createdKey, () =>
      this.sessions.count(filter),
    );
  }

  /** The same part of the list for each topic. */
  async listOf(
    topicIds: readonly string[],
    filter: Omit<SessionFilter, 'topicId'>,
    page: PageRequest,
  ): Promise<Map<string, Slice<Session>>> {
    const lists = await this.sessions.listOf(topicIds, filter, createdPiece(page));
    const countOf = sharedCounts(() => this.sessions.countOf(topicIds, filter));
    return new Map([...lists].map(([id, rows]) => [id, sliceOf(rows, page, createdKey, countOf(id))]));
  }

  /** Names a session, or notes something about it; what is left out stays. @throws DomainError NOT_FOUND */
  async label(
    id: string,
    { name, note }: { readonly name?: string | null; readonly note?: string | null },
    condition?: Precondition,
  ): Promise<Session> {
    const label = { ...(name == null ? {} : { name: nameOf(name) }), ...(note == null ? {} : { note: note.trim() }) };
    await this.change(id, null, condition, () =>
      Object.keys(label).length === 0 ? { kind: 'nothing' } : { kind: 'label', ...label },
    );
    return this.get(id);
  }

  /**
   * Pauses, resumes or stops. A session held by a worker changes a little later: until then `command` is the pending
   * command.
   *
   * @throws DomainError NOT_FOUND; INVALID_STATE naming the possible commands; QUOTA_REACHED for a resume while there
   * is no room
   */
  async command(
    id: string,
    action: 'pause' | 'resume' | 'stop',
    requester: Requester,
    condition?: Precondition,
  ): Promise<Session> {
    if (action === 'resume') await this.resume(id, requester, condition);
    else await this.change(id, requester, condition, (session) => decideCommand(session, action));
    return this.get(id);
  }

  /** A session whose model could not be made gets another one. */
  private async resume(id: string, requester: Requester, condition: Precondition | undefined): Promise<void> {
    const { topicId, modelStatus } = await this.get(id);
    const plan = modelStatus === 'FAILED' ? await this.models.plan(topicId) : null;
    await this.change(id, requester, condition, async (session, tx) => {
      const change = decideCommand(session, 'resume');
      if (change.kind === 'move') await this.requireRoom(session.id, tx);
      if (change.kind !== 'move' || session.pendingModelId !== null) return change;
      return {
        ...change,
        modelId: await this.models.take(tx, topicId, plan ?? { kind: 'use', modelId: session.modelId }),
      };
    });
  }

  /**
   * Gives a finished session more budget and requeues it.
   *
   * @param key the same key and input return the result of the first call, without extending again
   * @param more additions to its limits; with `modelId` it continues with that model, which rejudges its pages
   * @throws DomainError NOT_FOUND for session or model, INVALID_STATE, VALIDATION_FAILED naming the limit or `modelId`
   */
  extend(
    id: string,
    more: ExtendSession,
    requester: Requester,
    key?: IdempotencyKey,
    condition?: Precondition,
  ): Promise<Session> {
    const hash = requestHash({ id, more });
    return this.idempotency.perform(
      key,
      'extendSession',
      () => Promise.resolve(hash),
      () => this.extendOnce(id, more, requester, condition),
    );
  }

  private async extendOnce(
    id: string,
    { modelId = null, ...more }: ExtendSession,
    requester: Requester,
    condition: Precondition | undefined,
  ): Promise<Session> {
    if (modelId !== null) await this.models.given((await this.get(id)).topicId, modelId);
    await this.change(id, requester, condition, (session) => decideExtension(session, withoutNulls(more), modelId));
    return this.get(id);
  }

  /**
   * Continues a session with another model of its topic: a worker rejudges all pages, corrects counters and rewards,
   * and retrains the policy. Until then `pendingModelId` is the requested model; a paused session changes when it is
   * resumed, an ended one at once.
   *
   * @throws DomainError NOT_FOUND for session or model; VALIDATION_FAILED for another topic's model; INVALID_STATE if
   * the session is being stopped or the model is not READY
   */
  async switchModel(id: string, modelId: string, requester: Requester, condition?: Precondition): Promise<Session> {
    const { topicId } = await this.get(id);
    await this.models.given(topicId, modelId);
    await this.change(id, requester, condition, async (session, tx) => {
      const change = decideModelSwitch(session, modelId);
      if (change.kind === 'switch-model' && change.ended && change.modelId !== null)
        await this.jobs.enqueue(SWITCH_MODEL, id, {}, tx);
      return change;
    });
    return this.get(id);
  }

  /** Deletes the session at once; a job deletes its results. @throws DomainError NOT_FOUND, INVALID_STATE */
  async delete(id: string, condition?: Precondition): Promise<void> {
    await this.change(id, null, condition, (session) => decideCommand(session, 'delete'));
  }

  /** @param requester null where the log of the session has no event of it */
  private async change(
    id: string,
    requester: Requester | null,
    condition: Precondition | undefined,
    decide: DecideChange,
  ): Promise<void> {
    const found = await this.sessions.change(
      id,
      async (session, tx) => {
        if (requester !== null) await setOrigin(tx, byUser(requester));
        return decide(session, tx);
      },
      (tx) => this.jobs.enqueue(PURGE_SESSION, id, {}, tx),
      condition,
    );
    if (!found) throw notFound('session', id);
  }

  /** A session that waits for its turn to run may be queued. @throws DomainError QUOTA_REACHED */
  private async requireRoom(id: string, tx: DatabaseTransaction): Promise<void> {
    const quota = await this.sessions.quotaReached(id, tx);
    if (quota === null) return;
    throw new DomainError('QUOTA_REACHED', `the quota ${quota} of the project is used up`, {
      details: { quota },
      allowed: 'wait: it can go on when there is room again',
    });
  }
}

const byUser = (requester: Requester): ChangeOrigin => ({ actor: 'user', ...requester });
