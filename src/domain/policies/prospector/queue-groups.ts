import { withRoom } from '../../base/growable.js';

/** Ends the list of a group; not a number of a queue, since those are kept one higher. */
const END = 0xffffffff;

/** Which queues belong to which group: the hosts of a domain, or the domains of a host. 4 bytes a queue and 4 a group. */
export class QueueGroups {
  /** By group, one more than its newest queue; by queue, one more than the next one of its group. */
  private newest = new Uint32Array(0);
  private next = new Uint32Array(0);

  /** A queue stays in the group that it was added to first. */
  add(queueNo: number, group: number): void {
    this.next = withRoom(this.next, queueNo + 1);
    if (this.next[queueNo] !== 0) return;
    this.newest = withRoom(this.newest, group + 1);
    this.next[queueNo] = this.newest[group] || END;
    this.newest[group] = queueNo + 1;
  }

  /** The queues of a group, the newest first. */
  *of(group: number): Generator<number, void, void> {
    for (let at = this.newest[group] || END; at !== END; at = this.next[at - 1]) yield at - 1;
  }
}
