import { Injectable } from '@nestjs/common';
import { CrawlDatabase, Prisma } from '../../../platform/database/index.js';
import type { Verdict } from './verdict.js';

/** A message to deliver, held for a while by the process that claimed it. */
export interface ClaimedMessage {
  readonly webhookId: string;
  readonly subjectId: string;
  /** Number of the claim: proof of holding the lane. */
  readonly claim: number;
  readonly projectId: string;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly messageId: string;
  readonly type: string;
  readonly data: unknown;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Attempts before, since the message was made or replayed. */
  readonly attempt: number;
}

/** What an attempt brought. */
export interface AttemptMade {
  readonly began: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly outcome: string;
  readonly error: string | null;
  readonly excerpt: string | null;
}

/** A session whose pages a webhook is to be told. */
export interface FollowedSession {
  readonly webhookId: string;
  readonly sessionId: string;
  readonly wantsPages: boolean;
  readonly wantsLabels: boolean;
}

/** What is kept of one webhook. */
export interface KeptLimits {
  /** Messages, besides those that wait. */
  readonly mostKept: number;
  /** Messages that wait: with more it is switched off. */
  readonly mostWaiting: number;
}

/** The outbox as workers use it, for all projects: statements that hold no lock for longer than the database takes. */
@Injectable()
export class DeliveryRepository {
  constructor(private readonly database: CrawlDatabase) {}

  /** Messages that wait, by whether their webhook is enabled. */
  async countWaiting(): Promise<Record<string, number>> {
    const rows = await this.database.rows<{ enabled: string; count: number }>(Prisma.sql`
      SELECT e.enabled::text AS enabled, (
        SELECT count(*) FROM webhook_messages m JOIN webhooks w ON w.id = m.webhook_id WHERE m.status = 'PENDING' AND w.enabled = e.enabled)::float8 AS count
      FROM (VALUES (true), (false)) AS e (enabled)`);
    return Object.fromEntries(rows.map(({ enabled, count }) => [enabled, count]));
  }

  /** Age of the oldest message that waits for an enabled webhook, s. */
  async oldestSeconds(): Promise<number> {
    const [{ age }] = await this.database.rows<{ age: number }>(Prisma.sql`
      SELECT greatest(0, coalesce(extract(epoch FROM now() - min(m.created_at)), 0))::float8 AS age
      FROM webhook_messages m JOIN webhooks w ON w.id = m.webhook_id WHERE m.status = 'PENDING' AND w.enabled`);
    return age;
  }

  async countByState(): Promise<Record<string, number>> {
    const rows = await this.database.rows<{ state: string; count: number }>(Prisma.sql`
      SELECT t.state, count(c.state)::float8 AS count FROM unnest(ARRAY['well', 'failing', 'off', 'switched_off']) AS t (state)
      LEFT JOIN (
        SELECT CASE WHEN enabled AND failing_since IS NULL THEN 'well' WHEN enabled THEN 'failing' WHEN disabled_reason IS NULL THEN 'off' ELSE 'switched_off' END AS state
        FROM webhooks) c USING (state) GROUP BY 1`);
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }

  /** The message that has been due longest, of those that may be sent now; null when there is none. */
  async claim(leaseMs: number, atOncePerWebhook: number): Promise<ClaimedMessage | null> {
    const [{ claimed }] = await this.database.rows<{ claimed: ClaimedMessage | null }>(
      Prisma.sql`SELECT claim_webhook_message(${leaseMs}, ${atOncePerWebhook}) AS claimed`,
    );
    return claimed;
  }

  /** @returns false when another process took the lane meanwhile: nothing was noted */
  async note(message: ClaimedMessage, verdict: Verdict, failingDays: number, made: AttemptMade): Promise<boolean> {
    const [{ noted }] = await this.database.rows<{ noted: boolean }>(
      Prisma.sql`SELECT note_webhook_attempt(${message.webhookId}::uuid, ${message.subjectId}::uuid, ${message.claim}::int, ${message.messageId}::uuid,
        ${verdict.kind}, ${verdict.waitMs}::float8, ${verdict.holdMs}::float8, ${failingDays}::float8, ${made.began.toISOString()}::timestamptz,
        ${made.durationMs}::int, ${made.httpStatus}::int, ${made.outcome}, ${made.error}, ${made.excerpt}) AS noted`,
    );
    return noted;
  }

