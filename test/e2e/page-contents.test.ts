import { ArchiveStore } from '../../src/modules/base/archive/index.js';
import { archivedPage } from '../support/archived-page.js';
import { makePdf } from '../support/pdf.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type PageRow, type SessionRows } from '../support/session-rows.js';
import { sql } from './sessions-client.js';

let service: TestService;
let bare: SessionRows;
let kept: SessionRows;
/** Steps of `kept` by the contents of their archive. */
let steps: Record<'plain' | 'rendered' | 'pdf' | 'text' | 'slow' | 'absent' | 'unchanged', number>;

const HTML =
  '<html><head><meta charset="iso-8859-1"><title>Käse</title></head><body><nav>Menu</nav><p>Cheddar is <a href="/hard">hard</a>.</p>' +
  '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><script>alert(1)</script></body></html>';
/** Deeper than a recursive walk could handle without a bound, and megabytes of it. */
const SLOW = `<p>deep${'<b><i><u><a href="x">'.repeat(200_000)}`;

beforeAll(async () => {
  service = await startService();
  bare = await insertSessionRows(service.databaseUrl, { steps: 200 });
  kept = await insertSessionRows(service.databaseUrl, { steps: 60, config: { archive: true } });
  const pages = kept.pages.filter(({ outcome }) => outcome === 'page');
  const [plain, rendered, pdf, text, slow, absent, unchanged, older, copy, newer] = pages.map(({ step }) => step);
  steps = { plain, rendered, pdf, text, slow, absent, unchanged };
  const archive = await new ArchiveStore(service.config).open({
    sessionId: kept.sessionId,
    run: 1,
    userAgent: 'GleanerBot/0.1',
    robots: true,
  });
  const keep = (step: number, content: Omit<Parameters<typeof archivedPage>[0], 'url' | 'fetchedAt'>) => {
    const page = kept.pages.find((one) => one.step === step) as PageRow;
    const url = kept.urls[page.final_url_no].url;
    return archive.append(archivedPage({ url, fetchedAt: Date.parse(page.fetched_at), ...content }));
  };
  await keep(plain, { body: Buffer.from(HTML, 'latin1'), contentType: 'text/html' });
  await keep(rendered, { body: '<p>empty', rendered: '<h1>Made by a script</h1>' });
  await keep(pdf, { body: await makePdf([{ paragraphs: [['Curd in a PDF']] }]), contentType: 'application/pdf' });
  await keep(text, { body: 'Plain <text>\u202e', contentType: 'text/plain' });
  await keep(slow, { body: SLOW });
  const again = pageOf(kept, unchanged);
  const url = kept.urls[again.final_url_no].url;
  const fetchedAt = Date.parse(again.fetched_at);
  // Before and after it, copies of other contents.
  await archive.append(archivedPage({ url, fetchedAt: fetchedAt - 2_000, body: '<p>Old' }));
  await archive.append(archivedPage({ url, fetchedAt: fetchedAt - 1_000, body: '<p>Same' }));
  const [exchange] = archivedPage({ url, fetchedAt, body: '' }).exchanges!;
  const responseHead = 'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n';
  await archive.append({
    ...{ kind: 'not-modified', httpStatus: 304, finalUrl: url, redirects: [], fetchedAt, durationMs: 5, bytes: 0 },
    exchanges: [{ ...exchange, responseHead }],
  });
  await archive.append(archivedPage({ url, fetchedAt: fetchedAt + 1_000, body: '<p>New' }));
  await archive.close();
  await sql(service.databaseUrl, `UPDATE pages SET http_status = 304 WHERE session_id = $1 AND step = $2`, [
    ...[kept.sessionId, unchanged],
  ]);
  for (const [step, after] of [
    [older, -2_000],
    [copy, -1_000],
    [newer, 1_000],
  ])
    await sql(
      service.databaseUrl,
      `UPDATE pages SET final_url_no = $3, fetched_at = $4 WHERE session_id = $1 AND step = $2`,
      [kept.sessionId, step, again.final_url_no, new Date(fetchedAt + after)],
    );
});
afterAll(() => service.stop());

