import { Availability, type FrontierView } from '../../frontier/frontier-view.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { LEARNED_STATE_LIMITS, type LearnedForager } from '../learned-state/index.js';
import { Weblog } from './weblog.js';

/** The activity of a forager. */
export enum Phase {
  /** None of its known pages leads on. */
  Idle = 'idle',
  /** It waits for the page of its step. */
  Visiting = 'visiting',
  /** It waits for the pages that this page links to. */
  Expanding = 'expanding',
}

/** Largest frontier of a forager: with more URLs a path has long lost its beginning. */
const MAX_FRONTIER = 5_000;

/** One forager: its weights, its list of starts and its current path (Palotai et al. 3.3). `Walk` moves it. */
export class Forager {
  score = 0;
  phase: Phase = Phase.Idle;
  /** The URL of its step. */
  current = -1;
  /** The start of its path. */
  start = -1;
  /** Steps of the path with the reward of each. */
  path: number[] = [];
  rewards: number[] = [];
  /** URLs for the next step, each with weights · state. */
  frontier: number[] = [];
  values: number[] = [];
  /** URLs visited on this path. */
  visited = new Set<number>();
  /** All links of the step's page. */
  expansion: number[] = [];
  /** Those of them that are still to be fetched. */
  pending: number[] = [];
  /** Fetches started for others since it last had one that could be started. */
  waited = 0;

  constructor(
    readonly id: number,
    /** Its bit in the memory of pages. */
    readonly slot: number,
    readonly weights: Float32Array,
    public weblog: Weblog,
  ) {}

  /** Resets the path; the next one begins at a URL. */
  begin(start: number): void {
    this.start = start;
    this.path = [];
    this.rewards = [];
    this.frontier = [];
    this.values = [];
    this.visited = new Set();
  }

  addToFrontier(urlNo: number, value: number): void {
    if (this.frontier.length >= MAX_FRONTIER) return;
    this.frontier.push(urlNo);
    this.values.push(value);
  }

  /** The first URL it waits for that may be fetched now; undefined if there is none. */
  readyOf(view: FrontierView): number | undefined {
    return this.pending.find((urlNo) => view.availability(urlNo) === Availability.Ready);
  }

  /**
   * Removes and returns the URL with the highest value from the frontier, the first among equals; null if it is empty.
   */
  takeBest(): { readonly urlNo: number; readonly value: number } | null {
    let best = -1;
    for (let i = 0; i < this.values.length; i++) if (best < 0 || this.values[i] > this.values[best]) best = i;
    if (best < 0) return null;
    const taken = { urlNo: this.frontier[best], value: this.values[best] };
    const last = this.frontier.length - 1;
    this.frontier[best] = this.frontier[last];
    this.values[best] = this.values[last];
    this.frontier.length = this.values.length = last;
    return taken;
  }

  /** @param words the effects of words on its value of a page */
  learnedState(words: readonly LearnedForager['words'][number][]): LearnedForager {
    const ranked = [...words].sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0) || (a.name < b.name ? -1 : 1));
    const half = LEARNED_STATE_LIMITS.words / 2;
    return {
      id: this.id,
      state: this.phase,
      score: this.score,
      pathSteps: this.path.length,
      frontier: this.frontier.length,
      starts: this.weblog.head(LEARNED_STATE_LIMITS.starts),
      startsInAll: this.weblog.size,
      words: ranked.length <= LEARNED_STATE_LIMITS.words ? ranked : [...ranked.slice(0, half), ...ranked.slice(-half)],
    };
  }

  save(): Snapshot {
    return {
      id: this.id,
      slot: this.slot,
      weights: this.weights,
      weblog: this.weblog.save(),
      score: this.score,
      phase: this.phase,
      current: this.current,
      start: this.start,
      path: Uint32Array.from(this.path),
      rewards: Float64Array.from(this.rewards),
      frontier: Uint32Array.from(this.frontier),
      values: Float64Array.from(this.values),
      visitedCount: this.visited.size,
      visited: Uint32Array.from(this.visited),
      expansionCount: this.expansion.length,
      expansion: Uint32Array.from(this.expansion),
      pendingCount: this.pending.length,
      pending: Uint32Array.from(this.pending),
      waited: this.waited,
    };
  }

  static restored(source: SnapshotSource, stateSize: number, weblogSize: number): Forager {
    const from = SnapshotReader.of(source);
    const weblog = new Weblog(weblogSize);
    weblog.restore(from.child('weblog'));
    const weights = from.float32('weights', { length: stateSize }).slice();
    const forager = new Forager(from.integer('id'), from.integer('slot'), weights, weblog);
    forager.score = from.number('score');
    forager.phase = from.oneOf('phase', [Phase.Idle, Phase.Visiting, Phase.Expanding]);
    forager.current = from.integer('current', { min: -1 });
    forager.start = from.integer('start', { min: -1 });
    forager.path = [...from.uint32('path')];
    forager.rewards = [...from.float64('rewards', { length: forager.path.length })];
    forager.frontier = [...from.uint32('frontier')];
    forager.values = [...from.float64('values', { length: forager.frontier.length })];
    forager.visited = new Set(from.uint32('visited', { length: from.integer('visitedCount') }));
    forager.expansion = [...from.uint32('expansion', { length: from.integer('expansionCount') })];
    forager.pending = [...from.uint32('pending', { length: from.integer('pendingCount') })];
    forager.waited = from.integer('waited');
    return forager;
  }
}
