/** Workers, fetchers, renderers, NATS, PostgreSQL and a generated web for benchmarks of the fleet. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNatsServer } from '../../tools/nats-server.mjs';
import { Stage } from '../faults/stage.mjs';
import { measureTree } from '../support/processes.mjs';

const READY_MS = 180_000;
/** Pages of each of sixty sites: more than any part of the benchmark fetches. */
const PAGES = 500;
export const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

class Nats {
  constructor(path, port) {
    Object.assign(this, { path, port, folder: mkdtempSync(join(tmpdir(), 'gleaner-nats-')) });
  }

  get url() {
    return `nats://127.0.0.1:${this.port}`;
  }

  get pid() {
    return this.child.pid;
  }

  start(host = '127.0.0.1') {
    const args = ['-js', '-a', host, '-p', String(this.port), '-sd', this.folder];
    this.child = spawn(this.path, args, { stdio: 'ignore' });
  }

  async kill() {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }

  loseFiles() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class FleetStage {
  #number = 0;

  static async open({ leaseSeconds = 3, delayMs } = {}) {
    const found = findNatsServer();
    if (found.path === undefined) throw new Error(found.reason);
    const self = new FleetStage();
    self.nats = new Nats(found.path, await freePort());
    self.nats.start();
    self.leaseSeconds = leaseSeconds;
    self.stage = await Stage.open({
      web: 'bench/fleet/web.mjs',
      pages: PAGES,
      leaseSeconds,
      ...(delayMs && { delayMs }),
    });
    return self;
  }

  get #fleetEnv() {
    return { NATS_URL: this.nats.url, FLEET_LEASE_SECONDS: String(this.leaseSeconds), FLEET_PARTITIONS: '32' };
  }

  /**
   * Starts a process and waits until it is ready.
   *
   * @param role worker (in a fleet), alone (a worker that fetches itself), fetcher or renderer
   */
  async start(role, env = {}, { host = '127.0.0.1', through = [] } = {}) {
    const port = await freePort();
    const id = `${role}-${this.#number++}`;
    const all = { WORKER_PORT: String(port), ...(role === 'alone' ? {} : this.#fleetEnv), ...env };
    // Workers of a fleet know no proxy: their own fetches would fail.
    const child =
      role === 'worker' || role === 'alone'
        ? this.stage.startWorker(id, role === 'worker' ? { ...all, CRAWL_PROXY_URL: 'http://127.0.0.1:9' } : all)
        : this.stage.startMember(role, id, all, through);
    const deadline = performance.now() + READY_MS;
    while (
      !(await fetch(`http://${host}:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (performance.now() > deadline || child.exitCode !== null) throw new Error(`${id} did not become ready`);
      await sleep(100);
    }
    return child;
  }

  stop(child) {
    return this.stage.kill(child, 'SIGTERM');
  }

  /** Creates a session on the generated web. @returns its id */
  async session(config) {
    this.topicId ??= (
      await this.stage.call('POST', '/topics', {
        name: `fleet ${Math.random()}`,
        keywords: ['cheese', 'cheddar', 'rennet'],
        seeds: [0, 1, 2].map((site) => `http://site${site}.fleet${site}.example/p0`),
      })
    ).id;
    const { id } = await this.stage.call('POST', `/topics/${this.topicId}/sessions`, {
      policy: 'breadth-first',
      concurrency: 16,
      hostConcurrency: 2,
      hostDelayMs: 0,
      robots: false,
      ...config,
    });
    return id;
  }

  ended(id, deadlineMs = 900_000) {
    return this.stage.until(id, ({ state }) => ['COMPLETED', 'STOPPED', 'FAILED'].includes(state), deadlineMs);
  }

  /** Requests that the servers have seen since the last call, by host: [page, ms], in order. */
  async log() {
    this.stage.web.send('log');
    const [{ log }] = await once(this.stage.web, 'message');
    const hosts = new Map();
    for (const [site, page, at] of log) {
      if (!hosts.has(site)) hosts.set(site, []);
      hosts.get(site).push([page, at]);
    }
    return hosts;
  }

  /** CPU seconds of processes so far. */
  cpu(children) {
    return children.reduce((sum, { pid }) => sum + measureTree(pid).cpu, 0);
  }

  async close() {
    await this.stage.close();
    await this.nats.kill();
    this.nats.loseFiles();
  }
}

/**
 * Smallest gap between two requests of one host in ms, most requests of one host within a second, and repeated
 * requests.
 */
export function politenessOf(hosts) {
  let gap = Infinity;
  let most = 0;
  let repeated = 0;
  for (const requests of hosts.values()) {
    const times = requests.map(([, at]) => at).sort((a, b) => a - b);
    times.forEach((at, i) => {
      if (i > 0) gap = Math.min(gap, at - times[i - 1]);
      most = Math.max(most, times.filter((other) => other >= at && other < at + 1_000).length);
    });
    repeated += requests.length - new Set(requests.map(([page]) => page)).size;
  }
  return { gap, most, repeated, requests: [...hosts.values()].reduce((sum, { length }) => sum + length, 0) };
}
