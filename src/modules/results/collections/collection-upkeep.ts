import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { hostOf, registrableDomain } from '../../../domain/url/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import {
  COLLECTIONS_CHANNEL,
  databaseTrouble,
  type DatabaseTransaction,
  Events,
} from '../../../platform/database/index.js';
import { RegularWork } from '../../../platform/regular-work/index.js';
import { CollectionPiecesRepository, type CollectedKey, type NextPiece } from './collection-pieces.repository.js';
import { type Sighting, sightingsOf } from './sightings.js';

/** Steps, or pages, per piece: some tenths of a second. */
const PIECE = 1_000;
/** Rows deleted at a time from a collection that is being emptied. */
const CLEARED_ROWS = 5_000;
/** Delay after commits of running sessions: short enough for people, and long enough for large, cheap pieces. */
const EVERY_MS = 3_000;
/** Pause for a running session with fewer steps than a full piece: small pieces cost nearly as much as large ones. */
const REST_MS = 10_000;
/** Consecutive pieces of one collection before others get a turn. */
const TURN_PIECES = 20;

/**
 * Updates collections: at once after a session ends and after people's labels and verdicts, some seconds after commits
 * of running sessions. Runs in workers.
 *
 * A piece is one transaction that locks the row of the collection: it reads the next steps of a session, stores their
 * sightings, rebuilds the pages, and advances the session's progress. So one process at a time works on a collection,
 * any process can continue after another one has died, and pieces are atomic.
 */
@Injectable()
export class CollectionUpkeep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('collections');
  private readonly work = new RegularWork({
    everyMs: EVERY_MS,
    atOnce: true,
    run: (signal) => this.look(signal),
    log: this.log,
    failure: 'collections are not up to date, tried again soon',
  });

  /** End of the pauses of sessions, by `performance.now()`. */
  private readonly resting = new Map<string, number>();

  private readonly stopping = new AbortController();
  private subscription: Promise<void> = Promise.resolve();

  constructor(
    private readonly pieces: CollectionPiecesRepository,
    private readonly events: Events,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE !== 'worker') return;
    this.work.start();
    this.subscription = this.events.subscribe(COLLECTIONS_CHANNEL, () => this.work.ring(), this.stopping.signal);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.work.stop(), this.subscription]);
  }

  /** Does all pending work. @throws an error of an unavailable database; completed work stays */
  async look(signal: AbortSignal): Promise<void> {
    const failed = new Set<string>();
    let isMore = true;
    while (isMore && !signal.aborted) {
      isMore = false;
      for (const topicId of await this.pieces.behind(this.restingNow(), [...failed])) {
        try {
          if (await this.turn(topicId, signal)) isMore = true;
        } catch (error) {
          if (databaseTrouble(error) !== null) throw error;
          // An error of one collection may concern only that collection.
          failed.add(topicId);
          this.log.error({ err: error, topicId }, 'a collection is not up to date, tried again soon');
        }
      }
    }
  }

  /** @returns whether there may be more; false if another process works on it */
  private async turn(topicId: string, signal: AbortSignal): Promise<boolean> {
    for (let i = 0; i < TURN_PIECES && !signal.aborted; i++) {
      const did = await this.advance(topicId, this.restingNow());
      if (did !== 'more') return false;
    }
    return true;
  }

  private restingNow(): string[] {
    for (const [id, until] of this.resting) if (until <= performance.now()) this.resting.delete(id);
    return [...this.resting.keys()];
  }

  /**
   * Does one piece of a collection.
   *
   * @param resting sessions to skip while they run
   * @returns `done` if there is nothing to do; `busy` if another process works on it
   */
  async advance(topicId: string, resting: readonly string[] = []): Promise<'more' | 'done' | 'busy'> {
    const did = await this.pieces.piece(topicId, async (db) => {
      const next = await this.pieces.next(db, topicId, resting);
      await this.do(db, topicId, next);
      return next.kind === 'done' ? ('done' as const) : ('more' as const);
    });
    return did ?? 'busy';
  }

  private async do(db: DatabaseTransaction, topicId: string, next: NextPiece): Promise<void> {
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
        if (steps.length < PIECE) this.resting.set(next.sessionId, performance.now() + REST_MS);
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
