import { deflateRawSync } from 'node:zlib';
import { headers } from '@nats-io/transport-node';
import { PLAIN_FETCH, systemClock, type FetchOutcome } from '../../src/engine/ports.js';
import { VolatilePolitenessStore } from '../../src/modules/fetch/fetching/politeness/politeness-store.js';
import type { FleetSession } from '../../src/modules/fetch/fleet/fetcher/fleet-session.js';
import { FleetLink } from '../../src/modules/fetch/fleet/link/fleet-link.js';
import {
  ANSWERS_TOGETHER,
  nameOf,
  PIECE_COUNT,
  PIECE_NAME,
  PIECE_NUMBER,
  type FetchIdentity,
} from '../../src/modules/fetch/fleet/link/messages.js';
import {
  beginSubject,
  RENDERERS,
  RENDERS,
  REQUESTS,
  RESULTS,
  resultSubject,
  STORE,
} from '../../src/modules/fetch/fleet/link/names.js';
import { pack, unpack } from '../../src/modules/fetch/fleet/link/wire.js';
import type { RenderJob, RenderReply } from '../../src/modules/fetch/fleet/render/render-calls.js';
import { serveStores } from '../../src/modules/fetch/fleet/stores/store-server.js';
import { asService } from '../../src/platform/scope/index.js';
import { settings, TestFleet, until } from '../support/fleet.js';
import { answering } from '../support/named-hosts.js';

const run = { session: 'hostile', epoch: 2 };
const trail = { finalUrl: 'http://a.test/', redirects: [], fetchedAt: 1, durationMs: 1, bytes: 4 };
const page = {
  ...trail,
  kind: 'page',
  html: '<p>x',
  httpStatus: 200,
  contentType: 'text/html',
  charset: 'utf-8',
  truncated: false,
  rendered: false,
  exchanges: [
    {
      url: trail.finalUrl,
      startedAt: 1,
      ip: null,
      requestHead: '',
      responseHead: '',
      body: Buffer.from('x'),
      truncated: false,
    },
  ],
};
const failure = { ...trail, kind: 'reset', httpStatus: null, message: 'no', retryable: true };

/** Messages of a compromised fetcher: it answers anything. */
let test: TestFleet;
let link: FleetLink;
let session: FleetSession;
beforeEach(async () => {
  test = await TestFleet.start();
  const worker = await test.worker();
  ({ link } = worker);
  session = worker.fleet.session(run.session, run.epoch);
});
afterEach(async () => {
  await session.close();
  await test.stop();
});

const held = async (stream: string): Promise<number> => (await link.admin.streams.info(stream)).state.messages;
const idOf = (step: number, hop = 0): FetchIdentity => ({ ...run, step, attempt: 0, hop });
async function say(data: Uint8Array, heads: Readonly<Record<string, string>>, at = run): Promise<void> {
  const head = headers();
  for (const [name, value] of Object.entries(heads)) head.set(name, value);
  await link.streams.publish(resultSubject(at), data, { headers: head });
}
const answer = (step: number, outcome: unknown, hop = 0): Promise<void> =>
  say(pack({ id: idOf(step, hop), outcome }), { [PIECE_NAME]: nameOf(idOf(step, hop)) });
/** A fetch whose request is at NATS. */
async function asked(step: number): Promise<Promise<FetchOutcome>[]> {
  const before = await held(REQUESTS);
  const outcome = test.get(session, test.hosts.url('a.test', `/${step}`), step);
  await until(async () => (await held(REQUESTS)) > before);
  return [outcome];
}

