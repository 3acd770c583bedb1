import { withRoom } from '../base/growable.js';
import { HashTable } from '../frontier/hash-table.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { hashUrl, pathOf } from '../url/index.js';
import { calendarMonth } from './calendar-month.js';
import { splitSession } from './session-in-url.js';
import { shapeOf, type UrlShape } from './url-shape.js';

/** Rules of traps, in the order in which they are asked. */
export const TRAP_RULES = [
  'long-path',
  'repeated-segments',
  'many-parameters',
  'session-id',
  'calendar',
  'faceted-search',
  'pattern-cap',
] as const;
export type TrapRule = (typeof TRAP_RULES)[number];

/** Path segments, at most. Heritrix's TooManyPathSegmentsDecideRule has the same number. */
const MAX_SEGMENTS = 20;
/** A group of segments this often in a row is a relative link gone wrong; Heritrix's PathologicalPathDecideRule has the same number. */
const REPETITIONS = 3;
/** One segment this often anywhere in the path. */
const MAX_OCCURRENCES = 5;
/** Parameters of a query, and of one name, at most. */
const MAX_PARAMETERS = 25;
const MAX_SAME_PARAMETER = 10;
/** Months between the earliest and the latest view of one calendar that are taken. */
const MAX_CALENDAR_MONTHS = 36;
/** Combinations of parameters that one path may have; beyond, only those of few parameters are taken. */
const MAX_COMBINATIONS = 50;
const FEW_PARAMETERS = 2;
/** Patterns and the like that are counted, at most; what comes later goes uncounted. Some 20 bytes each. */
const MAX_ROWS = 4_000_000;

/** A number for each of some texts, known by their 64-bit hashes. */
class Tally {
  private readonly keys = new HashTable();
  private values = new Uint32Array(0);

  /** The text's row, added with `first` when it is new; -1 when the table is full. */
  row(text: string, first: number): number {
    const { lo, hi } = hashUrl(text);
    const known = this.keys.find(lo, hi);
    if (known >= 0) return known;
    if (this.keys.size >= MAX_ROWS) return -1;
    const row = this.keys.add(lo, hi);
    this.values = withRoom(this.values, row + 1);
    this.values[row] = first;
    return row;
  }

  has(text: string): boolean {
    const { lo, hi } = hashUrl(text);
    return this.keys.find(lo, hi) >= 0;
  }

  get(row: number): number {
    return this.values[row];
  }

  set(row: number, value: number): void {
    this.values[row] = value;
  }

  save(): Snapshot {
    return { keys: this.keys.save(), values: this.values.subarray(0, this.keys.size) };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.keys.restore(from.child('keys'));
    this.values = from.uint32('values', { length: this.keys.size });
  }
}

/**
 * Finds links that look like crawler traps: endless sets of URLs that a server makes up. Rules about one URL by its shape, and rules about what the
 * host has shown before; what they count they count per host, in the order in which URLs are first seen. No clock: a calendar is bounded by the span of
 * its dates.
 *
 * Memory: some 20 bytes for each pattern with a number or query in it, at most `MAX_ROWS` of each of four tables.
 */
export class TrapDetector {
  /** URLs by host and pattern. */
  private readonly patterns = new Tally();
  /** Combinations of parameters by host and path. */
  private readonly combinations = new Tally();
  /** Hash of the session id by URL without it. */
  private readonly sessions = new Tally();
  /** First and last month by host and pattern. */
  private readonly firstMonths = new Tally();
  private readonly lastMonths = new Tally();

  /** @param maxPerPattern URLs taken from one host with the same pattern */
  constructor(private readonly maxPerPattern: number) {}

  /** The rule by which a URL seen for the first time is a trap; null when it is none, and then it counts. @param url canonical */
  check(url: string, host: string): TrapRule | null {
    const target = pathOf(url);
    if (target.length <= 1) return null;
    const shape = shapeOf(target);
    return (
      byShape(shape) ?? this.bySession(host, target) ?? (shape.isGeneral ? this.byCount(host, target, shape) : null)
    );
  }

