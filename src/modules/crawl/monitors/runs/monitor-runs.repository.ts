import { Injectable } from '@nestjs/common';
import type { StepOutcome } from '../../../../domain/fetching/index.js';
import type { SessionState } from '../../../../domain/session/index.js';
import type { CreatedPiece } from '../../../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  Prisma,
  PrismaService,
  type RowCount,
  TRANSACTION,
} from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/errors/index.js';
import { PageTextReader, type TextPlace } from '../../../base/page-texts/index.js';
import {
  DEFAULT_SETTINGS,
  MAX_RUNS,
  MAX_TEXT_CHARS,
  type MonitorRun,
  type MonitorSettings,
  type RunCounts,
  type RunState,
} from '../monitor.js';
import { MAIN_TEXT } from '../monitored-pages.repository.js';

const COLUMNS = Prisma.sql`
  r.id, r.monitor_id AS "monitorId", r.state, r.sessions::text[] AS sessions, r.looked, r.new, r.changed, r.gone, r.back, r.missed, r.error,
  r.created_at AS "createdAt", r.finished_at AS "finishedAt"`;
const ACTIVE = Prisma.sql`r.state IN ('LOOKING', 'SEARCHING')`;
/** Runs whose sessions are deleted at a time. */
const OLD_RUNS = 20;

/** A locked run with its current session. */
export interface FollowedRun {
  readonly id: string;
  readonly monitorId: string;
  readonly topicId: string;
  /** The session with whose pages the monitor started; null if it started with all sessions of the topic. */
  readonly watchedSessionId: string | null;
  readonly state: RunState;
  readonly sessionId: string;
  /** Null if the session was deleted. */
  readonly sessionState: SessionState | null;
  readonly sessionReason: string | null;
  readonly sessionError: string | null;
  /** Number of compared steps. */
  readonly followed: number;
  readonly priorRate: number;
  readonly settings: MonitorSettings;
}

/** The fields of a session's step that are compared. */
export interface FollowedStep {
  readonly step: number;
  readonly url: string;
  readonly finalUrl: string;
  readonly outcome: StepOutcome;
  readonly httpStatus: number | null;
  readonly fetchedAt: Date;
  readonly title: string | null;
  readonly probability: number;
  readonly relevant: boolean;
  readonly text: string | null;
}

const ofOwnMonitor = (monitorId: string): Prisma.Sql =>
  Prisma.sql`r.monitor_id = ${monitorId}::uuid AND EXISTS (SELECT FROM monitors m WHERE m.id = r.monitor_id AND ${ofProject('m')})`;

