import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { lexemesOf } from '../../src/domain/lexemes/index.js';
import { CopyRows, copyRows, uuidBytes } from '../../src/platform/database/index.js';
import { tsvectorOf, WHOLE } from '../../src/modules/base/search/index.js';
import { packLinks } from '../../src/modules/base/page-links/index.js';
import type { LinkPlace } from '../../src/domain/page/index.js';
import { createRng, type Rng } from '../../src/domain/base/rng.js';
import {
  sessionConfigSchema,
  type SearchMode,
  type SessionConfigInput,
} from '../../src/domain/session/session-config.js';

/** Properties of a session's rows; everything else follows from the seed. */
export interface SessionRowsOptions {
  /** Steps of the log. */
  readonly steps: number;
  readonly domains?: number;
  readonly seed?: number;
  /** Columns of the session row to set, e.g. `{ state: 'RUNNING', state_reason: null }`. */
  readonly session?: Readonly<Record<string, unknown>>;
  readonly config?: Partial<SessionConfigInput>;
  /** Whether searches find the pages, as after a crawl; default true. */
  readonly indexed?: boolean;
  /** Reuses an existing topic with its keyword set and model. */
  readonly topic?: TopicRows;
}

export interface TopicRows {
  readonly topicId: string;
  readonly keywordSetId: string;
  readonly modelId: string;
}

export interface PageRow {
  readonly session_id: string;
  readonly step: number;
  readonly seq: number;
  readonly chosen_after: number;
  readonly url_no: number;
  readonly source: number;
  readonly outcome: string;
  readonly message: string | null;
  readonly final_url_no: number;
  readonly domain_no: number;
  readonly redirects: readonly string[];
  readonly http_status: number | null;
  readonly content_type: string | null;
  readonly charset: string | null;
  readonly fetched_at: string;
  readonly duration_ms: number;
  readonly bytes: number;
  readonly truncated: boolean;
  readonly rendered: boolean;
  readonly render_reason: string | null;
  readonly choice: number;
  readonly attempt: number;
  readonly retryable: boolean;
  readonly host_wait_ms: number;
  readonly duplicate_of: number | null;
  readonly noindex: boolean;
  readonly sitemaps: readonly string[];
  readonly change: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly published_at: string | null;
  readonly headings: readonly string[];
  readonly language: string | null;
  readonly text: string | null;
  readonly main_text: string | null;
  readonly link_count: number;
  readonly probability: number;
  readonly relevant: boolean;
  readonly reward: number;
  readonly depth: number;
  readonly why: object;
}
interface UrlRow {
  readonly session_id: string;
  readonly url_no: number;
  readonly url: string;
  readonly host: string;
  readonly domain_no: number;
  readonly out_of_scope: string | null;
}
interface DomainRow {
  readonly session_id: string;
  readonly domain_no: number;
  readonly name: string;
  fetched: number;
  relevant: number;
  failed: number;
  first_step: number | null;
  first_relevant_step: number | null;
}
export interface LinkRow {
  readonly session_id: string;
  readonly source: number;
  readonly position: number;
  readonly url_no: number;
  readonly anchor: string;
  readonly before: string;
  readonly after: string;
  readonly heading: string;
  readonly place: LinkPlace;
  readonly nofollow: boolean;
  readonly tag_path_no?: number;
}

/** A session as stored in the database. Tests compute their expectations from it. */
export interface SessionRows extends TopicRows {
  readonly sessionId: string;
  readonly pages: readonly PageRow[];
  readonly urls: readonly UrlRow[];
  readonly domains: readonly DomainRow[];
  readonly links: readonly LinkRow[];
}

const WORDS = [
  'soccer',
  'league',
  'goal',
  'match',
  'stadium',
  'recipe',
  'garden',
  'engine',
  'market',
  'river',
  'violin',
  'planet',
];
const RELEVANT_WORDS = 3;
/** Percentage of steps that are pages; the rest is spread over the failures below. */
const PAGE_PERCENT = 88;
const FAILURES: readonly (readonly [outcome: string, message: string | null, status: number | null])[] = [
  ['robots-denied', 'robots.txt disallows it', null],
  ['http-error', 'status 404', 404],
  ['timeout', 'no answer in 20000 ms', null],
  ['duplicate', null, 200],
];
const START = Date.parse('2026-11-01T12:00:00Z');
const STEP_MS = 250;
const DAY_MS = 86_400_000;

class SessionBuilder {
  readonly urls: UrlRow[] = [];
  readonly domains: DomainRow[] = [];
  readonly pages: PageRow[] = [];
  readonly links: LinkRow[] = [];
  private readonly frontier: { urlNo: number; source: number; depth: number }[] = [];

