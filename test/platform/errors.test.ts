import { ERROR_STATUS } from '../../src/platform/errors/index.js';
import { ITEM_COUNT } from './probe-module.js';
import { type ProbeService, startProbeService } from './probe-service.js';
import { rawAnswer, sendRaw } from './raw-http.js';

let service: ProbeService;
beforeAll(async () => {
  service = await startProbeService({ BODY_LIMIT_BYTES: '2048', GRAPHQL_MAX_COMPLEXITY: '500' });
});
afterAll(() => service.stop());

const json = { 'content-type': 'application/json' };
const post = (path: string, body: string, headers: Record<string, string> = json) =>
  fetch(`${service.url}${path}`, { method: 'POST', body, headers });

async function problem(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const body = (await response.json()) as Record<string, unknown>;
  expect(body['status']).toBe(response.status);
  expect(body['requestId']).toBe(response.headers.get('x-request-id'));
  return body;
}

interface GraphqlAnswer {
  data: Record<string, unknown> | null;
  errors?: { message: string; path?: string[]; extensions: Record<string, unknown> }[];
}

async function graphql(query: string, variables?: object) {
  const response = await post('/graphql', JSON.stringify({ query, variables }));
  const body = (await response.json()) as GraphqlAnswer;
  return { status: response.status, ...body };
}

