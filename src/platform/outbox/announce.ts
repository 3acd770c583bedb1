import { Prisma } from '../database/index.js';
import type { EventType } from './event-types.js';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

/** An event. It belongs to the project of its session or topic. */
interface Announcement {
  readonly type: EventType;
  readonly topicId: string;
  /**
   * If it concerns one session, it is delivered in order with that session's other events, otherwise in order with
   * those of the topic.
   */
  readonly sessionId?: string | null;
  /**
   * If it concerns a topic and these sessions of it (the originating session first), webhooks of these sessions get it
   * too. Nulls are ignored.
   */
  readonly ofSessions?: readonly (string | null)[];
  /** The payload, as JSON. Preferably below 20 KB, as the specification recommends. */
  readonly data: { readonly [name: string]: Json | undefined };
}

/** Largest JSON of one message. */
const MAX_EVENT_BYTES = 64_000;

/**
 * Writes messages of a transaction's event for the webhooks that subscribe to it, within the transaction; workers
 * deliver them afterwards. Writes nothing if no webhook subscribes.
 *
 * @returns number of webhooks that get it
 * @throws Error if the data is larger than {@link MAX_EVENT_BYTES}
 */
export async function announce(
  transaction: { $queryRaw<T>(query: Prisma.Sql): PromiseLike<T> },
  { type, topicId, sessionId = null, ofSessions, data }: Announcement,
): Promise<number> {
  const json = JSON.stringify(data);
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_EVENT_BYTES) throw new Error(`${type}: ${bytes} bytes are too large for a message`);
  const [{ webhooks }] = await transaction.$queryRaw<{ webhooks: number }[]>(
    ofSessions === undefined
      ? Prisma.sql`SELECT announce(${type}, ${topicId}::uuid, ${sessionId}::uuid, ${json}::jsonb) AS webhooks`
      : Prisma.sql`SELECT announce_about(${type}, ${topicId}::uuid, ${ofSessions.filter((id) => id !== null)}::uuid[], ${json}::jsonb) AS webhooks`,
  );
  return webhooks;
}
