import { hashUrl } from '../url/index.js';

/**
 * A member's hash weight for a partition. It is independent of other members, so that joining and leaving members move
 * few partitions.
 */
const wish = (partition: number, member: string): number => hashUrl(`${partition}@${member}`).lo;

/**
 * Assigns partitions to members by bounded rendezvous hashing: each partition goes to the member with the highest
 * weight among those with room, and no member takes more than the even share, rounded up.
 *
 * Source: highest random weight (Thaler and Ravishankar, IEEE/ACM Transactions on Networking 6(1), 1998) with the bound
 * of consistent hashing with bounded loads (Mirrokni, Thorup and Zadimoghaddam, SODA 2018), at a bound of 1. Deviation:
 * partitions are assigned in the order of their numbers.
 *
 * @param members in any order
 * @returns a member for each partition; empty without members
 */
export function sharesOf(count: number, members: readonly string[]): string[] {
  if (members.length === 0) return [];
  const room = new Map(members.map((member) => [member, Math.ceil(count / members.length)]));
  const names = [...room.keys()].sort();
  return Array.from({ length: count }, (_, partition) => {
    let best = '';
    let most = -1;
    for (const name of names) {
      const wanted = wish(partition, name);
      if ((room.get(name) ?? 0) === 0 || wanted <= most) continue;
      best = name;
      most = wanted;
    }
    room.set(best, (room.get(best) ?? 0) - 1);
    return best;
  });
}