  constructor(
    private readonly sessionId: string,
    private readonly rng: Rng,
    private readonly domainCount: number,
  ) {}

  seed(count: number): string[] {
    for (let i = 0; i < count; i++) this.frontier.push({ urlNo: this.newUrl(), source: -1, depth: 0 });
    return this.urls.map(({ url }) => url);
  }

  private newUrl(): number {
    const { rng, sessionId } = this;
    const index = Math.floor(rng.next() ** 2 * this.domainCount);
    const name = `site-${index}.example`;
    let domain = this.domains.find((d) => d.name === name);
    if (!domain) {
      domain = {
        session_id: sessionId,
        domain_no: this.domains.length,
        name,
        fetched: 0,
        relevant: 0,
        failed: 0,
        first_step: null,
        first_relevant_step: null,
      };
      this.domains.push(domain);
    }
    const url_no = this.urls.length;
    const host = `www.${name}`;
    const word = WORDS[rng.below(WORDS.length)];
    this.urls.push({
      session_id: sessionId,
      url_no,
      url: `http://${host}/${word}/${url_no}`,
      host,
      domain_no: domain.domain_no,
      out_of_scope: null,
    });
    return url_no;
  }

  /** Steps complete near the order of their choice, as with few fetches in flight. */
  run(steps: number): void {
    const seqOf = Array.from({ length: steps }, (_, i) => i);
    for (let i = 0; i + 1 < steps; i += 2)
      if (this.rng.next() < 0.3) [seqOf[i], seqOf[i + 1]] = [seqOf[i + 1], seqOf[i]];
    for (let step = 0; step < steps; step++) this.step(step, seqOf[step]);
  }

  private step(step: number, seq: number): void {
    const { rng, frontier } = this;
    const chosen = frontier.splice(rng.below(frontier.length), 1)[0];
    const url = this.urls[chosen.urlNo];
    const domain = this.domains[url.domain_no];
    const isPage = step < 3 || rng.below(100) < PAGE_PERCENT || frontier.length < 5;
    const [outcome, message, status] = isPage ? (['page', null, 200] as const) : FAILURES[rng.below(FAILURES.length)];
    const finalUrlNo =
      outcome === 'duplicate' ? this.pages.findLast((p) => p.outcome === 'page')!.url_no : chosen.urlNo;
    const words = Array.from({ length: 30 }, () => WORDS[rng.below(WORDS.length)]);
    const probability = isPage ? Math.round(rng.next() * 1000) / 1000 : 0;
    const relevant = isPage && probability >= 0.6;
    if (relevant) words.unshift(...WORDS.slice(0, RELEVANT_WORDS));
    if (isPage) {
      domain.fetched++;
      domain.first_step ??= step;
    } else if (outcome !== 'robots-denied') domain.failed++;
    if (relevant) {
      domain.relevant++;
      domain.first_relevant_step ??= step;
    }
    const text = words.join(' ');
    const link_count = isPage ? this.linksOf(step, chosen.depth) : 0;
    this.pages.push({
      session_id: this.sessionId,
      step,
      seq,
      chosen_after: Math.max(0, Math.min(step, seq) - 1),
      url_no: chosen.urlNo,
      source: chosen.source,
      outcome,
      message,
      final_url_no: finalUrlNo,
      domain_no: domain.domain_no,
      redirects: outcome === 'duplicate' ? [url.url] : [],
      http_status: status,
      content_type: isPage ? 'text/html' : null,
      charset: isPage ? 'utf-8' : null,
      fetched_at: new Date(START + seq * STEP_MS).toISOString(),
      duration_ms: 20 + rng.below(300),
      bytes: isPage ? 2_000 + rng.below(20_000) : 0,
      truncated: false,
      rendered: isPage && step % 5 === 0,
      render_reason: !isPage ? null : step % 5 === 0 ? 'always' : step % 13 === 4 ? 'never: empty body' : null,
      choice: step,
      attempt: step % 11 === 5 ? 1 : 0,
      retryable: false,
      host_wait_ms: 0,
      duplicate_of: isPage && step % 13 === 7 ? 0 : null,
      noindex: false,
      sitemaps: [],
      change: isPage && step % 17 === 3 ? 'new' : null,
      title: isPage ? `Page ${step} about ${words[0]}` : null,
      description: isPage ? `${words[1]} and ${words[2]}` : null,
      published_at: isPage && step % 4 === 1 ? new Date(START - step * DAY_MS).toISOString() : null,
      headings: isPage ? [`Heading of ${step}`, words[3]] : [],
      language: isPage ? 'en' : null,
      text: isPage ? text : null,
      main_text: isPage ? text : null,
      link_count,
      probability,
      relevant,
      reward: relevant ? 1 : 0,
      depth: chosen.depth,
      why: {
        value: Math.round(rng.next() * 1000) / 1000,
        exploration: rng.next() < 0.1,
        features: { hubFeature: 0.25, distance: chosen.depth },
        leaf: { id: step % 7, rules: ['distance <= 3', 'anchorKeyword = 1'] },
        rank: 1,
        options: 7,
      },
    });
  }

