/**
 * The faults: each strikes a crawl a number of times and reports its results. The caller checks the invariants when all
 * crawls have ended.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { proportionalMb } from '../support/processes.mjs';
import { fillDisk } from './fill-disk.mjs';
import { Stage } from './stage.mjs';

const HOUR_MS = 3_600_000;
const FIRST_SESSIONS = 20;
const LOOK_MS = 250;
const ended = ({ state }) => state === 'COMPLETED';
const longest = (seconds) => `${Math.max(...seconds).toFixed(1)} s at most`;

/**
 * Runs a session under a fault, with some workers and a budget that is large enough for all strikes.
 *
 * @returns the fault's result, the session and the remaining worker
 */
async function crawling(stage, { fetches = 600, workers = 2, policy, archive, env }, strike) {
  const running = Array.from({ length: workers }, (_, i) =>
    stage.startWorker(`w${i}-${Math.random().toString(36).slice(2, 8)}`, env),
  );
  try {
    const id = await stage.crawl({ fetches, policy, archive });
    await stage.until(id, ({ completed }) => completed >= 20);
    const happened = await strike(id, running);
    await stage.until(id, ended);
    return { happened, sessions: [id] };
  } finally {
    for (const worker of running) await stage.kill(worker);
  }
}

/** Removes the worker that holds the session from the list and returns it. */
async function takeHolder(stage, id, running) {
  const { lease_owner: owner } = await stage.session(id);
  const at = Math.max(
    0,
    running.findIndex((worker) => worker.id === owner),
  );
  return running.splice(at, 1)[0];
}

async function repeat(times, work) {
  const results = [];
  for (let i = 0; i < times; i++) results.push(await work(i));
  return results;
}

/** Highest memory of some processes together while `work` runs, MB. */
async function peakMb(pids, work) {
  let peak = 0;
  const look = () => {
    peak = Math.max(
      peak,
      pids.reduce((sum, pid) => sum + proportionalMb(pid), 0),
    );
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    await work();
    look();
    return Math.round(peak);
  } finally {
    clearInterval(timer);
  }
}

/** A small tmpfs; null if this user may not mount one. */
function mountDisk(size) {
  const disk = join(tmpdir(), `gleaner-disk-${process.pid}`);
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0777`, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    rmSync(disk, { recursive: true });
    return null;
  }
  const free = () => {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true });
  };
  return { disk, free };
}

const NO_DISK = { skipped: 'needs the right to mount a tmpfs' };

const children = (pid) =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${entry}/stat`, 'utf8'))[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);

async function killDatabase(stage) {
  const { pid } = stage.server;
  for (const victim of [pid, ...children(pid)]) {
    try {
      process.kill(victim, 'SIGKILL');
    } catch {
      // It ended with the others.
    }
  }
  await sleep(1_000);
  await stage.startDatabase();
}

