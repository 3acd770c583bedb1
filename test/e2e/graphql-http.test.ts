import { serverAudits } from 'graphql-http';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const json = { 'content-type': 'application/json' };
const RESPONSE_JSON = 'application/graphql-response+json';

async function post(body: unknown, headers: Record<string, string> = {}) {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: sent,
  });
  const { errors } = (await response.json()) as {
    errors?: { message: string; extensions: { code: string; field?: string } }[];
  };
  return { status: response.status, type: response.headers.get('content-type'), errors };
}

test('passes all audits of GraphQL over HTTP', async () => {
  const audits = serverAudits({ url: `${service.url}/graphql`, fetchFn: fetch });
  expect(audits).toHaveLength(61);
  const failing: string[] = [];
  for (const audit of audits) {
    const result = await audit.fn();
    if (result.status !== 'ok') failing.push(`${audit.id} ${result.status}: ${audit.name}: ${result.reason}`);
  }
  expect(failing).toEqual([]);
});

describe('status codes', () => {
  it('reports query errors by status if the client accepts application/graphql-response+json', async () => {
    for (const query of ['{', '{ nothing }', 'query ($n: Int!) { sessions(first: $n) { nodes { id } } }']) {
      expect([query, await post({ query }, { accept: RESPONSE_JSON })]).toEqual([
        query,
        expect.objectContaining({ status: 400, type: `${RESPONSE_JSON}; charset=utf-8` }),
      ]);
      expect([query, await post({ query })]).toEqual([
        query,
        expect.objectContaining({ status: 200, type: 'application/json; charset=utf-8' }),
      ]);
    }
  });

  it('answers a mutation by GET with 405 and the allowed methods', async () => {
    const response = await fetch(
      `${service.url}/graphql?query=${encodeURIComponent('mutation { stopSession(id: "x") { id } }')}`,
    );
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.text()).toContain('Mutations need POST');
  });

  it('answers a query by GET whose texts hold question marks', async () => {
    const response = await fetch(`${service.url}/graphql?query={topics(search:"a?b"){nodes{id}}}`);
    expect(await response.json()).toEqual({ data: { topics: { nodes: [] } } });
  });

  it.each([
    [
      'a subscription',
      { query: 'subscription { sessionProgress(sessionId: "0190f4c8-0000-7000-8000-000000000000") { id } }' },
      400,
      'WebSockets',
    ],
    ['a batch', [{ query: '{service}' }, { query: '{service}' }], 400, 'must be an object'],
    ['a query that is no text', { query: 1 }, 400, 'Invalid query'],
    ['no query', {}, 400, 'Missing query'],
    ['no body', '', 400, ''],
  ])('refuses %s', async (_, body, status, message) => {
    const answer = await post(body);
    expect(answer).toMatchObject({ status, errors: [{ extensions: { code: 'VALIDATION_FAILED' } }] });
    expect(answer.errors?.[0]?.message).toContain(message);
  });

  it('refuses unsupported response and request types', async () => {
    const unacceptable = await fetch(`${service.url}/graphql?query={service}`, { headers: { accept: 'text/csv' } });
    expect([unacceptable.status, await unacceptable.json()]).toMatchObject([
      406,
      { errors: [{ message: expect.stringContaining(RESPONSE_JSON) }] },
    ]);
    expect((await post('{ service }', { 'content-type': 'application/graphql' })).status).toBe(415);
  });
});

describe('documents that would be dear to check', () => {
  const nested = (depth: number) => `${'{topics{nodes'.repeat(depth)}{id}${'}}'.repeat(depth)}`;
  const aliases = (count: number) => `{${Array.from({ length: count }, (_, at) => `a${at}: service`).join(' ')}}`;
  it.each([
    ['fields 5 000 deep', nested(5_000)],
    ['lists 5 000 deep', `{ topics(search: ${'['.repeat(5_000)}${']'.repeat(5_000)}) { nodes { id } } }`],
    ['objects 5 000 deep', `mutation { createTopic(input: ${'{a:'.repeat(5_000)}1${'}'.repeat(5_000)}) { id } }`],
    ['types 5 000 deep', `query ($a: ${'['.repeat(5_000)}Int${']'.repeat(5_000)}) { service }`],
    ['20 000 aliases', aliases(20_000)],
    ['4 000 times the same field', `{${' service'.repeat(4_000)}}`],
    ['20 000 directives', `{ service ${'@skip(if: false) '.repeat(20_000)} }`],
    [
      'fragments within each other',
      `{ ...f0 } ${Array.from({ length: 400 }, (_, at) => `fragment f${at} on Query { ...f${at + 1} }`).join(' ')} fragment f400 on Query { service }`,
    ],
    ['a fragment within itself', '{ ...f } fragment f on Query { ...f }'],
    [
      'brackets in texts and comments',
      `{ topics(search: """${'{'.repeat(3_000)}""") { nodes { id } } nothing } # ${'{'.repeat(3_000)}`,
    ],
  ])('refuses %s quickly', async (_, query) => {
    const answer = await post({ query });
    expect(answer.errors?.every(({ extensions }) => extensions.code === 'VALIDATION_FAILED')).toBe(true);
  });

  it('counts what doubled fragments would cost without spelling them out', async () => {
    const rows = Array.from(
      { length: 14 },
      (_, at) => `fragment f${at} on Query { ...f${at + 1} ... on Query { ...f${at + 1} } b${at}: service }`,
    );
    const answer = await post({ query: `{ ...f0 } ${rows.join(' ')} fragment f14 on Query { service }` });
    expect(answer.errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });

  it.each([
    [
      'NUL in a variable',
      { query: 'query ($s: String) { topics(search: $s) { nodes { id } } }', variables: { s: 'a\0b' } },
      'variables.s',
    ],
    ['NUL in a literal', { query: '{ topics(search: "a\\u0000b") { nodes { id } } }' }, 'search'],
    ['a lone surrogate', { query: '{ topics(search: "\\ud800") { nodes { id } } }' }, undefined],
    [
      'variables 5 000 deep',
      `{"query":"{service}","variables":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`,
      undefined,
    ],
  ])('refuses %s', async (_, body, field) => {
    const answer = await post(body);
    expect(answer.errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
    if (field !== undefined) expect(answer.errors?.[0]?.extensions.field).toBe(field);
  });

  it('leaves whole characters alone', async () => {
    expect((await post({ query: '{ topics(search: "😀 {[(") { nodes { id } } }' })).errors).toBeUndefined();
  });
});
