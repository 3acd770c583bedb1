import { Injectable } from '@nestjs/common';
import { CrawlDatabase, Prisma } from '../../../../platform/database/index.js';
import type { Verdict } from './verdict.js';

/** A message to deliver, leased by the process that claimed it. */
export interface ClaimedMessage {
  readonly webhookId: string;
  readonly subjectId: string;
  /** Number of the claim, which identifies the holder of the lane. */
  readonly claim: number;
  readonly projectId: string;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly messageId: string;
  readonly type: string;
  readonly data: unknown;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Attempts so far, since the message was created or replayed. */
  readonly attempt: number;
}

/** The result of an attempt. */
export interface AttemptMade {
  readonly began: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly outcome: string;
  readonly error: string | null;
  readonly excerpt: string | null;
}

/** A session whose pages are sent to a webhook. */
export interface FollowedSession {
  readonly webhookId: string;
  readonly sessionId: string;
  readonly wantsPages: boolean;
  readonly wantsLabels: boolean;
}

/** A topic whose collection has news for a webhook. */
export interface FollowedTopic {
  readonly webhookId: string;
  readonly topicId: string;
}

/** Limits for one webhook's messages. */
interface KeptLimits {
  /** Messages, besides pending ones. */
  readonly mostKept: number;
  /** Pending messages: with more the webhook is disabled. */
  readonly mostWaiting: number;
}

/** The outbox for workers, for all projects: statements hold locks only briefly. */
@Injectable()
export class DeliveryRepository {
  constructor(private readonly database: CrawlDatabase) {}

  /** Pending messages, by whether their webhook is enabled. */
  async countWaiting(): Promise<Record<string, number>> {
    const rows = await this.database.rows<{ enabled: string; count: number }>(Prisma.sql`
      SELECT e.enabled::text AS enabled, (
        SELECT count(*) FROM webhook_messages m JOIN webhooks w ON w.id = m.webhook_id WHERE m.status = 'PENDING' AND w.enabled = e.enabled)::float8 AS count
      FROM (VALUES (true), (false)) AS e (enabled)`);
    return Object.fromEntries(rows.map(({ enabled, count }) => [enabled, count]));
  }

  /** Age of the oldest pending message of an enabled webhook, s. */
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

  /** The message that has been due longest, of those that may be sent now; null if there is none. */
  async claim(leaseMs: number, atOncePerWebhook: number): Promise<ClaimedMessage | null> {
    const [{ claimed }] = await this.database.rows<{ claimed: ClaimedMessage | null }>(
      Prisma.sql`SELECT claim_webhook_message(${leaseMs}, ${atOncePerWebhook}) AS claimed`,
    );
    return claimed;
  }

  /** @returns false if another process took the lane meanwhile: nothing was recorded */
  async note(message: ClaimedMessage, verdict: Verdict, failingDays: number, made: AttemptMade): Promise<boolean> {
    const [{ noted }] = await this.database.rows<{ noted: boolean }>(
      Prisma.sql`SELECT note_webhook_attempt(${message.webhookId}::uuid, ${message.subjectId}::uuid, ${message.claim}::int, ${message.messageId}::uuid,
        ${verdict.kind}, ${verdict.waitMs}::float8, ${verdict.holdMs}::float8, ${failingDays}::float8, ${made.began.toISOString()}::timestamptz,
        ${made.durationMs}::int, ${made.httpStatus}::int, ${made.outcome}, ${made.error}, ${made.excerpt}) AS noted`,
    );
    return noted;
  }

  /** Returns a lane as if it had not been claimed. */
  async release({ webhookId, subjectId, claim }: ClaimedMessage): Promise<void> {
    await this.database.rows(
      Prisma.sql`UPDATE webhook_lanes SET claimed_until = NULL WHERE webhook_id = ${webhookId}::uuid AND subject_id = ${subjectId}::uuid AND claim = ${claim}::int`,
    );
  }

  /**
   * Sessions with steps that a webhook has not been sent yet.
   *
   * @param everyMs minimum interval between messages to a webhook about a session's pages, and
   * @param labelsEveryMs about its uncertain pages
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

  /** @returns whether more can be sent at once */
  async tellPages({ webhookId, sessionId }: FollowedSession, pages: number, waiting: number): Promise<boolean> {
    const [{ more }] = await this.database.rows<{ more: boolean }>(
      Prisma.sql`SELECT tell_relevant_pages(${webhookId}::uuid, ${sessionId}::uuid, ${pages}::int, ${waiting}::int) AS more`,
    );
    return more;
  }

  /** @param margin largest distance between a page's probability and the threshold */
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

  /** Topics with news for webhooks. @param everyMs time for which news are gathered before they are sent */
  withNews(everyMs: number, limit: number): Promise<FollowedTopic[]> {
    return this.database.rows<FollowedTopic>(Prisma.sql`
      SELECT l.webhook_id AS "webhookId", l.subject_id AS "topicId" FROM webhook_lanes l JOIN webhooks w ON w.id = l.webhook_id AND w.enabled
      WHERE l.news_at <= now() - ${everyMs} * interval '1 millisecond' ORDER BY l.news_at LIMIT ${limit}`);
  }

  /** @param news pages and domains read at a time @returns whether more can be sent at once */
  async tellNews({ webhookId, topicId }: FollowedTopic, news: number, waiting: number): Promise<boolean> {
    const [{ more }] = await this.database.rows<{ more: boolean }>(
      Prisma.sql`SELECT tell_collection_news(${webhookId}::uuid, ${topicId}::uuid, ${news}::int, ${waiting}::int) AS more`,
    );
    return more;
  }

  /** Deletes noted news of collections that no webhook wants, a limited number at a time. @returns the number */
  async sweepNews(atOnce: number): Promise<number> {
    const [{ gone }] = await this.database.rows<{ gone: number }>(
      Prisma.sql`SELECT sweep_collection_news(${atOnce}::int) AS gone`,
    );
    return gone;
  }

  /**
   * Deletes older messages of all webhooks, a limited number at a time, and unneeded related rows. @returns the number
   * of messages
   */
  async sweep(days: number, atOnce: number): Promise<number> {
    const [{ gone }] = await this.database.rows<{ gone: number }>(
      Prisma.sql`SELECT sweep_webhooks(${days}::int, ${atOnce}::int) AS gone`,
    );
    return gone;
  }

  /** Bounds the messages of one webhook. @returns the number of deleted ones */
  async trim(webhookId: string, { mostKept, mostWaiting }: KeptLimits, atOnce: number): Promise<number> {
    const [{ gone }] = await this.database.rows<{ gone: number }>(
      Prisma.sql`SELECT trim_webhook(${webhookId}::uuid, ${mostKept}::int, ${mostWaiting}::int, ${atOnce}::int) AS gone`,
    );
    return gone;
  }

  /** Webhooks of all projects after the given one, in the order of their ids. */
  async webhooksAfter(id: string, limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ id: string }>(
      Prisma.sql`SELECT id FROM webhooks WHERE id > ${id}::uuid ORDER BY id LIMIT ${limit}`,
    );
    return rows.map((row) => row.id);
  }
}
