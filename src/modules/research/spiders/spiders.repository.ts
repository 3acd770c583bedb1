import { Injectable } from '@nestjs/common';
import { type CreatedPiece, type Precondition, under } from '../../../platform/api/index.js';
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
  storedJson,
} from '../../../platform/database/index.js';
import type { NewSpider, Spider, SpiderReport } from './spider.js';

const COLUMNS = Prisma.sql`
  p.id, p.name, p.version, p.status::text AS state, p.kind, p.bins, p.text, p.discount, p.clusters, p.vocabulary, p.sessions, p.webs, p.report, p.error,
  p.created_at AS "createdAt", p.trained_at AS "trainedAt"`;

@Injectable()
export class SpidersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Creates the next version of a name, in training. @returns its id */
  async insert(db: DatabaseTransaction, { sessions, webs, ...spider }: NewSpider): Promise<string> {
    // Versions are counted under a lock on the name.
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('spider ' || ${spider.name}, 0))`;
    const { _max } = await db.spider.aggregate({
      where: { ...whereProject(), name: spider.name },
      _max: { version: true },
    });
    const { id } = await db.spider.create({
      data: {
        ...spider,
        sessions: [...sessions],
        webs: storedJson(webs),
        version: (_max.version ?? 0) + 1,
      },
      select: { id: true },
    });
    return id;
  }

  async find(id: string): Promise<Spider | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  findMany(ids: readonly string[]): Promise<Spider[]> {
    return this.prisma.$queryRaw<
      Spider[]
    >`SELECT ${COLUMNS} FROM spiders p WHERE ${ofProject('p')} AND p.id = ANY(${ids}::uuid[])`;
  }

  /** Its sealed learned state; null unless it is READY. */
  async dataOf(id: string): Promise<Uint8Array | null> {
    const row = await this.prisma.spider.findFirst({ where: { ...whereProject(), id }, select: { data: true } });
    return row?.data ?? null;
  }

  /** Newest first. */
  list(piece: CreatedPiece): Promise<Spider[]> {
    const { past, order } = newestFirst('p', piece);
    return this.prisma.$queryRaw<Spider[]>`
      SELECT ${COLUMNS} FROM spiders p WHERE ${ofProject('p')} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
  }

  count(): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM spiders p WHERE ${ofProject('p')}`);
  }

  /** @returns false if the spider is gone */
  async recordTrained(id: string, data: Uint8Array, report: SpiderReport): Promise<boolean> {
    const { count } = await this.prisma.spider.updateMany({
      where: { id, state: 'TRAINING' },
      data: {
        state: 'READY',
        data: new Uint8Array(data),
        report: storedJson(report),
        error: null,
        trainedAt: new Date(),
      },
    });
    return count > 0;
  }

  async recordFailed(id: string, error: string, transaction?: DatabaseTransaction): Promise<void> {
    await (transaction ?? this.prisma).spider.updateMany({
      where: { id, state: 'TRAINING' },
      data: { state: 'FAILED', error },
    });
  }

  /** @returns false if there is none */
  delete(id: string, condition?: Precondition): Promise<boolean> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        const found = await db.$queryRaw<
          unknown[]
        >`SELECT 1 FROM spiders WHERE ${ofProject()} AND id = ${id}::uuid FOR UPDATE`;
        if (found.length === 0) return false;
        await condition?.holds();
        await db.spider.delete({ where: { id } });
        return true;
      }, TRANSACTION),
    );
  }
}
