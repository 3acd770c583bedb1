import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WordFinder } from '../../../domain/text/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { databaseTrouble } from '../../../platform/database/index.js';
import { RegularWork } from '../../../platform/regular-work/index.js';
import { StoreAwayError } from '../archive/index.js';
import { mainTextOf, packTexts } from './pack.js';
import { listExcerpt } from './page-excerpts.repository.js';
import { type MovableSession, type MovableText, TextMovesRepository } from './text-moves.repository.js';
import { type PackKey, TextStore } from './text-store.js';

/** Workers check for movable texts at this interval. */
const EVERY_MS = 15_000;
/** Sessions processed before the mover checks again. */
const ROUND_SESSIONS = 16;
const LEFTOVERS = 100;

/**
 * Moves texts of pages from the database to the store, if there is one, after they have been indexed for search.
 *
 * Texts are written to the database with the commit of their step, so that a crawl never waits for the store. First a
 * pack of them is put into the store; then one transaction stores their places and removes them from the database. A
 * process that dies in between leaves an unreferenced pack, which the next attempt replaces: the same pages give the
 * same pack under the same name. While the store is unavailable, texts stay where they are.
 */
@Injectable()
export class TextMover implements OnApplicationBootstrap, OnModuleDestroy {
  /** Of this process: pages whose texts were moved, and the bytes of their packs. */
  readonly moved = { pages: 0, bytes: 0 };
  private readonly log = new Logger('texts');
  private readonly work = new RegularWork({
    everyMs: EVERY_MS,
    atOnce: true,
    run: (signal) => this.look(signal),
    log: this.log,
    failure: 'moving texts of pages to the store failed; retrying soon',
  });

  constructor(
    private readonly store: TextStore,
    private readonly moves: TextMovesRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker' && this.store.isThere) this.work.start();
  }

  /** Waits for the pack being moved. */
  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /**
   * Moves all movable texts, one pack of each session at a time.
   *
   * @throws StoreAwayError, or an error of an unavailable database; completed work stays
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
          // An error of one session may concern only that session.
          this.log.error({ err: error, sessionId: session.id }, 'moving texts of a session failed; retrying soon');
        }
      }
    }
  }

  /** Moves one pack. @returns whether the session has advanced */
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
      // A record that stays expires some minutes later.
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

  /**
   * Removes leftovers of attempts at a pack that can no longer succeed, except a pack that another process has
   * completed.
   */
  private async drop(key: PackKey): Promise<void> {
    await this.store.removeAttempts(key, await this.moves.usedDigest(key));
    await this.moves.forget(key);
  }
}
