import { Prisma } from '../database/index.js';
import type { EventType } from './event-types.js';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

/** Something that happened. It belongs to the project of its session or topic. */
export interface Announcement {
  readonly type: EventType;
  readonly topicId: string;
  /** Where it is about one session: then it is told in order with all else of that session, otherwise in order with all else of the topic. */
  readonly sessionId?: string | null;
  /** Where it is about a topic in which these sessions have a part, the one that it came from first: webhooks of a session are told of it, too. Nulls are left out. */
  readonly ofSessions?: readonly (string | null)[];
  /** What receivers are told, as JSON. It is best to stay below 20 KB, as the specification recommends. */
  readonly data: { readonly [name: string]: Json | undefined };
}

/** Bytes of JSON of one message. */
export const MAX_EVENT_BYTES = 64_000;

/**
 * Tells the webhooks that want it what a transaction does, if the transaction commits: it writes messages, and workers deliver them afterwards. Where no webhook
 * wants it, nothing is written.
 *
 * @returns how many webhooks will be told
 * @throws Error when the data is larger than {@link MAX_EVENT_BYTES}
 */
export async function announce(
  transaction: { $queryRaw<T>(query: Prisma.Sql): PromiseLike<T> },
  { type, topicId, sessionId = null, ofSessions, data }: Announcement,
): Promise<number> {
  const json = JSON.stringify(data);
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_EVENT_BYTES) throw new Error(`${type}: ${bytes} bytes are too large for a message`);
  const [{ told }] = await transaction.$queryRaw<{ told: number }[]>(
    ofSessions === undefined
      ? Prisma.sql`SELECT announce(${type}, ${topicId}::uuid, ${sessionId}::uuid, ${json}::jsonb) AS told`
      : Prisma.sql`SELECT announce_about(${type}, ${topicId}::uuid, ${ofSessions.filter((id) => id !== null)}::uuid[], ${json}::jsonb) AS told`,
  );
  return told;
}
