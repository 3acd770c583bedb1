import { withRoom } from '../base/growable.js';
import { HashTable } from '../frontier/hash-table.js';
import { NearIndex } from '../frontier/near-index.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { fromHex, type Hash64 } from '../url/index.js';
import type { DuplicatesConfig } from './reading-config.js';

/** Most pages that later ones are compared with; further pages are not remembered. */
const MAX_PAGES = 10_000_000;

/** An earlier page with the same or nearly the same text. */
export interface Original {
  readonly step: number;
  readonly exact: boolean;
}

/** The fingerprints of a page, as in `StepFacts`. */
export interface Comparable {
  readonly contentHash: string | null;
  readonly simhash: string | null;
}

/**
 * The hashes of a session's page texts, to recognise repeated pages.
 *
 * Near-duplicates are not compared with, so that each duplicate points at an original and none form chains. Bytes per
 * page: some 20, and at a distance of 3 bits 28 more.
 */
export class Duplicates {
  private readonly exact: HashTable | null;
  private steps = new Int32Array(0);
  private readonly near: NearIndex | null;

  constructor({ exact, nearDistance }: DuplicatesConfig) {
    this.exact = exact ? new HashTable() : null;
    this.near = nearDistance > 0 ? new NearIndex(nearDistance) : null;
  }

  /** The page that this one repeats; null if there is none, and then it is remembered as the page of `step`. */
  take(page: Comparable, step: number): Original | null {
    const content = this.exact !== null && page.contentHash !== null ? fromHex(page.contentHash) : null;
    const row = content === null || this.exact === null ? -1 : this.exact.find(content.lo, content.hi);
    if (row >= 0) return { step: this.steps[row], exact: true };
    const fingerprint = this.near !== null && page.simhash !== null ? fromHex(page.simhash) : null;
    const nearStep = fingerprint === null || this.near === null ? -1 : this.near.find(fingerprint);
    // The text of a near-duplicate is remembered for its original: another page with this text is nothing new.
    if (content !== null) this.remember(content, nearStep >= 0 ? nearStep : step);
    if (nearStep >= 0) return { step: nearStep, exact: false };
    if (fingerprint !== null && this.near !== null && this.near.size < MAX_PAGES) this.near.add(fingerprint, step);
    return null;
  }

  save(): Snapshot {
    return {
      exact: this.exact === null ? null : { keys: this.exact.save(), steps: this.steps.subarray(0, this.exact.size) },
      near: this.near?.save() ?? null,
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    if (this.exact !== null) {
      const exact = from.child('exact');
      this.exact.restore(exact.child('keys'));
      this.steps = exact.int32('steps', { length: this.exact.size });
    }
    this.near?.restore(from.child('near'));
  }

  private remember({ lo, hi }: Hash64, step: number): void {
    if (this.exact === null || this.exact.size >= MAX_PAGES) return;
    const row = this.exact.add(lo, hi);
    this.steps = withRoom(this.steps, row + 1);
    this.steps[row] = step;
  }
}
