import { Injectable } from '@nestjs/common';
import { searchExpression } from '../../../domain/lexemes/index.js';
import {
  MAX_RESULT_PAGES,
  type SearchAnswer,
  type SearchHit,
  type SearchRequest,
} from '../../../domain/search/index.js';
import type { SearchEngine } from '../../../engine/index.js';
import { databaseTrouble, PrismaService } from '../../../platform/database/index.js';

/** A slower search fails, because a crawl waits for it. */
const STATEMENT_MS = 5_000;
/** Most ranked matches. For more, ranking all would take time proportional to the number of pages. */
const MAX_RANKED = 3_000;
const SNIPPET_CHARS = 300;

/**
 * For the labels D, C, B and A. A word in another language than English also has its stem, labelled C (`tsvectorOf`):
 * so it counts little more than an English word, and another form of it half as much.
 */
const WEIGHTS = '{0.1, 0.05, 0.1, 0.1}';

/**
 * Matches of `$1` in the index of all sessions of the project in scope, each address once, best first; those that match
 * `$2`, with all words, before those with some words, `$3`.
 */
const SEARCH = `
  WITH found AS MATERIALIZED (
    SELECT l.session_id, l.step, l.lexemes @@ $2::tsquery AS has_all, ts_rank('${WEIGHTS}', l.lexemes, $3::tsquery, 1) AS rank
    FROM indexed_pages($1::tsquery, ${MAX_RANKED}) l
  )
  SELECT url, (array_agg(title ORDER BY rank DESC))[1] AS title, (array_agg(snippet ORDER BY rank DESC))[1] AS snippet,
    (array_agg(session_id::text ORDER BY rank DESC))[1] AS "sessionId", (array_agg(step ORDER BY rank DESC))[1] AS step
  FROM (
    SELECT u.url, f.session_id, f.step, coalesce(p.title, '') AS title, coalesce(nullif(p.description, ''), left(p.text, ${SNIPPET_CHARS}), '') AS snippet, f.has_all, f.rank
    FROM found f
    JOIN sessions s ON s.id = f.session_id
    JOIN pages p ON p.session_id = f.session_id AND p.step = f.step
    JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no
  ) matches
  GROUP BY url ORDER BY bool_or(has_all) DESC, max(rank) DESC, url LIMIT $4`;

/** Pages of the project that wait for the index were searched one by one: a worker is asked to move them there. */
const WANT_INDEX = 'UPDATE search_progress SET wanted = true WHERE waiting AND NOT wanted';

/** A search as expressions of PostgreSQL. */
type Words = Readonly<Record<'all' | 'any', string | null>>;

/** A hit with the place of the page. */
interface StoredHit extends SearchHit {
  readonly sessionId: string;
  readonly step: number;
}

type StoredAnswer =
  Exclude<SearchAnswer, { kind: 'hits' }> | { readonly kind: 'hits'; readonly hits: readonly StoredHit[] };

/**
 * Full-text search over the indexed stored pages of all sessions of the project.
 *
 * Ignores stop words such as `the`. Pages with all words come first. If there are too few, pages with some of them
 * follow.
 */
@Injectable()
export class StoredSearch implements SearchEngine {
  constructor(private readonly prisma: PrismaService) {}

  async search(request: SearchRequest): Promise<SearchAnswer> {
    const answer = await this.pages(request);
    if (answer.kind !== 'hits') return answer;
    return { kind: 'hits', hits: answer.hits.map(({ url, title, snippet }) => ({ url, title, snippet })) };
  }

  /** The same, with the place of each page. */
  async pages({ query, page, limit }: SearchRequest): Promise<StoredAnswer> {
    const wanted = Math.min(page, MAX_RESULT_PAGES) * limit;
    const words = { all: searchExpression(query), any: searchExpression(query, { join: 'any' }) };
    if (words.all === null) return { kind: 'hits', hits: [] };
    try {
      const all = await this.hits('all', words, wanted);
      await this.prisma.pool.query(WANT_INDEX);
      const hits = all.length < wanted && words.any !== null ? await this.hits('any', words, wanted) : all;
      return { kind: 'hits', hits: hits.slice(wanted - limit) };
    } catch (error) {
      const trouble = databaseTrouble(error);
      if (trouble === null) throw error;
      return { kind: 'failed', message: `the stored pages could not be searched: ${trouble.kind}` };
    }
  }

  private async hits(match: 'all' | 'any', words: Words, wanted: number): Promise<StoredHit[]> {
    const client = await this.prisma.pool.connect();
    let isBroken = false;
    try {
      await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${STATEMENT_MS}`);
      const { rows } = await client.query<StoredHit>(SEARCH, [words[match], words.all, words.any ?? '', wanted]);
      await client.query('COMMIT');
      return rows;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => (isBroken = true));
      throw error;
    } finally {
      client.release(isBroken);
    }
  }
}