const path = (step: number, { sessionId }: SessionRows) => `/v1/sessions/${sessionId}/pages/${step}/content`;
async function get(step: number, query: string, rows = kept) {
  const response = await fetch(`${service.url}${path(step, rows)}${query}`);
  return { response, status: response.status, head: response.headers, body: await response.text() };
}
async function graphql(rows: SessionRows, step: number, format: string) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `query ($id: ID!, $step: Int!, $format: PageFormat!) {
        page(sessionId: $id, step: $step) { content(format: $format) { format source truncated content } } }`,
      variables: { id: rows.sessionId, step, format },
    }),
  });
  return (await response.json()) as {
    data: { page: { content: Record<string, unknown> | null } };
    errors?: { message: string; extensions: Record<string, unknown> }[];
  };
}
const pageOf = (rows: SessionRows, step: number): PageRow => rows.pages.find((page) => page.step === step) as PageRow;

describe('the content of a page', () => {
  it('as HTML is what was fetched, in UTF-8, and runs nothing', async () => {
    const { status, head, body } = await get(steps.plain, '?format=html');
    expect([status, head.get('content-type'), head.get('gleaner-content')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'source=response, truncated=false',
    ]);
    expect(body).toBe(HTML);
    expect(head.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox$/);
    expect(head.get('x-content-type-options')).toBe('nosniff');
  });

  it('of a page that the server said has not changed is its earlier copy', async () => {
    const { status, body } = await get(steps.unchanged, '?format=html');
    expect([status, body]).toEqual([200, '<p>Same']);
    expect((await get(steps.unchanged, '')).head.get('gleaner-content')).toBe('source=response, truncated=false');
    const lines = await fetch(`${service.url}/v1/sessions/${kept.sessionId}/pages/export?format=jsonl&markdown=true`);
    const exported = (await lines.text()).trimEnd().split('\n');
    expect(exported.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ step: steps.unchanged, markdown: 'Same\n', markdownSource: 'response' }),
    );
  });

  it('as Markdown is made of it', async () => {
    const { head, body } = await get(steps.plain, '');
    const url = kept.urls[pageOf(kept, steps.plain).final_url_no].url;
    expect(head.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(body).toBe(
      `# Käse\n\nCheddar is [hard](${new URL('/hard', url).href}).\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n`,
    );
  });

  it('is the rendered page, or made from a PDF or plain text', async () => {
    const rendered = await get(steps.rendered, '?format=html');
    expect([rendered.body, rendered.head.get('gleaner-content')]).toEqual([
      '<h1>Made by a script</h1>',
      'source=rendered, truncated=false',
    ]);
    expect((await get(steps.rendered, '')).body).toBe('# Made by a script\n');
    expect((await get(steps.pdf, '')).body).toContain('Curd in a PDF');
    expect((await get(steps.text, '')).body).toBe('# Plain &lt;text>\n\nPlain &lt;text>\n');
  });

  it('of a page that was made to be slow comes all the same, and others meanwhile', async () => {
    const [slow, other] = await Promise.all([get(steps.slow, ''), get(steps.plain, '?format=text')]);
    expect([slow.status, other.status]).toEqual([200, 200]);
    expect(slow.body).toContain('deep');
  });

  it('as text and Markdown needs no archive, and says so', async () => {
    const { step, text } = bare.pages.find(({ outcome }) => outcome === 'page') as PageRow;
    await sql(
      service.databaseUrl,
      `UPDATE pages SET title = 'T', headings = '{One}', main_text = 'Before One after' WHERE session_id = $1 AND step = $2`,
      [bare.sessionId, step],
    );
    const plain = await get(step, '?format=text', bare);
    expect([plain.body, plain.head.get('content-type')]).toEqual([text, 'text/plain; charset=utf-8']);
    const markdown = await get(step, '?format=markdown', bare);
    expect([markdown.body, markdown.head.get('gleaner-content')]).toEqual([
      '# T\n\nBefore\n\n## One\n\nafter\n',
      'source=stored, truncated=false',
    ]);
    // If the archive lacks a page, its content comes from stored texts.
    expect((await get(steps.absent, '')).head.get('gleaner-content')).toBe('source=stored, truncated=false');
  });

  it('hides nothing as text and Markdown, and is unchanged as HTML', async () => {
    const page = bare.pages.filter(({ outcome }) => outcome === 'page')[1];
    await sql(
      service.databaseUrl,
      `UPDATE pages SET title = $3, headings = '{}', text = $4, main_text = $4 WHERE session_id = $1 AND step = $2`,
      [bare.sessionId, page.step, 'T\u202eitle', 'a\u{e0041} <b\u200b> می\u200cخواهم'],
    );
    expect((await get(page.step, '?format=text', bare)).body).toBe('a <b> می\u200cخواهم');
    expect((await get(page.step, '?format=markdown', bare)).body).toBe('# Title\n\na &lt;b> می\u200cخواهم\n');
    expect((await get(steps.text, '?format=html')).body).toContain('Plain &lt;text&gt;\u202e');
  });

  it('as HTML is refused where there is no archive, naming what to set', async () => {
    const { status, head, body } = await get(0, '?format=html', bare);
    expect(head.get('content-type')).toContain('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, code: 'INVALID_STATE', field: 'archive' });
    expect(status).toBe(409);
    expect(body).toContain('archive: true');
    expect(JSON.parse((await get(steps.absent, '?format=html')).body)).toMatchObject({ status: 410, code: 'GONE' });
  });

  it.each([
    ['format=xml', 400, 'VALIDATION_FAILED'],
    ['format=html&x=1', 400, 'VALIDATION_FAILED'],
  ])('refuses %s', async (query, status, code) => {
    expect(JSON.parse((await get(0, `?${query}`)).body)).toMatchObject({ status, code });
  });

  it('of a page that was taken from the collection is its stored text', async () => {
    const { step, text } = kept.pages.filter(({ outcome }) => outcome === 'page').at(-1) as PageRow;
    await sql(service.databaseUrl, `UPDATE pages SET outcome = 'reused' WHERE session_id = $1 AND step = $2`, [
      kept.sessionId,
      step,
    ]);
    expect((await get(step, '?format=text')).body).toBe(text);
    expect((await get(step, '?format=markdown')).head.get('gleaner-content')).toBe('source=stored, truncated=false');
    const { status, detail } = JSON.parse((await get(step, '?format=html')).body) as Record<string, unknown>;
    expect([status, detail]).toEqual([404, expect.stringContaining('without a fetch')]);
    const lines = await fetch(`${service.url}/v1/sessions/${kept.sessionId}/pages/export?format=jsonl&markdown=true`);
    const exported = (await lines.text()).trimEnd().split('\n');
    expect(exported.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ step, outcome: 'reused', markdownSource: 'stored' }),
    );
  });

  it('is none of a step that brought no page, nor of an unknown one', async () => {
    const failed = bare.pages.find(({ outcome }) => outcome === 'http-error') as PageRow;
    const problem = JSON.parse((await get(failed.step, '?format=text', bare)).body) as { detail: string };
    expect(problem).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(problem.detail).toContain('http-error');
    expect((await get(99_999, '?format=text', bare)).status).toBe(404);
    expect((await graphql(bare, failed.step, 'TEXT')).data.page.content).toBeNull();
  });

  it('is the same in GraphQL', async () => {
    for (const format of ['text', 'html', 'markdown'])
      expect((await graphql(kept, steps.plain, format.toUpperCase())).data.page.content).toEqual({
        format: format.toUpperCase(),
        source: format === 'text' ? 'STORED' : 'RESPONSE',
        truncated: false,
        content: (await get(steps.plain, `?format=${format}`)).body,
      });
    const refused = await graphql(bare, 0, 'HTML');
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_STATE', field: 'archive' });
  });

  it('costs so much in GraphQL that a query cannot ask for thousands', async () => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `{ session(id: "${kept.sessionId}") { pages(first: 50) { edges { node { content(format: HTML) { content } } } } } }`,
      }),
    });
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_FAILED', field: 'query' } }],
    });
  });
});
