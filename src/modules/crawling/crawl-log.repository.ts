import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { LinkPlace, PageLink } from '../../domain/page/index.js';
import type { EarlierVisit, NewDomain, StepRecord } from '../../domain/session/index.js';
import { LeaseLostError, type CommitBatch, type CrawlStore, type InFlightStep, type LoggedChoice, type LoggedStep, type StoredCrawl } from '../../engine/index.js';
import { PrismaService, SESSIONS_CHANNEL } from '../../platform/database/index.js';
import { domainDeltas, PAGE_LOG_COLUMNS, storable, toLinkRows, toLoggedStep, toPageRows, toUrlRows, type PageLogRow, type TableRows } from './crawl-log.mapper.js';
import { writeCheckpoint } from './checkpoint-parts.repository.js';
import type { SessionLease } from './crawl-session.js';
import { inTransaction } from './transaction.repository.js';
import { readEarlierVisit, writeScreenshots, writeVisits } from './visit-log.repository.js';

/** Steps read at once in a replay: some MB of text. */
const REPLAY_ROWS = 100;
/** A restart of PostgreSQL takes seconds; a session should outlive it. */
const RETRY_DELAYS_MS = [100, 500, 1_000, 2_000, 5_000, 10_000, 20_000];
/** Lost connections, shutdowns and serialisation failures: the same transaction may succeed later. */
const TRANSIENT = /^(08|57P0|40001|40P01|53300|ECONN|EPIPE|ETIMEDOUT)/;

/**
 * The durable side of a crawl: `CrawlStore` over PostgreSQL, for the holder of a lease.
 *
 * Commits go over a plain connection, rows by binary COPY: a batch is some nine statements however many rows it has.
 */
@Injectable()
export class CrawlLogRepository {
  constructor(private readonly prisma: PrismaService) {}

  storeFor(lease: SessionLease): CrawlStore {
    return new LeasedCrawlStore(this.prisma.pool, lease);
  }
}

