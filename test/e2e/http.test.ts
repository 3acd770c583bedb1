import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';

const ORIGIN = 'https://app.example';
const KEY = 'first-key-0123456789';

let service: TestService;
let locked: TestService;
let rows: SessionRows;
beforeAll(async () => {
  service = await startService({ CORS_ORIGINS: ORIGIN });
  locked = await startService({ API_KEYS: KEY, CORS_ORIGINS: ORIGIN });
  rows = await insertSessionRows(service.databaseUrl, { steps: 60 });
});
afterAll(async () => {
  await service.stop();
  await locked.stop();
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly json: Record<string, unknown>;
}

/** Like `fetch`, without added headers and decoding. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
  url = service.url,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          const bytes = Buffer.concat(parts);
          const isJson =
            /json/.test(response.headers['content-type'] ?? '') &&
            response.headers['content-encoding'] === undefined &&
            bytes.length > 0;
          const json = isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {};
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, json });
        });
    });
    outgoing.on('error', reject).end(body);
  });
}
const JSON_BODY = { 'content-type': 'application/json' };
const createTopic = async (): Promise<string> =>
  String((await ask('POST', '/v1/topics', JSON_BODY, JSON.stringify({ name: randomUUID() }))).json['id']);

describe('conditional requests', () => {
  const readable = (): string[] => [
    `/v1/topics/${rows.topicId}`,
    '/v1/topics',
    `/v1/topics/${rows.topicId}/keywords`,
    `/v1/models/${rows.modelId}`,
    '/v1/policies',
    '/v1/policies/tres',
    '/v1/sessions',
    `/v1/sessions/${rows.sessionId}`,
    `/v1/sessions/${rows.sessionId}/pages`,
    `/v1/sessions/${rows.sessionId}/pages/0`,
    `/v1/sessions/${rows.sessionId}/domains/0`,
    `/v1/sessions/${rows.sessionId}/report`,
    '/openapi.json',
  ];

  it('every resource has a tag, and what the client has is not sent again', async () => {
    for (const path of readable()) {
      const first = await ask('GET', path);
      const tag = String(first.headers.etag);
      expect([path, first.status, tag]).toEqual([path, 200, expect.stringMatching(/^"[\w.-]+"$/)]);
      for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
        const again = await ask('GET', path, { 'if-none-match': known });
        expect([path, known, again.status, again.bytes.length, again.headers.etag]).toEqual([path, known, 304, 0, tag]);
      }
      expect([path, (await ask('GET', path, { 'if-none-match': '"other"' })).status]).toEqual([path, 200]);
      expect([path, (await ask('GET', path)).headers.etag]).toEqual([path, tag]);
    }
  });

  it('a tag changes with its object', async () => {
    const id = await createTopic();
    const before = (await ask('GET', `/v1/topics/${id}`)).headers.etag;
    await ask('POST', `/v1/topics/${id}/examples`, JSON_BODY, JSON.stringify({ text: 'some words', relevant: true }));
    const after = await ask('GET', `/v1/topics/${id}`, { 'if-none-match': String(before) });
    expect([after.status, after.json['exampleCounts']]).toEqual([200, { relevant: 1, irrelevant: 0 }]);
  });

  it('changes, deletions and actions against another state are refused, and go through against this one', async () => {
    const id = await createTopic();
    const { json: example } = await ask(
      'POST',
      `/v1/topics/${id}/examples`,
      JSON_BODY,
      JSON.stringify({ text: 'some words', relevant: true }),
    );
    const path = `/v1/topics/${id}/examples/${String(example['id'])}`;
    const stale = { 'if-match': String((await ask('GET', path)).headers.etag) };
    const change = (headers: Record<string, string>) =>
      ask('PATCH', path, { ...JSON_BODY, ...headers }, '{"relevant":false}');
    expect((await change(stale)).status).toBe(200);
    expect(await change(stale)).toMatchObject({
      status: 412,
      json: { code: 'PRECONDITION_FAILED', field: 'If-Match' },
    });
    expect((await ask('DELETE', path, stale)).status).toBe(412);
    const session = `/v1/sessions/${rows.sessionId}`;
    expect(
      (await ask('POST', `${session}/extend`, { ...JSON_BODY, 'if-match': '"stale"' }, '{"fetches":5}')).status,
    ).toBe(412);
    expect((await ask('DELETE', session, { 'if-match': 'W/"weak"' })).status).toBe(412);
    const fresh = { 'if-match': String((await ask('GET', path)).headers.etag) };
    expect((await ask('DELETE', path, fresh)).status).toBe(204);
    expect((await ask('DELETE', path, fresh)).status).toBe(404);
  });
});

describe('the choice of fields', () => {
  type Json = Readonly<Record<string, unknown>>;
  const shortened = (object: Json, names: readonly string[]): Json =>
    Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));

  it('leaves out the other fields of objects and of items of lists, and keeps tags and cursors', async () => {
    const paths = [
      ...['', '/pages?first=2&total=true', '/domains?first=2', '/pages/0'].map(
        (path) => `/v1/sessions/${rows.sessionId}${path}`,
      ),
      ...[`/v1/topics/${rows.topicId}/pages?first=2`, `/v1/topics/${rows.topicId}/domains`, '/v1/sessions'],
    ];
    for (const path of paths) {
      const whole = await ask('GET', path);
      const { items, ...facts } = whole.json as { items?: Json[] };
      const names = Object.keys(items === undefined ? whole.json : (items[0] ?? { topicId: '' })).slice(0, 2);
      const few = await ask('GET', `${path}${path.includes('?') ? '&' : '?'}fields=${names.join()}`);
      const expected =
        items === undefined
          ? shortened(whole.json, names)
          : { items: items.map((item) => shortened(item, names)), ...facts };
      expect([path, few.status, few.headers.etag]).toEqual([path, 200, whole.headers.etag]);
      expect([path, few.json]).toEqual([path, expected]);
    }
  });

  it('refuses unknown names with the allowed ones', async () => {
    const path = `/v1/sessions/${rows.sessionId}/pages`;
    for (const fields of ['url,nonsense', '', 'url,,step', 'items', 'constructor', 'url&fields=step'])
      expect([fields, await ask('GET', `${path}?fields=${fields}`)]).toEqual([
        fields,
        expect.objectContaining({
          status: 400,
          json: expect.objectContaining({
            field: 'fields',
            allowed: expect.stringMatching(/^names of fields, separated by commas: sessionId, step, /) as unknown,
          }) as unknown,
        }),
      ]);
    // A change has no choice: its parameter is not known.
    expect((await ask('GET', '/v1/sessions?fields=state&state=nonsense')).json['field']).toBe('state');
  });

  it('is documented for the reads that have it', async () => {
    const { paths } = (await ask('GET', '/openapi.json')).json as {
      paths: Record<string, { get?: { parameters?: { name: string }[]; responses: Record<string, Json> } }>;
    };
    const reads = Object.entries(paths).filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'fields'));
    expect(reads.length).toBeGreaterThan(60);
    for (const [path] of reads) {
      const url = path.replaceAll(/\{(?:step|version|domainNo|no)\}/g, '0').replaceAll(/\{\w+\}/g, randomUUID());
      // The choice is read before the object, so that it is refused first.
      expect([path, (await ask('GET', `${url}?fields=nonsense`)).json['field']]).toEqual([path, 'fields']);
    }
  });
});

describe('methods, paths and types', () => {
  it('405 names the methods there are', async () => {
    expect(await ask('DELETE', '/v1/topics')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, POST' },
      json: { code: 'METHOD_NOT_ALLOWED', allowed: 'GET, HEAD, POST' },
    });
    expect((await ask('POST', `/v1/sessions/${rows.sessionId}`)).headers.allow).toBe('DELETE, GET, HEAD, PATCH');
    expect((await ask('PUT', '/health/live')).status).toBe(405);
    expect((await ask('HEAD', '/graphql?query={__typename}')).headers.allow).toBe('GET, POST');
    expect((await ask('GET', '/v1/nowhere')).status).toBe(404);
  });

  it('HEAD answers as GET does, without the body', async () => {
    for (const path of [
      '/v1/topics',
      `/v1/sessions/${rows.sessionId}`,
      `/v1/sessions/${rows.sessionId}/pages/export?format=csv`,
      '/docs',
      '/graphiql',
      '/openapi.json',
      '/health/live',
    ]) {
      const [get, head] = [await ask('GET', path), await ask('HEAD', path)];
      expect([path, head.status, head.bytes.length, head.headers['content-type'], head.headers.etag]).toEqual([
        path,
        200,
        0,
        get.headers['content-type'],
        get.headers.etag,
      ]);
    }
    expect((await ask('HEAD', `/v1/sessions/${randomUUID()}`)).status).toBe(404);
  });

  it('a slash at the end changes nothing', async () => {
    for (const path of ['/v1/topics', `/v1/sessions/${rows.sessionId}`, '/health/live', '/graphiql']) {
      const [without, withSlash] = [await ask('GET', path), await ask('GET', `${path}/`)];
      expect([path, withSlash.status, withSlash.bytes.equals(without.bytes)]).toEqual([path, 200, true]);
    }
    // Also to the state on which an action is based.
    const condition = { 'if-match': '"stale"' };
    for (const action of ['pause', 'pause/'])
      expect((await ask('POST', `/v1/sessions/${rows.sessionId}/${action}`, condition)).json).toMatchObject({
        status: 412,
        field: 'If-Match',
      });
  });

  it('406 names the types there are', async () => {
    expect(await ask('GET', '/v1/topics', { accept: 'text/html' })).toMatchObject({
      status: 406,
      json: { code: 'NOT_ACCEPTABLE', field: 'Accept', allowed: 'application/json' },
    });
    expect((await ask('POST', '/v1/topics', { ...JSON_BODY, accept: 'image/png' }, '{}')).status).toBe(406);
    const pages = `/v1/sessions/${rows.sessionId}/pages/export`;
    expect((await ask('GET', pages, { accept: 'application/json' })).json).toMatchObject({
      status: 406,
      allowed: 'application/x-ndjson, text/csv, application/vnd.apache.parquet, application/gzip',
    });
    for (const accept of [
      '*/*',
      'application/*',
      'application/json;q=0.1, text/html',
      'application/json; charset=utf-8',
      '',
    ]) {
      expect([accept, (await ask('GET', '/v1/topics', { accept })).status]).toEqual([accept, 200]);
    }
    expect((await ask('GET', '/v1/topics', { accept: 'application/json;q=0' })).status).toBe(406);
  });

  it('415 has a code of its own, and empty bodies of actions are none', async () => {
    const post = (type: string, body: string, more = {}) =>
      ask('POST', '/v1/topics', { 'content-type': type, ...more }, body);
    const refused = { status: 415, json: { code: 'UNSUPPORTED_MEDIA_TYPE' } };
    expect(await post('text/plain', '{}')).toMatchObject(refused);
    // As curl sends a body without a type.
    expect(await post('application/x-www-form-urlencoded', 'name=x')).toMatchObject({
      ...{
        status: 415,
        json: { field: 'Content-Type', allowed: expect.stringContaining('application/json') as string },
      },
    });
    expect(await post('application/json; charset=latin1', '{}')).toMatchObject(refused);
    // Read by one call alone, and in UTF-8.
    for (const type of ['application/x-ndjson', 'application/jsonl'])
      expect(await post(type, '{}')).toMatchObject({ ...refused, json: { field: 'Content-Type' } });
    const lines = { 'content-type': 'application/x-ndjson; charset=utf-16' };
    expect(await ask('POST', `/v1/topics/${rows.topicId}/examples/bulk`, lines, '{}')).toMatchObject(refused);
    expect(await post('application/json', '{}', { 'content-encoding': 'Identity' })).toMatchObject({ status: 400 });
    expect(await post('application/json', '{}', { 'content-encoding': 'gzip' })).toMatchObject(refused);
    for (const headers of [JSON_BODY, { ...JSON_BODY, 'content-length': '0' }, {}]) {
      expect((await ask('POST', `/v1/sessions/${rows.sessionId}/pause`, headers)).json).toMatchObject({
        status: 409,
        code: 'INVALID_STATE',
      });
    }
  });
});