  /** Gives a lane back as if it had not been claimed. */
  async release({ webhookId, subjectId, claim }: ClaimedMessage): Promise<void> {
    await this.database.rows(
      Prisma.sql`UPDATE webhook_lanes SET claimed_until = NULL WHERE webhook_id = ${webhookId}::uuid AND subject_id = ${subjectId}::uuid AND claim = ${claim}::int`,
    );
  }

  /**
   * Sessions with steps of which a webhook that wants them has not been told.
   *
   * @param everyMs a webhook is told of a session's pages at most so often, and
   * @param labelsEveryMs of its uncertain pages
   */
  behind(everyMs: number, labelsEveryMs: number, limit: number): Promise<FollowedSession[]> {
    const isNew = (place: string): Prisma.Sql =>
      Prisma.raw(
        `(s.id IS NULL OR last_told_step(s.fetched, s.completed) > ${place} OR s.state IN ('COMPLETED', 'STOPPED', 'FAILED'))`,
      );
    return this.database.rows<FollowedSession>(Prisma.sql`
      SELECT * FROM (
        SELECT l.webhook_id AS "webhookId", l.subject_id AS "sessionId", least(l.pages_at, l.labels_at) AS at,
          l.pages_seq IS NOT NULL AND l.pages_at <= now() - ${everyMs} * interval '1 millisecond' AND ${isNew('l.pages_seq')} AS "wantsPages",
          l.labels_seq IS NOT NULL AND ${isNew('l.labels_seq')}
            AND (l.labels_at <= now() - ${labelsEveryMs} * interval '1 millisecond' OR s.state IN ('COMPLETED', 'STOPPED', 'FAILED')) AS "wantsLabels"
        FROM webhook_lanes l JOIN webhooks w ON w.id = l.webhook_id AND w.enabled LEFT JOIN sessions s ON s.id = l.subject_id
        WHERE l.pages_seq IS NOT NULL OR l.labels_seq IS NOT NULL) AS followed
      WHERE "wantsPages" OR "wantsLabels" ORDER BY at LIMIT ${limit}`);
  }

  /** @returns whether there may be more to tell at once */
  async tellPages({ webhookId, sessionId }: FollowedSession, pages: number, waiting: number): Promise<boolean> {
    const [{ more }] = await this.database.rows<{ more: boolean }>(
      Prisma.sql`SELECT tell_relevant_pages(${webhookId}::uuid, ${sessionId}::uuid, ${pages}::int, ${waiting}::int) AS more`,
    );
    return more;
  }

  /** @param margin between a page's probability and the threshold, at most */
  async tellLabels(
    { webhookId, sessionId }: FollowedSession,
    pages: number,
    least: number,
    margin: number,
  ): Promise<void> {
    await this.database.rows(
      Prisma.sql`SELECT tell_wanted_labels(${webhookId}::uuid, ${sessionId}::uuid, ${pages}::int, ${least}::int, ${margin}::float8)`,
    );
  }

  /** Deletes messages of all webhooks that are older, some at a time, and what nobody needs any more. @returns how many messages */
  async sweep(days: number, atOnce: number): Promise<number> {
    const [{ gone }] = await this.database.rows<{ gone: number }>(
      Prisma.sql`SELECT sweep_webhooks(${days}::int, ${atOnce}::int) AS gone`,
    );
    return gone;
  }

  /** Bounds the messages of one webhook. @returns how many were deleted */
  async trim(webhookId: string, { mostKept, mostWaiting }: KeptLimits, atOnce: number): Promise<number> {
    const [{ gone }] = await this.database.rows<{ gone: number }>(
      Prisma.sql`SELECT trim_webhook(${webhookId}::uuid, ${mostKept}::int, ${mostWaiting}::int, ${atOnce}::int) AS gone`,
    );
    return gone;
  }

  /** Of all projects, some behind one, in the order of their ids. */
  async webhooksAfter(id: string, limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ id: string }>(
      Prisma.sql`SELECT id FROM webhooks WHERE id > ${id}::uuid ORDER BY id LIMIT ${limit}`,
    );
    return rows.map((row) => row.id);
  }
}
