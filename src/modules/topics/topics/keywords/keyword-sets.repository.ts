import { Injectable } from '@nestjs/common';
import type { Keyword } from '../../../../domain/topic/index.js';
import type { KeysetRange } from '../../../../platform/api/index.js';
import {
  countEach,
  type DatabaseTransaction,
  ofProjectsTopic,
  parentIds,
  Prisma,
  PrismaService,
  readingWay,
  type RowCount,
  TRANSACTION,
} from '../../../../platform/database/index.js';
import { byTopic, type StoredKeywordSet } from '../topic.js';
import { laterThan, lockTopic } from '../topics.repository.js';

const COLUMNS = Prisma.sql`
  k.id, k.topic_id AS "topicId", k.version, k.created_at AS "createdAt",
  (SELECT count(*)::int FROM keywords w WHERE w.keyword_set_id = k.id) AS size`;

/**
 * The keywords of the next version, given the current one; null for no change. Errors roll back the whole transaction.
 */
export type NextKeywords = (
  current: readonly Keyword[],
  version: number,
  transaction: DatabaseTransaction,
) => readonly Keyword[] | null | Promise<readonly Keyword[] | null>;

@Injectable()
export class KeywordSetsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Creates the first set of a topic within the transaction that creates the topic. */
  async insertFirst(db: DatabaseTransaction, topicId: string, keywords: readonly Keyword[]): Promise<void> {
    await insertSet(db, topicId, 1, keywords);
  }

  /**
   * Creates the next version under a lock on the topic, so that versions have no gaps and none is based on a stale one.
   *
   * @param next called with the current keywords and version, or none and 0 if there is no set yet
   * @returns the version that is current afterwards; null if there is no such topic
   */
  async append(topicId: string, next: NextKeywords): Promise<number | null> {
    return this.prisma.$transaction(async (db) => {
      const topic = await lockTopic(db, topicId);
      if (!topic) return null;
      const current = await db.keywordSet.findFirst({
        where: { topicId },
        orderBy: { version: 'desc' },
        include: { keywords: { orderBy: { position: 'asc' } } },
      });
      const version = current?.version ?? 0;
      const keywords = await next(current?.keywords.map(toKeyword) ?? [], version, db);
      if (keywords === null) return version;
      await insertSet(db, topicId, version + 1, keywords);
      await db.topic.update({ where: { id: topicId }, data: { updatedAt: laterThan(topic.updatedAt) } });
      return version + 1;
    }, TRANSACTION);
  }

  async find(topicId: string, version: number): Promise<StoredKeywordSet | null> {
    const rows = await this.prisma.$queryRaw<StoredKeywordSet[]>`
      SELECT ${COLUMNS} FROM keyword_sets k WHERE ${ofProjectsTopic(Prisma.sql`k.topic_id`)} AND k.topic_id = ${topicId}::uuid AND k.version = ${version}`;
    return rows[0] ?? null;
  }

  async findMany(ids: readonly string[]): Promise<StoredKeywordSet[]> {
    return this.prisma.$queryRaw<
      StoredKeywordSet[]
    >`SELECT ${COLUMNS} FROM keyword_sets k WHERE ${ofProjectsTopic(Prisma.sql`k.topic_id`)} AND k.id = ANY(${ids}::uuid[])`;
  }

  /** The newest set of each topic that has one. */
  async currentOf(topicIds: readonly string[]): Promise<Map<string, StoredKeywordSet>> {
    const rows = await this.prisma.$queryRaw<StoredKeywordSet[]>`
      SELECT DISTINCT ON (k.topic_id) ${COLUMNS} FROM keyword_sets k WHERE ${ofProjectsTopic(Prisma.sql`k.topic_id`)} AND k.topic_id = ANY(${topicIds}::uuid[]) ORDER BY k.topic_id, k.version DESC`;
    return new Map(rows.map((set) => [set.topicId, set]));
  }

  /** For each topic a part of its sets, newest first. @param asked by version */
  async listOf(
    topicIds: readonly string[],
    { limit, cursor: version, backward }: KeysetRange<number>,
  ): Promise<Map<string, StoredKeywordSet[]>> {
    const { past: below, order } = readingWay('desc', backward);
    const past = version === null ? Prisma.empty : Prisma.sql`AND k.version ${below} ${version}::int`;
    const rows = await this.prisma.$queryRaw<StoredKeywordSet[]>`
      SELECT page.* FROM unnest(${topicIds}::uuid[]) AS topic(id) CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM keyword_sets k WHERE k.topic_id = topic.id ${past} ORDER BY k.version ${order} LIMIT ${limit}) AS page
      ORDER BY page.version ${order}`;
    return byTopic(rows);
  }

  countOf(topicIds: readonly string[]): Promise<Map<string, RowCount>> {
    return countEach(this.prisma, parentIds(topicIds), Prisma.sql`FROM keyword_sets s WHERE s.topic_id = k.key`);
  }

  async keywordsOf(setIds: readonly string[]): Promise<Map<string, Keyword[]>> {
    const rows = await this.prisma.keyword.findMany({
      where: { keywordSetId: { in: [...setIds] } },
      orderBy: [{ keywordSetId: 'asc' }, { position: 'asc' }],
    });
    const keywords = new Map<string, Keyword[]>(setIds.map((id) => [id, []]));
    for (const row of rows) keywords.get(row.keywordSetId)?.push(toKeyword(row));
    return keywords;
  }
}

const toKeyword = ({ text, kind, origin, similarity }: Keyword): Keyword => ({ text, kind, origin, similarity });

async function insertSet(
  db: DatabaseTransaction,
  topicId: string,
  version: number,
  keywords: readonly Keyword[],
): Promise<void> {
  const { id } = await db.keywordSet.create({ data: { topicId, version }, select: { id: true } });
  const { texts, kinds, origins, similarities } = {
    texts: keywords.map(({ text }) => text),
    kinds: keywords.map(({ kind }) => kind),
    origins: keywords.map(({ origin }) => origin),
    similarities: keywords.map(({ similarity }) => similarity),
  };
  // As arrays: the client takes seconds of computing for thousands of rows.
  await db.$executeRaw`
    INSERT INTO keywords (keyword_set_id, text, kind, origin, similarity, position)
    SELECT ${id}::uuid, k.text, k.kind::"KeywordKind", k.origin::"KeywordOrigin", k.similarity, k.place - 1
      FROM unnest(${texts}::text[], ${kinds}::text[], ${origins}::text[], ${similarities}::float8[]) WITH ORDINALITY AS k(text, kind, origin, similarity, place)`;
}
