import { hashUrl } from '../url/index.js';

/** How much a member wants a partition: independent of all others, so that members that come and go move few partitions. */
const wish = (partition: number, member: string): number => hashUrl(`${partition}@${member}`).lo;

/**
 * Which member each partition should belong to, by bounded rendezvous hashing: each goes to the member that wants it most among those that have room, and
 * nobody has room for more than the even share, rounded up.
 *
 * Source: highest random weight (Thaler and Ravishankar, IEEE/ACM Transactions on Networking 6(1), 1998) with the bound of consistent hashing with bounded
 * loads (Mirrokni, Thorup and Zadimoghaddam, SODA 2018), at a bound of 1. Deviation: partitions are served in the order of their numbers.
 *
 * @param members in any order
 * @returns a member for each partition; empty when there is no member
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
