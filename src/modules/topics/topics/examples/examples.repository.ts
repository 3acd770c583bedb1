import { Injectable } from '@nestjs/common';
import type { CreatedPiece, Precondition } from '../../../../platform/api/index.js';
import {
  countEach,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  ofProjectsTopic,
  parentIds,
  Prisma,
  PrismaService,
  type RowCount,
  timeOrderedIds,
  TRANSACTION,
  whereProject,
} from '../../../../platform/database/index.js';
import { byTopic } from '../topic.js';
import { type Example, EXCERPT_CHARS, type LabelledText } from './example.js';
import type { NewExample } from './example-intake.js';

const COLUMNS = Prisma.sql`
  e.id, e.topic_id AS "topicId", e.url, e.title, coalesce(left(e.text, ${EXCERPT_CHARS}), '') AS excerpt, length(e.text) AS "textLength",
  e.relevant, e.fetch_error AS "fetchError", e.created_at AS "createdAt", e.labelled_at AS "labelledAt"`;

const labelled = (relevant: boolean | null): Prisma.Sql =>
  relevant === null ? Prisma.empty : Prisma.sql`AND e.relevant = ${relevant}`;

/** Counts of the results of a batch. */
export interface UpsertCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}
/** `topic-missing`: the topic was deleted meanwhile. */
type InsertRefusal = 'url-taken' | 'topic-missing';

/** Limits for reading examples of other topics. */
export interface ElsewhereBounds {
  readonly topics: number;
  readonly perTopic: number;
  /** Characters of each text. */
  readonly maxChars: number;
}

/** Identifies a set of examples. */
export interface ExamplesDigest {
  readonly positives: number;
  readonly digest: string;
}

