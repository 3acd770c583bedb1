import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testFolder } from './database.js';

/** Loading the application takes seconds on a busy machine. */
const HOST_START_MS = 120_000;
/** Each jest worker has one, so that they do not wait for one another. */
const name = (): string => `services-${process.env['JEST_WORKER_ID'] ?? '1'}`;
const file = (extension: string): string => path.join(testFolder(), `${name()}.${extension}`);

/** Starts it on first use; the end of the run ends it. */
async function ensureHost(): Promise<void> {
  if (existsSync(file('pid'))) return;
  let child;
  try {
    writeFileSync(file('lock'), '', { flag: 'wx' });
    const log = openSync(file('log'), 'a');
    child = spawn(
      process.execPath,
      // A larger young generation, as in jest itself, saves a seventh of the CPU of each service start.
      [
        '--max-semi-space-size=64',
        path.resolve('test/support/service-host.mjs'),
        path.resolve('dist'),
        testFolder(),
        name(),
      ],
      {
        env: { ...process.env, NODE_OPTIONS: '' },
        stdio: ['ignore', log, log],
        detached: true,
      },
    );
    child.unref();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const deadline = performance.now() + HOST_START_MS;
  while (!existsSync(file('pid'))) {
    if (performance.now() > deadline || (child?.exitCode ?? null) !== null) {
      throw new Error(`the shared service process did not start: ${readFileSync(file('log'), 'utf8')}`);
    }
    await sleep(50);
  }
}

type Command = 'start' | 'jobs' | 'worker' | 'stop';

/** Runs a task in the process that suites share (`service-host.mjs`). */
export async function inSharedProcess<T>(command: Command, body: object): Promise<T> {
  await ensureHost();
  return call<T>(command, body);
}

function call<T>(command: Command, body: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { socketPath: file('sock'), path: `/${command}`, method: 'POST', agent: false },
      (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            text += chunk;
          })
          .on('error', reject)
          .on('end', () => {
            const { result, error } = JSON.parse(text) as { result?: T; error?: string };
            if (error === undefined) resolve(result as T);
            else reject(new Error(error));
          });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}
