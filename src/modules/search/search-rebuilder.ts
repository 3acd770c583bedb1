import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { databaseTrouble, retrying } from '../../platform/database/index.js';
import { DomainError } from '../../platform/errors/index.js';
import { type UnfinishedIndex, SearchIndexRepository, type SearchIndexWriter } from './search-index.repository.js';

/** Pages of one transaction: some tenths of a second where they are long. Fewer for a while where that takes longer than a statement may. */
const BATCH_PAGES = 64;
/** Sessions that get a turn before it looks again. */
const ROUND_SESSIONS = 16;
const LONGEST_REST_MS = 10_000;
/** How long a batch is rested for, in its own time: a quarter of one core is what it takes from crawls, and most of one where there are none. */
const REST_BESIDE_CRAWLS = 3;
const REST_ALONE = 0.25;
/** There is next to never anything to do, so that no connection is held: an update of the service, or an operator, makes it. */
const POLL_MS = 15_000;
/** How soon one that is not the writer looks whether the writer is gone. */
const STANDBY_MS = 5_000;
/** Sessions that could not be indexed for a reason of their own, at most; they are tried again when there are more, or after a restart. */
const MAX_SET_ASIDE = 100;

/**
 * Makes the full-text index of sessions anew that an earlier version has indexed in another way, or whose progress an operator has removed; a batch at a time.
 * Crawls write the index of what they commit themselves.
 *
 * Of all workers on a database one does it. It gives way to crawls, begins each batch where the committed progress ends, and may be lost at any time.
 */
@Injectable()
export class SearchRebuilder implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #log = new Logger('search');
  readonly #stopping = new AbortController();
  readonly #setAside = new Set<string>();
  #batchPages = BATCH_PAGES;
  #writer: SearchIndexWriter | null = null;
  #finished: Promise<unknown> = Promise.resolve();

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

  /** @param pollMs how soon it looks again when there was nothing to do */
  start(pollMs = POLL_MS): void {
    this.#finished = this.#work(pollMs);
  }

  /** Lets the batch that is being written end, and waits for that. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#finished;
  }

  async #work(pollMs: number): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await retrying((attempt) => this.#turn(attempt, pollMs), {
          patienceMs: Infinity,
          signal: this.#stopping.signal,
        });
      } catch (error) {
        if (this.#stopping.signal.aborted) break;
        this.#log.error({ err: error }, 'the search index could not be written');
        await this.#rest(POLL_MS);
      }
    }
    await this.#close();
  }

  /** One look, what it brings, and the wait for the next. Whether a connection is still good after a failure is not worth finding out. */
  async #turn(attempt: number, pollMs: number): Promise<void> {
    try {
      this.#writer ??= await this.index.openWriter();
      if (!(await this.#writer.claim())) return await this.#rest(STANDBY_MS);
      if (await this.#round(this.#writer)) return;
      // Whoever looks next is the writer as well.
      await this.#close();
    } catch (error) {
      await this.#close();
      const trouble = databaseTrouble(error);
      if (trouble?.kind === 'overrun') this.#batchPages = Math.max(1, Math.floor(this.#batchPages / 2));
      if (trouble && attempt === 0) this.#log.warn(trouble, 'the search index waits for the database');
      throw error;
    }
    await this.#rest(pollMs);
  }

  /** A batch of each session that has one. @returns whether there is more of any */
  async #round(writer: SearchIndexWriter): Promise<boolean> {
    const { sessions, isCrawling } = await writer.unfinished(ROUND_SESSIONS, [...this.#setAside]);
    const rests = isCrawling ? REST_BESIDE_CRAWLS : REST_ALONE;
    let isMore = false;
    for (const session of sessions) {
      if (this.#stopping.signal.aborted) break;
      const began = performance.now();
      if (await this.#index(writer, session)) isMore = true;
      await this.#rest(Math.min((performance.now() - began) * rests, LONGEST_REST_MS));
    }
    return isMore;
  }

  /** @returns whether there may be more */
  async #index(writer: SearchIndexWriter, session: UnfinishedIndex): Promise<boolean> {
    try {
      const isMore = (await writer.indexNext(session, this.#batchPages)) > 0;
      this.#batchPages = Math.min(BATCH_PAGES, 2 * this.#batchPages);
      return isMore;
    } catch (error) {
      if (databaseTrouble(error)) throw error;
      if (error instanceof DomainError && error.code === 'UNAVAILABLE') {
        this.#log.warn(
          { err: error, sessionId: session.id },
          'texts of a session cannot be read to index it, tried again soon',
        );
        return false;
      }
      if (this.#setAside.size >= MAX_SET_ASIDE) this.#setAside.clear();
      this.#setAside.add(session.id);
      this.#log.error(
        { err: error, sessionId: session.id },
        'a session could not be indexed: searches do not find what is left',
      );
      return false;
    }
  }

  async #rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  async #close(): Promise<void> {
    const writer = this.#writer;
    this.#writer = null;
    await writer?.close();
  }
}
