import { Injectable } from '@nestjs/common';
import { type KeywordCandidate, stemsKey } from '../../../../domain/topic/index.js';
import {
  type DatabaseTransaction,
  ofProjectsTopic,
  Prisma,
  PrismaService,
  timeOrderedIds,
} from '../../../../platform/database/index.js';
import { RankedCandidatesRepository } from '../ranked-candidates.repository.js';
import {
  type CandidateFilter,
  MAX_PENDING,
  type SearchedDocuments,
  type StoredCandidate,
} from './keyword-candidate.js';

const COLUMNS = Prisma.sql`
  c.id, c.topic_id AS "topicId", c.text, c.stems, c.kind::text, c.method::text, c.status::text AS state, c.similarity, c.lift,
  c.relevant_documents AS "relevantDocuments", c.other_documents AS "otherDocuments", c.background_documents AS "backgroundDocuments",
  jsonb_build_object('relevant', c.searched[1], 'others', c.searched[2], 'background', c.searched[3]) AS searched, c.verdict, c.reason,
  c.keyword_set_version AS "keywordSetVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt"`;

const TABLE = { name: Prisma.sql`keyword_candidates`, columns: COLUMNS, rank: 'lift' } as const;

@Injectable()
export class KeywordCandidatesRepository extends RankedCandidatesRepository<StoredCandidate, CandidateFilter> {
  constructor(prisma: PrismaService) {
    super(prisma, TABLE);
  }

  protected override conditions({ state, method }: CandidateFilter): Prisma.Sql {
    const ofState = state == null ? Prisma.empty : Prisma.sql`AND c.status = ${state}::"CandidateStatus"`;
    const ofMethod = method == null ? Prisma.empty : Prisma.sql`AND c.method = ${method}::"CandidateMethod"`;
    return Prisma.sql`${ofState} ${ofMethod}`;
  }

  /** Stems of rejected candidates. */
  async rejectedStems(topicId: string): Promise<string[]> {
    const rows = await this.prisma.keywordCandidate.findMany({
      where: { topicId, state: 'rejected' },
      select: { stems: true },
    });
    return rows.map(({ stems }) => stems);
  }

  /**
   * Stores candidates of a topic; updates pending ones, and leaves decided ones unchanged. Of too many pending ones
   * those with the smallest lift are deleted.
   *
   * @returns stems of the pending ones
   */
  async save(
    db: DatabaseTransaction,
    topicId: string,
    candidates: readonly KeywordCandidate[],
    searched: SearchedDocuments,
  ): Promise<Set<string>> {
    const rows = [...new Map(candidates.map((candidate) => [stemsKey(candidate.text), candidate]))];
    const list = <T>(of: (candidate: KeywordCandidate) => T): T[] => rows.map(([, candidate]) => of(candidate));
    const saved = await db.$queryRaw<{ stems: string }[]>`
      INSERT INTO keyword_candidates AS c (id, topic_id, text, stems, kind, method, similarity, lift, relevant_documents, other_documents, background_documents,
        searched, verdict, reason)
      SELECT x.id, ${topicId}::uuid, x.text, x.stems, x.kind::"KeywordKind", x.method::"CandidateMethod", x.similarity, x.lift, x.relevant, x.others, x.background,
        ${[searched.relevant, searched.others, searched.background]}::int[], x.verdict, x.reason
      FROM unnest(${timeOrderedIds(rows.length, Date.now())}::uuid[], ${list(({ text }) => text)}::text[], ${rows.map(([stems]) => stems)}::text[],
        ${list(({ kind }) => kind)}::text[], ${list(({ method }) => method)}::text[], ${list(({ similarity }) => similarity)}::float8[],
        ${list(({ lift }) => lift)}::float8[], ${list((one) => one.relevantDocuments)}::int[], ${list((one) => one.otherDocuments)}::int[],
        ${list((one) => one.backgroundDocuments)}::int[], ${list(({ verdict }) => verdict)}::text[], ${list(({ reason }) => reason)}::text[])
        AS x(id, text, stems, kind, method, similarity, lift, relevant, others, background, verdict, reason)
      ON CONFLICT (topic_id, stems) DO UPDATE SET
        text = excluded.text, kind = excluded.kind, method = excluded.method, similarity = excluded.similarity, lift = excluded.lift,
        relevant_documents = excluded.relevant_documents, other_documents = excluded.other_documents, background_documents = excluded.background_documents,
        searched = excluded.searched, verdict = excluded.verdict, reason = excluded.reason, updated_at = now()
      WHERE c.status = 'pending'
      RETURNING c.stems`;
    await db.$executeRaw`
      DELETE FROM keyword_candidates WHERE id IN (
        SELECT id FROM keyword_candidates WHERE topic_id = ${topicId}::uuid AND status = 'pending' ORDER BY lift DESC, id OFFSET ${MAX_PENDING})`;
    return new Set(saved.map(({ stems }) => stems));
  }

  async find(
    db: DatabaseTransaction,
    topicId: string,
    ids: readonly string[],
    stems: readonly string[],
  ): Promise<StoredCandidate[]> {
    return db.$queryRaw<StoredCandidate[]>`
      SELECT ${COLUMNS} FROM keyword_candidates c
      WHERE ${ofProjectsTopic(Prisma.sql`c.topic_id`)} AND c.topic_id = ${topicId}::uuid AND (c.id = ANY(${ids}::uuid[]) OR c.stems = ANY(${stems}::text[]))`;
  }

  async accept(db: DatabaseTransaction, topicId: string, stems: readonly string[], version: number): Promise<void> {
    await db.$executeRaw`
      UPDATE keyword_candidates SET status = 'accepted', keyword_set_version = ${version}, updated_at = now()
      WHERE topic_id = ${topicId}::uuid AND stems = ANY(${stems}::text[])`;
  }

  async reject(db: DatabaseTransaction, topicId: string, stems: readonly string[]): Promise<void> {
    await db.$executeRaw`
      UPDATE keyword_candidates SET status = 'rejected', keyword_set_version = NULL, updated_at = now()
      WHERE topic_id = ${topicId}::uuid AND stems = ANY(${stems}::text[])`;
  }

  async countDecided(db: DatabaseTransaction, topicId: string): Promise<number> {
    return db.keywordCandidate.count({ where: { topicId, state: { not: 'pending' } } });
  }
}