describe('answers of a fetcher that somebody has taken over', () => {
  it('end their fetch as unreadable where they have another form, and are taken where they have theirs', async () => {
    const malformed: unknown[] = [
      null,
      {},
      { ...page, html: undefined },
      { ...page, html: 7 },
      { ...page, html: 'x'.repeat(4 * settings.maxBytes + 1_000_001) },
      { ...page, finalUrl: { at: 1 } },
      { ...page, finalUrl: 'javascript:alert(1)' },
      { ...page, finalUrl: `http://a.test/${'a'.repeat(3_000)}` },
      { ...page, redirects: 'none' },
      { ...page, redirects: Array.from({ length: 1_000 }, () => 'http://a.test/') },
      { ...page, fetchedAt: 'now' },
      { ...page, fetchedAt: 1e300 },
      { ...page, bytes: -1 },
      { ...page, httpStatus: NaN },
      { ...page, charset: 'a\0b' },
      { ...page, exchanges: [null] },
      { ...page, kind: 'nonsense' },
      { ...page, kind: '__proto__' },
      { ...failure, retryAfterMs: -Infinity },
      { ...trail, kind: 'sitemap', httpStatus: 200, links: [{}], truncated: false },
      { kind: 'elsewhere', url: 'file:///etc/passwd', redirects: [], networkMs: 0, lastStatus: null },
    ];
    for (const [step, outcome] of malformed.entries()) {
      const [waiting] = await asked(step);
      await answer(step, outcome);
      expect([step, await waiting]).toEqual([
        step,
        expect.objectContaining({
          kind: 'decode',
          finalUrl: test.hosts.url('a.test', `/${step}`),
          message: expect.stringContaining('cannot be read') as string,
        }),
      ]);
    }
    const [waiting] = await asked(100);
    await answer(100, page);
    expect(await waiting).toMatchObject({ ...page, exchanges: [{ url: trail.finalUrl }] });
    // They are settled like all others.
    session.committed([...malformed.keys(), 100]);
    await until(async () => (await held(RESULTS)) === 0);
  });

  it('do not fill the memory by what they say of their size', async () => {
    const flat = Buffer.alloc(2_000_000, 0x90);
    const list = Buffer.from([0xdd, 0, 0, 0, 0]);
    list.writeUInt32BE(flat.length, 1);
    const messages: (readonly [Uint8Array, Record<string, string>])[] = [
      // Two million lists in two kilobytes.
      [Buffer.concat([Uint8Array.of(1), deflateRawSync(Buffer.concat([list, flat]))]), {}],
      [Buffer.concat([Uint8Array.of(1), deflateRawSync(Buffer.alloc(600 * 1024 * 1024))]), {}],
      [Buffer.from('rubbish'), {}],
      [new Uint8Array(), {}],
      ...['1e9', '-1', '2.5', 'many'].map(
        (count) => [pack(1), { [PIECE_COUNT]: count, [PIECE_NUMBER]: '7e8' }] as const,
      ),
      [pack(1), { [PIECE_COUNT]: '2', [PIECE_NUMBER]: '2' }],
    ].map(([data, heads]) => [data as Uint8Array, heads as Record<string, string>] as const);
    for (const [step, [data, heads]] of messages.entries()) {
      const [waiting] = await asked(step);
      await say(data, { [PIECE_NAME]: nameOf(idOf(step)), ...heads });
      // A piece that claims to be one of a milliard is one of many, and waits for the others.
      if (heads[PIECE_COUNT] === '1e9') await answer(step, failure);
      expect([step, (await waiting).kind]).toEqual([step, heads[PIECE_COUNT] === '1e9' ? 'reset' : 'decode']);
    }
  });

  it('reach nobody else: of other runs, of fetches that were not asked for, said again, or to several at once', async () => {
    const [first] = await asked(0);
    const [second] = await asked(1);
    const together = { [ANSWERS_TOGETHER]: '9' };
    const earlier = { ...run, epoch: 1 };
    await say(pack({ id: { ...idOf(0), epoch: 1 }, outcome: page }), {
      [PIECE_NAME]: nameOf({ ...idOf(0), epoch: 1 }),
    });
    await say(pack([{ id: idOf(0), outcome: page }]), together, earlier);
    await say(pack({ id: idOf(7), outcome: page }), { [PIECE_NAME]: nameOf(idOf(7)) });
    for (const list of [null, 'x', [null, 7, {}, { id: null }, { id: 'x' }, { id: idOf(9), outcome: page }]])
      await say(pack(list), together);
    await answer(0, failure);
    expect(await first).toMatchObject({ kind: 'reset' });
    await answer(0, page);
    await say(
      pack([
        { id: idOf(0), outcome: page },
        { id: idOf(1), outcome: page },
      ]),
      together,
    );
    expect(await second).toMatchObject({ kind: 'page' });
  });

  it('cannot send a fetch from one to the next without end', async () => {
    const [waiting] = await asked(0);
    const elsewhere = {
      kind: 'elsewhere',
      url: 'http://b.test/',
      redirects: ['http://a.test/'],
      networkMs: 0,
      lastStatus: 302,
    };
    let ended = false;
    void waiting?.then(() => (ended = true));
    for (let hop = 0; !ended && hop < 100; hop++) {
      const count = await held(REQUESTS);
      await answer(0, elsewhere, hop);
      await until(async () => ended || (await held(REQUESTS)) > count);
    }
    expect(await waiting).toMatchObject({ kind: 'redirect-limit' });
  });

  it('that never come end when nobody waits any more', async () => {
    const stop = new AbortController();
    const url = test.hosts.url('a.test');
    const waiting = session.fetch(
      { url, settings: { ...settings, ...PLAIN_FETCH }, step: { no: 0, attempt: 0 } },
      stop.signal,
    );
    await until(async () => (await held(REQUESTS)) === 1);
    stop.abort();
    expect(await waiting).toMatchObject({ kind: 'aborted' });
  });
});

