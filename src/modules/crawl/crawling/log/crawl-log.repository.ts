import { Injectable, Logger } from '@nestjs/common';
import type pg from 'pg';
import { lexemesOf } from '../../../../domain/lexemes/index.js';
import { STEMMED_LANGUAGES } from '../../../../domain/text/index.js';
import type { ParsedPage } from '../../../../domain/page/index.js';
import {
  type NewDomain,
  type Quota,
  type StepFacts,
  type StepRecord,
  type StepSummary,
  summaryOf,
  usageOf,
} from '../../../../domain/session/index.js';
import { inPieces, type Checkpoint, type CommitBatch, type CrawlStore } from '../../../../engine/index.js';
import { copyRows, CrawlDatabase, retrying } from '../../../../platform/database/index.js';
import { Semaphore } from '../../../../platform/concurrency/index.js';
import { storable } from '../../../base/page-links/index.js';
import { PageTextReader } from '../../../base/page-texts/index.js';
import { tsvectorOf, WHOLE } from '../../../base/search/index.js';
import { CrawlLogReader } from './crawl-log-reader.repository.js';
import { copyInto, StepRowWriter, type StepRows, tagPathRows, urlRows } from './crawl-log.rows.js';
import { deleteCheckpoint, writeCheckpoint } from './checkpoints.sql.js';
import { type SessionLease, CHECKPOINT_DROPPED } from '../crawl-session.js';
import { domainDeltas, hostTallies } from './commit-tallies.js';
import {
  asLeaseLost,
  beginWriting,
  leasedUpdate,
  noteEvent,
  noteTallies,
  noteUsage,
  quotaOf,
} from './leased-writing.sql.js';
import { writeLearnedState } from './learned-states.sql.js';
import { noteSteps } from './noted-steps.sql.js';
import { inTransaction } from './transaction.sql.js';
import { writeScreenshots, writeVisits } from './visit-log.sql.js';
import { wholeTexts } from './whole-texts.js';
import { WrittenUrls } from './written-urls.js';

/** Runs repeatable work, waiting while the database is unavailable. The work gets the number of earlier attempts. */
export type Patiently = <T>(work: (attempt: number) => Promise<T>) => Promise<T>;

/** Observers of a session's commits. */
export interface CommitWatch {
  /** Wraps a commit, including all waiting for the database. */
  readonly around?: (batch: CommitBatch, work: () => Promise<void>) => Promise<void>;
  /** Called after a commit with the project's quota that is used up. */
  readonly quotaReached?: (quota: Quota) => void;
  /** Whether commits send notifications. Default: true. Otherwise the caller does. */
  readonly notifies?: () => boolean;
}

/** An unknown list stays unknown: null combined with anything is null. */
const NOTE_LANGUAGES = `
  UPDATE search_progress SET languages = ARRAY(SELECT DISTINCT unnest(languages || $2::text[]))
  WHERE session_id = $1 AND languages IS NOT NULL AND NOT languages @> $2::text[]`;

/** Once a run: while it runs, a worker only moves pages to the index (`SearchIndexWriter`). */
const NOTE_WAITING = 'UPDATE search_progress SET waiting = true, indexed_at = now() WHERE session_id = $1';

/** For stores without observers: a restart of PostgreSQL takes seconds. */
const silently: Patiently = (work) => retrying(work, { patienceMs: 600_000 });

/** Connections for crawling that no commit uses. */
const KEPT_FREE = 3;

const UNIQUE_VIOLATION = '23505';
const SERIALIZATION_FAILURE = '40001';

/**
 * The durable side of a crawl: `CrawlStore` over PostgreSQL, for the holder of a lease.
 *
 * Commits use a plain connection, and binary COPY for rows: a batch takes some ten statements for any number of rows.
 */
@Injectable()
export class CrawlLogRepository {
  /** Limits concurrent writers: newly claimed sessions get a connection at once, however many others commit. */
  private readonly writers = new Semaphore(
    () => Math.max(1, this.prisma.pool.options.max - KEPT_FREE),
    Number.POSITIVE_INFINITY,
    'commits',
  );

  constructor(
    private readonly prisma: CrawlDatabase,
    private readonly texts: PageTextReader,
  ) {}

