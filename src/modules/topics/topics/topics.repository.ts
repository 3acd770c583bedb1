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
  whereProject,
} from '../../../platform/database/index.js';
import type { ExampleCounts, NewTopic, Topic, TopicPatch } from './topic.js';

const COLUMNS = Prisma.sql`
  t.id, t.name, t.description, t.language, t.created_at AS "createdAt", t.updated_at AS "updatedAt",
  (SELECT count(*)::int FROM seeds s WHERE s.topic_id = t.id) AS "seedCount",
  (SELECT max(version) FROM keyword_sets k WHERE k.topic_id = t.id) AS "keywordSetVersion"`;

/** Deleting a hundred thousand examples with their texts takes some seconds; on a slow disk much longer. */
const DELETE_TIMEOUT_MS = 120_000;

/** States in which a worker holds a session. */
const HELD_STATES = ['STARTING', 'RUNNING'];

/** Returns the topic's new seeds; null to keep the current ones. */
export type DecideSeeds = (present: readonly string[], db: DatabaseTransaction) => Promise<readonly string[] | null>;

/** Why nothing was changed. */
type UpdateRefusal = 'not-found' | 'stale' | 'name-taken';
/** `busy`: a worker holds a session of the topic. */
type DeleteOutcome = 'deleted' | 'not-found' | 'busy';

@Injectable()
export class TopicsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns the new topic's id; null if another topic has the name */
  async insert(db: DatabaseTransaction, { seeds, ...fields }: NewTopic): Promise<string | null> {
    const rows = await db.topic.createManyAndReturn({ data: [fields], skipDuplicates: true, select: { id: true } });
    if (rows.length === 0) return null;
    await insertSeeds(db, rows[0].id, seeds);
    return rows[0].id;
  }

  async find(id: string): Promise<Topic | null> {
    const rows = await this.prisma.$queryRaw<
      Topic[]
    >`SELECT ${COLUMNS} FROM topics t WHERE ${ofProject('t')} AND t.id = ${id}::uuid`;
    return rows[0] ?? null;
  }

  async findMany(ids: readonly string[]): Promise<Topic[]> {
    return this.prisma.$queryRaw<
      Topic[]
    >`SELECT ${COLUMNS} FROM topics t WHERE ${ofProject('t')} AND t.id = ANY(${ids}::uuid[])`;
  }

  /** A part of the topics, newest first. @param search a part of the name, in any case */
  async list(piece: CreatedPiece, search: string | null): Promise<Topic[]> {
    const { past, order } = newestFirst('t', piece);
    return this.prisma.$queryRaw<Topic[]>`
      SELECT ${COLUMNS} FROM topics t WHERE ${ofProject('t')} ${named(search)} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
  }

  count(search: string | null): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM topics t WHERE ${ofProject('t')} ${named(search)}`);
  }

  async seedsOf(topicIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.prisma.seed.findMany({
      where: { topicId: { in: [...topicIds] } },
      orderBy: [{ topicId: 'asc' }, { position: 'asc' }],
    });
    const seeds = new Map<string, string[]>(topicIds.map((id) => [id, []]));
    for (const { topicId, url } of rows) seeds.get(topicId)?.push(url);
    return seeds;
  }

  async exampleCountsOf(topicIds: readonly string[]): Promise<Map<string, ExampleCounts>> {
    const rows = await this.prisma.$queryRaw<({ topicId: string } & ExampleCounts)[]>`
      SELECT topic_id AS "topicId", (count(*) FILTER (WHERE relevant))::int AS relevant, (count(*) FILTER (WHERE NOT relevant))::int AS irrelevant
      FROM examples WHERE topic_id = ANY(${topicIds}::uuid[]) GROUP BY topic_id`;
    return new Map(rows.map(({ topicId, relevant, irrelevant }) => [topicId, { relevant, irrelevant }]));
  }

  /** @param expected if given, the `updatedAt` the topic must still have */
  async update(
    id: string,
    patch: TopicPatch,
    expected: Date | null,
    condition?: Precondition,
  ): Promise<UpdateRefusal | null> {
    const { seeds, ...fields } = patch;
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        const row = await lockTopic(db, id);
        if (!row) return 'not-found';
        await condition?.holds();
        if (expected && row.updatedAt.getTime() !== expected.getTime()) return 'stale';
        if (
          fields.name !== undefined &&
          (await db.topic.findFirst({
            where: { ...whereProject(), name: fields.name, NOT: { id } },
            select: { id: true },
          }))
        )
          return 'name-taken';
        if (isEmptyPatch(patch, await stateOf(db, id))) return null;
        await db.topic.update({ where: { id }, data: { ...fields, updatedAt: laterThan(row.updatedAt) } });
        if (seeds) {
          await db.seed.deleteMany({ where: { topicId: id } });
          await insertSeeds(db, id, seeds);
        }
        return null;
      }, TRANSACTION),
    );
  }

  /**
   * Changes the seeds of a topic depending on its current ones, under a lock on the topic.
   *
   * @param decide called with the current seeds within the transaction; null keeps them
   * @returns the seeds afterwards; null if there is no such topic
   */
  async changeSeeds(id: string, decide: DecideSeeds): Promise<readonly string[] | null> {
    return this.prisma.$transaction(async (db) => {
      const row = await lockTopic(db, id);
      if (!row) return null;
      const rows = await db.seed.findMany({ where: { topicId: id }, orderBy: { position: 'asc' } });
      const present = rows.map(({ url }) => url);
      const next = await decide(present, db);
      if (next === null) return present;
      await db.topic.update({ where: { id }, data: { updatedAt: laterThan(row.updatedAt) } });
      await db.seed.deleteMany({ where: { topicId: id } });
      await insertSeeds(db, id, next);
      return next;
    }, TRANSACTION);
  }

  /**
   * Deletes a topic with its seeds, keyword sets, examples, models and sessions.
   *
   * @param purge called with the deleted sessions within the transaction; must delete their rows in tables without
   * foreign keys
   */
  async delete(
    id: string,
    purge: (transaction: DatabaseTransaction, sessionIds: readonly string[]) => Promise<void>,
    condition?: Precondition,
  ): Promise<DeleteOutcome> {
    return under(condition, () =>
      this.prisma.$transaction(
        async (db) => {
          if (!(await lockTopic(db, id))) return 'not-found';
          await condition?.holds();
          const sessions = await db.$queryRaw<{ id: string; state: string }[]>`
        SELECT id, state::text FROM sessions WHERE topic_id = ${id}::uuid FOR UPDATE`;
          if (sessions.some(({ state }) => HELD_STATES.includes(state))) return 'busy';
          await db.session.deleteMany({ where: { topicId: id } });
          await db.topic.delete({ where: { id } });
          await purge(
            db,
            sessions.map((session) => session.id),
          );
          return 'deleted';
        },
        { ...TRANSACTION, timeout: DELETE_TIMEOUT_MS },
      ),
    );
  }
}

