import { limited } from './body-limits.js';
import { createApi, throwing } from './calls.js';
import { GleanerError } from './errors.js';
import { createGleaner } from './gleaner.js';
import { createTransport, type Fetch, retryAfterMs, sleep } from './transport.js';

interface Seen {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Calls to a service that gives these responses one after another; errors are thrown. */
function calls(answers: readonly (Response | Error)[], timeoutMs = 60_000) {
  const seen: Seen[] = [];
  const waits: number[] = [];
  const fetch: Fetch = async (request) => {
    seen.push({ method: request.method, headers: request.headers, body: await request.text() });
    const answer = answers[Math.min(seen.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    return answer.clone();
  };
  const transport = createTransport({
    fetch,
    timeoutMs,
    attempts: 4,
    random: () => 0.5,
    sleep: async (ms) => void waits.push(ms),
  });
  let keys = 0;
  const newIdempotencyKey = (): string => `key ${++keys}`;
  const api = createApi({ url: 'http://service', key: 'k', project: 'dairy', transport, timeoutMs, newIdempotencyKey });
  return { seen, waits, get: throwing(api, 'get'), post: throwing(api, 'post'), delete: throwing(api, 'delete') };
}
const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const away = (): Error => new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
/** A response whose connection is lost in the middle of its JSON. */
const brokenOff = (status = 200): Response => {
  const start = (controller: ReadableStreamDefaultController): void =>
    controller.enqueue(new TextEncoder().encode('{'));
  const pull = (controller: ReadableStreamDefaultController): void => controller.error(new TypeError('terminated'));
  return new Response(new ReadableStream({ start, pull }, { highWaterMark: 0 }), { status });
};
const project = { id: 'p', name: 'dairy', createdAt: '2026-11-23T00:00:00Z' };
const path = { id: 's' };

describe('calls', () => {
  it('carry key and project, and are answered with the body', async () => {
    const service = calls([json(project)]);
    expect(await service.get('/v1/project')).toEqual(project);
    expect(service.seen[0].headers.get('authorization')).toBe('Bearer k');
    expect(service.seen[0].headers.get('gleaner-project')).toBe('dairy');
  });

  it('are answered with nothing where the service says nothing', async () => {
    const service = calls([new Response(null, { status: 204 })]);
    expect(await service.delete('/v1/sessions/{id}', { params: { path } })).toBeUndefined();
  });

  it.each([
    [new Response('<html>sign in</html>'), 200, '', /^GET \/v1\/project: the response is not JSON; `url` may be/],
    [brokenOff(), 0, 'UNREACHABLE', /^GET \/v1\/project: the response broke off: terminated$/],
  ])('throw a GleanerError for a response that cannot be read (%#)', async (answer, status, code, message) => {
    const call = calls([answer]).get('/v1/project');
    await expect(call).rejects.toBeInstanceOf(GleanerError);
    await expect(call).rejects.toMatchObject({ status, code, message: expect.stringMatching(message) as string });
  });

  it('throw what the service says of a refusal, in one line with the field', async () => {
    const refused = { code: 'VALIDATION_FAILED', detail: 'no', field: 'seeds[1]', allowed: 'a URL', status: 400 };
    const problem = { ...refused, requestId: 'r', details: { errors: ['no', 'nor that'] } };
    const call = calls([json(problem, 400)]).post('/v1/topics', { body: { name: 'x' } });
    await expect(call).rejects.toBeInstanceOf(GleanerError);
    await expect(call).rejects.toMatchObject({ status: 400, code: problem.code, field: problem.field, problem });
    await expect(call).rejects.toThrow(
      /^POST \/v1\/topics: no \(field seeds\[1\]\); allowed: a URL \[400 VALIDATION_FAILED\]$/,
    );
  });

  it('show the beginning of a refusal that is not of this service', async () => {
    const call = calls([new Response(`<html>${'x'.repeat(1_000)}`, { status: 404 })]).get('/v1/project');
    await expect(call).rejects.toMatchObject({
      status: 404,
      code: '',
      problem: { detail: `<html>${'x'.repeat(194)}` },
    });
  });
});

describe('a body', () => {
  /** Sends a byte at these intervals for ever, or nothing more. */
  const trickle = (everyMs: number | null) => {
    const state = { cancelled: false };
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await (everyMs === null ? new Promise(() => undefined) : sleep(everyMs));
        if (!state.cancelled) controller.enqueue(new TextEncoder().encode(' '));
      },
      cancel: () => void (state.cancelled = true),
    });
    return { state, response: new Response(body, { headers: { 'content-type': 'application/json' } }) };
  };

  it.each([null, 1])('of JSON that does not end is given up (%j)', async (everyMs) => {
    const { response, state } = trickle(everyMs);
    // The clone of `calls` would keep the other half open.
    response.clone = () => response;
    const call = calls([response], 20).get('/v1/project');
    await expect(call).rejects.toBeInstanceOf(GleanerError);
    await expect(call).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'GET /v1/project: the response is not complete in time',
    });
    expect(state.cancelled).toBe(true);
  });

  it('that is read as a stream stays open as long as bytes arrive', async () => {
    const { response } = trickle(5);
    const gleaner = createGleaner({ url: 'http://service', timeoutMs: 1, fetch: () => Promise.resolve(response) });
    const reader = (await gleaner.download('/v1/sessions/{id}/archive', { params: { path } })).getReader();
    for (let n = 0; n < 5; n++) expect((await reader.read()).done).toBe(false);
    await reader.cancel();
  });

  it('that falls silent is given up, however slowly it is read', async () => {
    const [silent, steady] = [trickle(null), trickle(1)];
    const text = limited(silent.response, { totalMs: null, idleMs: 1 }, 'GET /').text();
    await expect(text).rejects.toMatchObject({ code: 'TIMEOUT', message: 'GET /: the response has stopped arriving' });
    expect(silent.state.cancelled).toBe(true);
    const reader = limited(steady.response, { totalMs: null, idleMs: 60_000 }, 'GET /').body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
    expect(steady.state.cancelled).toBe(true);
  });
});

