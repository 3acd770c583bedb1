import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SEARCHED_CHARS, searchedWords } from '../../../domain/lexemes/index.js';
import { type Excerpt, excerptOf, marksOf, WordFinder } from '../../../domain/text/index.js';
import { Prisma, ReadingDatabase } from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { type SessionWords, sessionWords } from './excerpt-words.sql.js';
import { cutAt, PageTextReader, type TextPlace } from './page-texts.js';

/** Enough of a text to recognise the page. */
const EXCERPT_CHARS = 300;
/**
 * Part read of a text without a search: later keywords make no difference in a list, and the excerpts of each page of
 * it read this much.
 */
const READ_CHARS = 4_000;
/** Rows processed in some milliseconds before other work gets a turn. */
const AT_ONCE = 16;

/** Main text and text of a page. */
type Texts = readonly (string | null)[];

/** The columns for an excerpt; see `excerptColumns`. */
export interface ExcerptRow {
  readonly sessionId: string | null;
  readonly language: string | null;
  /** Beginning of the main text. */
  readonly excerpt: string | null;
  /** Beginning of the text, for a search. */
  readonly searchedText: string | null;
  readonly textPlace: TextPlace | null;
}

interface PageExcerpt {
  readonly excerpt: string | null;
  readonly excerptMarks: number[];
}

/** The main text of the page `p`, which may be stored as ranges of the text. */
const MAIN_TEXT = Prisma.sql`coalesce(p.main_text, main_text_of(p.text, p.main_ranges))`;

/** The excerpt of a main text without a search. @param language of the text, ISO 639-1 */
export const listExcerpt = (main: string, keywords: WordFinder, language: string | null): Excerpt =>
  excerptOf(cutAt(main, READ_CHARS), keywords, language ?? '', EXCERPT_CHARS);

/** Columns of a page `p` from which `PageExcerpts` builds its excerpt. */
export const excerptColumns = (search?: string | null): Prisma.Sql =>
  isSearch(search)
    ? Prisma.sql`left(${MAIN_TEXT}, ${SEARCHED_CHARS}) AS excerpt, left(p.text, ${SEARCHED_CHARS}) AS "searchedText", p.text_place AS "textPlace"`
    : Prisma.sql`left(${MAIN_TEXT}, ${READ_CHARS}) AS excerpt, NULL::text AS "searchedText", NULL::int[] AS "textPlace"`;

const isSearch = (search?: string | null): search is string => search != null && search.trim() !== '';

/** Excerpts of pages around the words of a search, or else the keywords of the topic. */
@Injectable()
export class PageExcerpts {
  constructor(
    private readonly prisma: ReadingDatabase,
    private readonly texts: PageTextReader,
  ) {}

  /**
   * The same rows with their excerpts. For a page with moved texts, the part in the database is used, unless a search
   * needs more and the store has it.
   *
   * @param search as entered by the user
   */
  async with<Row extends ExcerptRow>(
    rows: readonly Row[],
    search?: string | null,
  ): Promise<(Omit<Row, 'searchedText' | 'textPlace'> & PageExcerpt)[]> {
    const finders = await this.finders(rows.flatMap(({ sessionId }) => sessionId ?? []));
    const searched = isSearch(search) ? searchedWords(search) : [];
    const moved = searched.length === 0 ? new Map<Row, Texts>() : await this.moved(rows);
    const shown: (Omit<Row, 'searchedText' | 'textPlace'> & PageExcerpt)[] = [];
    for (const [i, page] of rows.entries()) {
      if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
      const { searchedText, textPlace: _, ...row } = page;
      const language = row.language ?? '';
      const found = firstWith(searched, moved.get(page) ?? [row.excerpt, searchedText], language);
      const topic = finders.get(row.sessionId ?? '') ?? NOBODY;
      const { text, marks } = found ?? listExcerpt(row.excerpt ?? '', topic, language);
      shown.push({ ...row, excerpt: row.excerpt === null && found === null ? null : text, excerptMarks: marks });
    }
    return shown;
  }

  /**
   * Start and end of each word of the search in the first `SEARCHED_CHARS` of a text, in turn; of each keyword of the
   * topic where nothing is searched.
   */
  async marksIn(
    text: string,
    { sessionId, language }: Pick<ExcerptRow, 'language'> & { sessionId: string },
    search?: string | null,
  ): Promise<number[]> {
    const finder = isSearch(search)
      ? finderOf(searchedWords(search))
      : (await this.finders([sessionId])).get(sessionId);
    const read = cutAt(text, SEARCHED_CHARS);
    return marksOf(finder?.find(read, language ?? '') ?? [], 0, read.length);
  }

  private async finders(sessionIds: readonly string[]): Promise<Map<string, WordFinder>> {
    const ids = [...new Set(sessionIds)];
    if (ids.length === 0) return new Map();
    const rows = await this.prisma.rows<SessionWords>(sessionWords(ids));
    return new Map(rows.map(({ id, keywords, language }) => [id, new WordFinder(keywords, language)]));
  }

  /**
   * The texts in the store, cut for a search. While the store cannot be read there are none, and excerpts use the part
   * in the database.
   */
  private async moved<Row extends ExcerptRow>(rows: readonly Row[]): Promise<Map<Row, Texts>> {
    const texts = new Map<Row, Texts>();
    const bySession = new Map<string, Row[]>();
    for (const row of rows) {
      if (row.textPlace === null || row.sessionId === null) continue;
      const group = bySession.get(row.sessionId);
      if (group) group.push(row);
      else bySession.set(row.sessionId, [row]);
    }
    try {
      for (const [sessionId, group] of bySession) {
        const asked = group.map(({ textPlace }) => ({ text: null, mainText: null, textPlace }));
        const whole = await this.texts.whole(sessionId, asked, SEARCHED_CHARS);
        whole.forEach(({ mainText, text }, i) => texts.set(group[i], [mainText, text]));
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    return texts;
  }
}

const NOBODY = new WordFinder([]);
/** Of words of a search. */
const finderOf = (words: readonly string[]): WordFinder => new WordFinder(words, '', false);

/** The excerpt of the first text that contains words of a search. */
function firstWith(words: readonly string[], texts: Texts, language: string): Excerpt | null {
  if (words.length === 0) return null;
  const finder = finderOf(words);
  for (const text of texts) {
    const excerpt = excerptOf(text ?? '', finder, language, EXCERPT_CHARS);
    if (excerpt.marks.length > 0) return excerpt;
  }
  return null;
}
