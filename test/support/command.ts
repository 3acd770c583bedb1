import { PassThrough } from 'node:stream';
import { run } from '../../src/cli/run.js';
import { withTerminal } from '../../src/cli/terminal.js';

export interface CommandRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command of `gleaner` in this process, which avoids starting another one.
 *
 * @param answers input of a person at a terminal; without it there is no terminal
 */
export async function runCommand(args: readonly string[], answers: string | null = null): Promise<CommandRun> {
  const [out, err, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const texts = { out: '', err: '' };
  out.setEncoding('utf8').on('data', (text: string) => void (texts.out += text));
  err.setEncoding('utf8').on('data', (text: string) => void (texts.err += text));
  if (answers !== null) Object.assign(input, { isTTY: true });
  input.end(answers ?? '');
  const code = await withTerminal({ out, err, input }, () => run(args));
  await Promise.all([out, err].map((stream) => new Promise((done) => stream.end(done))));
  return { code, ...texts };
}