test.each([
  ['a missing parameter', {}],
  ['an empty one', { path: { id: '' } }],
])('a path with %s is refused before it is called', async (_, params) => {
  const service = calls([json({})]);
  const call = service.get('/v1/sessions/{id}', { params: params as { path: { id: string } } });
  await expect(call).rejects.toThrow(new TypeError('path.id is missing; allowed: a value for /v1/sessions/{id}'));
  expect(service.seen).toEqual([]);
});

describe('repetitions', () => {
  it('of a call that reads wait longer each time, and end with the cause', async () => {
    const service = calls([away()]);
    await expect(service.get('/v1/project')).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: 'GET /v1/project: connect ECONNREFUSED',
    });
    expect(service.seen).toHaveLength(4);
    expect(service.waits).toEqual([125, 250, 500]);
  });

  it('wait as long as the service says', async () => {
    const service = calls([json({}, 503, { 'retry-after': '3' }), json(project)]);
    expect(await service.get('/v1/project')).toEqual(project);
    expect(service.waits).toEqual([3_125]);
  });

  it.each([
    ['answer', 200],
    ['refusal', 404],
  ])('are made of a read whose %s breaks off', async (_, status) => {
    const service = calls([brokenOff(status), brokenOff(status), json(project)]);
    expect(await service.get('/v1/project')).toEqual(project);
    expect(service.waits).toEqual([125, 250]);
  });

  it('of a creation whose answer breaks off carry the same key', async () => {
    const service = calls([brokenOff(201), json({ id: 't' }, 201)]);
    expect(await service.post('/v1/topics', { body: { name: 'x' } })).toEqual({ id: 't' });
    expect(service.seen.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key 1', 'key 1']);
  });

  it('do not wait for an hour', async () => {
    const service = calls([json({ code: 'UNAVAILABLE' }, 503, { 'retry-after': '3600' })]);
    await expect(service.get('/v1/project')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(service.seen).toHaveLength(1);
  });

  it('of a creation carry the same key and the same body', async () => {
    const service = calls([away(), json({}, 502), json({ id: 't' }, 201)]);
    expect(await service.post('/v1/topics', { body: { name: 'x' } })).toEqual({ id: 't' });
    expect(service.seen.map(({ headers, body }) => [headers.get('idempotency-key'), body])).toEqual(
      Array(3).fill(['key 1', '{"name":"x"}']),
    );
  });

  it("keep a creation's own key", async () => {
    const service = calls([json({ id: 't' }, 201)]);
    await service.post('/v1/topics', { body: { name: 'x' }, params: { header: { 'Idempotency-Key': 'mine' } } });
    expect(service.seen[0].headers.get('idempotency-key')).toBe('mine');
  });

  it('are not made of an action that may have been carried out', async () => {
    const service = calls([away()]);
    await expect(service.post('/v1/sessions/{id}/stop', { params: { path } })).rejects.toMatchObject({ status: 0 });
    expect(service.seen).toHaveLength(1);
    const broken = calls([brokenOff()]);
    await expect(broken.post('/v1/sessions/{id}/stop', { params: { path } })).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
    expect(broken.seen).toHaveLength(1);
    const refused = calls([json({}, 503)]);
    await expect(refused.post('/v1/sessions/{id}/stop', { params: { path } })).rejects.toMatchObject({ status: 503 });
    expect(refused.seen).toHaveLength(1);
  });

  it('are made of an action that the service did not begin', async () => {
    const service = calls([json({}, 429, { 'retry-after': '1' }), json({ id: 's' }, 202)]);
    expect(await service.post('/v1/sessions/{id}/stop', { params: { path } })).toEqual({ id: 's' });
  });

  it('are not made of what is refused for good', async () => {
    const service = calls([json({ code: 'NOT_FOUND' }, 404)]);
    await expect(service.get('/v1/sessions/{id}', { params: { path } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(service.seen).toHaveLength(1);
  });
});

test('an attempt that is not answered in time is ended, and its caller told', async () => {
  const fetch: Fetch = (_request, init) =>
    new Promise((_resolve, reject) =>
      init?.signal.addEventListener('abort', () => reject(init.signal.reason as Error)),
    );
  const transport = createTransport({ fetch, timeoutMs: 1, attempts: 1, random: () => 0, sleep });
  await expect(transport(new Request('http://service/v1/project'))).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: 'GET /v1/project: no answer in time',
  });
});

test('an aborted call fails with the reason of its caller, and nothing is repeated', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  let attempts = 0;
  const fetch: Fetch = (_request, init) => {
    attempts++;
    return new Promise((_resolve, reject) => {
      init?.signal.addEventListener('abort', () => reject(init.signal.reason as Error));
      controller.abort(reason);
    });
  };
  const transport = createTransport({ fetch, timeoutMs: 60_000, attempts: 4, random: () => 0, sleep });
  await expect(transport(new Request('http://service/', { signal: controller.signal }))).rejects.toBe(reason);
  expect(attempts).toBe(1);
  await expect(sleep(60_000, controller.signal)).rejects.toBe(reason);
});

