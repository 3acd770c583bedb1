import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../domain/base/json-value.js';
import { DomainError } from '../../../platform/errors/index.js';
import { ArchiveStore } from '../../base/archive/index.js';
import { PageTextReader } from '../../base/page-texts/index.js';
import { HandlesJobs, type Job, type JobContext, type JobHandler, PURGE_SESSION } from '../../base/jobs/index.js';
import { PURGE_BEGINS, type PurgePlace, SessionTablesRepository } from './session-tables.repository.js';

/** Patience with outages of the stores of archives and page texts: five minutes. */
const STORE_ATTEMPTS = 30;
const STORE_REST_MS = 10_000;
/** Parts of the progress: the rows, and each of the two stores. */
const ROWS_SHARE = 0.5;
const STORE_SHARE = 0.25;
/** More halvings than any store's objects of a session take. */
const HALVINGS = 32;
/**
 * The share of a store's removal with this many objects left: each halving counts alike. An attempt knows only what is
 * left, and must not fall behind the attempts before it.
 */
const shareWith = (left: number): number => 1 - Math.min(1, Math.log2(left + 1) / HALVINGS);

/**
 * Deletes the pages, links, URLs, domains, checkpoints, moved texts and archive of a deleted session, in small batches.
 * Idempotent: an attempt finds only what those before it have left, and continues their progress.
 */
@Injectable()
@HandlesJobs()
export class SessionPurge implements JobHandler {
  readonly kind = PURGE_SESSION;
  readonly uncancellable = 'a deleted session must be removed completely';
  /** A store may be unavailable for longer than one job waits. */
  readonly isPersistent = true;

  constructor(
    private readonly tables: SessionTablesRepository,
    private readonly archives: ArchiveStore,
    private readonly texts: PageTextReader,
  ) {}

  async run({ subjectId }: Job, { signal, progress }: JobContext): Promise<JsonValue> {
    for (let place: PurgePlace | null = PURGE_BEGINS; place !== null; signal.throwIfAborted()) {
      progress(place.done * ROWS_SHARE);
      place = await this.tables.purgeSome(subjectId, place);
    }
    let before = ROWS_SHARE;
    const noted = (left: number): void => {
      signal.throwIfAborted();
      progress(before + shareWith(left) * STORE_SHARE);
    };
    await this.removed(() => this.texts.remove(subjectId, noted), signal);
    before += STORE_SHARE;
    await this.removed(() => this.archives.remove(subjectId, noted), signal);
    return null;
  }

  /** Waits for an unavailable store: nothing else would remove its data. */
  private async removed(remove: () => Promise<void>, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await remove();
        return;
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'UNAVAILABLE') || attempt >= STORE_ATTEMPTS) throw error;
        await sleep(STORE_REST_MS, undefined, { signal });
      }
    }
  }
}