  storeFor(lease: SessionLease, patiently = silently, watch: CommitWatch = {}): CrawlStore {
    return new LeasedCrawlStore({ pool: this.prisma.pool, writers: this.writers }, this.texts, lease, {
      patiently,
      watch,
    });
  }
}

interface CommitConnections {
  readonly pool: pg.Pool;
  /** Limits concurrent commits. */
  readonly writers: Semaphore;
}

interface CommitObservers {
  /** Repeats work while the database is away. */
  readonly patiently: Patiently;
  readonly watch: CommitWatch;
}

class LeasedCrawlStore extends CrawlLogReader implements CrawlStore {
  private readonly log = new Logger('crawl');
  private readonly writer: StepRowWriter;
  /** Rows of steps that wait for their commit, by `seq`. */
  private readonly rows = new Map<number, StepRows>();
  private readonly urls = new WrittenUrls();
  /** The page of the step being applied, and its lexemes. */
  private foreseen: { readonly page: ParsedPage; readonly lexemes: Buffer } | null = null;

  /** Languages of pages, for searches: those in the database, and those that the next commit adds. */
  private readonly notedLanguages = new Set<string>();
  private readonly freshLanguages = new Set<string>();
  /** Whether the database says that pages of the session may wait for the search index. */
  private isWaiting = false;

  constructor(
    private readonly connections: CommitConnections,
    texts: PageTextReader,
    private readonly lease: SessionLease,
    private readonly observers: CommitObservers,
  ) {
    const { pool } = connections;
    const { patiently } = observers;
    // Reads are repeatable, so each waits by itself until the database is back.
    super({ query: (sql, values) => patiently(() => pool.query(sql, values)) }, lease.sessionId, (sessionId, rows) =>
      patiently(() => wholeTexts(texts, sessionId, rows)),
    );
    this.writer = new StepRowWriter(lease.sessionId);
  }

  foresee({ page, language }: StepFacts): void {
    if (this.lease.search === 'off') return;
    // A copy: while the step is applied, pages of other sessions may be read.
    if (page !== null) this.foreseen = { page, lexemes: Buffer.from(this.lexemesOf(page, language)) };
  }

  prepare(record: StepRecord): StepSummary {
    const { foreseen } = this;
    this.foreseen = null;
    this.rows.set(
      record.seq,
      this.writer.rowsOf(
        record,
        this.lease.search === 'off'
          ? null
          : (page, language) => (foreseen?.page === page ? foreseen.lexemes : this.lexemesOf(page, language)),
      ),
    );
    return summaryOf(record);
  }

  private lexemesOf({ title, text }: ParsedPage, language: string): Buffer {
    if (STEMMED_LANGUAGES.has(language) && !this.notedLanguages.has(language)) this.freshLanguages.add(language);
    return tsvectorOf(this.lease, lexemesOf(title, text, language));
  }

  async keepCheckpoint(completed: number, checkpoint: Checkpoint): Promise<void> {
    await this.inLease((client) => writeCheckpoint(client, this.lease.sessionId, completed, checkpoint));
  }

  async dropCheckpoint(completed: number, reason: string): Promise<void> {
    const { sessionId } = this.lease;
    this.log.warn(
      { sessionId, checkpoint: completed, reason },
      'cannot use a checkpoint; replaying the log from an earlier one or the start',
    );
    const event = noteEvent(sessionId, CHECKPOINT_DROPPED, { checkpoint: completed, reason });
    await this.inLease((client) => deleteCheckpoint(client, sessionId, completed), event);
  }

  /**
   * If a connection is lost during COMMIT, the outcome is unknown: it is looked up before the batch is written again.
   * If the server is still committing, the rows of the second attempt wait for those of the first, and are refused as
   * duplicates once it has ended: then it is looked up again.
   */
  async commit(batch: CommitBatch): Promise<void> {
    const work = (): Promise<void> => this.commitPatiently(batch);
    await (this.observers.watch.around?.(batch, work) ?? work());
    for (const { seq } of batch.steps) this.rows.delete(seq);
    for (const { newUrls } of [batch, ...batch.steps]) this.urls.add(newUrls);
  }

