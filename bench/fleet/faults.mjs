/**
 * Faults of a fleet. Each strikes a running crawl and reports its number of strikes; ended processes are replaced in
 * the crew.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createNamespace } from './namespace.mjs';

const progress = async (stage, id, steps = 12) => {
  await stage.stage.progress(id, steps, 300_000);
  await sleep(Math.random() * 300);
};

/** The baseline without a fault. */
export const NO_FAULT = 'none';

export const FAULTS = {
  async [NO_FAULT]() {
    return { times: 0 };
  },

  async 'fetchers-killed'(stage, crew, id, times) {
    for (let n = 0; n < times; n++) {
      await progress(stage, id);
      await stage.stage.kill(crew.fetcher.shift());
      crew.fetcher.push(await stage.start('fetcher'));
    }
    return { times };
  },

  async 'learner-killed'(stage, crew, id, times) {
    for (let n = 0; n < Math.min(times, 3); n++) {
      await progress(stage, id);
      await stage.stage.kill(crew.worker.shift());
      crew.worker.push(await stage.start('worker'));
    }
    return { times: Math.min(times, 3) };
  },

  async 'nats-killed'(stage, crew, id) {
    await progress(stage, id);
    await stage.nats.kill();
    await sleep(1_000);
    stage.nats.start();
    return { times: 1 };
  },

  async 'nats-killed-and-its-files-lost'(stage, crew, id) {
    await progress(stage, id);
    await stage.nats.kill();
    stage.nats.loseFiles();
    stage.nats.start();
    return { times: 1 };
  },

  async 'fetcher-frozen-for-longer-than-its-lease'(stage, crew, id) {
    await progress(stage, id);
    const [frozen] = crew.fetcher;
    frozen.kill('SIGSTOP');
    await sleep(stage.leaseSeconds * 3_000);
    frozen.kill('SIGCONT');
    return { times: 1 };
  },

  async 'fetcher-cut-off-in-a-network-namespace-and-back'(stage, crew, id) {
    const namespace = createNamespace();
    if (namespace.reason !== undefined) return { skipped: `skipped: ${namespace.reason}` };
    try {
      const far = await namespace.startFetcher(stage);
      crew.fetcher.push(far);
      await progress(stage, id, 24);
      namespace.cut();
      await sleep(stage.leaseSeconds * 3_000);
      namespace.mend();
      await stage.ended(id);
      return { times: 1 };
    } finally {
      await namespace.close();
    }
  },
};
