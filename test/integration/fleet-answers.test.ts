import { headers } from '@nats-io/transport-node';
import { partitionOf } from '../../src/domain/fleet/index.js';
import type { FetchOutcome } from '../../src/engine/ports.js';
import { failureOutcome } from '../../src/modules/fetch/fetching/index.js';
import {
  ANSWERS_TOGETHER,
  nameOf,
  outcomeOf,
  PIECE_NAME,
  type AnswerMessage,
  type RequestMessage,
} from '../../src/modules/fetch/fleet/link/messages.js';
import { REQUESTS, requestSubject, RESULTS, resultSubject } from '../../src/modules/fetch/fleet/link/names.js';
import { pack, unpack } from '../../src/modules/fetch/fleet/link/wire.js';
import type { FleetLink } from '../../src/modules/fetch/fleet/link/fleet-link.js';
import { type MemberSetup, PARTITIONS, settings, TestFleet, until } from '../support/fleet.js';

let test: TestFleet;
beforeEach(async () => {
  test = await TestFleet.start();
});
afterEach(() => test.stop());

const held = async (link: FleetLink, stream: string): Promise<number> =>
  (await link.admin.streams.info(stream)).state.messages;
const reset = (message: string): FetchOutcome =>
  failureOutcome('reset', message, { finalUrl: 'http://a.test/', redirects: [], fetchedAt: 1, durationMs: 1 });
const kindsOf = (outcomes: readonly FetchOutcome[]): string[] => outcomes.map(({ kind }) => kind);

/** A fetcher that holds its results until they are released: all are ready in one turn then. */
function gated(): { readonly make: NonNullable<MemberSetup['make']>; readonly ready: () => number; open(): void } {
  let ready = 0;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const make: NonNullable<MemberSetup['make']> = (territory) => {
    const fetcher = test.live(territory);
    return Object.assign(Object.create(fetcher) as typeof fetcher, {
      fetchWithin: async (...asked: Parameters<typeof fetcher.fetchWithin>) => {
        const outcome = await fetcher.fetchWithin(...asked);
        ready++;
        await gate;
        return outcome;
      },
    });
  };
  return { make, ready: () => ready, open: () => open() };
}

