import { Injectable } from '@nestjs/common';
import { type Quota, storedConfigSchema, TERMINAL_STATES } from '../../../domain/session/index.js';
import { type CreatedPiece, type Precondition, under } from '../../../platform/api/index.js';
import {
  countEach,
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  notify,
  parentIds,
  Prisma,
  PrismaService,
  type RowCount,
  SESSIONS_CHANNEL,
  whereProject,
} from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { forget } from './session-tables.repository.js';
import type { LockedSession, NewSession, Session, SessionChange, SessionFilter, StartedBy } from './session.js';

interface SessionRow extends Omit<Session, 'config' | 'activeMs'> {
  readonly config: unknown;
  readonly activeMs: bigint;
}
interface LockedRow extends Omit<LockedSession, 'config' | 'activeMs'> {
  readonly config: unknown;
  readonly activeMs: bigint;
}

/** Everything except the columns for workers. */
const COLUMNS = Prisma.sql`
  s.id, s.topic_id AS "topicId", k.version AS "keywordSetVersion", s.model_id AS "modelId", s.pending_model_id AS "pendingModelId",
  (SELECT m.status::text FROM models m WHERE m.id = coalesce(s.pending_model_id, s.model_id)) AS "modelStatus", s.policy, s.policy_version AS "policyVersion",
  s.policy_config AS "policyConfig", s.config, s.random_seed AS "randomSeed",
  (SELECT r.origin_id FROM session_priors r WHERE r.session_id = s.id AND r.kind = 'session') AS "startFrom", s.seeds, s.name, s.note, s.started_by AS "startedBy", s.started_by_id AS "startedById", s.state, s.state_reason AS "stateReason",
  CASE s.state WHEN 'QUEUED' THEN quota_reached(s.project_id, needs_renders(s.config), true) ELSE s.quota_reached END AS "quotaReached", s.waiting_for AS "waitingForRoom", s.command, s.error, s.policy_stats AS "policyStats",
  s.created_at AS "createdAt", s.updated_at AS "updatedAt", s.started_at AS "startedAt", s.finished_at AS "finishedAt", s.active_ms AS "activeMs", s.found,
  s.fetched, s.relevant, s.domains AS "domainCount", s.relevant_domains AS "relevantDomainCount", s.failed, s.robots_denied AS "robotsDenied", s.reused, s.skipped, s.frontier_size AS "frontierSize",
  s.completed, s.recent_relevant AS "recentRelevant", s.recent_fetched AS "recentFetched",
  s.window_fetched AS "windowFetched", s.window_relevant AS "windowRelevant", s.poor_pages AS "poorPages", s.pages_per_second AS "pagesPerSecond",
  jsonb_array_length(s.in_flight) AS "underWay"`;

/** Prisma's code for it. */
const FOREIGN_KEY_VIOLATION = 'P2003';

function toSession(row: SessionRow): Session {
  return { ...row, config: storedConfigSchema.parse(row.config), activeMs: Number(row.activeMs) };
}

/** Decides under the lock on a session's row; its other changes belong to the transaction. */
export type DecideChange = (session: LockedSession, tx: DatabaseTransaction) => SessionChange | Promise<SessionChange>;