@Injectable()
export class MonitorRunsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly texts: PageTextReader,
  ) {}

  /**
   * @returns its id; null if another run of the monitor is in progress
   * @throws DomainError NOT_FOUND if the monitor has just been deleted
   */
  async insert(
    db: DatabaseTransaction,
    run: Pick<MonitorRun, 'monitorId' | 'state'> & { readonly priorRate: number },
  ): Promise<string | null> {
    // Locked, as the new row itself would: without it the row has no project, and is refused as that of another one.
    const monitors = await db.$queryRaw<unknown[]>`
      SELECT id FROM monitors WHERE id = ${run.monitorId}::uuid FOR KEY SHARE`;
    if (monitors.length === 0) throw notFound('monitor', run.monitorId);
    const finishedAt = run.state === 'COMPLETED' ? new Date() : null;
    const rows = await db.monitorRun.createManyAndReturn({
      data: [{ ...run, sessions: [], finishedAt }],
      skipDuplicates: true,
      select: { id: true },
    });
    return rows[0]?.id ?? null;
  }

  async find(id: string): Promise<MonitorRun | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  findMany(ids: readonly string[]): Promise<MonitorRun[]> {
    return this.prisma.$queryRaw<MonitorRun[]>`
      SELECT ${COLUMNS} FROM monitor_runs r JOIN monitors m ON m.id = r.monitor_id WHERE ${ofProject('m')} AND r.id = ANY(${[...ids]}::uuid[])`;
  }

  /** Newest first. */
  list(monitorId: string, piece: CreatedPiece): Promise<MonitorRun[]> {
    const { past, order } = newestFirst('r', piece);
    return this.prisma.$queryRaw<MonitorRun[]>`
      SELECT ${COLUMNS} FROM monitor_runs r WHERE ${ofOwnMonitor(monitorId)} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
  }

  count(monitorId: string): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM monitor_runs r WHERE ${ofOwnMonitor(monitorId)}`);
  }

  /** Runs in progress, of all projects. Requires the scope of the service. */
  active(): Promise<{ readonly id: string; readonly projectId: string }[]> {
    return this.prisma.$queryRaw`
      SELECT r.id, m.project_id AS "projectId" FROM monitor_runs r JOIN monitors m ON m.id = r.monitor_id WHERE ${ACTIVE} ORDER BY r.created_at, r.id`;
  }

  transaction<T>(work: (db: DatabaseTransaction) => Promise<T>): Promise<T> {
    return this.prisma.$transaction(work, TRANSACTION);
  }

  /** Locks a run in progress; null if it has ended, or another process has locked it. */
  async lock(db: DatabaseTransaction, id: string): Promise<FollowedRun | null> {
    // Reads the session last: all steps before the state read here are committed.
    const rows = await db.$queryRaw<FollowedRun[]>`
      SELECT r.id, r.monitor_id AS "monitorId", m.topic_id AS "topicId", m.session_id AS "watchedSessionId", r.state, r.sessions[cardinality(r.sessions)]::text AS "sessionId", r.followed,
        r.prior_rate AS "priorRate", m.settings
      FROM monitor_runs r JOIN monitors m ON m.id = r.monitor_id WHERE r.id = ${id}::uuid AND ${ACTIVE} FOR UPDATE OF r SKIP LOCKED`;
    if (rows[0] === undefined) return null;
    const [session] = await db.$queryRaw<Pick<FollowedRun, 'sessionState' | 'sessionReason' | 'sessionError'>[]>`
      SELECT state AS "sessionState", state_reason AS "sessionReason", error AS "sessionError" FROM sessions WHERE id = ${rows[0].sessionId}::uuid`;
    const none = { sessionState: null, sessionReason: null, sessionError: null };
    return { ...none, ...session, ...rows[0], settings: { ...DEFAULT_SETTINGS, ...rows[0].settings } };
  }

  /**
   * The next steps of a session in the order of completion. @throws DomainError UNAVAILABLE if texts cannot be read
   * from their store
   */
  async steps(db: DatabaseTransaction, sessionId: string, from: number, most: number): Promise<FollowedStep[]> {
    const rows = await db.$queryRaw<(FollowedStep & { textPlace: TextPlace | null })[]>`
      SELECT p.step, u.url, f.url AS "finalUrl", p.outcome, p.http_status AS "httpStatus", p.fetched_at AS "fetchedAt", p.title, p.probability,
        -- In a monitoring session a page that is no news to it is not relevant, although it may be to this monitor.
        p.relevant OR (s.config ? 'monitoring' AND p.outcome = 'page' AND p.probability >= coalesce(m.threshold, 0.5)) AS relevant,
        CASE WHEN p.outcome = 'page' AND NOT p.noindex THEN ${MAIN_TEXT} END AS text,
        CASE WHEN p.outcome = 'page' AND NOT p.noindex THEN p.text_place END AS "textPlace"
      FROM pages p JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.url_no JOIN urls f ON f.session_id = p.session_id AND f.url_no = p.final_url_no
        JOIN sessions s ON s.id = p.session_id JOIN models m ON m.id = s.model_id
      WHERE p.session_id = ${sessionId}::uuid AND p.seq >= ${from} ORDER BY p.seq LIMIT ${most}`;
    const moved = await this.texts.mainLines(
      sessionId,
      rows.map(({ textPlace }) => textPlace),
      MAX_TEXT_CHARS,
    );
    return rows.map(({ textPlace: _, ...step }, i) => {
      const text = moved[i];
      return text === undefined ? step : { ...step, text };
    });
  }

  /** Records that more steps are compared, with their counts. */
  async follow(db: DatabaseTransaction, id: string, steps: number, seen: RunCounts): Promise<void> {
    await db.$executeRaw`
      UPDATE monitor_runs SET followed = followed + ${steps}, looked = looked + ${seen.looked}, "new" = "new" + ${seen.new}, changed = changed + ${seen.changed},
        gone = gone + ${seen.gone}, back = back + ${seen.back}, missed = missed + ${seen.missed}
      WHERE id = ${id}::uuid`;
  }

  /** Continues with a session. */
  async goOn(db: DatabaseTransaction, id: string, state: 'LOOKING' | 'SEARCHING', sessionId: string): Promise<void> {
    await db.$executeRaw`
      UPDATE monitor_runs SET state = ${state}, sessions = sessions || ${sessionId}::uuid, followed = 0 WHERE id = ${id}::uuid`;
    // Remembers that a monitor started the session, even after the monitor is deleted.
    await db.monitorSession.create({ data: { sessionId }, select: { sessionId: true } });
  }

  /** @param error why it failed; null if it did not */
  async finish(db: DatabaseTransaction, id: string, error: string | null): Promise<void> {
    await db.$executeRaw`
      UPDATE monitor_runs SET state = ${error === null ? 'COMPLETED' : 'FAILED'}, error = ${error}, finished_at = now() WHERE id = ${id}::uuid`;
  }

  /** Runs beyond the number whose sessions are kept, which still name sessions. */
  old(monitorId: string, keep: number): Promise<{ readonly id: string; readonly sessions: readonly string[] }[]> {
    return this.prisma.$queryRaw`
      SELECT id, sessions::text[] AS sessions FROM (
        SELECT * FROM monitor_runs WHERE monitor_id = ${monitorId}::uuid ORDER BY created_at DESC, id DESC OFFSET ${keep}) r
      WHERE cardinality(sessions) > 0 AND NOT ${ACTIVE} LIMIT ${OLD_RUNS}`;
  }

  async withoutSessions(id: string): Promise<void> {
    await this.prisma.monitorRun.updateMany({ where: { id }, data: { sessions: [] } });
  }

  /** Deletes the oldest runs above the limit. */
  async forget(db: DatabaseTransaction, monitorId: string): Promise<void> {
    await db.$executeRaw`
      DELETE FROM monitor_runs WHERE id IN (
        SELECT id FROM monitor_runs WHERE monitor_id = ${monitorId}::uuid ORDER BY created_at DESC, id DESC OFFSET ${MAX_RUNS})`;
  }
}