class LeasedCrawlStore implements CrawlStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly lease: SessionLease,
  ) {}

  async load(): Promise<StoredCrawl> {
    const id = this.lease.sessionId;
    const { rows: [session] } = await this.pool.query<{ completed: number; active_ms: string; in_flight: InFlightStep[]; seeded: boolean }>(
      `SELECT completed, active_ms, in_flight, EXISTS (SELECT FROM urls WHERE session_id = $1) AS seeded FROM sessions WHERE id = $1`, [id]);
    const { rows: parts } = await this.pool.query<{ completed: number; data: Buffer }>(
      `SELECT completed, data FROM checkpoints WHERE session_id = $1
         AND completed = (SELECT max(completed) FROM checkpoints WHERE session_id = $1) ORDER BY part`, [id]);
    return {
      checkpoint: parts.length > 0 ? { completed: parts[0].completed, data: Buffer.concat(parts.map((part) => part.data)) } : null,
      completed: session.completed,
      seeded: session.seeded,
      inFlight: session.in_flight,
      activeMs: Number(session.active_ms),
    };
  }

  async choices(fromSeq: number): Promise<readonly LoggedChoice[]> {
    const { rows } = await this.pool.query<LoggedChoice>(
      `SELECT step, chosen_after AS "chosenAfter", url_no AS "urlNo", source, choice FROM pages WHERE session_id = $1 AND seq >= $2 ORDER BY seq`,
      [this.lease.sessionId, fromSeq]);
    return rows;
  }

  async *steps(fromSeq: number): AsyncIterable<LoggedStep> {
    for (let from = fromSeq; ; from += REPLAY_ROWS) {
      const { rows } = await this.pool.query<PageLogRow>(
        `SELECT ${PAGE_LOG_COLUMNS}, u.url AS final_url FROM pages p JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no
          WHERE p.session_id = $1 AND p.seq >= $2 AND p.seq < $3 ORDER BY p.seq`, [this.lease.sessionId, from, from + REPLAY_ROWS]);
      const links = await this.linksOf(rows.map((row) => row.step));
      for (const row of rows) yield toLoggedStep(row, links.get(row.step) ?? []);
      if (rows.length < REPLAY_ROWS) return;
    }
  }

  async urlsOf(urlNos: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const { rows } = await this.pool.query<{ url_no: number; url: string }>(
      `SELECT url_no, url FROM urls WHERE session_id = $1 AND url_no = ANY($2::int[])`, [this.lease.sessionId, urlNos]);
    return new Map(rows.map((row) => [row.url_no, row.url]));
  }

  earlierVisit(url: string): Promise<EarlierVisit | null> {
    return readEarlierVisit(this.pool, this.lease.sessionId, url, (session, step) => this.linksOf([step], session).then((links) => links.get(step) ?? []));
  }

  async commit(batch: CommitBatch): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        if (attempt > 0 && (await this.isCommitted(batch))) return;
        return await this.tryCommit(batch);
      } catch (error) {
        const code = (error as { code?: string }).code ?? (error as Error).message;
        const transient = TRANSIENT.test(code) || /Connection terminated|timeout exceeded/.test((error as Error).message);
        if (!transient || attempt >= RETRY_DELAYS_MS.length) throw error;
        await delay(RETRY_DELAYS_MS[attempt]);
      }
    }
  }

  /** A connection lost during COMMIT leaves open whether it happened. */
  private async isCommitted(batch: CommitBatch): Promise<boolean> {
    if (batch.steps.length === 0) return false;
    const { rows } = await this.pool.query(`SELECT FROM sessions WHERE id = $1 AND lease_epoch = $2 AND completed = $3`,
      [this.lease.sessionId, this.lease.epoch, batch.counters.completed]);
    return rows.length > 0;
  }

  private tryCommit(batch: CommitBatch): Promise<void> {
    const { sessionId } = this.lease;
    return inTransaction(this.pool, async (client) => {
      await this.writeSession(client, batch);
      await this.copy(client, toUrlRows(sessionId, [...batch.newUrls, ...batch.steps.flatMap((step) => step.newUrls)]));
      await this.writeDomains(client, [...batch.newDomains, ...batch.steps.flatMap((step) => step.newDomains)], batch.steps);
      await this.copy(client, toPageRows(sessionId, batch.steps));
      await this.copy(client, toLinkRows(sessionId, batch.steps));
      await writeVisits(client, sessionId, batch.steps);
      await writeScreenshots(client, sessionId, batch.steps);
      if (batch.checkpoint) await writeCheckpoint(client, sessionId, batch.counters.completed, batch.checkpoint);
      await client.query('SELECT pg_notify($1, $2)', [SESSIONS_CHANNEL, sessionId]);
    });
  }

  /** First of the transaction: it locks the session's row, and with a lost lease nothing else is written. */
  private async writeSession(client: pg.PoolClient, batch: CommitBatch): Promise<void> {
    const c = batch.counters;
    const { rowCount } = await client.query(
      `UPDATE sessions SET found = $3, fetched = $4, relevant = $5, domains = $6, relevant_domains = $7, failed = $8, robots_denied = $9, frontier_size = $10,
         completed = $11, recent_relevant = $12, recent_fetched = $13, pages_per_second = $14, active_ms = $15, policy_stats = $16, in_flight = $17,
         stalled_claims = CASE WHEN $18 THEN 0 ELSE stalled_claims END, updated_at = now()
       WHERE id = $1 AND lease_epoch = $2 AND state IN ('STARTING', 'RUNNING')`,
      [this.lease.sessionId, this.lease.epoch, c.found, c.fetched, c.relevant, c.domains, c.relevantDomains, c.failed, c.robotsDenied, c.frontierSize,
        c.completed, c.recentRelevant, c.recentFetched, batch.pagesPerSecond, Math.round(batch.activeMs), JSON.stringify(batch.policyStats),
        JSON.stringify(batch.inFlight), batch.steps.length > 0]);
    if (rowCount === 0) throw new LeaseLostError();
  }

  private async writeDomains(client: pg.PoolClient, added: readonly NewDomain[], steps: readonly StepRecord[]): Promise<void> {
    if (added.length > 0) {
      await client.query(`INSERT INTO domains (session_id, domain_no, name) SELECT $1, * FROM unnest($2::int[], $3::text[])`,
        [this.lease.sessionId, added.map((d) => d.domainNo), added.map((d) => storable(d.name))]);
    }
    const deltas = domainDeltas(steps);
    if (deltas.length === 0) return;
    await client.query(
      `UPDATE domains d SET fetched = d.fetched + x.fetched, relevant = d.relevant + x.relevant, failed = d.failed + x.failed,
         first_step = least(d.first_step, x.first_step), first_relevant_step = least(d.first_relevant_step, x.first_relevant_step)
       FROM unnest($2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[]) AS x (domain_no, fetched, relevant, failed, first_step, first_relevant_step)
       WHERE d.session_id = $1 AND d.domain_no = x.domain_no`,
      [this.lease.sessionId, deltas.map((d) => d.domainNo), deltas.map((d) => d.fetched), deltas.map((d) => d.relevant), deltas.map((d) => d.failed),
        deltas.map((d) => d.firstStep), deltas.map((d) => d.firstRelevantStep)]);
  }

  /** Nothing is sent for a table without rows. */
  private async copy(client: pg.PoolClient, { copy, rows }: TableRows): Promise<void> {
    if (rows.isEmpty) return;
    const stream = client.query(copyFrom(copy));
    stream.end(rows.finish());
    await finished(stream);
  }

  private async linksOf(steps: readonly number[], sessionId = this.lease.sessionId): Promise<Map<number, PageLink[]>> {
    const { rows } = await this.pool.query<Omit<PageLink, 'place'> & { source: number; place: LinkPlace }>(
      `SELECT l.source, u.url, l.anchor, l.before, l.after, l.heading, l.place, l.nofollow, l.position
         FROM links l JOIN urls u ON u.session_id = l.session_id AND u.url_no = l.url_no
        WHERE l.session_id = $1 AND l.source = ANY($2::int[]) ORDER BY l.source, l.position`, [sessionId, steps]);
    const bySource = new Map<number, PageLink[]>();
    for (const { source, ...link } of rows) {
      const links = bySource.get(source);
      if (links) links.push(link);
      else bySource.set(source, [link]);
    }
    return bySource;
  }
}
