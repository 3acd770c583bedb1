import { randomUUID } from 'node:crypto';
import { startService, type TestService } from '../support/service.js';
import { ApiClient } from './topics-client.js';

interface Example {
  id: string;
  topicId: string;
  url: string | null;
  title: string;
  excerpt: string;
  textLength: number | null;
  relevant: boolean;
  fetchError: string | null;
  createdAt: string;
  labelledAt: string;
  text?: string | null;
}
interface Page<T> {
  items: T[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}
interface Report {
  lines: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  errors: { line: number; field: string | null; message: string }[];
}
interface Refusal {
  code: string;
  field?: string;
  details: { report: Report };
}

const FIELDS = 'id topicId url title excerpt textLength relevant fetchError createdAt labelledAt';
const BODY_LIMIT = 4_000_000;

let service: TestService;
let api: ApiClient;
beforeAll(async () => {
  service = await startService({ BODY_LIMIT_BYTES: String(BODY_LIMIT) });
  api = new ApiClient(service.url);
});
afterAll(() => service.stop());

async function createTopic(): Promise<string> {
  return String((await api.rest('POST', '/topics', { name: randomUUID() })).body.id);
}
const examplesOf = async (topicId: string, query = ''): Promise<Example[]> =>
  (await api.rest<Page<Example>>('GET', `/topics/${topicId}/examples?first=200${query}`)).body.items;
const line = (example: object): string => `${JSON.stringify(example)}\n`;
const bulk = (topicId: string, pieces: (string | Uint8Array)[], query = '') =>
  api.lines<Report>(`/topics/${topicId}/examples/bulk${query}`, pieces);

describe('single examples', () => {
  test('by URL, text and HTML; REST and GraphQL answer the same', async () => {
    const topicId = await createTopic();
    const path = `/topics/${topicId}/examples`;
    const byUrl = await api.rest<Example>('POST', path, { url: 'HTTP://Example.org/Page#part', relevant: true });
    expect(byUrl.status).toBe(201);
    expect(byUrl.headers.get('location')).toBe(`/v1${path}/${byUrl.body.id}`);
    expect(byUrl.body).toMatchObject({
      topicId,
      url: 'http://example.org/Page',
      title: '',
      excerpt: '',
      textLength: null,
      relevant: true,
      fetchError: null,
    });

    const text = 'The keeper saves. '.repeat(20);
    const byText = await api.rest<Example>('POST', path, { text, title: ' A  match ', relevant: false });
    expect(byText.body).toMatchObject({ url: null, title: 'A match', textLength: text.trim().length, relevant: false });
    expect(text.startsWith(byText.body.excerpt)).toBe(true);
    expect(byText.body.excerpt).toHaveLength(200);

    const paragraph =
      'A paragraph that is long enough to be taken for the main text of this page, with words in a row and no links.';
    const { addExample } = await api.graphql<{ addExample: Example }>(
      `mutation ($id: ID!, $html: String!) { addExample(topicId: $id, input: { url: "https://html.example/", html: $html, relevant: true }) { ${FIELDS} text } }`,
      {
        id: topicId,
        html: `<html><head><title>Of  pages</title></head><body><nav><a href="/">Home page link</a></nav><main><p>${paragraph}</p></main></body></html>`,
      },
    );
    expect(addExample).toMatchObject({ url: 'https://html.example/', title: 'Of pages' });
    expect(addExample.text).toContain(paragraph);
    expect(addExample.text).not.toContain('Home page');
    expect((await api.rest<Example>('GET', `${path}/${addExample.id}`)).body).toEqual(addExample);

    const { topic } = await api.graphql<{ topic: { examples: { nodes: Example[] }; exampleCounts: object } }>(
      `query ($id: ID!) { topic(id: $id) { examples { nodes { ${FIELDS} } } exampleCounts { relevant irrelevant } } }`,
      { id: topicId },
    );
    expect(topic.examples.nodes).toEqual(await examplesOf(topicId));
    expect(topic.exampleCounts).toEqual({ relevant: 2, irrelevant: 1 });
  });

  test('a URL the topic has already is refused; another topic may have it', async () => {
    const [one, other] = [await createTopic(), await createTopic()];
    const example = { url: 'http://same.example/', relevant: true };
    expect((await api.rest('POST', `/topics/${one}/examples`, example)).status).toBe(201);
    expect((await api.rest('POST', `/topics/${one}/examples`, { ...example, relevant: false })).body).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      field: 'url',
    });
    expect((await api.rest('POST', `/topics/${other}/examples`, example)).status).toBe(201);
    const error = await api.graphqlError(
      'mutation ($id: ID!) { addExample(topicId: $id, input: { url: "http://same.example", relevant: true }) { id } }',
      { id: one },
    );
    expect(error.extensions).toMatchObject({ code: 'CONFLICT', field: 'url' });
  });