describe('a renderer that somebody has taken over', () => {
  const always = { render: 'always' } as const;
  const rendered = { html: '<title>x</title>', truncated: false };
  const whole = (result: unknown) => ({ op: 'result', piece: 0, count: 1, bytes: pack(result) });
  /** It takes one page after the other and answers anything. */
  async function pagesTo(): Promise<() => Promise<(body: object) => Promise<RenderReply>>> {
    const { nats } = test;
    const asRenderer = await FleetLink.open({
      url: nats.url,
      name: 'renderer',
      role: 'renderer',
      warn: () => undefined,
    });
    test.later(() => asRenderer.close());
    const consumer = await asRenderer.streams.consumers.get(RENDERS, RENDERERS);
    return async () => {
      const message = await consumer.next();
      message?.ack();
      const { job, owner } = unpack(message?.data ?? new Uint8Array()) as RenderJob;
      const say = async (body: object): Promise<RenderReply> => {
        const call = pack({ job, renderer: 'hostile', ...body }, { plain: true });
        return unpack((await asRenderer.connection.request(owner, call, { timeout: 20_000 })).data) as RenderReply;
      };
      await say({ op: 'task', piece: 0 });
      return say;
    };
  }

  it('gives pages or failures, whatever it says, and fills no memory', async () => {
    await test.fetcher({ renders: true, leaseMs: 5_000 });
    const next = await pagesTo();
    const bomb = deflateRawSync(Buffer.alloc(200 * 1024 * 1024, 0x20));
    const results: (readonly object[])[] = [
      [whole(null)],
      [whole({})],
      [whole({ ...rendered, html: 7 })],
      [whole({ ...rendered, truncated: 'no' })],
      [whole({ ...rendered, screenshot: 'x' })],
      [whole({ ...rendered, screenshot: new Uint8Array(2_000_000) })],
      [{ ...whole(rendered), bytes: Buffer.from('rubbish') }],
      [{ ...whole(rendered), bytes: new Uint8Array() }],
      [{ ...whole(rendered), bytes: Buffer.concat([Uint8Array.of(1), bomb]) }],
      [{ ...whole(rendered), piece: 1 }],
      [{ ...whole(rendered), count: 1e9 }],
      [
        { ...whole(rendered), count: 2 },
        { ...whole(rendered), piece: 1, count: 3 },
      ],
      [{ op: 'fault', fault: { kind: 'deferred', message: 'hold it', retryAfterMs: 1e15 } }],
      [{ op: 'fault', fault: { kind: '__proto__', message: 'no' } }],
    ];
    for (const [step, calls] of results.entries()) {
      const waiting = test.get(session, test.hosts.url(`a${step}.test`), step, { ...always, maxBytes: 1_000_000 });
      const say = await next();
      for (const call of calls) await say(call);
      expect([step, await waiting]).toEqual([step, expect.objectContaining({ kind: 'render-failed' })]);
    }
    // Malformed calls belong to nobody, and the page waits on.
    const waiting = test.get(session, test.hosts.url('b.test'), 100, always);
    const say = await next();
    const odd = [
      { op: 'nonsense' },
      { op: 'task', piece: '__proto__' },
      { op: 'result', count: -1 },
      { op: 'fault' },
      { op: 'navigate' },
    ];
    for (const call of [...odd, { ...whole(rendered), bytes: 'x' }]) expect(await say(call)).toEqual({ is: 'gone' });
    await say(whole({ ...rendered, more: 'unknown' }));
    expect(await waiting).toMatchObject({ kind: 'page', html: rendered.html });
  });

  it('cannot keep a page by giving it back again and again, nor have others fetched without end', async () => {
    await test.fetcher({ renders: true, leaseMs: 5_000 });
    const next = await pagesTo();
    const waiting = test.get(session, test.hosts.url('a.test'), 0, always);
    const say = await next();
    test.hosts.set('refused.test', answering(200, { 'content-type': 'image/png' }, 'x'));
    for (let no = 0; no < 100; no++)
      expect(await say({ op: 'navigate', url: test.hosts.url('refused.test', `/${no}`) })).toEqual({ is: 'refused' });
    expect(test.hosts.count('refused.test')).toBeLessThanOrEqual(50);
    let reply: RenderReply = { is: 'ok' };
    for (let times = 0; times < 100 && reply.is !== 'gone'; times++) {
      await say({ op: 'back' });
      reply = await say({ op: 'task', piece: 0 });
    }
    expect(await waiting).toMatchObject({ kind: 'render-failed', retryable: true });
  });
});

it('questions of a fetcher that somebody has taken over are answered or refused, and harm nobody', async () => {
  const politeness = new VolatilePolitenessStore();
  const renderKnowledge = { load: () => Promise.resolve([]), save: () => Promise.resolve() };
  const end = serveStores({ link, politeness, renderKnowledge, clock: systemClock, within: asService });
  const { link: requester } = await test.worker();
  const rubbish = [Buffer.from('rubbish'), new Uint8Array(), pack(null), pack({ op: 'save-hosts' }), pack({ op: 7 })];
  // More than are processed at a time: each releases its place.
  for (let round = 0; round < 20; round++)
    for (const data of rubbish) await requester.connection.request(STORE, data, { timeout: 5_000 });
  for (const data of rubbish) requester.connection.publish(beginSubject(run.session), data);
  const { data } = await requester.connection.request(STORE, pack({ op: 'load-host', host: 'a.test' }), {
    timeout: 5_000,
  });
  expect(Buffer.from(data)).toEqual(Buffer.from(pack({ ok: true, value: null })));
  end();
});
