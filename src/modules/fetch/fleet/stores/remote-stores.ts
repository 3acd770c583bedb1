import type { Clock } from '../../../../engine/index.js';
import type {
  HostChange,
  PolitenessStore,
  RenderKnowledgeStore,
  RenderRecord,
  StoredPace,
  StoredRobots,
} from '../../fetching/index.js';
import { MAX_PIECE_BYTES, type FleetLink } from '../link/fleet-link.js';
import { STORE } from '../link/names.js';
import { pack, unpack } from '../link/wire.js';
import { paceAs, robotsAs, type StoreAnswer, type StoreCall } from './store-calls.js';

/** Longest wait for a worker, ms. Fetching continues without late answers. */
const ANSWER_MS = 4_000;
/** Hosts in one message. */
const HOSTS_AT_ONCE = 1_000;

async function ask(link: FleetLink, call: StoreCall): Promise<unknown> {
  const bytes = pack(call);
  if (bytes.length > MAX_PIECE_BYTES) throw new RangeError('too large for a message');
  const { data } = await link.connection.request(STORE, bytes, { timeout: ANSWER_MS });
  const answer = unpack(data) as StoreAnswer;
  if (!answer.ok) throw new Error('the worker could not read or write it');
  return answer.value;
}

/** Politeness that a worker stores for fetchers. */
export class RemotePolitenessStore implements PolitenessStore {
  constructor(
    private readonly link: FleetLink,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async loadRobots(origin: string): Promise<StoredRobots | null> {
    const file = (await ask(this.link, { op: 'load-robots', origin })) as StoredRobots | null;
    return file && robotsAs(file, this.clock.now());
  }

  async saveRobots(files: readonly StoredRobots[]): Promise<void> {
    const left = files.map((file) => robotsAs(file, -this.clock.now()));
    // One by one: a file may have half a megabyte.
    for (const file of left) await ask(this.link, { op: 'save-robots', files: [file] });
  }

  async loadHost(host: string, now: number): Promise<StoredPace | null> {
    const pace = (await ask(this.link, { op: 'load-host', host })) as StoredPace | null;
    return pace && paceAs(pace, now);
  }

  async saveHosts(changes: readonly HostChange[], now: number): Promise<void> {
    const left = changes.map(({ host, pace }) => ({ host, pace: pace && paceAs(pace, -now) }));
    for (let at = 0; at < left.length; at += HOSTS_AT_ONCE)
      await ask(this.link, { op: 'save-hosts', changes: left.slice(at, at + HOSTS_AT_ONCE) });
  }

  /** Workers do this themselves. */
  sweep(): Promise<void> {
    return Promise.resolve();
  }
}

/** Rendering knowledge that a worker stores for fetchers. */
export class RemoteRenderKnowledge implements RenderKnowledgeStore {
  constructor(private readonly link: FleetLink) {}

  async load(host: string): Promise<readonly RenderRecord[]> {
    return (await ask(this.link, { op: 'load-shapes', host })) as readonly RenderRecord[];
  }

  async save(records: readonly RenderRecord[]): Promise<void> {
    for (let at = 0; at < records.length; at += HOSTS_AT_ONCE)
      await ask(this.link, { op: 'save-shapes', records: records.slice(at, at + HOSTS_AT_ONCE) });
  }
}