  test('the same Idempotency-Key answers the same example', async () => {
    const topicId = await createTopic();
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [0, 1].map(() =>
      api.rest<Example>('POST', `/topics/${topicId}/examples`, { text: 'once', relevant: true }, headers),
    );
    expect((await again).body).toEqual((await first).body);
    expect(await examplesOf(topicId)).toHaveLength(1);
    const elsewhere = await api.rest(
      'POST',
      `/topics/${await createTopic()}/examples`,
      { text: 'once', relevant: true },
      headers,
    );
    expect(elsewhere.body.code).toBe('IDEMPOTENCY_MISMATCH');
  });

  test('relabelling and deleting, over both APIs', async () => {
    const topicId = await createTopic();
    const { body } = await api.rest<Example>('POST', `/topics/${topicId}/examples`, { text: 'maybe', relevant: true });
    const path = `/topics/${topicId}/examples/${body.id}`;
    const { body: changed } = await api.rest<Example>('PATCH', path, { relevant: false });
    expect(changed).toEqual({ ...body, relevant: false, labelledAt: expect.any(String) as string });
    expect(body.labelledAt).toBe(body.createdAt);
    expect(Date.parse(changed.labelledAt)).toBeGreaterThan(Date.parse(body.labelledAt));
    expect((await api.rest<Example>('PATCH', path, { relevant: false })).body).toEqual(changed);
    const ids = { topicId, id: body.id };
    const { updateExample } = await api.graphql<{ updateExample: Example }>(
      `mutation ($topicId: ID!, $id: ID!) { updateExample(topicId: $topicId, id: $id, input: { relevant: true }) { ${FIELDS} } }`,
      ids,
    );
    expect(updateExample).toEqual({ ...body, labelledAt: expect.any(String) as string });
    expect(Date.parse(updateExample.labelledAt)).toBeGreaterThan(Date.parse(changed.labelledAt));
    expect((await api.rest('PATCH', path, { relevant: 'no' })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'relevant',
    });
    expect((await api.rest('PATCH', path, { relevant: true, text: 'x' })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'text',
    });
    // An example is reachable only through its own topic.
    expect((await api.rest('DELETE', `/topics/${await createTopic()}/examples/${body.id}`)).body.code).toBe(
      'NOT_FOUND',
    );
    expect((await api.rest('DELETE', path)).status).toBe(204);
    expect((await api.rest('GET', path)).body.code).toBe('NOT_FOUND');
    expect(
      (await api.graphqlError('mutation ($topicId: ID!, $id: ID!) { deleteExample(topicId: $topicId, id: $id) }', ids))
        .extensions.code,
    ).toBe('NOT_FOUND');
  });

  test.each([
    [{ relevant: true }, 'url'],
    [{ text: 'x' }, 'relevant'],
    [{ url: 'javascript:alert(1)', relevant: true }, 'url'],
    [{ text: 'x', html: '<p>x', relevant: true }, 'html'],
    [{ text: '  ', relevant: true }, 'text'],
    [{ text: 'x'.repeat(100_001), relevant: true }, 'text'],
    [{ html: 'x'.repeat(1_000_001), relevant: true }, 'html'],
    [{ text: 'x', relevant: true, label: 'y' }, 'label'],
  ])('refuses %#, naming the field', async (input, field) => {
    const topicId = await createTopic();
    expect((await api.rest('POST', `/topics/${topicId}/examples`, input)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field,
    });
    expect(await examplesOf(topicId)).toEqual([]);
  });
});

