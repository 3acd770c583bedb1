import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { CandidateFlag, MOST_IN_LINKS, type Candidates } from './candidates.js';
import { FEATURES, FEATURE_COUNT } from './features.js';
import type { Followed } from './findings.js';
import { MOST_WORDS } from './link-words.js';

const NO_VALUER = 255;
/** Features are shown in steps of one over this. */
const SHOWN = 10_000;

/** A link in flight, as it was when it was chosen. */
export interface FollowedLink extends Followed {
  /** Expected P(relevant). */
  readonly chance: number;
  /** FEATURE_COUNT numbers. */
  readonly features: Float32Array;
  readonly words: Uint16Array;
  readonly site: number;
  readonly isTwin: boolean;
  /** The valuer that chose it; null if unknown. */
  readonly valuer: number | null;
}

/** Features by name, for an explanation. */
export function namedFeatures(features: Float32Array): Record<string, number> {
  const named: Record<string, number> = {};
  // Each choice has them: rounding by way of a text would take several times as long.
  for (let i = 0; i < FEATURE_COUNT; i++) named[FEATURES[i]] = Math.round(features[i] * SHOWN) / SHOWN;
  return named;
}

/** The links in flight by number of their choice; null for seeds and for choices unknown to the policy. */
export class FollowedLinks {
  private readonly links = new Map<number, FollowedLink | null>();

  get size(): number {
    return this.links.size;
  }

  set(step: number, link: FollowedLink | null): void {
    this.links.set(step, link);
  }

  /** @throws RangeError if no such choice is in flight */
  take(choice: number): FollowedLink | null {
    const link = this.links.get(choice);
    if (link === undefined) throw new RangeError(`step ${choice} was not chosen, or was observed before`);
    this.links.delete(choice);
    return link;
  }

  save(): Snapshot {
    const known = [...this.links].filter((one): one is [number, FollowedLink] => one[1] !== null);
    const count = known.length;
    const features = new Float32Array(count * FEATURE_COUNT);
    const words = new Uint16Array(count * MOST_WORDS);
    const sources = new Int32Array(count * MOST_IN_LINKS);
    const groups = new Uint32Array(count * MOST_IN_LINKS);
    known.forEach(([, link], i) => {
      features.set(link.features, i * FEATURE_COUNT);
      words.set(link.words, i * MOST_WORDS);
      sources.set(link.sources, i * MOST_IN_LINKS);
      groups.set(link.groups, i * MOST_IN_LINKS);
    });
    return {
      links: this.links.size,
      unknown: Uint32Array.from([...this.links].filter(([, link]) => link === null).map(([step]) => step)),
      steps: Uint32Array.from(known, ([step]) => step),
      chances: Float64Array.from(known, ([, { chance }]) => chance),
      folders: Uint32Array.from(known, ([, { folder }]) => folder),
      sites: Uint32Array.from(known, ([, { site }]) => site),
      twins: Uint8Array.from(known, ([, { isTwin }]) => Number(isTwin)),
      valuers: Uint8Array.from(known, ([, { valuer }]) => valuer ?? NO_VALUER),
      wordCounts: Uint8Array.from(known, ([, link]) => link.words.length),
      inLinks: Uint8Array.from(known, ([, link]) => link.sources.length),
      features,
      words,
      sources,
      groups,
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const steps = from.uint32('steps');
    const need = (width: number) => ({ length: steps.length * width });
    const chances = from.float64('chances', need(1));
    const folders = from.uint32('folders', need(1));
    const sites = from.uint32('sites', need(1));
    const twins = from.uint8('twins', need(1));
    const valuers = from.uint8('valuers', need(1));
    const wordCounts = from.uint8('wordCounts', need(1));
    const inLinks = from.uint8('inLinks', need(1));
    const features = from.float32('features', need(FEATURE_COUNT));
    const words = from.uint16('words', need(MOST_WORDS));
    const sources = from.int32('sources', need(MOST_IN_LINKS));
    const groups = from.uint32('groups', need(MOST_IN_LINKS));
    this.links.clear();
    const unknown = from.uint32('unknown', { length: from.integer('links') - steps.length });
    for (const step of unknown) this.links.set(step, null);
    steps.forEach((step, i) =>
      this.links.set(step, {
        chance: chances[i],
        features: features.slice(i * FEATURE_COUNT, (i + 1) * FEATURE_COUNT),
        words: words.slice(i * MOST_WORDS, i * MOST_WORDS + wordCounts[i]),
        sources: [...sources.subarray(i * MOST_IN_LINKS, i * MOST_IN_LINKS + inLinks[i])],
        groups: [...groups.subarray(i * MOST_IN_LINKS, i * MOST_IN_LINKS + inLinks[i])],
        folder: folders[i],
        site: sites[i],
        isTwin: twins[i] === 1,
        valuer: valuers[i] === NO_VALUER ? null : valuers[i],
      }),
    );
  }
}

/** The followed link for a candidate. */
export function followedAs(
  place: number,
  candidates: Candidates,
  features: Float32Array,
  chance: number,
  valuer: number | null,
): FollowedLink {
  const from = place * MOST_IN_LINKS;
  const known = candidates.inLinks(place);
  return {
    chance,
    features: features.slice(),
    words: candidates.wordsAt(place).slice(),
    sources: [...candidates.sources.subarray(from, from + known)],
    groups: Array.from({ length: known }, (_, inLink) => candidates.groupAt(place, inLink)),
    folder: candidates.folders[place],
    site: candidates.sites[place],
    isTwin: (candidates.flags[place] & CandidateFlag.Twin) !== 0,
    valuer,
  };
}
