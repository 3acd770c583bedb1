import { Injectable } from '@nestjs/common';
import type { DocumentText } from '../../../../domain/text/index.js';
import { tellingText } from '../../../../domain/page/index.js';
import { Prisma, PrismaService } from '../../../../platform/database/index.js';
import { PageTextReader, type TextRow } from '../../../base/page-texts/index.js';

/** Documents drawn from a larger population. */
export interface DocumentSample {
  /** Number of documents in the population. */
  readonly total: number;
  readonly documents: readonly DocumentText[];
}

/** The fields of a session needed for statistics of its pages. */
interface SampledSession {
  readonly topicId: string;
  readonly keywordSetVersion: number;
}

/** Characters read of a document. */
const MAX_CHARS = 36_000;

/**
 * Samples of documents with their text: of a topic's examples, and of a session's pages. The same rows give the same
 * sample.
 */
@Injectable()
export class KeywordSamplesRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly pageTexts: PageTextReader,
  ) {}

  async examples(topicId: string, relevant: boolean, limit: number): Promise<DocumentSample> {
    const has = Prisma.sql`topic_id = ${topicId}::uuid AND relevant = ${relevant} AND text IS NOT NULL`;
    const rows = await this.prisma.$queryRaw<DocumentText[]>`
      SELECT coalesce(url, '') AS url, title, '' AS description, left(text, ${MAX_CHARS}) AS text FROM examples
      WHERE id IN (SELECT id FROM examples WHERE ${has} ORDER BY hashtext(id::text), id LIMIT ${limit}) ORDER BY id`;
    const [{ total }] = await this.prisma.$queryRaw<
      { total: number }[]
    >`SELECT count(*)::int AS total FROM examples WHERE ${has}`;
    return { total, documents: rows };
  }

  /** Judged pages of the session with their own text. */
  async pages(sessionId: string, relevant: boolean, limit: number): Promise<DocumentSample> {
    const has = Prisma.sql`session_id = ${sessionId}::uuid AND relevant = ${relevant} AND outcome = 'page' AND duplicate_of IS NULL AND title IS NOT NULL`;
    const rows = await this.prisma.$queryRaw<(TextRow & { title: string | null; description: string | null })[]>`
      SELECT p.title, p.description, left(p.text, ${MAX_CHARS}) AS text, left(coalesce(p.main_text, main_text_of(p.text, p.main_ranges)), ${MAX_CHARS}) AS "mainText", p.text_place AS "textPlace"
      FROM pages p WHERE p.session_id = ${sessionId}::uuid AND p.step = ANY(ARRAY(
        SELECT step FROM pages WHERE ${has} ORDER BY hashint4(step), step LIMIT ${limit})) ORDER BY p.step`;
    const [{ total }] = await this.prisma.$queryRaw<
      { total: number }[]
    >`SELECT count(*)::int AS total FROM pages WHERE ${has}`;
    const whole = await this.pageTexts.whole(sessionId, rows, MAX_CHARS);
    const documents = whole.map(({ title, description, text, mainText }): DocumentText => ({
      url: '',
      title: title ?? '',
      description: description ?? '',
      text: tellingText({ text: text ?? '', mainText: mainText ?? '' }),
    }));
    return { total, documents };
  }

  async session(id: string): Promise<SampledSession | null> {
    const rows = await this.prisma.$queryRaw<SampledSession[]>`
      SELECT s.topic_id AS "topicId", k.version AS "keywordSetVersion" FROM sessions s JOIN keyword_sets k ON k.id = s.keyword_set_id WHERE s.id = ${id}::uuid`;
    return rows[0] ?? null;
  }
}