@Injectable()
export class SessionsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Queues a new session and wakes the workers, both when the transaction commits.
   *
   * @throws DomainError CONFLICT if its topic, keyword set or model has just been deleted
   */
  async insert(
    tx: DatabaseTransaction,
    { seeds, policyConfig, config, access, ...session }: NewSession & StartedBy,
  ): Promise<string> {
    const data = {
      ...session,
      seeds: [...seeds],
      policyConfig: policyConfig as Prisma.InputJsonValue,
      config,
      ...(access == null ? {} : { access }),
    };
    const row = await tx.session.create({ data, select: { id: true } }).catch((error: unknown) => {
      if (!(error instanceof Prisma.PrismaClientKnownRequestError && error.code === FOREIGN_KEY_VIOLATION)) throw error;
      throw new DomainError('CONFLICT', 'the topic, its keywords or the model were deleted meanwhile', {
        cause: error,
      });
    });
    await notify(tx, SESSIONS_CHANNEL, row.id);
    return row.id;
  }

  async findMany(ids: readonly string[]): Promise<Session[]> {
    const rows = await this.prisma.$queryRaw<SessionRow[]>`
      SELECT ${COLUMNS} FROM sessions s JOIN keyword_sets k ON k.id = s.keyword_set_id WHERE ${ofProject('s')} AND s.id = ANY(${ids}::uuid[])`;
    return rows.map(toSession);
  }

  async find(id: string): Promise<Session | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  async exists(id: string): Promise<boolean> {
    return (await this.prisma.session.count({ where: { ...whereProject(), id } })) > 0;
  }

  /** Newest first. */
  async list(filter: SessionFilter, piece: CreatedPiece): Promise<Session[]> {
    const { past, order } = newestFirst('s', piece);
    const rows = await this.prisma.$queryRaw<SessionRow[]>`
      SELECT ${COLUMNS} FROM sessions s JOIN keyword_sets k ON k.id = s.keyword_set_id
      WHERE ${ofProject('s')} ${matching(filter)} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
    return rows.map(toSession);
  }

  /** A part of the list of each topic, newest first, in one query. */
  async listOf(
    topicIds: readonly string[],
    filter: Omit<SessionFilter, 'topicId'>,
    piece: CreatedPiece,
  ): Promise<Map<string, Session[]>> {
    const { past, order } = newestFirst('s', piece);
    const rows = await this.prisma.$queryRaw<SessionRow[]>`
      SELECT ${COLUMNS}
      FROM unnest(${topicIds}::uuid[]) AS t(id)
      CROSS JOIN LATERAL (
        SELECT * FROM sessions s WHERE ${ofProject('s')} AND s.topic_id = t.id ${matching(filter)} ${past} ORDER BY ${order} LIMIT ${piece.limit}
      ) s
      JOIN keyword_sets k ON k.id = s.keyword_set_id ORDER BY ${order}`;
    const lists = new Map<string, Session[]>(topicIds.map((id) => [id, []]));
    for (const row of rows) lists.get(row.topicId)?.push(toSession(row));
    return lists;
  }

  count(filter: SessionFilter): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM sessions s WHERE ${ofProject('s')} ${matching(filter)}`);
  }

  countOf(topicIds: readonly string[], filter: Omit<SessionFilter, 'topicId'>): Promise<Map<string, RowCount>> {
    return countEach(
      this.prisma,
      parentIds(topicIds),
      Prisma.sql`FROM sessions s WHERE ${ofProject('s')} AND s.topic_id = k.key ${matching(filter)}`,
    );
  }

  /**
   * Changes a session under a lock on its row, so that no worker claims or ends it in between.
   *
   * @param decide returns the change; an error leaves everything unchanged
   * @param onDelete deletes dependent data, in the same transaction
   * @returns false if there is no such session
   */
  async change(
    id: string,
    decide: DecideChange,
    onDelete: (tx: DatabaseTransaction) => Promise<unknown>,
    condition?: Precondition,
  ): Promise<boolean> {
    return under(condition, () =>
      this.prisma.$transaction(async (tx) => {
        const [row] = await tx.$queryRaw<LockedRow[]>`
        SELECT id, state, state_reason AS "stateReason", command, model_id AS "modelId", pending_model_id AS "pendingModelId", config, fetched, failed, relevant, relevant_domains AS "relevantDomainCount", active_ms AS "activeMs",
          coalesce(lease_owner IS NOT NULL AND lease_expires_at > now(), false) AS held
        FROM sessions WHERE ${ofProject()} AND id = ${id}::uuid FOR UPDATE`;
        if (!row) return false;
        await condition?.holds();
        const change = await decide(
          { ...row, config: storedConfigSchema.parse(row.config), activeMs: Number(row.activeMs) },
          tx,
        );
        if (change.kind === 'nothing') return true;
        await apply(tx, id, change);
        if (change.kind === 'delete') await onDelete(tx);
        await notify(tx, SESSIONS_CHANNEL, id);
        return true;
      }),
    );
  }

  /** The quota that would pause it at once if it ran; null if there is room. */
  async quotaReached(id: string, tx: DatabaseTransaction): Promise<Quota | null> {
    const [row] = await tx.$queryRaw<{ quota: Quota | null }[]>`
      SELECT quota_reached(project_id, needs_renders(config), false) AS quota FROM sessions WHERE ${ofProject()} AND id = ${id}::uuid`;
    return row?.quota ?? null;
  }
}