  private linksOf(source: number, depth: number): number {
    const count = 2 + this.rng.below(6);
    const targets = new Set<number>();
    for (let position = 0; position < count; position++) {
      const known = this.rng.next() < 0.3 ? this.rng.below(this.urls.length) : -1;
      const isNew = known < 0 || targets.has(known);
      const url_no = isNew ? this.newUrl() : known;
      targets.add(url_no);
      if (isNew) this.frontier.push({ urlNo: url_no, source, depth: depth + 1 });
      const word = WORDS[this.rng.below(WORDS.length)];
      this.links.push({
        session_id: this.sessionId,
        source,
        position,
        url_no,
        anchor: `more ${word}`,
        before: 'see',
        after: 'here',
        heading: `Heading of ${source}`,
        place: position === 0 ? 'navigation' : 'main',
        nofollow: false,
      });
    }
    return count;
  }
}

/**
 * Columns of a table as JSON rows: `jsonb_populate_recordset` converts them to typed rows, so that column types are the
 * database's own. Columns that a database of an earlier version lacks are left out.
 */
async function insertAll(client: pg.Client, table: string, rows: readonly object[]): Promise<void> {
  const { fields } = await client.query(`SELECT * FROM ${table} LIMIT 0`);
  const known = new Set(fields.map(({ name }) => name));
  for (let i = 0; i < rows.length; i += 5_000) {
    const part = rows.slice(i, i + 5_000);
    const columns = Object.keys(part[0])
      .filter((name) => known.has(name))
      .map((name) => pg.escapeIdentifier(name))
      .join(', ');
    await client.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [JSON.stringify(part)],
    );
  }
}

/** Links as a crawl stores them: one row per page. */
function packedRows(links: readonly LinkRow[]): object[] {
  const pages = new Map<string, LinkRow[]>();
  for (const link of links) {
    const key = `${link.session_id} ${link.source}`;
    pages.set(key, [...(pages.get(key) ?? []), link]);
  }
  return [...pages.values()].map((all) => {
    const packed = packLinks(
      all.map((link) => ({
        urlNo: link.url_no,
        tagPathNo: link.tag_path_no ?? 0,
        link: { url: '', tagPath: '', ...link },
      })),
    );
    return {
      session_id: all[0].session_id,
      source: all[0].source,
      url_nos: packed.urlNos,
      positions: packed.positions,
      starts: packed.starts,
      befores: packed.befores,
      anchors: packed.anchors,
      afters: packed.afters,
      marks: packed.marks,
      heading_nos: packed.headingNos,
      tag_path_nos: packed.tagPathNos,
      headings: packed.headings,
      texts: `\\x${Buffer.from(packed.texts).toString('hex')}`,
    };
  });
}

/**
 * Writes the search index of a session as its commits do. With `search: later` half of the pages wait for it, and half
 * have been moved; with `off` none has an entry.
 */
async function insertLexemes(
  client: pg.Client,
  of: Pick<SessionRows, 'sessionId' | 'topicId'>,
  pages: readonly PageRow[],
  search: SearchMode = 'now',
): Promise<void> {
  const { sessionId } = of;
  const rows = {
    page_lexemes: new CopyRows(['uuid', 'int4', 'tsvector']),
    waiting_lexemes: new CopyRows(['uuid', 'int4', 'tsvector']),
  };
  for (const { step, title, text, language } of pages)
    if (text !== null && search !== 'off')
      rows[search === 'later' && step % 2 === 0 ? 'waiting_lexemes' : 'page_lexemes'].add([
        uuidBytes(sessionId),
        step,
        tsvectorOf(of, lexemesOf(title ?? '', text, language ?? '')),
      ]);
  for (const [table, some] of Object.entries(rows))
    await copyRows(client, `COPY ${table} (session_id, step, lexemes) FROM STDIN (FORMAT binary)`, [some.take()]);
  await client.query('INSERT INTO search_progress (session_id, indexed) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    sessionId,
    WHOLE,
  ]);
  if (search === 'later')
    await client.query('UPDATE search_progress SET waiting = true WHERE session_id = $1', [sessionId]);
}

