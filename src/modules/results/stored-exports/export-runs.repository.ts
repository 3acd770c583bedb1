import { Injectable } from '@nestjs/common';
import { type DatabaseTransaction, Prisma, PrismaService } from '../../../platform/database/index.js';
import { EXPORT_STATES, type ExportContents, type ExportState, readContents } from './stored-export.js';

/** One attempt to make an export. Numbers of attempts are unique and increase. */
export interface ExportRun {
  readonly id: string;
  readonly run: number;
}

export type BegunExport = ExportRun & ExportContents;

export interface MadeFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Whether a file may still be needed: its export is gone for good, or has this state. */
export type ExportStanding = 'removed' | { readonly run: number; readonly state: ExportState };

const DAY = Prisma.sql`interval '1 day'`;
const running = ({ id, run }: ExportRun): Prisma.Sql =>
  Prisma.sql`id = ${id}::uuid AND run = ${run} AND state = 'RUNNING'`;
const countOf = (state: ExportState): Prisma.Sql =>
  Prisma.raw(`count(*) FILTER (WHERE state = '${state}')::float8 AS "${state}"`);
/** No unfinished job may write a file of export `r.export_id` any more. */
const NOBODY_WRITES = Prisma.sql`NOT EXISTS (
  SELECT FROM jobs j WHERE j.subject_id = r.export_id AND j.status IN ('QUEUED', 'RUNNING'))`;

/** Writes of workers about exports, and queries for cleaning up. */
@Injectable()
export class ExportRunsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Begins an attempt; earlier attempts have no effect afterwards. @returns null if there is nothing to make */
  async begin(id: string): Promise<BegunExport | null> {
    const rows = await this.prisma.$queryRaw<(ExportRun & { form: unknown })[]>`
      UPDATE exports SET state = 'RUNNING', run = run + 1, progress = 0, bytes = 0, left_out = 0 WHERE id = ${id}::uuid AND state IN ('QUEUED', 'RUNNING')
      RETURNING id, run, session_id AS "sessionId", topic_id AS "topicId", form`;
    return rows.map(readContents)[0] ?? null;
  }

  /** @returns null if it is gone */
  async stateOf(id: string): Promise<ExportState | null> {
    const rows = await this.prisma.$queryRaw<{ state: ExportState }[]>`
      SELECT state FROM exports WHERE id = ${id}::uuid`;
    return rows[0]?.state ?? null;
  }

  /** Stored exports of all projects by state, and the bytes of all complete files, in one query. */
  async standing(): Promise<{ states: Record<ExportState, number>; bytes: number }> {
    const [{ bytes, ...states }] = await this.prisma.$queryRaw<(Record<ExportState, number> & { bytes: number })[]>`
      SELECT ${Prisma.join(EXPORT_STATES.map(countOf))}, coalesce(sum(bytes) FILTER (WHERE state = 'COMPLETED'), 0)::float8 AS bytes FROM exports`;
    return { states, bytes };
  }

  /** @returns false if the export is gone, or another attempt has begun */
  async noteProgress(run: ExportRun, bytes: number, progress: number, leftOut: number): Promise<boolean> {
    const changed = await this.prisma.$executeRaw`
      UPDATE exports SET bytes = ${bytes}::float8::bigint, progress = ${progress}, left_out = ${leftOut} WHERE ${running(run)}`;
    return changed > 0;
  }

  /** @returns false if the export is gone, or another attempt has begun */
  async complete(run: ExportRun, { bytes, sha256 }: MadeFile, leftOut: number, keepDays: number): Promise<boolean> {
    const changed = await this.prisma.$executeRaw`
      UPDATE exports SET state = 'COMPLETED', progress = 1, left_out = ${leftOut}, bytes = ${bytes}::float8::bigint, sha256 = ${sha256}, finished_at = now(),
        expires_at = now() + ${keepDays} * ${DAY}
      WHERE ${running(run)}`;
    return changed > 0;
  }

  /** @param transaction the one that ends the job, if any */
  async fail(id: string, error: string, keepDays: number, transaction?: DatabaseTransaction): Promise<void> {
    await (transaction ?? this.prisma).$executeRaw`
      UPDATE exports SET state = 'FAILED', error = ${error}, finished_at = now(), expires_at = now() + ${keepDays} * ${DAY}
      WHERE id = ${id}::uuid AND state IN ('QUEUED', 'RUNNING')`;
  }

  /** Deletes expired exports. @returns their number */
  expire(most: number): Promise<number> {
    return this.prisma.$executeRaw`
      DELETE FROM exports WHERE id IN (SELECT id FROM exports WHERE expires_at < now() LIMIT ${most} FOR UPDATE SKIP LOCKED)`;
  }

  /** Exports whose files have to be removed from the store. */
  async removals(most: number): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT r.export_id::text AS id FROM export_removals r WHERE r.done_at IS NULL AND ${NOBODY_WRITES} ORDER BY r.created_at LIMIT ${most}`;
    return rows.map(({ id }) => id);
  }

  async removed(id: string): Promise<void> {
    await this.prisma.$executeRaw`UPDATE export_removals SET done_at = now() WHERE export_id = ${id}::uuid`;
  }

  /** Deletes records of removals completed this long ago. */
  async forgetRemovals(days: number): Promise<void> {
    await this.prisma.$executeRaw`DELETE FROM export_removals WHERE done_at < now() - ${days} * ${DAY}`;
  }

  /** The state of exports that this database knows, or knew recently. */
  async standings(ids: readonly string[]): Promise<Map<string, ExportStanding>> {
    const rows = await this.prisma.$queryRaw<{ id: string; run: number | null; state: ExportState | null }[]>`
      SELECT id::text, run, state FROM exports WHERE id = ANY(${[...ids]}::uuid[])
      UNION ALL SELECT r.export_id::text, NULL, NULL FROM export_removals r WHERE r.export_id = ANY(${[...ids]}::uuid[]) AND ${NOBODY_WRITES}`;
    return new Map(rows.map(({ id, run, state }) => [id, run === null || state === null ? 'removed' : { run, state }]));
  }
}
