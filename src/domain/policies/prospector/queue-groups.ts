import { withRoom } from '../../base/growable.js';

/** Ends the list of a group; not a queue's number, because those are stored increased by one. */
const END = 0xffffffff;

/** The queues of each group: the hosts of a domain, or the domains of a host. 4 bytes per queue and 4 per group. */
export class QueueGroups {
  /** By group, one more than its newest queue; by queue, one more than the next one of its group. */
  private newest = new Uint32Array(0);
  private next = new Uint32Array(0);

  /** A queue stays in its first group. */
  add(queueNo: number, group: number): void {
    this.next = withRoom(this.next, queueNo + 1);
    if (this.next[queueNo] !== 0) return;
    this.newest = withRoom(this.newest, group + 1);
    this.next[queueNo] = this.newest[group] || END;
    this.newest[group] = queueNo + 1;
  }

  /** The queues of a group, newest first. */
  *of(group: number): Generator<number, void, void> {
    for (let at = this.newest[group] || END; at !== END; at = this.next[at - 1]) yield at - 1;
  }
}
