import { Injectable } from '@nestjs/common';
import type { CreatedPiece } from '../../../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  Prisma,
  PrismaService,
  type RowCount,
} from '../../../../platform/database/index.js';
import { MAX_SHARES, type Share, type ShareWanted } from './share.js';

const COLUMNS = Prisma.sql`
  h.id, h.topic_id AS "topicId", h.name, h.relevant_only AS "relevantOnly", h.created_at AS "createdAt", h.expires_at AS "expiresAt"`;
/** Shares that have expired are listed for so long. */
const KEEP_DAYS = 30;
const ofTopic = (topicId: string): Prisma.Sql =>
  Prisma.sql`FROM collection_shares h JOIN topics t ON t.id = h.topic_id WHERE ${ofProject('t')} AND h.topic_id = ${topicId}::uuid`;

/** A share with the data that checking its token needs. */
interface StoredShare extends Share {
  readonly projectId: string;
  readonly secretHash: Uint8Array;
}

@Injectable()
export class SharesRepository {
  constructor(private readonly prisma: PrismaService) {}

  async insert(
    db: DatabaseTransaction,
    id: string,
    topicId: string,
    { name, relevantOnly, days }: ShareWanted,
    secretHash: Uint8Array,
  ): Promise<'made' | 'no-topic' | 'too-many'> {
    // Counted under a lock on the topic.
    const topics = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM topics t WHERE ${ofProject('t')} AND t.id = ${topicId}::uuid FOR NO KEY UPDATE`;
    if (topics.length === 0) return 'no-topic';
    await db.$executeRaw`
      DELETE FROM collection_shares WHERE topic_id = ${topicId}::uuid AND expires_at < now() - ${KEEP_DAYS} * interval '1 day'`;
    const [{ count }] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM collection_shares WHERE topic_id = ${topicId}::uuid AND expires_at > now()`;
    if (count >= MAX_SHARES) return 'too-many';
    await db.$executeRaw`
      INSERT INTO collection_shares (id, topic_id, name, secret_hash, relevant_only, expires_at)
      VALUES (${id}::uuid, ${topicId}::uuid, ${name}, ${new Uint8Array(secretHash)}, ${relevantOnly}, now() + ${days} * interval '1 day')`;
    return 'made';
  }

  async find(id: string): Promise<Share | null> {
    const rows = await this.prisma.$queryRaw<Share[]>`
      SELECT ${COLUMNS} FROM collection_shares h JOIN topics t ON t.id = h.topic_id WHERE ${ofProject('t')} AND h.id = ${id}::uuid`;
    return rows[0] ?? null;
  }

  /** Newest first. */
  list(topicId: string, piece: CreatedPiece): Promise<Share[]> {
    const { past, order } = newestFirst('h', piece);
    return this.prisma.$queryRaw<Share[]>`
      SELECT ${COLUMNS} ${ofTopic(topicId)} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
  }

  count(topicId: string): Promise<RowCount> {
    return countRows(this.prisma, ofTopic(topicId));
  }

  /** @returns false when there is none */
  async delete(id: string): Promise<boolean> {
    const gone = await this.prisma.$executeRaw`
      DELETE FROM collection_shares h USING topics t WHERE t.id = h.topic_id AND ${ofProject('t')} AND h.id = ${id}::uuid`;
    return gone > 0;
  }

  /** A share of any project that has not expired. The caller checks its token. */
  async usable(id: string): Promise<StoredShare | null> {
    const rows = await this.prisma.$queryRaw<StoredShare[]>`
      SELECT ${COLUMNS}, h.secret_hash AS "secretHash", t.project_id AS "projectId" FROM collection_shares h JOIN topics t ON t.id = h.topic_id
      WHERE h.id = ${id}::uuid AND h.expires_at > now()`;
    return rows[0] ?? null;
  }
}
