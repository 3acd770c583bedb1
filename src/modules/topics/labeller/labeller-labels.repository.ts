import { Injectable } from '@nestjs/common';
import type { LabelTable } from '../../../domain/labels/index.js';
import type { CreatedPiece } from '../../../platform/api/index.js';
import {
  countEach,
  newestFirst,
  ofProjectsTopic,
  parentIds,
  Prisma,
  PrismaService,
  type RowCount,
  timeOrderedIds,
} from '../../../platform/database/index.js';
import { byTopic, type LabelledText } from '../topics/index.js';
import {
  type ComparableExample,
  type LabellerLabel,
  type LabellerLabelFilter,
  MAX_KEPT_CHARS,
  type NewLabellerLabel,
} from './labeller-label.js';

/** A label with a person's example of the same page. */
const LABELS = Prisma.sql`
  labeller_labels l LEFT JOIN examples e ON e.topic_id = l.topic_id AND (e.id = l.example_id OR (l.example_id IS NULL AND e.url = l.url))`;
const COLUMNS = Prisma.sql`
  l.id, l.topic_id AS "topicId", l.labeller, coalesce(l.url, e.url) AS url, coalesce(nullif(l.title, ''), e.title, '') AS title, l.relevant, l.reason,
  l.example_id AS "comparedWith", e.relevant AS "personRelevant", l.created_at AS "createdAt"`;

function conditions({ relevant, disagreeing }: LabellerLabelFilter): Prisma.Sql {
  const ofLabel = relevant == null ? Prisma.empty : Prisma.sql`AND l.relevant = ${relevant}`;
  const against =
    disagreeing == null ? Prisma.empty : Prisma.sql`AND coalesce(e.relevant <> l.relevant, false) = ${disagreeing}`;
  return Prisma.sql`${ofLabel} ${against}`;
}

/** One language model's labels of a topic. */
interface LabellerCounts extends LabelTable {
  readonly labeller: string;
  readonly relevant: number;
  readonly irrelevant: number;
}

