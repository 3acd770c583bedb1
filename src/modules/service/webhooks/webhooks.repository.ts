import { Injectable } from '@nestjs/common';
import { type CreatedPiece, isEmptyPatch, type Precondition, under } from '../../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  Prisma,
  PrismaService,
  type RowCount,
  TRANSACTION,
} from '../../../platform/database/index.js';
import { withoutNulls } from '../../../platform/errors/index.js';
import { MAX_SECRETS, MAX_WEBHOOKS, type Webhook, type WebhookPatch } from './webhook.js';

const COLUMNS = Prisma.sql`
  w.id, w.url, w.description, w.types, w.topic_id AS "topicId", w.session_id AS "sessionId", w.enabled, w.disabled_reason AS "disabledReason",
  w.disabled_at AS "disabledAt", w.failing_since AS "failingSince", w.created_at AS "createdAt", w.updated_at AS "updatedAt"`;

/** A new webhook, checked. */
export type NewWebhook = Pick<Webhook, 'url' | 'description' | 'types' | 'topicId' | 'sessionId' | 'enabled'>;

export type InsertOutcome = 'made' | 'too-many' | 'no-topic' | 'no-session';
type RotateOutcome = 'rotated' | 'not-found' | 'too-many';

@Injectable()
export class WebhooksRepository {
  constructor(private readonly prisma: PrismaService) {}

  async insert(db: DatabaseTransaction, id: string, webhook: NewWebhook, secret: string): Promise<InsertOutcome> {
    const { url, description, types, topicId, sessionId, enabled } = webhook;
    // Counted under a lock on the project.
    await db.$queryRaw`SELECT 1 FROM projects WHERE id = gleaner_project() FOR UPDATE`;
    const [{ count }] = await db.$queryRaw<
      { count: number }[]
    >`SELECT count(*)::int AS count FROM webhooks WHERE ${ofProject()}`;
    if (count >= MAX_WEBHOOKS) return 'too-many';
    // Locked until the end: a foreign key does not check the owner.
    if (topicId !== null && !(await isThere(db, 'topics', topicId))) return 'no-topic';
    if (sessionId !== null && !(await isThere(db, 'sessions', sessionId))) return 'no-session';
    await db.$executeRaw`
        INSERT INTO webhooks (id, url, description, types, topic_id, session_id, enabled)
        VALUES (${id}::uuid, ${url}, ${description}, ${[...types]}, ${topicId}::uuid, ${sessionId}::uuid, ${enabled})`;
    await writeSecret(db, id, secret);
    return 'made';
  }

  async find(id: string): Promise<Webhook | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  findMany(ids: readonly string[]): Promise<Webhook[]> {
    return this.prisma.$queryRaw<Webhook[]>`
      SELECT ${COLUMNS} FROM webhooks w WHERE ${ofProject('w')} AND w.id = ANY(${[...ids]}::uuid[])`;
  }

  /** Newest first. */
  list(piece: CreatedPiece): Promise<Webhook[]> {
    const { past, order } = newestFirst('w', piece);
    return this.prisma.$queryRaw<Webhook[]>`
      SELECT ${COLUMNS} FROM webhooks w WHERE ${ofProject('w')} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
  }

  count(): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM webhooks w WHERE ${ofProject('w')}`);
  }

  /** @returns false if there is none */
  update(id: string, patch: WebhookPatch, condition?: Precondition): Promise<boolean> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        if (!(await locked(db, id))) return false;
        await condition?.holds();
        const before = await db.webhook.findUniqueOrThrow({
          where: { id },
          select: { url: true, description: true, types: true, enabled: true, disabledReason: true },
        });
        const wanted = withoutNulls(patch);
        // A change of `enabled` drops the reason of the service.
        const reason = wanted.enabled === undefined ? {} : { disabledReason: null };
        if (isEmptyPatch({ ...wanted, ...reason }, before)) return true;
        const { url, description, types, enabled } = patch;
        // Enabling it resets the reason why the service disabled it.
        await db.$executeRaw`
          UPDATE webhooks SET url = coalesce(${url ?? null}, url), description = coalesce(${description ?? null}, description),
            types = coalesce(${types ? [...types] : null}::text[], types), enabled = coalesce(${enabled ?? null}::boolean, enabled),
            disabled_reason = CASE WHEN ${enabled ?? null}::boolean IS NULL THEN disabled_reason END,
            disabled_at = CASE WHEN ${enabled ?? null}::boolean IS NULL THEN disabled_at END,
            failing_since = CASE WHEN ${enabled === true} AND NOT enabled THEN NULL ELSE failing_since END,
            not_before = CASE WHEN ${enabled === true} AND NOT enabled THEN NULL ELSE not_before END, updated_at = clock_timestamp()
          WHERE ${ofProject()} AND id = ${id}::uuid`;
        return true;
      }, TRANSACTION),
    );
  }

  /** @returns false if there is none */
  delete(id: string, condition?: Precondition): Promise<boolean> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        if (!(await locked(db, id))) return false;
        await condition?.holds();
        await db.$executeRaw`DELETE FROM webhooks WHERE ${ofProject()} AND id = ${id}::uuid`;
        return true;
      }, TRANSACTION),
    );
  }

  /** Adds a secret to the existing ones, which stay valid for a while. */
  rotate(id: string, secret: string, overlapSeconds: number): Promise<RotateOutcome> {
    return this.prisma
      .$transaction(async (db) => {
        if (!(await locked(db, id))) return 'not-found';
        await db.$executeRaw`
        UPDATE webhook_secrets SET expires_at = least(expires_at, now() + ${overlapSeconds} * interval '1 second')
        WHERE webhook_id = ${id}::uuid AND (expires_at IS NULL OR expires_at > now())`;
        const [{ valid }] = await db.$queryRaw<{ valid: number }[]>`
        SELECT count(*)::int AS valid FROM webhook_secrets WHERE webhook_id = ${id}::uuid AND (expires_at IS NULL OR expires_at > now())`;
        if (valid >= MAX_SECRETS) throw new TooManySecretsError();
        await writeSecret(db, id, secret);
        return 'rotated' as const;
      }, TRANSACTION)
      .catch((error: unknown) => {
        if (error instanceof TooManySecretsError) return 'too-many' as const;
        throw error;
      });
  }
}

/** Rolls the transaction back. */
class TooManySecretsError extends Error {}

/** Locks it against other calls, but not against new messages, which do not wait. */
async function locked(db: DatabaseTransaction, id: string): Promise<boolean> {
  const rows = await db.$queryRaw<
    unknown[]
  >`SELECT 1 FROM webhooks WHERE ${ofProject()} AND id = ${id}::uuid FOR NO KEY UPDATE`;
  return rows.length > 0;
}

async function isThere(db: DatabaseTransaction, table: 'topics' | 'sessions', id: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM ${Prisma.raw(table)} WHERE ${ofProject()} AND id = ${id}::uuid FOR KEY SHARE`;
  return rows.length > 0;
}

async function writeSecret(db: DatabaseTransaction, webhookId: string, secret: string): Promise<void> {
  await db.$executeRaw`
    INSERT INTO webhook_secrets (id, webhook_id, secret, created_at) VALUES (time_ordered_id(clock_timestamp()), ${webhookId}::uuid, ${secret}, clock_timestamp())`;
}
