import { withRoom } from '../../base/growable.js';
import type { Rng } from '../../base/rng.js';

/** Existing pages of a group, and the targets of the links within it. */
class Pool {
  members = new Uint32Array(0);
  memberCount = 0;
  targets = new Uint32Array(0);
  targetCount = 0;

  join(page: number): void {
    this.members = withRoom(this.members, this.memberCount + 1);
    this.members[this.memberCount++] = page;
  }

  linked(page: number): void {
    this.targets = withRoom(this.targets, this.targetCount + 1);
    this.targets[this.targetCount++] = page;
  }
}

/**
 * Preferential attachment with a given exponent, within groups of pages.
 *
 * A page joins its group, then links choose targets: with probability (γ − 2) / (γ − 1) any member, otherwise the
 * target of any earlier link of the group. The in-degrees then follow a power law with exponent γ (Dorogovtsev, Mendes
 * and Samukhin, *Structure of growing networks with preferential linking*, 2000, with initial attractiveness A = (γ −
 * 2) m).
 */
export class Attachment {
  private readonly pools: Pool[];
  private readonly uniformShare: number;
  private links = 0;
  private uniform = 0;

  constructor(
    groups: number,
    exponent: number,
    private readonly rng: Rng,
  ) {
    this.pools = Array.from({ length: groups }, () => new Pool());
    this.uniformShare = (exponent - 2) / (exponent - 1);
  }

  join(page: number, group: number): void {
    this.pools[group].join(page);
  }

  members(group: number): number {
    return this.pools[group].memberCount;
  }

  anyMember(group: number): number | undefined {
    const pool = this.pools[group];
    return pool.memberCount === 0 ? undefined : pool.members[this.rng.below(pool.memberCount)];
  }

  /**
   * Whether the next link chooses uniformly among all members. Links that close a triangle count as preferential, which
   * this compensates.
   */
  isUniformNext(): boolean {
    return this.uniform < this.uniformShare * (this.links + 1);
  }

  /** A member drawn in proportion to its number of links. */
  popularMember(group: number): number | undefined {
    const pool = this.pools[group];
    return pool.targetCount === 0 ? undefined : pool.targets[this.rng.below(pool.targetCount)];
  }

  /** Another group, by its number of members. */
  otherGroup(group: number, joined: number): number | undefined {
    let left = joined - this.pools[group].memberCount;
    if (left <= 0) return undefined;
    left = this.rng.below(left);
    for (let other = 0; other < this.pools.length; other++) {
      if (other === group) continue;
      left -= this.pools[other].memberCount;
      if (left < 0) return other;
    }
    return undefined;
  }

  /** Counts a created link. */
  made(target: number, group: number, wasUniform: boolean): void {
    this.pools[group].linked(target);
    this.links++;
    if (wasUniform) this.uniform++;
  }
}