  override async urlsOf(urlNos: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const known = new Map<number, string>();
    const others: number[] = [];
    for (const urlNo of urlNos) {
      const url = this.urls.get(urlNo);
      if (url === undefined) others.push(urlNo);
      else known.set(urlNo, url);
    }
    if (others.length === 0) return known;
    return new Map([...known, ...(await super.urlsOf(others))]);
  }

  private async commitPatiently(batch: CommitBatch): Promise<void> {
    await this.observers.patiently(async (attempt) => {
      if (attempt > 0 && (await this.isCommitted(batch))) return;
      try {
        await this.tryCommit(batch);
      } catch (error) {
        if (attempt === 0 || (error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
        throw Object.assign(new Error('the commit met one whose answer was lost', { cause: error }), {
          code: SERIALIZATION_FAILURE,
        });
      }
    });
  }

  /** A batch without steps and URLs only replaces rows: writing it twice has the same effect as once. */
  private async isCommitted(batch: CommitBatch): Promise<boolean> {
    const seed = batch.newUrls.at(0);
    if (batch.steps.length === 0 && seed === undefined) return false;
    const { rows } = await this.connections.pool.query(
      `SELECT FROM sessions s WHERE s.id = $1 AND s.lease_epoch = $2 AND s.completed = $3
         AND ($4::int IS NULL OR EXISTS (SELECT FROM urls u WHERE u.session_id = s.id AND u.url_no = $4))`,
      [this.lease.sessionId, this.lease.epoch, batch.counters.completed, seed === undefined ? null : seed.urlNo],
    );
    return rows.length > 0;
  }

  private async tryCommit(batch: CommitBatch): Promise<void> {
    const { sessionId } = this.lease;
    // A commit without pages may come before the start of the index.
    const fresh = batch.steps.length === 0 ? [] : [...this.freshLanguages];
    const isLater = this.lease.search === 'later';
    const marksWaiting = isLater && !this.isWaiting && batch.steps.length > 0;
    const written = await this.write(async (client) => {
      await beginWriting(client, this.lease);
      const urls = [...batch.newUrls, ...batch.steps.flatMap((step) => step.newUrls)];
      await copyRows(client, copyInto('urls'), [await inPieces(urlRows(sessionId, urls))]);
      await this.writeDomains(
        client,
        [...batch.newDomains, ...batch.steps.flatMap((step) => step.newDomains)],
        batch.steps,
      );
      await this.copy(client, 'pages', batch.steps, 'pages');
      await this.copy(client, 'lexemes', batch.steps, isLater ? 'waiting_lexemes' : 'page_lexemes');
      if (batch.steps.some(({ seq }) => seq === 0)) await this.beginIndex(client);
      if (marksWaiting) await client.query(NOTE_WAITING, [sessionId]);
      if (fresh.length > 0) await client.query(NOTE_LANGUAGES, [sessionId, fresh]);
      await noteSteps(client, sessionId, batch);
      await copyRows(client, copyInto('tag_paths'), [await inPieces(tagPathRows(sessionId, batch.steps))]);
      await this.copy(client, 'page_links', batch.steps, 'page_links');
      await writeVisits(client, sessionId, batch.steps);
      await writeScreenshots(client, sessionId, batch.steps);
      if (batch.checkpoint) await writeCheckpoint(client, sessionId, batch.counters.completed, batch.checkpoint);
      if (batch.learnedState) await writeLearnedState(client, sessionId, batch.counters.completed, batch.learnedState);
      return [
        this.sessionUpdate(batch),
        ...noteTallies(sessionId, hostTallies(batch.steps)),
        noteUsage(sessionId, usageOf(batch.steps)),
      ].join(';\n');
    }).catch(asLeaseLost);
    if (marksWaiting) this.isWaiting = true;
    for (const language of fresh) {
      this.freshLanguages.delete(language);
      this.notedLanguages.add(language);
    }
    const quota = quotaOf(written);
    if (quota !== null) this.observers.watch.quotaReached?.(quota);
  }

  private write(work: (client: pg.PoolClient) => Promise<string | undefined>): Promise<readonly pg.QueryResult[]> {
    return this.connections.writers.run(() => inTransaction(this.connections.pool, work));
  }

  private sessionUpdate(batch: CommitBatch): string {
    const c = batch.counters;
    return leasedUpdate(
      this.lease,
      `found = $1, fetched = $2, relevant = $3, domains = $4, relevant_domains = $5, failed = $6, robots_denied = $7, frontier_size = $8, completed = $9,
       recent_relevant = $10, recent_fetched = $11, pages_per_second = $12, active_ms = $13, policy_stats = $14, in_flight = $15,
       stalled_claims = CASE WHEN $16 THEN 0 ELSE stalled_claims END, window_fetched = $17, window_relevant = $18, poor_pages = $19, reused = $20, skipped = $21`,
      [
        c.found,
        c.fetched,
        c.relevant,
        c.domains,
        c.relevantDomains,
        c.failed,
        c.robotsDenied,
        c.frontierSize,
        c.completed,
        c.recentRelevant,
        c.recentFetched,
        batch.pagesPerSecond,
        Math.round(batch.activeMs),
        JSON.stringify(batch.policyStats),
        JSON.stringify(batch.inFlight),
        batch.steps.length > 0,
        c.windowFetched,
        c.windowRelevant,
        c.poorPages,
        c.reused,
        c.skipped,
      ],
      this.observers.watch.notifies?.() ?? true,
    );
  }

  private async writeDomains(
    client: pg.PoolClient,
    added: readonly NewDomain[],
    steps: readonly StepSummary[],
  ): Promise<void> {
    if (added.length > 0) {
      await client.query(
        `INSERT INTO domains (session_id, domain_no, name) SELECT $1, * FROM unnest($2::int[], $3::text[])`,
        [this.lease.sessionId, added.map((d) => d.domainNo), added.map((d) => storable(d.name))],
      );
    }
    const deltas = domainDeltas(steps);
    if (deltas.length === 0) return;
    await client.query(
      `UPDATE domains d SET fetched = d.fetched + x.fetched, relevant = d.relevant + x.relevant, failed = d.failed + x.failed,
         first_step = least(d.first_step, x.first_step), first_relevant_step = least(d.first_relevant_step, x.first_relevant_step)
       FROM unnest($2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[]) AS x (domain_no, fetched, relevant, failed, first_step, first_relevant_step)
       WHERE d.session_id = $1 AND d.domain_no = x.domain_no`,
      [
        this.lease.sessionId,
        deltas.map((d) => d.domainNo),
        deltas.map((d) => d.fetched),
        deltas.map((d) => d.relevant),
        deltas.map((d) => d.failed),
        deltas.map((d) => d.firstStep),
        deltas.map((d) => d.firstRelevantStep),
      ],
    );
  }

  /** @throws Error for a step that was not prepared */
  private async copy(
    client: pg.PoolClient,
    part: keyof StepRows,
    steps: readonly StepSummary[],
    table: Parameters<typeof copyInto>[0],
  ): Promise<void> {
    const rows = steps.map(({ seq }) => {
      const prepared = this.rows.get(seq);
      if (prepared === undefined) throw new Error(`step ${seq} of a commit was not prepared`);
      return prepared[part];
    });
    await copyRows(client, copyInto(table), rows);
  }

  /**
   * Records that all pages of the session have their lexemes, if they get any. Not so if an earlier version began the
   * session.
   */
  private async beginIndex(client: pg.PoolClient): Promise<void> {
    await client.query(
      "INSERT INTO search_progress (session_id, indexed, languages) VALUES ($1, $2, '{}') ON CONFLICT (session_id) DO NOTHING",
      [this.lease.sessionId, WHOLE],
    );
  }

  /**
   * A transaction that only the holder of the lease can make; repeated if the connection is lost.
   *
   * @param last statements that lock the session's row
   * @throws LeaseLostError
   */
  private async inLease(work: (client: pg.PoolClient) => Promise<void>, last?: string): Promise<void> {
    await this.observers
      .patiently(() =>
        this.write(async (client) => {
          await beginWriting(client, this.lease);
          await work(client);
          const update = leasedUpdate(this.lease, 'lease_epoch = lease_epoch', []);
          return last === undefined ? update : `${update};\n${last}`;
        }),
      )
      .catch(asLeaseLost);
  }
}