describe('answers that are ready together', () => {
  it('come in few messages, which stay until the last of their steps is committed', async () => {
    const { fleet, link } = await test.worker();
    const { make, ready, open } = gated();
    await test.fetcher({ make });
    const session = fleet.session('together', 1);
    const stop = new AbortController();
    const steps = [0, 1, 2, 3, 4, 5, 6, 7];
    const pages = steps.map((no) => test.get(session, test.hosts.url(`h${no}.test`), no));
    // One of them is no longer wanted when its answer is sent with the others.
    const step = { no: 8, attempt: 0 };
    const given = session.fetch({ url: test.hosts.url('given-up.test'), settings, step }, stop.signal);
    await until(() => ready() === 9);
    stop.abort();
    expect((await given).kind).toBe('aborted');
    open();
    expect(kindsOf(await Promise.all(pages))).toEqual(steps.map(() => 'page'));
    expect(await held(link, RESULTS)).toBeLessThanOrEqual(3);
    await until(async () => (await held(link, REQUESTS)) === 0);
    session.committed(steps.filter((no) => no !== 5));
    await until(async () => (await held(link, RESULTS)) === 1);
    session.committed([5]);
    await until(async () => (await held(link, RESULTS)) === 0);
    expect(test.hosts.requests).toHaveLength(9);
    await session.close();
  });

  it('count once, however often and beside whatever they come', async () => {
    const { fleet, link } = await test.worker();
    const run = { session: 'doubled', epoch: 2 };
    const session = fleet.session(run.session, run.epoch);
    const pages = [0, 1].map((no) => test.get(session, test.hosts.url('a.test', `/${no}`), no));
    const late = test.get(session, test.hosts.url('a.test', '/2'), 2);
    await until(async () => (await held(link, REQUESTS)) === 3);
    const say = (...answers: (readonly [step: number, message: string, epoch?: number])[]) => {
      const head = headers();
      head.set(ANSWERS_TOGETHER, String(answers.length));
      const list = answers.map(([step, message, epoch = 2]) => ({
        id: { ...run, epoch, step, attempt: 0, hop: 0 },
        outcome: reset(message),
      }));
      return link.streams.publish(resultSubject(run), pack(list), { headers: head });
    };
    // Twice in one message, one of an earlier run, and one without a request.
    await say([0, 'first'], [0, 'second'], [1, 'earlier', 1], [1, 'first'], [7, 'never asked']);
    expect(await Promise.all(pages)).toMatchObject([{ message: 'first' }, { message: 'first' }]);
    await say([0, 'again'], [1, 'again']);
    await say([1, 'again'], [2, 'first']);
    expect(await late).toMatchObject({ message: 'first' });
    // The message without news is settled, and the others wait for their steps.
    await until(async () => (await held(link, RESULTS)) === 2);
    session.committed([0, 2]);
    await until(async () => (await held(link, RESULTS)) === 1);
    session.committed([1]);
    await until(async () => (await held(link, RESULTS)) === 0);
    await session.close();
  });

  it('count when NATS has lost its streams and numbers messages from the first again', async () => {
    const { fleet, link } = await test.worker();
    const run = { session: 'restarted', epoch: 1 };
    const session = fleet.session(run.session, run.epoch);
    const say = (step: number) => {
      const head = headers();
      head.set(ANSWERS_TOGETHER, '1');
      const answer = { id: { ...run, step, attempt: 0, hop: 0 }, outcome: reset('said') };
      return link.streams.publish(resultSubject(run), pack([answer]), { headers: head });
    };
    const [first, second] = [0, 1].map((no) => test.get(session, test.hosts.url('a.test', `/${no}`), no));
    await until(async () => (await held(link, REQUESTS)) === 2);
    expect((await say(0)).seq).toBe(1);
    expect(await first).toMatchObject({ message: 'said' });
    // Nothing is committed at that moment.
    await link.admin.streams.delete(RESULTS);
    await link.provide();
    await session.again();
    expect((await say(1)).seq).toBe(1);
    expect(await second).toMatchObject({ message: 'said' });
    await session.close();
  });

  it('are not taken for lost while they are on their way', async () => {
    const { fleet, link } = await test.worker();
    const run = { session: 'on-their-way', epoch: 1 };
    const session = fleet.session(run.session, run.epoch);
    const pages = [0, 1, 2].map((no) => test.get(session, test.hosts.url('a.test', `/${no}`), no));
    await until(async () => (await held(link, REQUESTS)) === 3);
    const { streams } = link.admin;
    const info = streams.info.bind(streams);
    let answers = 1;
    streams.info = async (...asked) => {
      const found = await info(...asked);
      const subjects = asked[0] === RESULTS ? { [resultSubject(run)]: answers } : {};
      return { ...found, state: { ...found.state, subjects } };
    };
    expect([await session.misses(), await session.misses()]).toEqual([false, false]);
    answers = 0;
    expect([await session.misses(), await session.misses()]).toEqual([false, true]);
    streams.info = info;
    await session.close();
    expect(kindsOf(await Promise.all(pages))).toEqual(['aborted', 'aborted', 'aborted']);
  });

  it('come one by one, and as strings, to a worker that does not say that it takes them otherwise', async () => {
    const { link } = await test.worker();
    const { make, ready, open } = gated();
    await test.fetcher({ make });
    const ids = [0, 1, 2].map((step) => ({ session: 'earlier', step, attempt: 0, epoch: 1, hop: 0 }));
    for (const id of ids) {
      const url = test.hosts.url('a.test', `/${id.step}`);
      const message: RequestMessage = { id, request: { url, settings } };
      const subject = requestSubject(partitionOf(url, PARTITIONS), 'plain', id);
      await link.streams.publish(subject, pack(message), { msgID: nameOf(id) });
    }
    await until(() => ready() === ids.length);
    open();
    await until(async () => (await held(link, RESULTS)) === ids.length);
    const last = await link.admin.streams.getMessage(RESULTS, { last_by_subj: resultSubject(ids[0]) });
    expect(last?.header.has(PIECE_NAME)).toBe(true);
    const answer = unpack(last?.data ?? new Uint8Array()) as AnswerMessage;
    expect(answer.html).toBeUndefined();
    expect(outcomeOf(answer)).toMatchObject({ kind: 'page', html: expect.stringContaining('<') as string });
  });
});

describe('publications', () => {
  it('are refused with what NATS says, and when no stream or no NATS is there', async () => {
    const { link } = await test.worker();
    const { publications } = link;
    const data = new Uint8Array(1);
    await expect(publications.publish({ subject: 'no.stream', data, msgID: '1' })).rejects.toThrow(
      'no stream is there',
    );
    const { config } = await link.admin.streams.info(RESULTS);
    await link.admin.streams.update(RESULTS, { ...config, max_msgs: 1 });
    const subject = resultSubject({ session: 'full', epoch: 1 });
    await publications.publishSoon({ subject, data, msgID: '2' });
    // A repeat is not a second one.
    await publications.publish({ subject, data, msgID: '2' });
    await expect(publications.publish({ subject, data, msgID: '3' })).rejects.toThrow('maximum messages exceeded');
    await test.nats.kill();
    const unheard = publications.publish({ subject, data, msgID: '2' });
    const known = unheard.catch((error: unknown) => error);
    await test.nats.start();
    // At the reconnection, not when no confirmation has come for seconds.
    expect(String(await known)).toContain('the connection to NATS was lost');
    const waiting = [4, 5].map((no) => publications.publishSoon({ subject, data, msgID: String(no) }));
    const ends = Promise.allSettled(waiting);
    await link.connection.close();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(publications.publish({ subject, data, msgID: '6' })).rejects.toThrow();
  });
});
