import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { END, endThread } from './end-thread.js';

const startThread = async (source: string): Promise<Worker> => {
  const thread = new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.on('message', (message) => { if (message === '${END}') process.exit(7); });
     parentPort.postMessage('up');
     ${source}`,
    { eval: true },
  );
  await new Promise((resolve) => thread.once('message', resolve));
  return thread;
};
const codeOf = (thread: Worker): Promise<number> => new Promise((resolve) => thread.once('exit', resolve));

describe('endThread', () => {
  it('lets a thread end by itself', async () => {
    const thread = await startThread('');
    const code = codeOf(thread);
    await endThread(thread, 60_000);
    expect(await code).toBe(7);
    await endThread(thread);
  });

  it('ends a thread that hears nothing', async () => {
    const thread = await startThread('for (;;);');
    const code = codeOf(thread);
    await endThread(thread, 10);
    expect(await code).toBe(1);
  });

  it('does not end the process with a thread that makes zlib streams', async () => {
    // In a separate process: on Node 20, ending the thread from outside could end the process too.
    const program = `
      import { Worker } from 'node:worker_threads';
      const source = \`const { parentPort } = require('node:worker_threads'); const { createGunzip } = require('node:zlib');
        parentPort.on('message', (message) => { if (message === '${END}') process.exit(0); });
        parentPort.postMessage('up');
        (function go() { for (let i = 0; i < 200; i++) createGunzip().destroy(); setImmediate(go); })();\`;
      import { endThread } from '${pathToFileURL(resolve('dist/platform/threads/end-thread.js')).href}';
      for (let round = 0; round < 15; round++) {
        const thread = new Worker(source, { eval: true, execArgv: [] });
        await new Promise((resolve) => thread.once('message', resolve));
        await new Promise((resolve) => setTimeout(resolve, round));
        await endThread(thread, 60_000);
      }
      console.log('alive');`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout).toBe('alive\n');
  });
});
