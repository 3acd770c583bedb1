import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchTimeout, launchBrowser } from './browser-launch.js';

const onUnix = process.platform === 'win32' ? describe.skip : describe;

onUnix('starting a browser', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gleaner-launch-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const program = async (name: string, script: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  };
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  it('fails with its last words when it ends at once', async () => {
    const path = await program('ends', 'echo "No usable sandbox!" >&2; exit 1');
    await expect(launchBrowser(path, [], process.env, 20_000)).rejects.toThrow(/ended at once\n[^]*No usable sandbox!/);
    await expect(launchBrowser(join(folder, 'absent'), [], process.env, 20_000)).rejects.toThrow(
      /ENOENT|ended at once/,
    );
  });

  it('fails when it does not answer, and leaves no process behind', async () => {
    const path = await program('silent', 'sleep 100 & echo $! > "$1"; wait');
    const file = join(folder, 'pid');
    await expect(launchBrowser(path, [file], process.env, 1_500)).rejects.toThrow(LaunchTimeout);
    const pid = Number(await readFile(file, 'utf8'));
    for (let i = 0; i < 200 && isAlive(pid); i++) await new Promise((resolve) => setTimeout(resolve, 25));
    expect(isAlive(pid) && !/\) Z/.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z'))).toBe(false);
  });

  it('knows that it has ended, though a child still holds its pipes', async () => {
    const answer = '{"id":1,"result":{}}';
    const path = await program('leaves', `sleep 1000 & printf '${answer}\\0' >&4; sleep 0.2`);
    const launched = await launchBrowser(path, [], process.env, 20_000);
    const closed = new Promise<void>((resolve) => launched.connection.whenClosed(resolve));
    // The child would hold them for longer than the test's timeout.
    await Promise.all([closed, launched.ended]);
    expect(launched.connection.isOpen).toBe(false);
    launched.kill();
  });
});
