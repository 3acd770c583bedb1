import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/** The folder of a user on a shared host (UserDir of Apache's httpd). Nobody has a longer name. */
const USER_FOLDER = /^[a-z]+:\/\/[^/?#]*(\/~[^/?#]{1,100})(?![^/?#])/;
const AFTER_SCHEME = 8;
/** A page may invent one for each link. */
const MAX_USER_FOLDERS = 200_000;

/**
 * Numbers of sites: a host, or a user's folder on a host (`/~user/`). One person's pages on a shared host say little
 * about another's.
 *
 * 4 bytes per host, and a map entry per user folder found, up to a limit: further folders count as their host.
 */
export class Sites {
  /** By host, one more than the number of its own site. */
  private ofHost = new Uint32Array(0);
  private readonly ofUser = new Map<string, number>();
  private count = 0;

  constructor(private readonly maxUserFolders = MAX_USER_FOLDERS) {}

  get size(): number {
    return this.count;
  }

  /** The number of a URL's site; a new one for a new site. */
  of(url: string, hostNo: number): number {
    const user = url.includes('/~', AFTER_SCHEME) ? USER_FOLDER.exec(url)?.[1] : undefined;
    if (user === undefined) return this.ofHostItself(hostNo);
    const key = `${hostNo}${user}`;
    const known = this.ofUser.get(key);
    if (known !== undefined) return known;
    if (this.ofUser.size >= this.maxUserFolders) return this.ofHostItself(hostNo);
    this.ofUser.set(key, this.count);
    return this.count++;
  }

  save(): Snapshot {
    return {
      hosts: this.ofHost.length,
      ofHost: this.ofHost,
      users: [...this.ofUser.keys()],
      ofUser: Uint32Array.from(this.ofUser.values()),
      count: this.count,
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.ofHost = from.uint32('ofHost', { length: from.integer('hosts') }).slice();
    const users = from.strings('users');
    const numbers = from.uint32('ofUser', { length: users.length });
    this.ofUser.clear();
    users.forEach((user, i) => this.ofUser.set(user, numbers[i]));
    this.count = from.integer('count');
  }

  private ofHostItself(hostNo: number): number {
    this.ofHost = withRoom(this.ofHost, hostNo + 1);
    this.ofHost[hostNo] ||= ++this.count;
    return this.ofHost[hostNo] - 1;
  }
}
