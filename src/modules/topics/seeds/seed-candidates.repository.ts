import { Injectable } from '@nestjs/common';
import type { SeedCandidate, SeedSource } from '../../../domain/seeds/index.js';
import { foldSpace } from '../../../domain/text/index.js';
import {
  type DatabaseTransaction,
  ofProjectsTopic,
  Prisma,
  PrismaService,
  timeOrderedIds,
} from '../../../platform/database/index.js';
import { RankedCandidatesRepository } from '../topics/index.js';
import { MAX_FINDINGS, MAX_PENDING, type SeedCandidateFilter, type StoredSeedCandidate } from './seed-candidate.js';

const COLUMNS = Prisma.sql`
  c.id, c.topic_id AS "topicId", c.url, c.title, c.snippet, c.status::text AS state, c.score, c.relevance, c.read, c.findings, c.reason,
  c.created_at AS "createdAt", c.updated_at AS "updatedAt"`;

/** Most characters stored per candidate. */
const MAX_TITLE_CHARS = 300;
const MAX_SNIPPET_CHARS = 500;

const found = (source: SeedSource): string => JSON.stringify([{ source }]);

const TABLE = { name: Prisma.sql`seed_candidates`, columns: COLUMNS, rank: 'score' } as const;

@Injectable()
export class SeedCandidatesRepository extends RankedCandidatesRepository<StoredSeedCandidate, SeedCandidateFilter> {
  constructor(prisma: PrismaService) {
    super(prisma, TABLE);
  }

  protected override conditions({ state, source }: SeedCandidateFilter): Prisma.Sql {
    const ofState = state == null ? Prisma.empty : Prisma.sql`AND c.status = ${state}::"CandidateStatus"`;
    const ofSource = source == null ? Prisma.empty : Prisma.sql`AND c.findings @> ${found(source)}::jsonb`;
    return Prisma.sql`${ofState} ${ofSource}`;
  }

  /** The decided ones, which are not proposed again. */
  async decidedUrls(topicId: string): Promise<string[]> {
    const rows = await this.prisma.seedCandidate.findMany({
      where: { topicId, state: { not: 'pending' } },
      select: { url: true },
    });
    return rows.map(({ url }) => url);
  }

  /** Deletes pending candidates that are no longer wanted. */
  async drop(db: DatabaseTransaction, topicId: string, isWanted: (url: string) => boolean): Promise<void> {
    const pending = await db.seedCandidate.findMany({ where: { topicId, state: 'pending' }, select: { url: true } });
    const unwanted = pending.map(({ url }) => url).filter((url) => !isWanted(url));
    if (unwanted.length > 0)
      await db.seedCandidate.deleteMany({ where: { topicId, state: 'pending', url: { in: unwanted } } });
  }

  /**
   * Stores candidates of a topic; updates pending ones, and leaves decided ones unchanged. Of too many pending ones
   * those with the lowest score are deleted.
   *
   * @returns URLs of the pending ones
   */
  async save(db: DatabaseTransaction, topicId: string, rows: readonly SeedCandidate[]): Promise<Set<string>> {
    const texts = (of: (candidate: SeedCandidate) => string, chars: number): string[] =>
      // Texts of search engines and pages are arbitrary; PostgreSQL's text cannot contain NUL.
      rows.map((row) => foldSpace(of(row).replaceAll('\0', ' ')).slice(0, chars));
    const list = <T>(of: (candidate: SeedCandidate) => T): T[] => rows.map(of);
    const saved = await db.$queryRaw<{ url: string }[]>`
      INSERT INTO seed_candidates AS c (id, topic_id, url, title, snippet, score, relevance, read, findings, reason)
      SELECT x.id, ${topicId}::uuid, x.url, x.title, x.snippet, x.score, x.relevance, x.read, x.findings::jsonb, x.reason
      FROM unnest(${timeOrderedIds(rows.length, Date.now())}::uuid[], ${list(({ url }) => url)}::text[], ${texts(({ title }) => title, MAX_TITLE_CHARS)}::text[],
        ${texts(({ snippet }) => snippet, MAX_SNIPPET_CHARS)}::text[], ${list(({ score }) => score)}::float8[], ${list(({ relevance }) => relevance)}::float8[],
        ${list(({ read }) => read)}::bool[], ${list(({ findings }) => JSON.stringify(findings.slice(0, MAX_FINDINGS)))}::text[],
        ${list(({ reason }) => reason)}::text[]) AS x(id, url, title, snippet, score, relevance, read, findings, reason)
      ON CONFLICT (topic_id, url) DO UPDATE SET
        title = excluded.title, snippet = excluded.snippet, score = excluded.score, relevance = excluded.relevance, read = excluded.read,
        findings = excluded.findings, reason = excluded.reason, updated_at = now()
      WHERE c.status = 'pending'
      RETURNING c.url`;
    await db.$executeRaw`
      DELETE FROM seed_candidates WHERE id IN (
        SELECT id FROM seed_candidates WHERE topic_id = ${topicId}::uuid AND status = 'pending' ORDER BY score DESC, id OFFSET ${MAX_PENDING})`;
    return new Set(saved.map(({ url }) => url));
  }

  async find(
    db: DatabaseTransaction,
    topicId: string,
    ids: readonly string[],
    urls: readonly string[],
  ): Promise<StoredSeedCandidate[]> {
    return db.$queryRaw<StoredSeedCandidate[]>`
      SELECT ${COLUMNS} FROM seed_candidates c
      WHERE ${ofProjectsTopic(Prisma.sql`c.topic_id`)} AND c.topic_id = ${topicId}::uuid AND (c.id = ANY(${ids}::uuid[]) OR c.url = ANY(${urls}::text[]))`;
  }

  async decide(
    db: DatabaseTransaction,
    topicId: string,
    urls: readonly string[],
    state: 'accepted' | 'rejected',
  ): Promise<void> {
    await db.$executeRaw`
      UPDATE seed_candidates SET status = ${state}::"CandidateStatus", updated_at = clock_timestamp()
      WHERE topic_id = ${topicId}::uuid AND url = ANY(${urls}::text[])`;
  }

  async countAcceptedSince(db: DatabaseTransaction, topicId: string, since: Date): Promise<number> {
    return db.seedCandidate.count({ where: { topicId, state: 'accepted', updatedAt: { gte: since } } });
  }

  async countDecided(db: DatabaseTransaction, topicId: string): Promise<number> {
    return db.seedCandidate.count({ where: { topicId, state: { not: 'pending' } } });
  }
}
