import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

interface Soak {
  readonly sent: number;
  readonly receivedOnceOrMore: number;
  readonly lost: number;
  readonly outOfOrder: number;
  readonly uncommitted: number;
  readonly rolledBack: number;
  readonly repetitions: number;
  readonly workersKilled: number;
  readonly receiverKilled: number;
}

test('workers and a receiver that fails are killed in the middle: no message is lost, and those of a session come in order', async () => {
  const soak = spawn(process.execPath, ['bench/webhooks.mjs', '--events', '500', '--sessions', '12', '--kills', '3'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(soak, 'exit')) as [number | null];
  const found = JSON.parse(readFileSync('bench/out/webhooks.json', 'utf8')) as Soak;
  expect(found).toMatchObject({ lost: 0, outOfOrder: 0, uncommitted: 0, workersKilled: 3, receiverKilled: 3 });
  expect(found.receivedOnceOrMore).toBe(found.sent);
  expect(found.rolledBack).toBeGreaterThan(0);
  expect(found.repetitions).toBeGreaterThan(0);
  expect(code).toBe(0);
});
