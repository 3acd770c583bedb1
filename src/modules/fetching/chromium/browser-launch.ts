import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { CdpConnection } from './cdp.js';

/** A browser that was started and has answered. */
export interface LaunchedBrowser {
  readonly connection: CdpConnection;
  /** Number of its process group. */
  readonly group: number;
  /** Resolves when what was started has ended. */
  readonly ended: Promise<void>;
  /** Kills it with all that it has started, and hangs up. */
  readonly kill: () => void;
}

/** The browser did not answer in time. */
export class LaunchTimeout extends Error {}

/** The last words of a browser that does not start say why. */
const MAX_WORDS = 4_096;

/**
 * Starts a browser at the head of a process group of its own, and waits for its first answer.
 *
 * It is spoken to by its pipes 3 and 4, and ends when they close: when this process ends, however that happens.
 *
 * @throws LaunchTimeout
 * @throws Error with what it said when it ends instead
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
    timer = setTimeout(() => reject(new LaunchTimeout('the browser does not answer')), timeoutMs);
  });
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  const gone = ended.then(() => Promise.reject(new Error(`the browser ended at once\n${words()}`)));
  for (const loser of [late, failed, gone]) loser.catch(() => undefined);
  try {
    const answer = connection.browser.send('Browser.getVersion');
    // The pipes close before it is known what it said.
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
      // Gone already.
      continue;
    }
  }
}