test.each([
  ['7', 7_000],
  ['Mon, 23 Nov 2026 00:00:05 GMT', 5_000],
  ['Mon, 23 Nov 2026 00:00:00 GMT', 0],
  ['soon', null],
  [null, null],
])('Retry-After: %s', (value, expected) => {
  expect(retryAfterMs(value, Date.UTC(2026, 10, 23))).toBe(expected);
});

describe('a client', () => {
  it.each([
    [{ url: undefined as unknown as string }, /^url must be an http or https URL/],
    [{ url: 'localhost:3000' }, /not "localhost:3000"$/],
    [{ url: '127.0.0.1:3000' }, /not "127\.0\.0\.1:3000"$/],
    [{ url: 'http://service', key: 'gl_…' }, /^key has characters/],
    [{ url: 'http://service', project: '奶' }, /^project has characters .*the id of the project$/],
  ])('refuses options that cannot be used, by name (%#)', (options, message) => {
    expect(() => createGleaner(options)).toThrow(message);
  });

  const refusing = createGleaner({
    url: 'http://service/',
    fetch: ({ url }) => {
      const answer = json({ code: 'NOT_FOUND', detail: 'session s does not exist' }, 404);
      return Promise.resolve(Object.defineProperty(answer, 'url', { value: url }));
    },
  });
  it.each([
    ['a stream', () => refusing.sessionStream('s').next(), '/v1/sessions/s/stream'],
    ['rows', () => refusing.exportRows('s', 'pages').next(), '/v1/sessions/s/pages/export'],
  ])('says why %s is refused, and the path', async (_, call, at) => {
    const message = `GET ${at}: session s does not exist [404 NOT_FOUND]`;
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND', message });
  });

  it('refuses lists without the parameters of their path', async () => {
    // @ts-expect-error -- the path has a parameter
    await expect(refusing.list('/v1/topics/{id}/pages').next()).rejects.toThrow(/^path\.id is missing/);
    // @ts-expect-error -- nor can it be left out beside others
    await expect(refusing.list('/v1/topics/{id}/pages', { query: {} }).next()).rejects.toThrow(/^path\.id is missing/);
    // @ts-expect-error -- this path has none
    await expect(refusing.list('/v1/topics', { path: { id: 's' } }).next()).rejects.toThrow(/NOT_FOUND/);
    await expect(refusing.list('/v1/topics').next()).rejects.toThrow(/NOT_FOUND/);
  });

  it('gives field and allowed values of errors of GraphQL', async () => {
    const extensions = { code: 'VALIDATION_FAILED', field: 'input.name', allowed: 'a text' };
    const gleaner = createGleaner({
      url: 'http://service',
      fetch: () => Promise.resolve(json({ errors: [{ message: 'no name', extensions }] })),
    });
    await expect(gleaner.graphql('{ x }')).rejects.toMatchObject({ status: 200, ...extensions });
  });
});