const named = (search: string | null): Prisma.Sql =>
  search ? Prisma.sql`AND t.name ILIKE ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}` : Prisma.empty;

/** The fields of a topic that a change may name. */
async function stateOf(db: DatabaseTransaction, id: string): Promise<Required<TopicPatch>> {
  const { seeds, ...fields } = await db.topic.findUniqueOrThrow({
    where: { id },
    select: {
      ...{ name: true, description: true, language: true },
      seeds: { select: { url: true }, orderBy: { position: 'asc' } },
    },
  });
  return { ...fields, seeds: seeds.map(({ url }) => url) };
}

/** Locks the topic against other changes until the transaction ends. */
export async function lockTopic(db: DatabaseTransaction, id: string): Promise<{ updatedAt: Date } | null> {
  const rows = await db.$queryRaw<
    { updatedAt: Date }[]
  >`SELECT updated_at AS "updatedAt" FROM topics WHERE ${ofProject()} AND id = ${id}::uuid FOR UPDATE`;
  return rows[0] ?? null;
}

/** The current time, but always after the given moment, so that no two states of a topic have the same `updatedAt`. */
export function laterThan(moment: Date): Date {
  return new Date(Math.max(Date.now(), moment.getTime() + 1));
}

/** As one array: compiling a statement with thousands of parameters would block the event loop. */
async function insertSeeds(db: DatabaseTransaction, topicId: string, seeds: readonly string[]): Promise<void> {
  await db.$executeRaw`
    INSERT INTO seeds (topic_id, url, position)
    SELECT ${topicId}::uuid, url, number - 1 FROM unnest(${seeds}::text[]) WITH ORDINALITY AS given (url, number)`;
}
