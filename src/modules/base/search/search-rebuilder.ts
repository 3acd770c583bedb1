import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { databaseTrouble, retrying } from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { SearchIndexRepository, type SearchIndexWriter } from './search-index.repository.js';

/**
 * Pages per transaction: some tenths of a second for long pages. Reduced temporarily if that exceeds the statement
 * timeout.
 */
const BATCH_PAGES = 64;
/** Pages moved per page indexed: their lexemes are there. */
const MOVED_PER_INDEXED = 8;
/** Sessions processed before the next check. */
const ROUND_SESSIONS = 16;
const LONGEST_REST_MS = 10_000;
/**
 * Pause after a batch, as a multiple of its duration: beside crawls it uses a quarter of one core, otherwise most of
 * one.
 */
const REST_BESIDE_CRAWLS = 3;
const REST_ALONE = 0.25;
/**
 * Work is rare, so no connection is held: an update of the service, an operator, or a search of waiting pages causes
 * it.
 */
const POLL_MS = 15_000;
/** Interval at which a non-writer checks whether the writer is gone. */
const STANDBY_MS = 5_000;
/** Most sessions set aside because of their own errors; beyond that, or after a restart, they are retried. */
const MAX_SET_ASIDE = 100;

/** A batch of a session. */
interface Batch {
  readonly id: string;
  /** Writes it. @returns the number of pages */
  readonly write: () => Promise<number>;
}

/**
 * Rebuilds the full-text index of sessions that an earlier version has indexed differently, or whose progress an
 * operator has deleted, in batches. Crawls write the index of their own commits, or their commits leave it to this one
 * (setting `search: later`).
 *
 * Of all workers on a database only one does this. It gives way to crawls, starts each batch at the committed progress,
 * and may be killed at any time.
 */
@Injectable()
export class SearchRebuilder implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('search');
  private readonly stopping = new AbortController();
  private readonly setAside = new Set<string>();
  private batchPages = BATCH_PAGES;
  private writer: SearchIndexWriter | null = null;
  private finished: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly index: SearchIndexRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  /** @param pollMs time until the next check if there was nothing to do */
  start(pollMs = POLL_MS): void {
    this.finished = this.work(pollMs);
  }

  /** Waits for the batch being written, and stops. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.finished;
  }

  private async work(pollMs: number): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await retrying((attempt) => this.turn(attempt, pollMs), {
          patienceMs: Infinity,
          signal: this.stopping.signal,
        });
      } catch (error) {
        if (this.stopping.signal.aborted) break;
        this.log.error({ err: error }, 'the search index could not be written');
        await this.rest(POLL_MS);
      }
    }
    await this.close();
  }

  /**
   * One check with its work and the pause afterwards. After a failure the connection is replaced without testing it.
   */
  private async turn(attempt: number, pollMs: number): Promise<void> {
    try {
      this.writer ??= await this.index.openWriter();
      if (!(await this.writer.claim())) return await this.rest(STANDBY_MS);
      if (await this.round(this.writer)) return;
      // The process that checks next may become the writer.
      await this.close();
    } catch (error) {
      await this.close();
      const trouble = databaseTrouble(error);
      if (trouble?.kind === 'overrun') this.batchPages = Math.max(1, Math.floor(this.batchPages / 2));
      if (trouble && attempt === 0) this.log.warn(trouble, 'the search index waits for the database');
      throw error;
    }
    await this.rest(pollMs);
  }

  /** One batch of each pending session. @returns whether there is more */
  private async round(writer: SearchIndexWriter): Promise<boolean> {
    const { sessions, waiting, isCrawling } = await writer.unfinished(ROUND_SESSIONS, [...this.setAside]);
    const rests = isCrawling ? REST_BESIDE_CRAWLS : REST_ALONE;
    const batches: Batch[] = [
      ...sessions.map((session) => ({ id: session.id, write: () => writer.indexNext(session, this.batchPages) })),
      ...waiting.map((session) => ({
        id: session.id,
        write: () => writer.moveNext(session, MOVED_PER_INDEXED * this.batchPages),
      })),
    ];
    let isMore = false;
    for (const batch of batches) {
      if (this.stopping.signal.aborted) break;
      const began = performance.now();
      if (await this.indexSome(batch)) isMore = true;
      await this.rest(Math.min((performance.now() - began) * rests, LONGEST_REST_MS));
    }
    return isMore;
  }

  /** @returns whether there may be more */
  private async indexSome({ id, write }: Batch): Promise<boolean> {
    try {
      const isMore = (await write()) > 0;
      this.batchPages = Math.min(BATCH_PAGES, 2 * this.batchPages);
      return isMore;
    } catch (error) {
      if (databaseTrouble(error)) throw error;
      if (error instanceof DomainError && error.code === 'UNAVAILABLE') {
        this.log.warn({ err: error, sessionId: id }, 'cannot read texts of a session to index it; retrying soon');
        return false;
      }
      if (this.setAside.size >= MAX_SET_ASIDE) this.setAside.clear();
      this.setAside.add(id);
      this.log.error({ err: error, sessionId: id }, 'cannot index a session: searches do not find its remaining pages');
      return false;
    }
  }

  private async rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private async close(): Promise<void> {
    const writer = this.writer;
    this.writer = null;
    await writer?.close();
  }
}
