import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WakeUp } from '../../platform/turns/index.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { Events, databaseTrouble, retrying, SESSIONS_CHANNEL } from '../../platform/database/index.js';
import { DomainError } from '../../platform/errors/index.js';
import { restAfter } from './index-rest.js';
import { type LaggingSession, SearchIndexRepository, type SearchIndexWriter } from './search-index.repository.js';

/** Pages of one transaction: some tenths of a second where they are long. Fewer for a while where that takes longer than a statement may. */
const BATCH_PAGES = 64;
/** Sessions that get a turn before the follower looks again. */
const ROUND_SESSIONS = 16;
const LONGEST_REST_MS = 10_000;
/** Notifications tell of new pages. They can be lost, and nobody sends them for what an earlier version has left. */
const POLL_MS = 10_000;
/** Less than a batch is waited for so long, to become more. */
const GATHER_MS = 1_000;
/** How soon a follower that is not the writer looks whether the writer is gone. */
const STANDBY_MS = 5_000;
/** Sessions that could not be indexed for a reason of their own, at most; they are tried again when there are more, or after a restart. */
const MAX_SET_ASIDE = 100;

/**
 * Makes the full-text index of the pages that crawls have committed, a batch at a time. Crawls parse no text; a search reads what is not indexed yet.
 *
 * Of all workers on a database one does it. It gives way to crawls, begins each batch where the committed progress ends, and may be lost at any time.
 */
@Injectable()
export class SearchFollower implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #log = new Logger('search');
  readonly #wake = new WakeUp();
  readonly #stopping = new AbortController();
  readonly #setAside = new Set<string>();
  #batchPages = BATCH_PAGES;
  #writer: SearchIndexWriter | null = null;
  #finished: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly index: SearchIndexRepository,
    private readonly events: Events,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  start(): void {
    this.#finished = Promise.all([
      this.events.hear(SESSIONS_CHANNEL, () => this.#wake.ring(), this.#stopping.signal),
      this.#follow(),
    ]);
  }

  /** Lets the batch that is being written end, and waits for that. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.ring();
    await this.#finished;
  }

  async #follow(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await retrying((attempt) => this.#turn(attempt), { patienceMs: Infinity, signal: this.#stopping.signal });
      } catch (error) {
        if (this.#stopping.signal.aborted) break;
        this.#log.error({ err: error }, 'the search index could not be written');
        await this.#rest(POLL_MS);
      }
    }
    await this.#close();
  }

  /** One look, what it brings, and the wait for the next. Whether a connection is still good after a failure is not worth finding out. */
  async #turn(attempt: number): Promise<void> {
    try {
      this.#writer ??= await this.index.openWriter();
      if (!(await this.#writer.claim())) return await this.#rest(STANDBY_MS);
      if (await this.#round(this.#writer)) return;
      await this.#rest(GATHER_MS);
    } catch (error) {
      await this.#close();
      const trouble = databaseTrouble(error);
      if (trouble?.kind === 'overrun') this.#batchPages = Math.max(1, Math.floor(this.#batchPages / 2));
      if (trouble && attempt === 0) this.#log.warn(trouble, 'the search index waits for the database');
      throw error;
    }
    if (!this.#stopping.signal.aborted) await this.#wake.wait(POLL_MS);
  }

  /** A batch of each session that is behind. @returns whether there is more of any */
  async #round(writer: SearchIndexWriter): Promise<boolean> {
    const { sessions, isCrawling } = await writer.lagging(ROUND_SESSIONS, [...this.#setAside]);
    let isMore = false;
    for (const session of sessions) {
      if (this.#stopping.signal.aborted) break;
      const began = performance.now();
      if (await this.#index(writer, session)) isMore = true;
      await this.#rest(Math.min((performance.now() - began) * restAfter(session, isCrawling), LONGEST_REST_MS));
    }
    return isMore;
  }

  /** @returns whether the batch was a full one */
  async #index(writer: SearchIndexWriter, session: LaggingSession): Promise<boolean> {
    try {
      const isFull = (await writer.indexNext(session, this.#batchPages)) === this.#batchPages;
      this.#batchPages = Math.min(BATCH_PAGES, 2 * this.#batchPages);
      return isFull;
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
        'a session could not be indexed: its searches read what is left',
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
