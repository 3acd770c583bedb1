import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { NO_SOURCE, type Availability, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import { ScoredQueue } from '../../frontier/scored-queue.js';
import { LOOKAHEAD } from '../candidate-limit.js';
import { linkReservation, probability, textOf } from '../link-text.js';
import type { LearnedState } from '../learned-state/index.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import { type Choice, type CrawlPolicy, type ObservedStep, type Prior } from '../policy.js';
import { SeedQueue } from '../seed-queue.js';
import { RandomLinks, type ArmLinks } from './arm-links.js';
import { ArmStatistics } from './arms.js';
import type { TagPathBanditConfig } from './config.js';
import { armsTable } from './arms-table.js';
import { NO_PATH_GROUP, TagPathGroups } from './tag-path-groups.js';

export const NAME = 'tag-path-bandit';
export const VERSION = 1;

/** The link that a pull of an arm chose. */
interface PulledLink {
  readonly urlNo: number;
  readonly source: number;
  /** The arm's place among the awake arms, from 1, and their number. */
  readonly rank: number;
  readonly options: number;
}

/**
 * A sleeping bandit whose arms are groups of links with similar tag paths. An arm is awake while it has a ready link.
 */
export class TagPathBandit implements CrawlPolicy {
  private readonly seeds = new SeedQueue();
  private readonly groups: TagPathGroups;
  private readonly arms: ArmStatistics;
  private links: ArmLinks[] = [];
  /** Arms of the steps in flight. */
  private readonly underWay = new Map<number, number>();
  private held = 0;
  private refused = 0;

  constructor(
    private readonly config: TagPathBanditConfig,
    private readonly rng: Rng,
    private readonly scoreText: (text: string) => number,
    prior?: Prior,
  ) {
    this.groups = new TagPathGroups(config);
    this.arms = new ArmStatistics(config.exploration);
    if (prior) {
      const from = SnapshotReader.of(prior.state);
      this.groups.inherit(from);
      this.arms.inherit(from, this.groups.count, config.carriedPulls);
    }
  }

  get size(): number {
    return this.seeds.size + this.held;
  }

  seed(seeds: readonly Candidate[]): void {
    this.seeds.add(seeds);
  }

  choose(step: number, view: FrontierView): Choice {
    const idle = this.underWay.size === 0;
    const seed = this.seeds.take(view, idle);
    if (seed >= 0) return this.pull(step, NO_PATH_GROUP, { urlNo: seed, source: NO_SOURCE, rank: 1, options: 1 }, view);
    const rngBefore = this.rng.save();
    const order = this.armsByBound();
    let left = idle ? Number.POSITIVE_INFINITY : LOOKAHEAD;
    let waiting = false;
    let reserved = this.seeds.reservation(view);
    const emptied: number[] = [];
    const availabilityOf = (urlNo: number): Availability => view.availability(urlNo);
    // Within an arm, waiting for its best link is possible if its links have probabilities.
    const reservationOf = (urlNo: number, key: number): number => linkReservation(view, urlNo, key);
    for (let rank = 0; rank < order.length && left > 0; rank++) {
      const arm = order[rank];
      const before = this.links[arm].size;
      const mean = this.arms.mean(arm);
      // An arm without pulls goes first, whatever its mean.
      if (mean < reserved && this.arms.pullsOf(arm) > 0) {
        waiting = true;
        continue;
      }
      const found = this.links[arm].takeReady(availabilityOf, left, reservationOf);
      if (found.entry) {
        this.held -= before - this.links[arm].size;
        for (const asleep of emptied) this.clear(asleep);
        const { urlNo, source } = found.entry;
        return this.pull(step, arm, { urlNo, source, rank: rank + 1, options: order.length }, view);
      }
      left -= found.looked;
      if (found.waiting) waiting = true;
      else emptied.push(arm);
      if (found.busyUrlNo >= 0) reserved = Math.max(reserved, view.reservation(found.busyUrlNo, mean));
    }
    // A choice without a result must have no effect: the engine does not repeat it in a replay.
    this.rng.restore(rngBefore);
    return { kind: waiting || left <= 0 || this.seeds.anyLeft(view) ? 'wait' : 'exhausted' };
  }

  follow(step: number, candidate: Candidate): void {
    // The candidate stays in its arm and is dropped as stale when it is found.
    const arm = candidate.source === NO_SOURCE ? NO_PATH_GROUP : this.groups.groupOf(candidate.tagPathNo);
    this.arms.pull(arm);
    this.underWay.set(step, arm);
  }

  observe(step: ObservedStep, view: FrontierView): void {
    const arm = this.underWay.get(step.choice);
    if (arm === undefined) throw new RangeError(`step ${step.choice} was not chosen, or was observed before`);
    this.underWay.delete(step.choice);
    this.arms.observe(arm, step.reward);
    if (this.config.reward === 'linked') {
      if (step.ok) this.arms.noteStep(step.step, arm);
      if (step.relevant && step.source !== NO_SOURCE) this.arms.credit(step.source);
    }
    this.offer(step.links, view);
  }

  offer(links: readonly Candidate[], view: FrontierView): void {
    for (const link of links) {
      if (this.held >= this.config.maxCandidates) {
        this.refused++;
        continue;
      }
      const arm = this.groups.add(link.tagPathNo, (tagPathNo) => view.tagPath(tagPathNo));
      while (this.links.length <= arm) this.links.push(this.noLinks());
      const key = this.config.link === 'best' ? probability(this.scoreText(textOf(link, this.config.text))) : 0;
      this.links[arm].push(key, link.urlNo, link.source);
      this.held++;
    }
  }

  learn(): void {
    // Only the means of the arms are learned, and `observe` updates them.
  }

  stats(): Readonly<Record<string, number>> {
    return {
      arms: this.groups.count,
      armsWithLinks: this.links.filter(({ size }) => size > 0).length,
      pulls: this.arms.totalPulls,
      refused: this.refused,
    };
  }

  learnedState(view: FrontierView): LearnedState {
    const arms = Array.from({ length: this.groups.count }, (_, arm) => ({
      name: this.nameOf(arm, view),
      pulls: this.arms.pullsOf(arm),
      mean: this.arms.mean(arm),
      bound: this.arms.bound(arm),
      waiting: this.links.at(arm)?.size ?? 0,
    }));
    return {
      ranksBy:
        'The bound of the arm: its mean reward, and more the fewer links of it were followed. An arm that was never pulled goes first.',
      tables: [armsTable(arms)],
    };
  }

  save(): Snapshot {
    return stamp(NAME, VERSION, {
      seeds: this.seeds.save(),
      groups: this.groups.save(),
      arms: this.arms.save(),
      links: Object.fromEntries(this.links.map((links, arm) => [`arm${arm}`, links.save()])),
      linkLists: this.links.length,
      steps: Uint32Array.from(this.underWay.keys()),
      stepArms: Uint16Array.from(this.underWay.values()),
      refused: this.refused,
    });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, NAME, VERSION);
    this.seeds.restore(from.child('seeds'));
    this.groups.restore(from.child('groups'));
    this.arms.restore(from.child('arms'));
    const saved = from.child('links');
    this.links = Array.from({ length: from.integer('linkLists') }, (_, arm) => {
      const links = this.noLinks();
      links.restore(saved.child(`arm${arm}`));
      return links;
    });
    this.held = this.links.reduce((sum, { size }) => sum + size, 0);
    const steps = from.uint32('steps');
    const stepArms = from.uint16('stepArms', { length: steps.length });
    this.underWay.clear();
    steps.forEach((step, i) => this.underWay.set(step, stepArms[i]));
    this.refused = from.integer('refused');
  }

  /** Arms with links, highest bound first, the older one among equals. */
  private armsByBound(): number[] {
    const bounds = this.links.map((_, arm) => this.arms.bound(arm));
    return [...this.links.keys()]
      .filter((arm) => this.links[arm].size > 0)
      .sort((a, b) => bounds[b] - bounds[a] || a - b);
  }

  /** Named by the tag path of most of its links. */
  private nameOf(arm: number, view: FrontierView): string {
    return view.tagPath(this.groups.typicalPath(arm)) || '(no tag path)';
  }

  private noLinks(): ArmLinks {
    return this.config.link === 'best' ? new ScoredQueue() : new RandomLinks(this.rng);
  }

  /** Drops the links of an arm that are all stale. */
  private clear(arm: number): void {
    this.held -= this.links[arm].size;
    this.links[arm] = this.noLinks();
  }

  private pull(step: number, arm: number, { urlNo, source, rank, options }: PulledLink, view: FrontierView): Choice {
    const [mean, bound, pulls] = [this.arms.mean(arm), this.arms.bound(arm), this.arms.pullsOf(arm)];
    this.arms.pull(arm);
    this.underWay.set(step, arm);
    return {
      kind: 'fetch',
      urlNo,
      source,
      explanation: {
        value: bound,
        // The bound's second term decided: another arm with links has a better mean so far.
        exploration:
          source !== NO_SOURCE && this.links.some(({ size }, other) => size > 0 && this.arms.mean(other) > mean),
        rank,
        options,
        terms: { arm: this.nameOf(arm, view), mean, bound, pulls },
      },
    };
  }
}
