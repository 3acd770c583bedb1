import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { withRoom } from '../base/growable.js';
import { HashTable } from './hash-table.js';

/** Flags of a URL, bits of one byte. */
export enum UrlFlag {
  /** In the closure: selected, and not offered again; in a monitoring session, until it is due again. */
  Selected = 1,
  /** Outside of the session's scope: never offered. */
  OutOfScope = 2,
}

/**
 * The URLs that a session has seen, as dense numbers in order of discovery: the closure and the seen-set in one.
 *
 * Stores no strings. A URL is identified by a 64-bit hash; among ten million URLs two collide with a probability of
 * 3·10⁻⁶, and the later one would count as seen. About 34 bytes per URL.
 */
export class UrlTable {
  private readonly keys = new HashTable();
  private flags = new Uint8Array(0);
  private domains = new Uint32Array(0);
  private hosts = new Uint32Array(0);
  /** 1 + the step that fetched its page; 0 if there is none. */
  private steps = new Uint32Array(0);

  get size(): number {
    return this.keys.size;
  }

  /** The URL's number; -1 if it has not been seen. */
  find(lo: number, hi: number): number {
    return this.keys.find(lo, hi);
  }

  /** Adds an unseen URL and returns its number. */
  add(lo: number, hi: number, domainNo: number, hostNo: number, flags: number): number {
    const urlNo = this.keys.add(lo, hi);
    this.flags = withRoom(this.flags, this.size);
    this.domains = withRoom(this.domains, this.size);
    this.hosts = withRoom(this.hosts, this.size);
    this.steps = withRoom(this.steps, this.size);
    this.flags[urlNo] = flags;
    this.domains[urlNo] = domainNo;
    this.hosts[urlNo] = hostNo;
    return urlNo;
  }

  domainOf(urlNo: number): number {
    return this.domains[urlNo];
  }

  hostOf(urlNo: number): number {
    return this.hosts[urlNo];
  }

  /** The step that fetched its page; -1 if there is none. */
  stepOf(urlNo: number): number {
    return this.steps[urlNo] - 1;
  }

  setStep(urlNo: number, step: number): void {
    this.steps[urlNo] = step + 1;
  }

  has(urlNo: number, flag: UrlFlag): boolean {
    return (this.flags[urlNo] & flag) !== 0;
  }

  mark(urlNo: number, flag: UrlFlag): void {
    this.flags[urlNo] |= flag;
  }

  unmark(urlNo: number, flag: UrlFlag): void {
    this.flags[urlNo] &= ~flag;
  }

  save(): Snapshot {
    const n = this.size;
    return {
      keys: this.keys.save(),
      flags: this.flags.subarray(0, n),
      domains: this.domains.subarray(0, n),
      hosts: this.hosts.subarray(0, n),
      steps: this.steps.subarray(0, n),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.keys.restore(from.child('keys'));
    const need = { length: this.size };
    this.flags = from.uint8('flags', need);
    this.domains = from.uint32('domains', need);
    this.hosts = from.uint32('hosts', need);
    this.steps = from.uint32('steps', need);
  }
}