@Injectable()
export class ExamplesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Runs `work` in one transaction with the timeout of a large import. */
  async inTransaction<T>(work: (transaction: DatabaseTransaction) => Promise<T>, timeoutMs: number): Promise<T> {
    return this.prisma.$transaction(work, { ...TRANSACTION, timeout: timeoutMs });
  }

  async insert(
    db: DatabaseTransaction,
    topicId: string,
    example: NewExample,
  ): Promise<{ readonly id: string } | InsertRefusal> {
    const [newId] = timeOrderedIds(1, Date.now());
    const rows = await db.$queryRaw<{ id: string | null; present: boolean }[]>`
      WITH topic AS (SELECT id FROM topics WHERE ${ofProject()} AND id = ${topicId}::uuid FOR KEY SHARE),
      made AS (
        INSERT INTO examples (id, topic_id, url, title, text, relevant)
        SELECT ${newId}::uuid, id, ${example.url}, ${example.title}, ${example.text}, ${example.relevant} FROM topic
        ON CONFLICT (topic_id, url) DO NOTHING RETURNING id)
      SELECT (SELECT id FROM made) AS id, EXISTS (SELECT 1 FROM topic) AS present`;
    const { id, present } = rows[0];
    if (!present) return 'topic-missing';
    return id === null ? 'url-taken' : { id };
  }

  /**
   * Adds examples; for a known URL, replaces the label, and title and text if given.
   *
   * @param examples each URL at most once
   */
  async upsert(
    topicId: string,
    examples: readonly NewExample[],
    transaction?: DatabaseTransaction,
  ): Promise<UpsertCounts> {
    const db = transaction ?? this.prisma;
    await this.keep(
      db,
      topicId,
      Prisma.sql`SELECT e.id FROM examples e JOIN unnest(${examples.map((e) => e.url)}::text[], ${examples.map((e) => e.relevant)}::bool[]) AS x(url, relevant)
        ON e.url = x.url AND e.relevant = x.relevant WHERE e.topic_id = ${topicId}::uuid`,
    );
    const rows = await db.$queryRaw<{ inserted: boolean }[]>`
      INSERT INTO examples AS e (id, topic_id, url, title, text, relevant, anchors)
      SELECT x.id, topic.id, x.url, x.title, x.text, x.relevant, x.anchors::jsonb
      FROM (SELECT id FROM topics WHERE ${ofProject()} AND id = ${topicId}::uuid FOR KEY SHARE) AS topic,
        unnest(${timeOrderedIds(examples.length, Date.now())}::uuid[], ${examples.map((e) => e.url)}::text[], ${examples.map((e) => e.title)}::text[],
          ${examples.map((e) => e.text)}::text[], ${examples.map((e) => e.relevant)}::bool[],
          ${examples.map((e) => JSON.stringify(e.anchors ?? []))}::text[]) AS x(id, url, title, text, relevant, anchors)
      ON CONFLICT (topic_id, url) DO UPDATE SET
        relevant = excluded.relevant, labelled_at = CASE WHEN e.relevant = excluded.relevant THEN e.labelled_at ELSE excluded.labelled_at END,
        title = coalesce(nullif(excluded.title, ''), e.title), text = coalesce(excluded.text, e.text),
        anchors = CASE WHEN excluded.anchors = '[]' THEN e.anchors ELSE excluded.anchors END,
        fetch_error = CASE WHEN excluded.text IS NULL THEN e.fetch_error END
      WHERE e.relevant <> excluded.relevant OR (excluded.title <> '' AND e.title <> excluded.title)
        OR (excluded.text IS NOT NULL AND e.text IS DISTINCT FROM excluded.text)
      RETURNING (xmax = 0) AS inserted`;
    const created = rows.filter(({ inserted }) => inserted).length;
    return { created, updated: rows.length - created, unchanged: examples.length - rows.length };
  }

  async count(topicId: string): Promise<number> {
    return this.prisma.example.count({ where: { topicId } });
  }

  async find(topicId: string, id: string): Promise<Example | null> {
    const rows = await this.prisma.$queryRaw<Example[]>`
      SELECT ${COLUMNS} FROM examples e WHERE ${ofProjectsTopic(Prisma.sql`e.topic_id`)} AND e.topic_id = ${topicId}::uuid AND e.id = ${id}::uuid`;
    return rows[0] ?? null;
  }

  async findMany(ids: readonly string[]): Promise<Example[]> {
    return this.prisma.$queryRaw<
      Example[]
    >`SELECT ${COLUMNS} FROM examples e WHERE ${ofProjectsTopic(Prisma.sql`e.topic_id`)} AND e.id = ANY(${ids}::uuid[])`;
  }

  /** For each topic a part of its examples, newest first. */
  async listOf(
    topicIds: readonly string[],
    piece: CreatedPiece,
    relevant: boolean | null,
  ): Promise<Map<string, Example[]>> {
    const { past, order, outer } = newestFirst('e', piece);
    const rows = await this.prisma.$queryRaw<Example[]>`
      SELECT page.* FROM unnest(${topicIds}::uuid[]) AS topic(id) CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM examples e WHERE e.topic_id = topic.id ${labelled(relevant)} ${past} ORDER BY ${order} LIMIT ${piece.limit}) AS page
      ORDER BY ${outer}`;
    return byTopic(rows);
  }

  countOf(topicIds: readonly string[], relevant: boolean | null): Promise<Map<string, RowCount>> {
    return countEach(
      this.prisma,
      parentIds(topicIds),
      Prisma.sql`FROM examples e WHERE e.topic_id = k.key ${labelled(relevant)}`,
    );
  }

  async textsOf(ids: readonly string[]): Promise<Map<string, string | null>> {
    const rows = await this.prisma.example.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true, text: true },
    });
    return new Map(rows.map(({ id, text }) => [id, text]));
  }

  /** @returns whether the topic has the example */
  async setLabel(topicId: string, id: string, relevant: boolean, condition?: Precondition): Promise<boolean> {
    return this.change(topicId, id, condition, async (db) => {
      await this.keep(
        db,
        topicId,
        Prisma.sql`SELECT id FROM examples WHERE topic_id = ${topicId}::uuid AND id = ${id}::uuid AND relevant = ${relevant}`,
      );
      const count = await db.$executeRaw`
        UPDATE examples SET relevant = ${relevant}, labelled_at = CASE WHEN relevant = ${relevant} THEN labelled_at ELSE now() END
        WHERE ${ofProjectsTopic(Prisma.sql`topic_id`)} AND topic_id = ${topicId}::uuid AND id = ${id}::uuid`;
      return { count };
    });
  }

  /** A label that somebody confirms no longer goes with the verdict on a domain that gave it. */
  private async keep(db: Pick<DatabaseTransaction, '$executeRaw'>, topicId: string, ids: Prisma.Sql): Promise<void> {
    await db.$executeRaw`
      UPDATE collection_remarks r SET taught = ARRAY(SELECT unnest(taught) EXCEPT ${ids})
      WHERE ${ofProjectsTopic(Prisma.sql`r.topic_id`)} AND topic_id = ${topicId}::uuid AND subject = 'domain' AND taught && ARRAY(${ids})`;
  }

  /** @returns whether the topic had the example */
  async delete(topicId: string, id: string, condition?: Precondition): Promise<boolean> {
    return this.change(topicId, id, condition, (db) =>
      db.example.deleteMany({ where: { topicId, id, topic: whereProject() } }),
    );
  }

  private async change(
    topicId: string,
    id: string,
    condition: Precondition | undefined,
    change: (db: DatabaseTransaction) => Promise<{ count: number }>,
  ): Promise<boolean> {
    if (condition === undefined) return (await change(this.prisma)).count > 0;
    return condition.around(() =>
      this.prisma.$transaction(async (db) => {
        const found = await db.$queryRaw<
          unknown[]
        >`SELECT 1 FROM examples WHERE topic_id = ${topicId}::uuid AND id = ${id}::uuid FOR UPDATE`;
        if (found.length === 0) return false;
        await condition.holds();
        return (await change(db)).count > 0;
      }, TRANSACTION),
    );
  }

  /** The newest examples of a topic for training, texts cut at `maxChars`. @param relevant null for both labels */
  async labelledTexts(
    topicId: string,
    limit: number,
    maxChars: number,
    relevant: boolean | null,
  ): Promise<LabelledText[]> {
    const labelled = relevant === null ? Prisma.empty : Prisma.sql`AND relevant = ${relevant}`;
    return this.prisma.$queryRaw<LabelledText[]>`
      SELECT id, url, title, left(text, ${maxChars}) AS text, relevant, anchors, created_at AS "createdAt" FROM examples
      WHERE topic_id = ${topicId}::uuid ${labelled} ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
  }

  async digest(topicId: string, limit: number): Promise<ExamplesDigest> {
    const [row] = await this.prisma.$queryRaw<ExamplesDigest[]>`
      SELECT (count(*) FILTER (WHERE relevant))::int AS positives, md5(coalesce(string_agg(id::text || relevant::text, ',' ORDER BY id), '')) AS digest
      FROM (SELECT id, relevant, text IS NOT NULL AS read FROM examples WHERE topic_id = ${topicId}::uuid ORDER BY created_at DESC, id DESC LIMIT ${limit}) AS newest
      WHERE read`;
    return row;
  }

  /** The newest relevant examples of the newest other topics, with cut texts; excludes URLs of this topic. */
  async relevantElsewhere(topicId: string, { topics, perTopic, maxChars }: ElsewhereBounds): Promise<LabelledText[]> {
    return this.prisma.$queryRaw<LabelledText[]>`
      SELECT found.* FROM (SELECT id FROM topics WHERE ${ofProject()} AND id <> ${topicId}::uuid ORDER BY created_at DESC, id DESC LIMIT ${topics}) AS other
      CROSS JOIN LATERAL (
        SELECT e.id, e.url, e.title, left(e.text, ${maxChars}) AS text, e.relevant, e.anchors, e.created_at AS "createdAt" FROM examples e
        WHERE e.topic_id = other.id AND e.relevant AND e.text IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM examples own WHERE own.topic_id = ${topicId}::uuid AND own.url = e.url)
        ORDER BY e.created_at DESC, e.id DESC LIMIT ${perTopic}) AS found
      ORDER BY other.id, found.id`;
  }

  async recordFetched(id: string, title: string, text: string): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE examples SET title = coalesce(nullif(title, ''), ${title}), text = ${text}, fetch_error = NULL WHERE id = ${id}::uuid`;
  }

  async recordFetchError(id: string, error: string): Promise<void> {
    await this.prisma.example.updateMany({ where: { id }, data: { fetchError: error } });
  }
}
