import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { hostOf, registrableDomain } from '../../domain/url/index.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { databaseTrouble, type DatabaseTransaction } from '../../platform/database/index.js';
import { RegularWork } from '../../platform/regular-work/index.js';
import { CollectionPiecesRepository, type CollectedKey, type NextPiece } from './collection-pieces.repository.js';
import { type Sighting, sightingsOf } from './sightings.js';

/** Steps, or pages, of one piece: some tenths of a second. */
const PIECE = 1_000;
/** Rows deleted at a time of a collection that is emptied. */
const CLEARED_ROWS = 5_000;
/** Behind the commits by so much: the collection has what a person looks at, and pieces are large enough to be cheap. */
const EVERY_MS = 3_000;
/** A session that runs, and had fewer steps than a piece may have, is left alone for so long: small pieces cost nearly as much as large ones. */
const REST_MS = 10_000;
/** Pieces of one collection before the others have their turn. */
const TURN_PIECES = 20;

/**
 * Keeps collections up to date behind the commits of sessions. In workers.
 *
 * A piece is one transaction under the row of the collection: it reads the next steps of a session, notes what they saw, makes the pages again, and moves the
 * progress of the session on. So one process at a time is at a collection, any process goes on where another one has died, and nothing is done by halves.
 */
@Injectable()
export class CollectionUpkeep implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #log = new Logger('collections');
  readonly #work = new RegularWork({
    everyMs: EVERY_MS,
    atOnce: true,
    look: (signal) => this.look(signal),
    log: this.#log,
    failure: 'collections are not up to date, tried again soon',
  });

  /** Until when sessions are left alone, by `performance.now()`. */
  readonly #resting = new Map<string, number>();

  constructor(
    private readonly pieces: CollectionPiecesRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.#work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#work.stop();
  }

  /** Does all there is to do. @throws an error of a database that is away; what was done is done */
  async look(signal: AbortSignal): Promise<void> {
    const failed = new Set<string>();
    let isMore = true;
    while (isMore && !signal.aborted) {
      isMore = false;
      for (const topicId of await this.pieces.behind(this.#restingNow(), [...failed])) {
        try {
          if (await this.#turn(topicId, signal)) isMore = true;
        } catch (error) {
          if (databaseTrouble(error) !== null) throw error;
          // What is wrong with one collection may be wrong with it alone.
          failed.add(topicId);
          this.#log.error({ err: error, topicId }, 'a collection is not up to date, tried again soon');
        }
      }
    }
  }

  /** @returns whether there may be more; not where another process is at it */
  async #turn(topicId: string, signal: AbortSignal): Promise<boolean> {
    for (let i = 0; i < TURN_PIECES && !signal.aborted; i++) {
      const did = await this.advance(topicId, this.#restingNow());
      if (did !== 'more') return false;
    }
    return true;
  }

  #restingNow(): string[] {
    for (const [id, until] of this.#resting) if (until <= performance.now()) this.#resting.delete(id);
    return [...this.#resting.keys()];
  }

  /**
   * Does one piece of a collection.
   *
   * @param resting sessions that are left alone while they run
   * @returns `done` when there is nothing to do; `busy` when another process is at it
   */
  async advance(topicId: string, resting: readonly string[] = []): Promise<'more' | 'done' | 'busy'> {
    const did = await this.pieces.piece(topicId, async (db) => {
      const next = await this.pieces.next(db, topicId, resting);
      await this.#do(db, topicId, next);
      return next.kind === 'done' ? ('done' as const) : ('more' as const);
    });
    return did ?? 'busy';
  }

  async #do(db: DatabaseTransaction, topicId: string, next: NextPiece): Promise<void> {
    switch (next.kind) {
      case 'done':
        return;
      case 'clearing':
        await this.pieces.clear(db, topicId, CLEARED_ROWS, next.topicIsGone);
        return;
      case 'touched': {
        const pages = await this.pieces.touched(db, topicId, PIECE);
        return this.pieces.collect(
          db,
          topicId,
          pages.map((page) => ({ ...page, domain: registrableDomain(hostOf(page.url)) })),
        );
      }
      case 'leaving': {
        const { pages, isAll } = await this.pieces.forget(db, topicId, next.sessionId, PIECE);
        await this.pieces.collect(db, topicId, pages);
        if (isAll) await this.pieces.forgotten(db, topicId, next.sessionId, next.sessionIsGone);
        return;
      }
      case 'growing': {
        const { steps, until } = await this.pieces.steps(db, topicId, next.sessionId, PIECE);
        if (until === null) return;
        if (steps.length < PIECE) this.#resting.set(next.sessionId, performance.now() + REST_MS);
        const sightings = sightingsOf(steps);
        await this.pieces.note(db, topicId, next.sessionId, sightings, until);
        return this.pieces.collect(db, topicId, sightings.map(keyOf));
      }
      case 'counting': {
        const known = await this.pieces.knownHosts(db, next.sessionId);
        if (known === null) return;
        const domains = new Map<string, number>();
        for (const { host, urls } of known.hosts) {
          const domain = registrableDomain(host);
          domains.set(domain, (domains.get(domain) ?? 0) + urls);
        }
        return this.pieces.noteKnown(db, topicId, next.sessionId, domains, known.found);
      }
    }
  }
}

const keyOf = ({ url, host }: Sighting): CollectedKey => ({
  urlKey: createHash('md5').update(url).digest('hex'),
  url,
  domain: registrableDomain(host),
});