describe('pages of other origins', () => {
  it('those that are set may call, and their preflight needs no key', async () => {
    const preflight = await ask(
      'OPTIONS',
      '/v1/topics',
      {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, if-match',
      },
      undefined,
      locked.url,
    );
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': expect.stringContaining('PATCH'),
      },
    });
    expect(String(preflight.headers['access-control-allow-headers']).toLowerCase()).toContain('if-match');
    const call = await ask(
      'GET',
      '/v1/topics',
      { origin: ORIGIN, authorization: `Bearer ${KEY}` },
      undefined,
      locked.url,
    );
    expect(call).toMatchObject({
      status: 200,
      headers: {
        'access-control-allow-origin': ORIGIN,
        'access-control-expose-headers': expect.stringContaining('ETag'),
      },
    });
    expect((await ask('GET', '/v1/topics', { origin: ORIGIN }, undefined, locked.url)).status).toBe(401);
    expect((await ask('GET', '/v1/topics', { origin: ORIGIN })).status).toBe(200);
  });

  it('other origins get no CORS headers', async () => {
    const call = await ask(
      'GET',
      '/v1/topics',
      { origin: 'https://evil.example', authorization: `Bearer ${KEY}` },
      undefined,
      locked.url,
    );
    expect(call.headers['access-control-allow-origin']).toBeUndefined();
    expect((await ask('GET', '/v1/topics', { origin: 'https://evil.example' })).status).toBe(401);
  });
});

