import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { CdpConnection } from './cdp.js';

/** A browser that has started and responded. */
export interface LaunchedBrowser {
  readonly connection: CdpConnection;
  /** Its process group id. */
  readonly group: number;
  /** Resolves when the started program has ended. */
  readonly ended: Promise<void>;
  /** Kills it with all its child processes, and closes the connection. */
  readonly kill: () => void;
}

/** The browser did not respond in time. */
export class LaunchTimeout extends Error {}

/** The last output of a browser that does not start says why. */
const MAX_WORDS = 4_096;

/**
 * Starts a browser as the leader of its own process group, and waits for its first response.
 *
 * It communicates over its pipes 3 and 4, and ends when they close: that is, when this process ends for any reason.
 *
 * @throws LaunchTimeout
 * @throws Error with its output if it ends instead
 */
export async function launchBrowser(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<LaunchedBrowser> {
  const child = spawn(program, args, {
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const killAll = (): void => killGroup(child);
  process.once('exit', killAll);
  const words = lastWords(child);
  const ended = new Promise<void>((resolve) => {
    const over = (): void => {
      process.off('exit', killAll);
      resolve();
    };
    child.once('exit', over).once('error', over);
  });
  const [, , , input, output] = child.stdio;
  const connection = new CdpConnection(input as Writable, output as Readable);
  void ended.then(() => connection.close());
  const kill = (): void => {
    killAll();
    connection.close();
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LaunchTimeout('the browser does not respond')), timeoutMs);
  });
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  const gone = ended.then(() => Promise.reject(new Error(`the browser ended at once\n${words()}`)));
  for (const loser of [late, failed, gone]) loser.catch(() => undefined);
  try {
    const answer = connection.browser.send('Browser.getVersion');
    // The pipes close before its output has arrived.
    await Promise.race([answer.catch(() => gone), late, failed, gone]);
    return { connection, group: child.pid ?? 0, ended, kill };
  } catch (error) {
    kill();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function lastWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-MAX_WORDS);
  });
  return () => words;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended already.
      continue;
    }
  }
}
