import { renderingSchema } from '../../../../domain/session/reading-config.js';
import { HandedPage } from './handed-page.js';
import { ALIVE_MS } from './render-calls.js';

const TIMEOUT_MS = 20_000;
const request = {
  url: 'http://a.test/',
  userAgent: 'GleanerBot/0.1',
  document: { status: 200, headers: [], body: Buffer.from('<p>x') },
  rendering: renderingSchema.parse({}),
  navigate: () => Promise.resolve(null),
  maxChars: 1_000_000,
};

it('a renderer that lives, and never gives its page, has it for a bounded time', async () => {
  let now = 0;
  const page = new HandedPage(request, TIMEOUT_MS, () => now, { bytes: 0 });
  let end: unknown = null;
  page.done.catch((error: unknown) => (end = error));
  const handedOverAt: number[] = [0];
  for (let no = 0; end === null && now < 3_600_000; no++) {
    const renderer = `renderer ${handedOverAt.length}`;
    if (no === 0) await page.answer({ job: 'a', renderer, op: 'task', piece: 0 });
    now += ALIVE_MS;
    if (page.isSilent()) {
      expect(await page.answer({ job: 'a', renderer, op: 'alive' })).toEqual({ is: 'busy' });
      handedOverAt.push(now);
      no = -1;
    } else if (no > 0) await page.answer({ job: 'a', renderer, op: 'alive' });
    await Promise.resolve();
  }
  expect(end).toMatchObject({
    kind: 'render-failed',
    message: expect.stringContaining('3 renderers in a row') as string,
  });
  expect(handedOverAt).toHaveLength(3);
  expect(now).toBeLessThan(10 * 60_000);
});

it('what has come of a result is let go of when nobody waits for it', async () => {
  const held = { bytes: 0 };
  const page = new HandedPage(request, TIMEOUT_MS, () => 0, held);
  await page.answer({ job: 'a', renderer: 'r', op: 'task', piece: 0 });
  for (const piece of [0, 1, 1]) {
    const bytes = new Uint8Array(500_000);
    await page.answer({ job: 'a', renderer: 'r', op: 'result', piece, count: 3, bytes });
  }
  expect(held.bytes).toBe(1_000_000);
  page.end();
  expect(held.bytes).toBe(0);
});