describe('REST refusals', () => {
  test.each(Object.entries(ERROR_STATUS))('%s answers %i as problem details', async (code, status) => {
    const body = await problem(await fetch(`${service.url}/v1/probe/refusals/${code}`));
    expect(body).toMatchObject({
      type: `urn:gleaner:problem:${code.toLowerCase().replaceAll('_', '-')}`,
      status,
      code,
      detail: `refused with ${code}`,
      field: 'code',
      details: { code },
      instance: `/v1/probe/refusals/${code}`,
    });
  });

  test('a bug answers INTERNAL without its message', async () => {
    const body = await problem(await fetch(`${service.url}/v1/probe/refusals/bug`));
    expect(body).toMatchObject({ status: 500, code: 'INTERNAL' });
    expect(JSON.stringify(body)).not.toMatch(/secret|hunter2/);
  });

  test('a status without a code of its own is kept', async () => {
    expect(await problem(await fetch(`${service.url}/v1/probe/refusals/http`))).toMatchObject({
      status: 418,
      code: 'VALIDATION_FAILED',
    });
  });

  test.each([
    ['an unknown path', () => fetch(`${service.url}/v1/nowhere`), 404, 'NOT_FOUND'],
    ['an unknown method', () => fetch(`${service.url}/v1/probe`, { method: 'DELETE' }), 405, 'METHOD_NOT_ALLOWED'],
    ['malformed JSON', () => post('/v1/probe', '{"name":'), 400, 'VALIDATION_FAILED'],
    [
      'a body that tampers with prototypes',
      () => post('/v1/probe', '{"__proto__":{"admin":true}}'),
      400,
      'VALIDATION_FAILED',
    ],
    ['no body', () => fetch(`${service.url}/v1/probe`, { method: 'POST', headers: json }), 400, 'VALIDATION_FAILED'],
    [
      'another content type',
      () => post('/v1/probe', '<a/>', { 'content-type': 'text/xml' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a body above the limit',
      () => post('/v1/probe', JSON.stringify({ name: 'x'.repeat(3_000) })),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['a malformed id', () => fetch(`${service.url}/v1/probe/objects/17`), 400, 'VALIDATION_FAILED'],
    [
      'an unknown id',
      () => fetch(`${service.url}/v1/probe/objects/0190f4c8-0000-7000-8000-000000000000`),
      404,
      'NOT_FOUND',
    ],
    ['a malformed percent sequence', () => fetch(`${service.url}/v1/probe/objects/%E0%A4%A`), 400, 'VALIDATION_FAILED'],
  ])('%s', async (_, call, status, code) => {
    expect(await problem(await call())).toMatchObject({ status, code });
  });

  test.each([
    ['bytes that are not HTTP', 'NONSENSE\r\n\r\n', 400, 'VALIDATION_FAILED'],
    ['a head that is damaged', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400, 'VALIDATION_FAILED'],
    [
      'headers above the limit',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
  ])('%s get problem details and the end of the connection', async (_, request, status, code) => {
    const { headers, body } = rawAnswer(await sendRaw(service.url, request), status);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(body).toMatchObject({
      type: `urn:gleaner:problem:${code.toLowerCase().replaceAll('_', '-')}`,
      status,
      code,
    });
    expect(body['requestId']).toBe(headers.get('x-request-id'));
  });

  test('validation names the field and the allowed values, also for nested and unknown fields', async () => {
    const body = await problem(
      await post('/v1/probe', JSON.stringify({ name: 'n', colour: 'green', inner: { depth: 11 }, extra: 1 })),
    );
    expect(body).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    const { errors } = body['details'] as { errors: { field: string; allowed: string }[] };
    expect(errors.map(({ field, allowed }) => [field, allowed]).sort()).toEqual([
      ['colour', 'one of red, blue'],
      ['extra', 'one of colour, count, inner, name, tags'],
      ['inner.depth', 'an integer from 1 to 10'],
    ]);
    const single = await problem(
      await post('/v1/probe', JSON.stringify({ name: 'n', colour: 'red', inner: { depth: 0 } })),
    );
    expect(single).toMatchObject({
      field: 'inner.depth',
      allowed: 'an integer from 1 to 10',
      detail: 'inner.depth must be an integer from 1 to 10, not the number 0',
    });
  });

  test.each([
    [{ colour: 'red', inner: { depth: 1 } }, 'name', 'name is required; a string of at most 20 characters'],
    [{ name: 'n', inner: { depth: 1 } }, 'colour', 'colour is required; one of red, blue'],
    [{ name: 'n', colour: 'red' }, 'inner', 'inner is required; an object'],
    [
      { name: 7, colour: 'red', inner: { depth: 1 } },
      'name',
      'name must be a string of at most 20 characters, not the number 7',
    ],
    [
      { name: 'n', colour: 'red', inner: { depth: '3' } },
      'inner.depth',
      'inner.depth must be an integer from 1 to 10, not the string "3"',
    ],
    [
      { name: 'n', colour: 'red', inner: { depth: 1 }, tags: ['a', 'b', 3] },
      'tags[2]',
      'tags[2] must be a string, not the number 3',
    ],
    [
      { name: 'n', colour: 'red', inner: { depth: 1 }, tags: 'a' },
      'tags',
      'tags must be an array of at most 3 items, each a string, not the string "a"',
    ],
    [
      { name: 'n', colour: 'red', inner: { depth: 1 }, tags: ['a', 'b', 'c', 'd'] },
      'tags',
      'tags must be an array of at most 3 items, each a string, not an array of 4',
    ],
    [
      { name: 'n', colour: 'red', inner: { depth: 1 }, count: 2 ** 31 },
      'count',
      'count must be an integer from -2147483648 to 2147483647, not the number 2147483648',
    ],
    [{ name: 'n\0', colour: 'red', inner: { depth: 1 } }, 'name', 'name holds a NUL character'],
    [{ name: 'n', colour: 'red', inner: { depth: 1, '\ud800': 1 } }, 'inner', 'inner holds half of a surrogate pair'],
    [{ name: 'n', colour: 'red', inner: { depth: 1 }, '': 1 }, '""', '"" is not known here'],
    [{ name: 'n', colour: 'red', inner: { depth: 1, '': 1 } }, 'inner.""', 'inner."" is not known here'],
    [{ name: 'n', colour: 'red', inner: { '': 'a\0' } }, 'inner.""', 'inner."" holds a NUL character'],
    [[], 'body', 'body must be an object, not an array of 0'],
    ['x', 'body', 'body must be an object, not the string "x"'],
  ])('%j is refused at %s: %s', async (body, field, detail) => {
    expect(await problem(await post('/v1/probe', JSON.stringify(body)))).toMatchObject({ status: 400, field, detail });
  });

  test('numbers in queries are decimal', async () => {
    for (const first of ['0x10', '1e1', ' 5 ', '1_0', '007', '', '1.5']) {
      const refused = await problem(await fetch(`${service.url}/v1/probe/items?first=${encodeURIComponent(first)}`));
      expect([first, refused]).toEqual([
        first,
        expect.objectContaining({ status: 400, field: 'first', allowed: 'an integer from 1 to 200' }),
      ]);
    }
  });

  test('pages: walked to the end once; wrong sizes and cursors are refused', async () => {
    const seen: number[] = [];
    let after = '';
    for (;;) {
      const response = await fetch(`${service.url}/v1/probe/items?first=10${after}`);
      const { items, pageInfo } = (await response.json()) as {
        items: { no: number }[];
        pageInfo: { endCursor: string; hasNextPage: boolean };
      };
      seen.push(...items.map(({ no }) => no));
      if (!pageInfo.hasNextPage) break;
      after = `&after=${pageInfo.endCursor}`;
    }
    expect(seen).toEqual(Array.from({ length: ITEM_COUNT }, (_, no) => no));
    for (const query of [
      'first=0',
      'first=201',
      'first=x',
      'after=x',
      `after=${Buffer.from('[1,2]').toString('base64url')}`,
      'firts=3',
    ]) {
      expect([query, await problem(await fetch(`${service.url}/v1/probe/items?${query}`))]).toEqual([
        query,
        expect.objectContaining({ code: 'VALIDATION_FAILED' }),
      ]);
    }
  });
});

describe('GraphQL refusals', () => {
  test.each(Object.keys(ERROR_STATUS))('%s is in extensions.code', async (code) => {
    const { status, data, errors } = await graphql('query ($code: String!) { refused(code: $code) }', { code });
    expect([status, data]).toEqual([200, { refused: null }]);
    expect(errors).toEqual([
      expect.objectContaining({
        message: `refused with ${code}`,
        path: ['refused'],
        extensions: expect.objectContaining({ code, field: 'code' }),
      }),
    ]);
  });

  test('a bug is INTERNAL without its message', async () => {
    const { errors } = await graphql('{ refused(code: "bug") }');
    expect(errors?.[0]?.extensions['code']).toBe('INTERNAL');
    expect(JSON.stringify(errors)).not.toMatch(/secret|hunter2/);
  });

  test.each([
    ['a syntax error', '{ items('],
    ['an unknown field', '{ nothing }'],
    ['a wrong type', '{ items(first: "three") { nodes { no } } }'],
    ['an argument out of bounds', '{ items(first: 201) { nodes { no } } }'],
    ['a malformed id', '{ object(id: "17") }'],
    ['a forged cursor', '{ items(after: "x") { nodes { no } } }'],
    ['a query too deep', `{ items { nodes ${'{ children '.repeat(20)}{ no }${'}'.repeat(20)} } }`],
    ['a query too dear', '{ items(first: 200) { nodes { no children { no } } } }'],
    ['an empty document', ''],
  ])('%s is VALIDATION_FAILED', async (_, query) => {
    const { data, errors } = await graphql(query);
    expect(data ?? null).toBeNull();
    expect(errors?.map(({ extensions }) => extensions['code'])).toContain('VALIDATION_FAILED');
  });

  test('the cost of a query is reported, and depends on page sizes in variables too', async () => {
    const query = 'query ($n: Int!) { items(first: $n) { nodes { no square } } }';
    expect((await graphql(query, { n: 5 })).errors).toBeUndefined();
    const { status, errors } = await graphql(query, { n: 200 });
    expect(status).toBe(400);
    expect(errors?.[0]).toMatchObject({
      message: 'The query costs 601 points',
      extensions: { allowed: expect.stringContaining('at most 500 points') },
    });
  });

  test('malformed JSON', async () => {
    const response = await post('/graphql', '{');
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({
        errors: [
          expect.objectContaining({
            extensions: expect.objectContaining({ code: 'VALIDATION_FAILED', field: 'body' }),
          }),
        ],
      }),
    ]);
  });

  test('a mutation by GET is refused', async () => {
    const response = await fetch(`${service.url}/graphql?query=${encodeURIComponent('mutation { x }')}`);
    expect(response.status).toBeGreaterThanOrEqual(400);
  });
});
