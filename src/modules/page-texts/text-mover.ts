import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WordFinder } from '../../domain/text/index.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { databaseTrouble } from '../../platform/database/index.js';
import { RegularWork } from '../../platform/regular-work/index.js';
import { StoreAwayError } from '../archive/index.js';
import { mainTextOf, packTexts } from './pack.js';
import { listExcerpt } from './page-excerpts.repository.js';
import { type MovableSession, type MovableText, TextMovesRepository } from './text-moves.repository.js';
import { type PackKey, TextStore } from './text-store.js';

/** Workers look so often for texts that can be moved. */
const EVERY_MS = 15_000;
/** Sessions that get a turn before the mover looks again. */
const ROUND_SESSIONS = 16;
const LEFTOVERS = 100;

/**
 * Moves texts of pages from the database to the store, where there is one, behind the search index.
 *
 * Texts come into the database with the commit of their step, so that a crawl never waits for the store. A pack of them is put into the store first; then
 * one transaction says where they are and takes them out of the database. Whoever dies in between leaves a pack that nothing refers to, which the next attempt
 * replaces: the same pages make the same pack under the same name. While the store is away texts stay where they are.
 */
@Injectable()
export class TextMover implements OnApplicationBootstrap, OnModuleDestroy {
  /** Of this process: pages whose texts were moved, and the bytes of their packs. */
  readonly moved = { pages: 0, bytes: 0 };
  private readonly log = new Logger('texts');
  private readonly work = new RegularWork({
    everyMs: EVERY_MS,
    atOnce: true,
    look: (signal) => this.look(signal),
    log: this.log,
    failure: 'texts of pages were not moved to the store, tried again soon',
  });

  constructor(
    private readonly store: TextStore,
    private readonly moves: TextMovesRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker' && this.store.isThere) this.work.start();
  }

  /** Lets the pack that is being moved end. */
  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /**
   * Moves all that can be moved, a pack of each session at a time.
   *
   * @throws StoreAwayError, or an error of a database that is away; what was done is done
   */
  async look(signal: AbortSignal): Promise<void> {
    await this.clear(signal);
    let hasMoved = true;
    while (hasMoved) {
      hasMoved = false;
      for (const session of await this.moves.movable(ROUND_SESSIONS)) {
        if (signal.aborted) return;
        try {
          if (await this.move(session)) hasMoved = true;
        } catch (error) {
          if (error instanceof StoreAwayError || databaseTrouble(error) !== null) throw error;
          // What is wrong with one session may be wrong with it alone.
          this.log.error({ err: error, sessionId: session.id }, 'texts of a session were not moved, tried again soon');
        }
      }
    }
  }

  /** Moves one pack. @returns whether the session has gone on */
  private async move(session: MovableSession): Promise<boolean> {
    const movable = await this.moves.next(session);
    const { texts, next } = movable;
    if (next === session.from) return false;
    const [first, last] = [texts[0]?.seq, texts.at(-1)?.seq];
    if (first === undefined || last === undefined) return this.moves.end(session, movable, null);
    const key: PackKey = { sessionId: session.id, first, last };
    if (!(await this.moves.begin(key))) return false;
    try {
      const pack = await packTexts(texts);
      await this.store.put(key, pack.digest, pack.bytes);
      const excerpts = await this.excerptsOf(session.id, texts);
      if (await this.moves.end(session, movable, { key, pack, excerpts })) {
        this.moved.pages += texts.length;
        this.moved.bytes += pack.bytes.length;
        return true;
      }
    } catch (error) {
      // A note that stays is old enough some minutes later.
      await this.moves.release(key).catch(() => undefined);
      throw error;
    }
    await this.drop(key);
    return false;
  }

  /** The part of each main text that lists show once the text is in the store. */
  private async excerptsOf(sessionId: string, texts: readonly MovableText[]): Promise<(string | null)[]> {
    const words = await this.moves.words(sessionId);
    const finder = new WordFinder(words?.keywords ?? [], words?.language);
    return texts.map((text) => {
      const main = mainTextOf(text);
      return main === null ? null : listExcerpt(main, finder, text.language).text;
    });
  }

  private async clear(signal: AbortSignal): Promise<void> {
    for (const key of await this.moves.leftovers(LEFTOVERS)) {
      if (signal.aborted) return;
      await this.drop(key);
    }
  }

  /** Removes what is left of attempts at a pack that can no longer succeed, beside the one that another process has ended, if any. */
  private async drop(key: PackKey): Promise<void> {
    await this.store.removeAttempts(key, await this.moves.usedDigest(key));
    await this.moves.forget(key);
  }
}