describe('the bulk import', () => {
  test('takes JSON lines however they are cut, and keeps their order', async () => {
    const topicId = await createTopic();
    const bytes = new TextEncoder().encode(
      Array.from({ length: 1_200 }, (_, i) => line({ text: `Größe ${i}`, relevant: i % 3 === 0 })).join(''),
    );
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += 997) pieces.push(bytes.subarray(at, at + 997));
    const { status, body } = await bulk(topicId, pieces);
    expect([status, body]).toEqual([
      200,
      { lines: 1_200, created: 1_200, updated: 0, unchanged: 0, failed: 0, errors: [] },
    ]);
    expect((await examplesOf(topicId)).map(({ excerpt }) => excerpt)).toEqual(
      Array.from({ length: 200 }, (_, i) => `Größe ${1_199 - i}`),
    );
    expect((await examplesOf(topicId, '&relevant=true')).every(({ relevant }) => relevant)).toBe(true);
  });

  test('pages through equal creation times without gap or repetition', async () => {
    const topicId = await createTopic();
    await bulk(
      topicId,
      Array.from({ length: 57 }, (_, i) => line({ text: `text ${i}`, relevant: i < 20 })),
    );
    const seen: string[] = [];
    let after = '';
    for (let hasNext = true; hasNext;) {
      const { body } = await api.rest<Page<Example>>(
        'GET',
        `/topics/${topicId}/examples?first=10&relevant=false${after}`,
      );
      seen.push(...body.items.map(({ excerpt }) => excerpt));
      hasNext = body.pageInfo.hasNextPage;
      after = `&after=${String(body.pageInfo.endCursor)}`;
    }
    expect(seen).toEqual(Array.from({ length: 37 }, (_, i) => `text ${56 - i}`));
  });

  const mixed = [
    line({ url: 'http://one.example/', relevant: true }),
    '{"url": broken}\n',
    '\n',
    line({ text: 'good', relevant: false }),
    line({ url: 'nowhere', relevant: true }),
    line({ text: 'no label' }),
    line({ text: 'x', relevant: true, extra: 1 }),
    line({ url: 'http://one.example', title: 'One', relevant: false }),
    'null',
  ];

  test('imports valid lines and reports others by line number', async () => {
    const topicId = await createTopic();
    const { status, body } = await bulk(topicId, mixed);
    expect(status).toBe(200);
    expect(body).toMatchObject({ lines: 8, created: 2, updated: 1, unchanged: 0, failed: 5 });
    expect(body.errors.map((error) => [error.line, error.field])).toEqual([
      [2, 'line'],
      [5, 'url'],
      [6, 'relevant'],
      [7, 'extra'],
      [9, 'line'],
    ]);
    expect((await examplesOf(topicId)).map(({ url, title, relevant }) => [url, title, relevant])).toEqual([
      [null, '', false],
      ['http://one.example/', 'One', false],
    ]);
  });

  test('damaged text is a fault of its line: bytes that are no UTF-8, escapes that are no characters', async () => {
    const topicId = await createTopic();
    const pieces = [
      `\ufeff${line({ text: 'after a byte order mark', relevant: true })}`,
      Buffer.concat([Buffer.from('{"text":"caf'), Buffer.from([0xe9]), Buffer.from('","relevant":true}\n')]),
      '{"text":"half \\ud83d","relevant":true}\n',
      '{"title":"nothing\\u0000","text":"x","relevant":true}\n',
      line({ text: 'whole \u{1f9c0}', relevant: true }),
    ];
    const { status, body } = await bulk(topicId, pieces);
    expect([status, body.lines, body.created, body.failed]).toEqual([200, 5, 2, 3]);
    expect(body.errors).toEqual([
      { line: 2, field: 'line', message: 'not valid UTF-8' },
      { line: 3, field: 'text', message: 'text holds half of a surrogate pair' },
      { line: 4, field: 'title', message: 'title holds a NUL character' },
    ]);
    expect((await examplesOf(topicId)).map(({ excerpt }) => excerpt)).toEqual([
      'whole \u{1f9c0}',
      'after a byte order mark',
    ]);
    const refused = await api.lines<Refusal>(`/topics/${topicId}/examples/bulk?atomic=true`, pieces);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'VALIDATION_FAILED', field: 'lines[2]', details: { report: { failed: 3 } } },
    ]);
    const single = await api.rest('POST', `/topics/${topicId}/examples`, { text: 'half \ud83d', relevant: true });
    expect(single.body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'text', detail: body.errors[1].message });
  });

  test('with atomic=true changes nothing when one line is wrong, and all when none is', async () => {
    const topicId = await createTopic();
    const refused = await api.lines<Refusal>(`/topics/${topicId}/examples/bulk?atomic=true`, mixed);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'lines[2]',
      details: { report: { lines: 8, created: 0, failed: 5 } },
    });
    expect(refused.body.details.report.errors).toHaveLength(5);
    expect(await examplesOf(topicId)).toEqual([]);
    const { body } = await bulk(
      topicId,
      Array.from({ length: 1_100 }, (_, i) => line({ text: `t ${i}`, relevant: true })),
      '?atomic=true',
    );
    expect(body).toMatchObject({ lines: 1_100, created: 1_100, failed: 0 });
  });

  test('a URL that is there takes the new label and text, and the same again changes nothing', async () => {
    const topicId = await createTopic();
    await bulk(topicId, [
      line({ url: 'http://a.example/', text: 'first text', relevant: true }),
      line({ url: 'http://b.example/', relevant: true }),
    ]);
    const labelled = new Map((await examplesOf(topicId)).map(({ url, labelledAt }) => [url, labelledAt]));
    const second = await bulk(topicId, [
      line({ url: 'http://a.example/', relevant: false }),
      line({ url: 'http://b.example/', relevant: true }),
    ]);
    expect(second.body).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    const [b, a] = await examplesOf(topicId);
    expect(a).toMatchObject({ url: 'http://a.example/', relevant: false, excerpt: 'first text' });
    expect(Date.parse(a.labelledAt)).toBeGreaterThan(Date.parse(String(labelled.get(a.url))));
    expect(a.createdAt).toBe(labelled.get(a.url));
    expect(b).toMatchObject({ labelledAt: labelled.get(b.url) });
    await bulk(topicId, [line({ url: 'http://a.example/', text: 'another text', relevant: false })]);
    expect((await examplesOf(topicId))[1]).toMatchObject({ excerpt: 'another text', labelledAt: a.labelledAt });
  });

  test('stops at 100 000 lines and reports the result', async () => {
    const topicId = await createTopic();
    const { status, body } = await api.lines<Refusal>(`/topics/${topicId}/examples/bulk`, [
      line({ text: 'first', relevant: true }),
      '{}\n'.repeat(100_005),
    ]);
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(body.details.report).toMatchObject({ lines: 100_000, created: 1, failed: 99_999 });
    expect(body.details.report.errors).toHaveLength(1_000);
    expect(await examplesOf(topicId)).toHaveLength(1);
  });

  test('stops at the body limit, keeping the lines before it unless atomic', async () => {
    const pieces = Array.from({ length: 60 }, (_, i) =>
      line({ text: `${i} ${'word '.repeat(18_000)}`, relevant: true }),
    );
    for (const [query, kept] of [
      ['', 44],
      ['?atomic=true', 0],
    ] as const) {
      const topicId = await createTopic();
      const { status, body } = await api.lines<Refusal>(`/topics/${topicId}/examples/bulk${query}`, pieces);
      expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      expect(await examplesOf(topicId)).toHaveLength(kept);
    }
  });

  test('refuses another media type, a wrong flag, and a topic that is not there', async () => {
    const topicId = await createTopic();
    expect((await api.rest('POST', `/topics/${topicId}/examples/bulk`, {})).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'Content-Type',
    });
    expect((await bulk(topicId, ['{}'], '?atomic=perhaps')).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'atomic',
    });
    expect((await bulk(randomUUID(), ['{}'])).body).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('over GraphQL reports like REST', async () => {
    const topicId = await createTopic();
    const add =
      'mutation ($id: ID!, $examples: [AddExampleInput!]!, $atomic: Boolean) { addExamples(topicId: $id, examples: $examples, atomic: $atomic) { lines created updated unchanged failed errors { line field message } } }';
    const examples = [
      { text: 'a', relevant: true },
      { url: 'nowhere', relevant: true },
      { url: 'http://b.example', relevant: false },
    ];
    const error = await api.graphqlError(add, { id: topicId, examples, atomic: true });
    expect(error.extensions).toMatchObject({ code: 'VALIDATION_FAILED', field: 'lines[2].url' });
    const { addExamples } = await api.graphql<{ addExamples: Report }>(add, { id: topicId, examples });
    expect(addExamples).toMatchObject({ lines: 3, created: 2, failed: 1, errors: [{ line: 2, field: 'url' }] });
    const rest = await bulk(await createTopic(), examples.map(line));
    expect(rest.body).toEqual(addExamples);
  });
});
