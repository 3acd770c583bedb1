import { Injectable } from '@nestjs/common';
import { CrawlDatabase } from '../../../../platform/database/index.js';
import {
  FORGET_AFTER_MS,
  heldUntil,
  type HostChange,
  type PolitenessStore,
  type StoredPace,
  type StoredRobots,
} from './politeness-store.js';

/** PostgreSQL's text cannot contain NUL; neither can a rule or name. */
const NULS = /\0/g;

/** Politeness in PostgreSQL, shared by all workers. */
@Injectable()
export class PolitenessRepository implements PolitenessStore {
  constructor(private readonly prisma: CrawlDatabase) {}

  async loadRobots(origin: string): Promise<StoredRobots | null> {
    const row = await this.prisma.robotsFile.findUnique({ where: { origin } });
    return (
      row && { origin, body: row.body, cause: row.cause, backoffMs: row.backoffMs, expiresAt: row.expiresAt.getTime() }
    );
  }

  async saveRobots(files: readonly StoredRobots[]): Promise<void> {
    const text = (value: string | null): string | null => value?.replace(NULS, '\ufffd') ?? null;
    await this.prisma.$executeRaw`
      INSERT INTO robots_files (origin, body, cause, backoff_ms, expires_at)
      SELECT origin, body, cause, backoff_ms, to_timestamp(expires_at / 1000)
      FROM unnest(${files.map((file) => file.origin)}::text[], ${files.map((file) => text(file.body))}::text[], ${files.map((file) => text(file.cause))}::text[],
        ${files.map((file) => Math.round(file.backoffMs))}::int[], ${files.map((file) => file.expiresAt)}::float8[])
        AS row (origin, body, cause, backoff_ms, expires_at)
      ON CONFLICT (origin) DO UPDATE SET body = excluded.body, cause = excluded.cause, backoff_ms = excluded.backoff_ms, expires_at = excluded.expires_at`;
  }

  async loadHost(host: string, now: number): Promise<StoredPace | null> {
    const row = await this.prisma.hostState.findUnique({ where: { host } });
    if (row === null) return null;
    const notBefore = row.notBefore.getTime();
    if (notBefore <= now && row.updatedAt.getTime() + FORGET_AFTER_MS <= now) return null;
    return {
      delayMs: row.delayMs,
      notBefore: heldUntil(notBefore, row.updatedAt.getTime(), now),
      failures: row.failuresInRow,
      openings: row.openings,
    };
  }

  async saveHosts(changes: readonly HostChange[], now: number): Promise<void> {
    const kept = changes.flatMap(({ host, pace }) => (pace === null ? [] : [{ host, pace }]));
    const forgotten = changes.flatMap(({ host, pace }) => (pace === null ? [host] : []));
    if (kept.length > 0) {
      await this.prisma.$executeRaw`
        INSERT INTO host_states AS had (host, delay_ms, not_before, failures_in_row, openings, updated_at)
        SELECT host, delay_ms, to_timestamp(not_before / 1000), failures, openings, to_timestamp(${now}::float8 / 1000)
        FROM unnest(${kept.map(({ host }) => host)}::text[], ${kept.map(({ pace }) => Math.round(pace.delayMs))}::int[],
          ${kept.map(({ pace }) => pace.notBefore)}::float8[], ${kept.map(({ pace }) => pace.failures)}::int[], ${kept.map(({ pace }) => pace.openings)}::int[])
          AS row (host, delay_ms, not_before, failures, openings)
        ON CONFLICT (host) DO UPDATE SET delay_ms = excluded.delay_ms,
          not_before = greatest(least(had.not_before, excluded.updated_at + (had.not_before - had.updated_at)), excluded.not_before),
          failures_in_row = excluded.failures_in_row, openings = excluded.openings, updated_at = excluded.updated_at`;
    }
    // Another worker may have recorded a later time: deletes only records that require nothing any more.
    if (forgotten.length > 0) {
      await this.prisma
        .$executeRaw`DELETE FROM host_states WHERE host = ANY(${forgotten}::text[]) AND not_before <= to_timestamp(${now}::float8 / 1000)`;
    }
  }

  async sweep(now: number): Promise<void> {
    const before = new Date(now - FORGET_AFTER_MS);
    // A day after its expiry a back-off need not be doubled any more.
    await this.prisma.robotsFile.deleteMany({ where: { expiresAt: { lt: before } } });
    await this.prisma.hostState.deleteMany({ where: { updatedAt: { lt: before }, notBefore: { lte: new Date(now) } } });
  }
}
