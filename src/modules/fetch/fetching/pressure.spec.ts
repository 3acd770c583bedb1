import { type AddressInfo, connect, createServer } from 'node:net';
import { patientTimeout, withDeadline } from './deadline.js';
import { Pressure } from './pressure.js';

const never = new AbortController().signal;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('a time limit', () => {
  it('is over after its time', async () => {
    const started = performance.now();
    await expect(withDeadline(never, 100, 'nothing', () => new Promise(() => undefined))).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('nothing took more than 100 ms'),
    });
    expect(performance.now() - started).toBeGreaterThan(95);
  });

  it('does not count what the event loop stood still, and reads what came meanwhile', async () => {
    const server = createServer((socket) => socket.end('answer'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const answer = withDeadline(
      never,
      150,
      'the answer',
      () =>
        new Promise<string>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1').setEncoding('utf8').on('error', reject);
          let text = '';
          socket
            .on('data', (chunk: string) => {
              text += chunk;
            })
            .on('end', () => resolve(text));
        }),
    );
    await sleep(0);
    block(600);
    expect(await answer).toBe('answer');
    server.close();
  });

  it('is extended by no more than itself', async () => {
    let late = false;
    patientTimeout(100, () => {
      late = true;
    });
    // Bounded, because it would otherwise not end while the load lasts.
    for (let i = 0; i < 5 && !late; i++) {
      block(100);
      await sleep(5);
    }
    expect(late).toBe(true);
  });
});

describe('pressure', () => {
  it('shares less where many tasks wait for a core, and all of it again when they are gone', async () => {
    let runnable = 400;
    const pressure = new Pressure(() => runnable);
    expect(pressure.share(64)).toBeLessThan(64);
    expect(pressure.share(1)).toBe(1);
    expect(pressure.stretched(1_000)).toBeGreaterThan(1_000);
    expect(pressure.stretched(1_000)).toBeLessThanOrEqual(4_000);
    runnable = 0;
    const deadline = performance.now() + 50_000;
    while (pressure.level > 1 && performance.now() < deadline) await sleep(50);
    expect(pressure.share(64)).toBe(64);
  });

  it('stretches no limit by the load of a program that it watches', () => {
    const pressure = new Pressure(() => 400);
    const forget = pressure.discount(() => 400);
    expect(pressure.stretched(1_000)).toBe(1_000);
    expect(pressure.share(64)).toBeLessThan(64);
    forget();
    const beside = new Pressure(() => 400);
    beside.discount(() => 4);
    expect(beside.stretched(1_000)).toBe(4_000);
  });

  it('counts the time in which the event loop stood still', async () => {
    const pressure = new Pressure(() => 0);
    const before = pressure.lostMs();
    await sleep(10);
    block(300);
    expect(pressure.lostMs() - before).toBeGreaterThan(150);
    const elapsed = pressure.stopwatch();
    block(300);
    expect(elapsed()).toBeLessThan(200);
  });
});