  save(): Snapshot {
    const { patterns, combinations, sessions, firstMonths, lastMonths } = this;
    return {
      patterns: patterns.save(),
      combinations: combinations.save(),
      sessions: sessions.save(),
      firstMonths: firstMonths.save(),
      lastMonths: lastMonths.save(),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.patterns.restore(from.child('patterns'));
    this.combinations.restore(from.child('combinations'));
    this.sessions.restore(from.child('sessions'));
    this.firstMonths.restore(from.child('firstMonths'));
    this.lastMonths.restore(from.child('lastMonths'));
  }

  /** One URL under a second session id. */
  private bySession(host: string, target: string): TrapRule | null {
    const session = splitSession(target);
    if (session === null) return null;
    const id = hashUrl(session.id).lo;
    const row = this.sessions.row(host + session.bare, id);
    return row === -1 || this.sessions.get(row) === id ? null : 'session-id';
  }

  private byCount(host: string, target: string, { pattern, path, names }: UrlShape): TrapRule | null {
    const key = host + pattern;
    const month = calendarMonth(target.toLowerCase());
    if (month !== null && !this.reaches(key, month)) return 'calendar';
    if (names.length > FEW_PARAMETERS && !this.patterns.has(key)) {
      const row = this.combinations.row(host + path, 0);
      if (row !== -1) {
        const seen = this.combinations.get(row);
        if (seen >= MAX_COMBINATIONS) return 'faceted-search';
        this.combinations.set(row, seen + 1);
      }
    }
    const row = this.patterns.row(key, 0);
    if (row === -1) return null;
    const seen = this.patterns.get(row);
    if (seen >= this.maxPerPattern) return 'pattern-cap';
    this.patterns.set(row, seen + 1);
    return null;
  }

  /** Widens the span of a calendar's months, unless that would make it too long. */
  private reaches(key: string, month: number): boolean {
    const first = this.firstMonths.row(key, month);
    const last = this.lastMonths.row(key, month);
    if (first === -1 || last === -1) return true;
    const from = Math.min(this.firstMonths.get(first), month);
    const to = Math.max(this.lastMonths.get(last), month);
    if (to - from > MAX_CALENDAR_MONTHS) return false;
    this.firstMonths.set(first, from);
    this.lastMonths.set(last, to);
    return true;
  }
}

function byShape({ segments, names }: UrlShape): TrapRule | null {
  if (segments.length > MAX_SEGMENTS) return 'long-path';
  if (segments.length >= REPETITIONS && repeats(segments)) return 'repeated-segments';
  if (names.length > MAX_PARAMETERS) return 'many-parameters';
  let same = 1;
  for (let i = 1; i < names.length; i++) {
    same = names[i] !== '' && names[i] === names[i - 1] ? same + 1 : 1;
    if (same > MAX_SAME_PARAMETER) return 'many-parameters';
  }
  return null;
}

const NUMBER = /^\d+$/;

/** Whether a group of segments stands three times in a row, or one of them five times at all. Numbers alone may repeat: `/2011/11/11`. */
function repeats(segments: readonly string[]): boolean {
  for (let size = 1; size * REPETITIONS <= segments.length; size++) {
    // Segments in a row that equal the one a group further back.
    let equal = 0;
    let words = 0;
    for (let i = size; i < segments.length; i++) {
      if (segments[i] !== segments[i - size]) {
        equal = 0;
        words = 0;
        continue;
      }
      equal++;
      if (!NUMBER.test(segments[i])) words++;
      if (equal >= size * (REPETITIONS - 1) && words > 0) return true;
    }
  }
  if (segments.length < MAX_OCCURRENCES) return false;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count >= MAX_OCCURRENCES && !NUMBER.test(segment)) return true;
    counts.set(segment, count);
  }
  return false;
}