/** Stores links of pages without any; also in databases of earlier versions. */
export async function insertLinks(client: pg.Client, links: readonly LinkRow[]): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM pg_tables WHERE tablename = 'page_links'`);
  if (rowCount === 0) await insertAll(client, 'links', links);
  else await insertAll(client, 'page_links', packedRows(links));
}

/** A topic with one keyword set, three seeds and a trained model without weights. */
export async function insertTopicRows(client: pg.Client, name = `topic ${randomUUID()}`): Promise<TopicRows> {
  const topic: TopicRows = { topicId: randomUUID(), keywordSetId: randomUUID(), modelId: randomUUID() };
  const now = new Date().toISOString();
  await insertAll(client, 'topics', [
    { id: topic.topicId, name, description: '', language: 'en', created_at: now, updated_at: now },
  ]);
  await insertAll(
    client,
    'seeds',
    [0, 1, 2].map((position) => ({ topic_id: topic.topicId, url: `http://seed-${position}.example/`, position })),
  );
  await insertAll(client, 'keyword_sets', [
    { id: topic.keywordSetId, topic_id: topic.topicId, version: 1, created_at: now },
  ]);
  await insertAll(client, 'keywords', [
    { keyword_set_id: topic.keywordSetId, text: 'soccer', kind: 'keyword', origin: 'user', similarity: 1, position: 0 },
  ]);
  await insertAll(client, 'models', [
    {
      id: topic.modelId,
      topic_id: topic.topicId,
      version: 1,
      kind: 'keyword-vectors',
      status: 'READY',
      config: {},
      keyword_set_version: 1,
      threshold: 0.6,
      created_at: now,
      trained_at: now,
    },
  ]);
  return topic;
}

/** Fills a session with pages, URLs, links, domains and counters that agree, as if it had been crawled. */
export async function insertSessionRows(databaseUrl: string, options: SessionRowsOptions): Promise<SessionRows> {
  const { steps, domains = 40, seed = 1 } = options;
  const sessionId = randomUUID();
  const builder = new SessionBuilder(sessionId, createRng(seed), domains);
  const seeds = builder.seed(3);
  builder.run(steps);
  const { pages } = builder;
  const fetched = pages.filter((p) => p.outcome === 'page');
  const recent = [...fetched].sort((a, b) => a.seq - b.seq).slice(-100);
  const robotsDenied = pages.filter((p) => p.outcome === 'robots-denied').length;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    const topic = options.topic ?? (await insertTopicRows(client));
    const end = new Date(START + steps * STEP_MS).toISOString();
    await insertAll(client, 'sessions', [
      {
        id: sessionId,
        topic_id: topic.topicId,
        keyword_set_id: topic.keywordSetId,
        model_id: topic.modelId,
        policy: 'breadth-first',
        policy_version: 1,
        policy_config: {},
        config: sessionConfigSchema.parse({ budget: { fetches: Math.max(steps, 1) }, ...options.config }),
        random_seed: seed,
        state: 'COMPLETED',
        state_reason: 'BUDGET',
        seeds,
        lease_epoch: 1,
        stalled_claims: 0,
        created_at: new Date(START - 1_000).toISOString(),
        updated_at: end,
        started_at: new Date(START).toISOString(),
        finished_at: end,
        active_ms: steps * STEP_MS,
        found: builder.urls.length,
        fetched: fetched.length,
        relevant: fetched.filter((p) => p.relevant).length,
        domains: builder.domains.filter((d) => d.fetched > 0).length,
        relevant_domains: builder.domains.filter((d) => d.relevant > 0).length,
        failed: pages.length - fetched.length - robotsDenied,
        robots_denied: robotsDenied,
        frontier_size: builder.urls.length - pages.length,
        completed: pages.length,
        recent_relevant: recent.filter((p) => p.relevant).length,
        recent_fetched: recent.length,
        pages_per_second: 1_000 / STEP_MS,
        policy_stats: { leaves: 7 },
        in_flight: [],
        ...options.session,
      },
    ]);
    await insertAll(client, 'domains', builder.domains);
    await insertAll(client, 'urls', builder.urls);
    await insertAll(client, 'pages', pages);
    if (options.indexed !== false)
      await insertLexemes(client, { sessionId, topicId: topic.topicId }, pages, options.config?.search);
    await insertLinks(client, builder.links);
    await client.query('SELECT note_steps_anew($1)', [sessionId]);
    await client.query('COMMIT');
    return { ...topic, sessionId, pages, urls: builder.urls, domains: builder.domains, links: builder.links };
  } finally {
    await client.end();
  }
}

/** Appends pages to a session as a running crawl would, without changing existing ones. */
export async function appendPages(databaseUrl: string, rows: SessionRows, pages: readonly PageRow[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await insertAll(
      client,
      'pages',
      pages.map((page) => ({ ...page, session_id: rows.sessionId })),
    );
    await insertLexemes(client, rows, pages);
  } finally {
    await client.end();
  }
}