describe('sizes', () => {
  it('long answers are compressed, with tags of their own that mean the same resource', async () => {
    const path = `/v1/sessions/${rows.sessionId}/pages?first=60`;
    const plain = await ask('GET', path);
    for (const [coding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await ask('GET', path, { 'accept-encoding': coding });
      expect([packed.headers['content-encoding'], String(packed.headers.vary).toLowerCase()]).toEqual([
        coding,
        expect.stringContaining('accept-encoding'),
      ]);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(decode(packed.bytes).equals(plain.bytes)).toBe(true);
      expect(
        (await ask('GET', path, { 'if-none-match': String(packed.headers.etag), 'accept-encoding': coding })).status,
      ).toBe(304);
    }
    const file = await ask('GET', `/v1/sessions/${rows.sessionId}/pages/export?format=csv`, {
      'accept-encoding': 'gzip',
    });
    expect([file.headers['content-encoding'], gunzipSync(file.bytes).toString().split('\r\n').length]).toEqual([
      'gzip',
      62,
    ]);
  });

  it('GraphiQL is sent compressed, and once', async () => {
    const page = await ask('GET', '/graphiql/graphiql.js', { 'accept-encoding': 'br, gzip' });
    expect([page.status, page.headers['content-encoding'], page.headers['cache-control']]).toEqual([
      200,
      'br',
      'public, max-age=86400',
    ]);
    expect(page.bytes.length).toBeLessThan(2_000_000);
    expect((await ask('GET', '/graphiql/graphiql.js', { 'if-none-match': String(page.headers.etag) })).status).toBe(
      304,
    );
    expect((await ask('GET', '/graphiql/graphiql.js')).bytes.length).toBeGreaterThan(5_000_000);
    expect((await ask('GET', '/graphiql/other.js')).status).toBe(404);
  });

  it('lists link to their next part', async () => {
    const path = `/v1/sessions/${rows.sessionId}/pages?sort=step&first=25`;
    const seen: unknown[] = [];
    let next: string | undefined = path;
    while (next !== undefined) {
      const { headers, json }: Answer = await ask('GET', next);
      seen.push(...(json['items'] as unknown[]));
      const links: string = String(headers.link);
      expect(links).toContain(`<${path}>; rel="first"`);
      next = /<([^>]+)>; rel="next"/.exec(links)?.[1];
    }
    expect(seen).toHaveLength(60);
  });
});

describe('texts', () => {
  it('damaged ones are refused and not repaired', async () => {
    const name = (bytes: Buffer) =>
      ask('POST', '/v1/topics', JSON_BODY, Buffer.concat([Buffer.from('{"name":"'), bytes, Buffer.from('"}')]));
    expect((await name(Buffer.from([0xff]))).json).toMatchObject({ status: 400, field: 'body' });
    expect((await name(Buffer.from([0xed, 0xa0, 0x80]))).json).toMatchObject({ status: 400, field: 'body' });
    expect((await name(Buffer.from('\\ud800'))).json).toMatchObject({ status: 400, field: 'name' });
    for (const text of ['%FF', '%ED%A0%80', '%00', '%C3']) {
      expect([text, (await ask('GET', `/v1/topics?search=${text}`)).json]).toEqual([
        text,
        expect.objectContaining({ status: 400, field: 'search' }),
      ]);
    }
    expect((await ask('GET', '/v1/topics?search=%F0%9F%A7%80+caf%C3%A9')).status).toBe(200);
  });

  it('dates are days that the calendar has', async () => {
    const of = (from: string) =>
      ask('GET', `/v1/sessions/${rows.sessionId}/pages?fetchedFrom=${encodeURIComponent(from)}`);
    for (const bad of [
      '2026-02-30',
      '2025-02-29',
      '0000-01-01',
      '2026-13-01',
      '2026-1-1',
      '10000-01-01',
      '2026-01-01T25:00:00Z',
      '2026-01-01T00:00:00+99:00',
      '1767225600000',
    ]) {
      expect([bad, (await of(bad)).json]).toEqual([
        bad,
        expect.objectContaining({ status: 400, field: 'fetchedFrom' }),
      ]);
    }
    for (const good of [
      '2024-02-29',
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.123456+02:00',
      '0001-01-01',
      '9999-12-31T23:59:59Z',
    ]) {
      expect([good, (await of(good)).status]).toEqual([good, 200]);
    }
  });

  it('large and deep bodies do not hold up other calls', async () => {
    const hostile = [
      '['.repeat(900_000),
      `[${'0,'.repeat(450_000)}0]`,
      `{"name":${JSON.stringify('\\u0041'.repeat(150_000))}}`,
      `[${'{},'.repeat(15_000)}{}]`,
      JSON.stringify({ name: 'x', keywords: Array(45_000).fill('word') }),
      `{${Array.from({ length: 40_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
    ];
    for (const body of hostile) {
      const { status } = await ask('POST', '/v1/topics', JSON_BODY, body);
      expect([body.slice(0, 20), [400, 413].includes(status)]).toEqual([body.slice(0, 20), true]);
    }
    expect((await ask('POST', '/v1/topics', JSON_BODY, `{"name":"${'x'.repeat(1_000_000)}"}`)).json).toMatchObject({
      ...{ status: 413, code: 'PAYLOAD_TOO_LARGE', field: 'body', allowed: 'at most 1000000 bytes' },
    });
    const { json } = await ask('POST', '/graphql', JSON_BODY, `{"query":"${'x'.repeat(8_000_000)}"}`);
    expect(json).toMatchObject({ errors: [{ extensions: { field: 'body', allowed: 'at most 8000000 bytes' } }] });
  });
});