function matching({ topicId = null, state = null, startedBy = null, search = null }: SessionFilter): Prisma.Sql {
  const ofTopic = topicId === null ? Prisma.empty : Prisma.sql`AND s.topic_id = ${topicId}::uuid`;
  const inState = state === null ? Prisma.empty : Prisma.sql`AND s.state = ${state}::"SessionState"`;
  const by = startedBy === null ? Prisma.empty : Prisma.sql`AND s.started_by = ${startedBy}`;
  return Prisma.sql`${ofTopic} ${inState} ${by} ${named(search ?? '')}`;
}

function named(search: string): Prisma.Sql {
  const words = search.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return Prisma.empty;
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return Prisma.sql`
    AND concat_ws(' ', s.name, (SELECT t.name FROM topics t WHERE t.id = s.topic_id), s.policy) ILIKE ALL (${patterns}::text[])`;
}

async function apply(tx: DatabaseTransaction, id: string, change: SessionChange): Promise<void> {
  switch (change.kind) {
    case 'nothing':
      return;
    case 'ask':
      await tx.$executeRaw`UPDATE sessions SET command = ${change.command}::"SessionCommand", updated_at = now() WHERE id = ${id}::uuid`;
      return;
    case 'switch-model':
      await tx.$executeRaw`UPDATE sessions SET pending_model_id = ${change.modelId}::uuid, updated_at = now() WHERE id = ${id}::uuid`;
      return;
    case 'label': {
      const name = change.name === undefined ? Prisma.sql`name` : Prisma.sql`${change.name}::text`;
      const note = change.note === undefined ? Prisma.sql`note` : Prisma.sql`${change.note}::text`;
      await tx.$executeRaw`
        UPDATE sessions SET name = ${name}, note = ${note}, updated_at = now()
        WHERE id = ${id}::uuid AND (name, note) IS DISTINCT FROM (${name}, ${note})`;
      return;
    }
    case 'delete':
      await tx.$executeRaw`DELETE FROM sessions WHERE id = ${id}::uuid`;
      return;
    case 'move': {
      if (change.afresh === true) await forget(tx, id);
      const config =
        change.config === undefined ? Prisma.empty : Prisma.sql`config = ${JSON.stringify(change.config)}::jsonb,`;
      const model = change.modelId === undefined ? Prisma.empty : Prisma.sql`model_id = ${change.modelId}::uuid,`;
      const pending =
        change.pendingModelId === undefined
          ? Prisma.empty
          : Prisma.sql`pending_model_id = ${change.pendingModelId}::uuid,`;
      // The raised epoch fences off a worker that has lost its lease without knowing it.
      await tx.$executeRaw`
        UPDATE sessions SET ${config} ${model} ${pending} state = ${change.to}::"SessionState", state_reason = ${change.reason}, quota_reached = NULL, command = NULL, error = NULL, lease_owner = NULL,
          lease_expires_at = NULL, lease_epoch = lease_epoch + 1, updated_at = now(),
          finished_at = CASE WHEN ${TERMINAL_STATES.has(change.to)} THEN now() END
        WHERE id = ${id}::uuid`;
    }
  }
}