export const FAULTS = {
  'postgres-killed': {
    what: 'kill -9 of PostgreSQL with all its processes',
    times: 3,
    run: (stage, times) =>
      crawling(
        stage,
        { fetches: 200 + 150 * times },
        async (id) =>
          `goes on after ${longest(
            await repeat(times, async () => {
              await killDatabase(stage);
              return stage.progress(id);
            }),
          )}`,
      ),
  },
  'connections-cut': {
    what: 'pg_terminate_backend of all connections',
    times: 5,
    run: (stage, times) =>
      crawling(
        stage,
        { fetches: 200 + 100 * times },
        async (id) =>
          `goes on after ${longest(
            await repeat(times, async () => {
              await stage.ask(
                `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
              );
              return stage.progress(id);
            }),
          )}`,
      ),
  },
  'worker-killed': {
    what: 'kill -9 of the worker',
    times: 3,
    run: (stage, times) =>
      crawling(
        stage,
        { fetches: 200 + 150 * times },
        async (id, running) =>
          `taken over after ${longest(
            await repeat(times, async (i) => {
              await stage.kill(await takeHolder(stage, id, running));
              running.push(stage.startWorker(`k${i}-${Math.random().toString(36).slice(2, 8)}`));
              return stage.progress(id, 1);
            }),
          )}`,
      ),
  },
  'worker-frozen': {
    what: 'SIGSTOP of the worker inside a commit, SIGCONT after the takeover',
    times: 2,
    run: (stage, times) =>
      crawling(stage, { fetches: 300 + 200 * times }, async (id, running) => {
        let inCommit = 0;
        const seconds = await repeat(times, async (i) => {
          const frozen = await takeHolder(stage, id, running);
          running.push(stage.startWorker(`f${i}-${Math.random().toString(36).slice(2, 8)}`));
          // Paused again and again, until a pause meets an open transaction.
          for (let attempt = 0; ; attempt++) {
            frozen.kill('SIGSTOP');
            const [{ open }] = await stage.ask(
              `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
            );
            if (open > 0) inCommit++;
            if (open > 0 || attempt === 100) break;
            frozen.kill('SIGCONT');
            await sleep(7);
          }
          const { lease_owner: before } = await stage.session(id);
          const took = await stage.until(
            id,
            ({ lease_owner: owner, state }) => state === 'COMPLETED' || (owner !== null && owner !== before),
          );
          await stage.progress(id, 1);
          frozen.kill('SIGCONT');
          running.push(frozen);
          return took;
        });
        return `${inCommit} of ${times} inside a commit; taken over after ${longest(seconds)}`;
      }),
  },
  'disk-full': {
    what: 'the disk of PostgreSQL filled and freed',
    times: 1,
    async run(_, times) {
      const mounted = mountDisk('320m');
      if (mounted === null) return NO_DISK;
      const { disk, free } = mounted;
      let stage;
      try {
        stage = await Stage.open({
          databaseDir: join(disk, 'database'),
          serverSettings: { max_wal_size: '64MB', min_wal_size: '32MB', wal_recycle: 'off' },
        });
        const outcome = await crawling(
          stage,
          { fetches: 250 + 150 * times },
          async (id) =>
            `goes on after ${longest(
              await repeat(times, async () => {
                const filler = join(disk, 'filler');
                fillDisk(filler);
                await sleep(4_000);
                rmSync(filler);
                // A server that cannot write its log has ended.
                await stage.startDatabase();
                return stage.progress(id);
              }),
            )}`,
        );
        return { ...outcome, stage, free };
      } catch (error) {
        await stage?.close();
        free();
        throw error;
      }
    },
  },
  'archive-full': {
    what: 'the disk of the archives filled and freed: at once, and down to its reserve',
    times: 2,
    async run(stage, times) {
      const mounted = mountDisk('48m');
      if (mounted === null) return NO_DISK;
      const { disk, free } = mounted;
      try {
        const env = { ARCHIVE_DIR: join(disk, 'archive') };
        return await crawling(stage, { fetches: 300 + 200 * times, archive: true, env }, async (id) => {
          const filler = join(disk, 'filler');
          const seconds = await repeat(times, async (i) => {
            fillDisk(filler);
            // The second time some space is left: nothing fails, and the session waits too.
            if (i % 2 === 1) truncateSync(filler, statSync(filler).size - 2 * 1024 * 1024);
            await stage.until(id, ({ waiting_for: waits }) => waits === 'ARCHIVE_FULL');
            const { completed } = await stage.session(id);
            await sleep(4_000);
            const now = await stage.session(id);
            if (now.state !== 'QUEUED' || now.completed !== completed)
              throw new Error(`it did not wait: ${JSON.stringify(now)}`);
            rmSync(filler);
            return stage.progress(id);
          });
          const [{ unkept, releases }] = await stage.ask(
            `SELECT (SELECT count(*)::int FROM pages WHERE session_id = $1 AND outcome = 'not-archived') AS unkept,
               (SELECT count(*)::int FROM session_events WHERE session_id = $1 AND kind = 'released') AS releases`,
            [id],
          );
          if (releases > times) throw new Error(`given back ${releases} times under ${times} faults`);
          return `goes on after ${longest(seconds)}; ${unkept} pages fetched again, which counted`;
        });
      } finally {
        free();
      }
    },
  },
  'clock-jumps': {
    what: 'wall clock an hour back, two hours forward, right again',
    times: 1,
    run: (stage, times) =>
      crawling(stage, { fetches: 300 + 300 * times }, async (id) => {
        const seconds = await repeat(times, async () => {
          const slowest = [];
          for (const shift of [-HOUR_MS, 2 * HOUR_MS, 0]) {
            writeFileSync(stage.clockFile, String(shift));
            await sleep(500);
            slowest.push(await stage.progress(id, 20));
          }
          return Math.max(...slowest);
        });
        const [{ steps, deferred }] = await stage.ask(
          `SELECT count(*)::int AS steps, count(*) FILTER (WHERE outcome = 'deferred')::int AS deferred FROM pages WHERE session_id = $1`,
          [id],
        );
        if (deferred > steps / 2) throw new Error(`a hot loop: ${deferred} of ${steps} steps were deferred`);
        return `20 steps within ${longest(seconds)}; ${deferred} steps deferred`;
      }),
  },
  'checkpoint-damaged': {
    what: 'kill -9 of the worker and damage to the checkpoint',
    times: 3,
    run: (stage, times) =>
      crawling(stage, { fetches: 500 + 500 * times, workers: 1 }, async (id, running) => {
        let damaged = 0;
        const undamaged = async () => {
          const [{ newest }] = await stage.ask(
            'SELECT max(completed) AS newest FROM checkpoints WHERE session_id = $1',
            [id],
          );
          return newest > damaged ? newest : null;
        };
        const damages = [
          'data = set_bit(data, length(data) * 4, 1 - get_bit(data, length(data) * 4))',
          'data = substring(data FROM 1 FOR length(data) / 2)',
          'parts = parts + 1',
        ];
        const seconds = await repeat(times, async (i) => {
          while ((await undamaged()) === null) {
            if (ended(await stage.session(id))) throw new Error(`the session ended without checkpoint ${i + 1}`);
            await stage.progress(id, 1);
          }
          await stage.kill(running.pop());
          await stage.closeConnections();
          damaged = await undamaged();
          await stage.ask(
            `UPDATE checkpoints SET ${damages[i % damages.length]} WHERE session_id = $1 AND completed = $2`,
            [id, damaged],
          );
          running.push(stage.startWorker(`d${i}-${Math.random().toString(36).slice(2, 8)}`));
          return stage.progress(id, 1);
        });
        const [{ dropped }] = await stage.ask(
          `SELECT count(*)::int AS dropped FROM session_events WHERE session_id = $1 AND kind = 'checkpoint-dropped'`,
          [id],
        );
        if (dropped !== times) throw new Error(`${times} checkpoints were damaged, ${dropped} dropped`);
        return `${dropped} dropped; goes on after ${longest(seconds)}`;
      }),
  },
  'busy-machine': {
    what: 'four busy processes a core beside the workers',
    times: 1,
    run: (stage, times) =>
      crawling(stage, { fetches: 300 }, async (id) => {
        const { lease_epoch: before } = await stage.session(id);
        const burners = Array.from({ length: 4 * availableParallelism() }, () =>
          spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
        );
        try {
          await sleep(2.5 * 1_000 * stage.leaseSeconds * times);
        } finally {
          for (const burner of burners) burner.kill('SIGKILL');
        }
        const { lease_epoch: after } = await stage.session(id);
        if (after !== before) throw new Error(`taken over ${after - before} times though nobody died`);
        return 'no takeover';
      }),
  },
  'first-sessions': {
    what: `${FIRST_SESSIONS} first sessions of a topic at once, after one alone`,
    times: 1,
    async run(stage, times) {
      const sessions = [];
      const models = [];
      const peaks = { alone: [], atOnce: [] };
      const workers = [stage.startWorker('s0'), stage.startWorker('s1')];
      const first = async (count) => {
        const topicId = await stage.topic();
        const peak = await peakMb([stage.apiPid, ...workers.map(({ pid }) => pid)], async () => {
          const ids = await Promise.all(
            Array.from({ length: count }, () => stage.crawl({ fetches: 20, policy: 'best-first', topicId })),
          );
          for (const id of ids) await stage.until(id, ended);
          sessions.push(...ids);
        });
        models.push((await stage.ask('SELECT count(*)::int FROM models WHERE topic_id = $1', [topicId]))[0].count);
        return peak;
      };
      try {
        for (let i = 0; i < times; i++) {
          peaks.alone.push(await first(1));
          peaks.atOnce.push(await first(FIRST_SESSIONS));
        }
      } finally {
        for (const worker of workers) await stage.kill(worker);
      }
      if (models.some((count) => count !== 1)) throw new Error(`models of the topics: ${models.join(', ')}`);
      const [alone, atOnce] = [Math.max(...peaks.alone), Math.max(...peaks.atOnce)];
      // Once, each had its own model and thread: 2.8 GB.
      if (atOnce > 2 * alone) throw new Error(`${FIRST_SESSIONS} first sessions take ${atOnce} MB, one alone ${alone}`);
      return { happened: `1 model a topic; API and two workers ${atOnce} MB, ${alone} with one session`, sessions };
    },
  },
  'sockets-flood': {
    what: '500 WebSockets that never say anything',
    times: 1,
    run: (stage, times) =>
      crawling(stage, { fetches: 150 }, async () => {
        const answers = await repeat(times, async () => {
          const sockets = Array.from({ length: 500 }, () => {
            const socket = new WebSocket(`${stage.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
            socket.on('error', () => undefined);
            return socket;
          });
          await sleep(2_000);
          const began = performance.now();
          for (const path of ['/health/live', '/health/ready', '/v1/policies']) {
            const response = await fetch(`${stage.url}${path}`, { signal: AbortSignal.timeout(10_000) });
            if (!response.ok) throw new Error(`${path}: ${response.status}`);
          }
          const seconds = (performance.now() - began) / 1_000;
          for (const socket of sockets) socket.terminate();
          return seconds;
        });
        return `API answers within ${longest(answers)}`;
      }),
  },
};
