import type { Msg } from '@nats-io/transport-node';
import type { Clock } from '../../../../engine/index.js';
import type { PolitenessStore, RenderKnowledgeStore } from '../../fetching/index.js';
import type { FleetLink } from '../link/fleet-link.js';
import { STORE } from '../link/names.js';
import { pack, unpack } from '../link/wire.js';
import { paceAs, robotsAs, type StoreAnswer, type StoreCall } from './store-calls.js';

export interface StoreServerOptions {
  readonly link: FleetLink;
  readonly politeness: PolitenessStore;
  readonly renderKnowledge: RenderKnowledgeStore;
  readonly clock: Pick<Clock, 'now'>;
  /** Runs the work in the scope that may read and write these stores. */
  readonly within: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Calls in progress at a time; more get no answer, and their fetchers continue without. */
const MOST_AT_ONCE = 64;
const SWEEP_MS = 600_000;

/**
 * Reads and writes the states of hosts for fetchers. Each call goes to one of the workers. @returns a function that
 * stops it
 */
export function serveStores(options: StoreServerOptions): () => void {
  let busy = 0;
  const answer = async (message: Msg): Promise<void> => {
    busy++;
    const reply: StoreAnswer = await options
      .within(() => carryOut(options, unpack(message.data) as StoreCall))
      .then((value) => ({ ok: true as const, value }))
      .catch(() => ({ ok: false as const }));
    busy--;
    message.respond(pack(reply));
  };
  const subscription = options.link.listen(
    STORE,
    (message) => {
      if (busy < MOST_AT_ONCE) void answer(message);
    },
    { queue: 'workers' },
  );
  const { within, politeness, clock } = options;
  const sweeps = setInterval(
    () => void within(() => politeness.sweep(clock.now())).catch(() => undefined),
    SWEEP_MS,
  ).unref();
  return () => {
    clearInterval(sweeps);
    subscription.unsubscribe();
  };
}

type Value = Extract<StoreAnswer, { ok: true }>['value'];

async function carryOut({ politeness, renderKnowledge, clock }: StoreServerOptions, call: StoreCall): Promise<Value> {
  const now = clock.now();
  switch (call.op) {
    case 'load-robots': {
      const file = await politeness.loadRobots(call.origin);
      return file && robotsAs(file, -now);
    }
    case 'save-robots':
      await politeness.saveRobots(call.files.map((file) => robotsAs(file, now)));
      return null;
    case 'load-host': {
      const pace = await politeness.loadHost(call.host, now);
      return pace && paceAs(pace, -now);
    }
    case 'save-hosts':
      await politeness.saveHosts(
        call.changes.map(({ host, pace }) => ({ host, pace: pace && paceAs(pace, now) })),
        now,
      );
      return null;
    case 'load-shapes':
      return renderKnowledge.load(call.host);
    case 'save-shapes':
      await renderKnowledge.save(call.records);
      return null;
  }
}
