import { Injectable } from '@nestjs/common';
import type { CreatedPiece } from '../../../platform/api/index.js';
import {
  countRows,
  newestFirst,
  ofProject,
  Prisma,
  PrismaService,
  type RowCount,
  TRANSACTION,
} from '../../../platform/database/index.js';
import { bodyOf } from './delivery/signature.js';
import { type MessageFilter, TEST_TYPE, type WebhookAttempt, type WebhookMessage } from './webhook.js';

const COLUMNS = Prisma.sql`
  m.id, m.webhook_id AS "webhookId", m.type, m.topic_id AS "topicId", m.session_id AS "sessionId", m.data, m.status AS state, m.attempts,
  CASE WHEN w.enabled THEN m.next_attempt_at END AS "nextAttemptAt", m.finished_at AS "finishedAt", m.created_at AS "createdAt"`;
const FROM = Prisma.sql`FROM webhook_messages m JOIN webhooks w ON w.id = m.webhook_id`;

type Row = Omit<WebhookMessage, 'body'> & { readonly data: unknown };
const toMessage = ({ data, ...row }: Row): WebhookMessage => ({ ...row, body: bodyOf({ ...row, data }) });

/** Messages to the webhooks of the project in scope. */
@Injectable()
export class WebhookMessagesRepository {
  constructor(private readonly prisma: PrismaService) {}

  async find(webhookId: string, id: string): Promise<WebhookMessage | null> {
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT ${COLUMNS} ${FROM} WHERE ${ofProject('w')} AND m.webhook_id = ${webhookId}::uuid AND m.id = ${id}::uuid`;
    return rows.length > 0 ? toMessage(rows[0]) : null;
  }

  /** Of any webhooks. */
  async findMany(ids: readonly string[]): Promise<WebhookMessage[]> {
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT ${COLUMNS} ${FROM} WHERE ${ofProject('w')} AND m.id = ANY(${[...ids]}::uuid[])`;
    return rows.map(toMessage);
  }

  /** Newest first. */
  async list(webhookId: string, filter: MessageFilter, piece: CreatedPiece): Promise<WebhookMessage[]> {
    const { past, order } = newestFirst('m', piece);
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT ${COLUMNS} ${FROM} WHERE ${conditions(webhookId, filter)} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
    return rows.map(toMessage);
  }

  count(webhookId: string, filter: MessageFilter): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`${FROM} WHERE ${conditions(webhookId, filter)}`);
  }

  /** Oldest first. */
  attempts(webhookId: string, messageId: string): Promise<WebhookAttempt[]> {
    return this.prisma.$queryRaw<WebhookAttempt[]>`
      SELECT a.no, a.at, a.duration_ms AS "durationMs", a.http_status AS "httpStatus", a.outcome, a.error, a.excerpt
      FROM webhook_attempts a JOIN webhook_messages m ON m.id = a.message_id JOIN webhooks w ON w.id = m.webhook_id
      WHERE ${ofProject('w')} AND m.webhook_id = ${webhookId}::uuid AND m.id = ${messageId}::uuid ORDER BY a.no`;
  }

  /** Writes a test message. It waits for no other message. @returns its id; null if the webhook is gone or disabled */
  async insertTest(webhookId: string): Promise<string | null> {
    return this.prisma.$transaction(async (db) => {
      const rows = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM webhooks WHERE ${ofProject()} AND id = ${webhookId}::uuid AND enabled FOR KEY SHARE`;
      if (rows.length === 0) return null;
      const data = JSON.stringify({ webhookId });
      const [{ id }] = await db.$queryRaw<{ id: string }[]>`
        SELECT tell_webhook(${webhookId}::uuid, ${TEST_TYPE}, NULL, NULL, ${webhookId}::uuid, ${data}::jsonb) AS id`;
      return id;
    }, TRANSACTION);
  }

  /** @returns the number of these messages of the webhook that will be redelivered */
  async replay(webhookId: string, ids: readonly string[]): Promise<number> {
    const [{ replayed }] = await this.prisma.$queryRaw<{ replayed: number }[]>`
      SELECT replay_webhook_messages(${webhookId}::uuid, ${[...ids]}::uuid[]) AS replayed`;
    return replayed;
  }

  /** Ids of failed messages, oldest first. */
  async failedSince(webhookId: string, since: Date, limit: number): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT m.id ${FROM} WHERE ${conditions(webhookId, { state: 'FAILED', from: since })} ORDER BY m.created_at, m.id LIMIT ${limit}`;
    return rows.map(({ id }) => id);
  }
}

function conditions(webhookId: string, { state, type, sessionId, from, to }: MessageFilter): Prisma.Sql {
  return Prisma.join(
    [
      ofProject('w'),
      Prisma.sql`m.webhook_id = ${webhookId}::uuid`,
      ...(state == null ? [] : [Prisma.sql`m.status = ${state}`]),
      ...(type == null ? [] : [Prisma.sql`m.type = ${type}`]),
      ...(sessionId == null ? [] : [Prisma.sql`m.session_id = ${sessionId}::uuid`]),
      ...(from == null ? [] : [Prisma.sql`m.created_at >= ${from.toISOString()}::timestamptz`]),
      ...(to == null ? [] : [Prisma.sql`m.created_at < ${to.toISOString()}::timestamptz`]),
    ],
    ' AND ',
  );
}