@Injectable()
export class LabellerLabelsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Stores a label; an earlier one of this labeller for the page stays. @returns whether it was stored */
  async insert(label: NewLabellerLabel): Promise<boolean> {
    const [id] = timeOrderedIds(1, Date.now());
    const { topicId, labeller, jobId, url, exampleId, title, text, anchors, relevant, reason } = label;
    const rows = await this.prisma.$queryRaw<unknown[]>`
      INSERT INTO labeller_labels (id, topic_id, labeller, url, example_id, title, text, anchors, relevant, reason, job_id)
      SELECT ${id}::uuid, t.id, ${labeller}, ${url}, ${exampleId}::uuid, ${title}, ${text.slice(0, MAX_KEPT_CHARS)}, ${JSON.stringify(anchors)}::jsonb,
        ${relevant}, ${reason}, ${jobId}::uuid
      FROM topics t WHERE t.id = ${topicId}::uuid AND (${exampleId}::uuid IS NULL OR EXISTS (SELECT FROM examples WHERE id = ${exampleId}::uuid FOR KEY SHARE))
      FOR KEY SHARE OF t
      ON CONFLICT DO NOTHING RETURNING 1`;
    return rows.length > 0;
  }

  count(topicId: string): Promise<number> {
    return this.prisma.labellerLabel.count({ where: { topicId } });
  }

  findMany(ids: readonly string[]): Promise<LabellerLabel[]> {
    return this.prisma.$queryRaw<LabellerLabel[]>`
      SELECT ${COLUMNS} FROM ${LABELS} WHERE l.id = ANY(${[...ids]}::uuid[]) AND ${ofProjectsTopic(Prisma.sql`l.topic_id`)}`;
  }

  /** For each topic a part of the labels, newest first. */
  async listOf(
    topicIds: readonly string[],
    piece: CreatedPiece,
    filter: LabellerLabelFilter,
  ): Promise<Map<string, LabellerLabel[]>> {
    const { past, order, outer } = newestFirst('l', piece);
    const rows = await this.prisma.$queryRaw<LabellerLabel[]>`
      SELECT page.* FROM unnest(${topicIds}::uuid[]) AS topic(id) CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM ${LABELS} WHERE l.topic_id = topic.id AND ${ofProjectsTopic(Prisma.sql`l.topic_id`)} ${conditions(filter)} ${past}
        ORDER BY ${order} LIMIT ${piece.limit}) AS page
      ORDER BY ${outer}`;
    return byTopic(rows);
  }

  countOf(topicIds: readonly string[], filter: LabellerLabelFilter): Promise<Map<string, RowCount>> {
    return countEach(
      this.prisma,
      parentIds(topicIds),
      Prisma.sql`FROM ${LABELS} WHERE l.topic_id = k.key ${conditions(filter)}`,
    );
  }

  /**
   * Each language model's labels: of examples, with the person's current label, and of other pages without a person's
   * label.
   */
  async countsOf(topicId: string): Promise<LabellerCounts[]> {
    return this.prisma.$queryRaw<LabellerCounts[]>`
      SELECT l.labeller,
        (count(*) FILTER (WHERE l.example_id IS NOT NULL AND l.relevant AND e.relevant))::int AS "bothRelevant",
        (count(*) FILTER (WHERE l.example_id IS NOT NULL AND l.relevant AND NOT e.relevant))::int AS "onlyLabellerRelevant",
        (count(*) FILTER (WHERE l.example_id IS NOT NULL AND NOT l.relevant AND e.relevant))::int AS "onlyPersonRelevant",
        (count(*) FILTER (WHERE l.example_id IS NOT NULL AND NOT l.relevant AND NOT e.relevant))::int AS "bothIrrelevant",
        (count(*) FILTER (WHERE e.id IS NULL AND l.relevant))::int AS relevant,
        (count(*) FILTER (WHERE e.id IS NULL AND NOT l.relevant))::int AS irrelevant
      FROM ${LABELS} WHERE l.topic_id = ${topicId}::uuid AND ${ofProjectsTopic(Prisma.sql`l.topic_id`)} GROUP BY l.labeller ORDER BY max(l.created_at) DESC`;
  }

  /** Labels that one job has stored. @returns the numbers of labels of examples, and of other pages by label */
  async countsOfJob(
    jobId: string,
  ): Promise<{ readonly compared: number; readonly relevant: number; readonly irrelevant: number }> {
    const [row] = await this.prisma.$queryRaw<{ compared: number; relevant: number; irrelevant: number }[]>`
      SELECT (count(*) FILTER (WHERE example_id IS NOT NULL))::int AS compared, (count(*) FILTER (WHERE example_id IS NULL AND relevant))::int AS relevant,
        (count(*) FILTER (WHERE example_id IS NULL AND NOT relevant))::int AS irrelevant
      FROM labeller_labels WHERE job_id = ${jobId}::uuid`;
    return row;
  }

  /**
   * Examples with text that this language model has not labelled, from a fixed random sample, alternately relevant and
   * irrelevant. Excludes pages that a labeller has labelled before a person: the person may have seen that label.
   *
   * @param sample size of the sample, including labelled ones
   */
  async toCompare(topicId: string, labeller: string, sample: number): Promise<ComparableExample[]> {
    return this.prisma.$queryRaw<ComparableExample[]>`
      WITH drawn AS (
        SELECT id, relevant, row_number() OVER (PARTITION BY relevant ORDER BY md5(id::text)) AS turn
        FROM examples o WHERE topic_id = ${topicId}::uuid AND ${ofProjectsTopic(Prisma.sql`topic_id`)} AND text <> ''
          AND NOT EXISTS (SELECT FROM labeller_labels l WHERE l.topic_id = o.topic_id AND l.url = o.url))
      SELECT e.id, coalesce(e.url, '') AS url, e.title, left(e.text, ${MAX_KEPT_CHARS}) AS text
      FROM (SELECT id, turn, relevant FROM drawn ORDER BY turn, relevant DESC LIMIT ${sample}) AS d JOIN examples e ON e.id = d.id
      WHERE NOT EXISTS (SELECT FROM labeller_labels l WHERE l.example_id = d.id AND l.labeller = ${labeller})
      ORDER BY d.turn, d.relevant DESC`;
  }

  /**
   * The newest labels of these language models, as read by training: each page once, without pages labelled by a
   * person.
   */
  async texts(topicId: string, labellers: readonly string[], limit: number): Promise<LabelledText[]> {
    return this.prisma.$queryRaw<LabelledText[]>`
      SELECT id, url, title, text, relevant, anchors, "createdAt" FROM (
        SELECT DISTINCT ON (l.url) l.id, l.url, l.title, l.text, l.relevant, l.anchors, l.created_at AS "createdAt" FROM ${LABELS}
        WHERE l.topic_id = ${topicId}::uuid AND l.labeller = ANY(${labellers}::text[]) AND l.example_id IS NULL AND e.id IS NULL
        ORDER BY l.url, l.created_at DESC) AS newest
      ORDER BY "createdAt" DESC, id LIMIT ${limit}`;
  }
}
