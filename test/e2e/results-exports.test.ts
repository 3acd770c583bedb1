import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parquetReadObjects } from 'hyparquet';
import { exportStream } from '../../src/modules/results/results/exports/export-format.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { type ListBody, sql } from './sessions-client.js';
import { useDefaultProject } from '../support/default-project.js';

useDefaultProject();

let service: TestService;
let rows: SessionRows;
beforeAll(async () => {
  service = await startService();
  rows = await insertSessionRows(service.databaseUrl, { steps: 5_000, domains: 300 });
});
afterAll(() => service.stop());

interface Row {
  readonly step?: number;
  readonly name?: string;
  readonly text?: string | null;
}

/** Retried like a client when a busy machine asks to come back later. */
async function fetchExport(path: string, id = rows.sessionId): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${service.url}/v1/sessions/${id}/${path}`);
    if (response.status !== 503 || tries === 5) return response;
    await response.body?.cancel();
    await sleep(Number(response.headers.get('retry-after')) * 1_000);
  }
}
/** RFC 4180, as a spreadsheet reads it. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [[]];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c !== '"') field += c;
      else if (text[i + 1] === '"') field += text[++i];
      else quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === ',' || c === '\r') {
      records.at(-1)?.push(field);
      field = '';
    } else if (c === '\n') records.push([]);
    else field += c;
  }
  records.pop();
  return records;
}
const toObjects = ([header, ...lines]: string[][]) =>
  lines.map((line) => Object.fromEntries(header.map((name, i) => [name, line[i]])));
const bySeq = () => [...rows.pages].sort((a, b) => a.seq - b.seq);

describe('export', () => {
  it('of pages as JSON lines: all of them, in order of completion', async () => {
    const response = await fetchExport('pages/export?format=jsonl');
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename=topic-[\w-]+-breadth-first-pages-\d{4}-\d\d-\d\d\.jsonl$/,
    );
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => line['step'])).toEqual(bySeq().map((p) => p.step));
    const one = (await (await fetch(`${service.url}/v1/sessions/${rows.sessionId}/pages/17`)).json()) as Record<
      string,
      unknown
    >;
    const { headings: _, text: __, mainText: ___, ...page } = one;
    expect(lines.find((line) => line['step'] === 17)).toEqual(page);
  });

  it('of pages as CSV: the same values, filtered, with texts when asked', async () => {
    const response = await fetchExport('pages/export?format=csv&relevant=true&domain=site-0.example&texts=true');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const records = toObjects(parseCsv(await response.text()));
    const expected = bySeq().filter((p) => p.relevant && rows.domains[p.domain_no].name === 'site-0.example');
    expect(records.length).toBe(expected.length);
    expect(records.length).toBeGreaterThan(20);
    records.forEach((record, i) => {
      const page = expected[i];
      expect(record).toMatchObject({
        step: String(page.step),
        url: rows.urls[page.url_no].url,
        relevant: 'true',
        probability: String(page.probability),
        fetchedAt: page.fetched_at,
        title: page.title,
        text: page.text,
        headings: page.headings.join('\n'),
        sourceStep: page.source === -1 ? '' : String(page.source),
        httpStatus: '200',
        message: '',
      });
    });
  });

  it.each([
    ['pages', 'relevant=true&sort=probability'],
    ['pages', 'sort=publishedAt&order=asc&relevant=false&texts=true&outcome=page'],
    ['pages', 'sort=completion&order=desc&search=violin'],
    ['domains', 'sort=harvestRate&order=asc&unvisited=true'],
    ['domains', 'sort=relevant&search=SITE-1'],
    ['domains', 'sort=name&order=desc'],
    ['domains', 'sort=firstRelevantStep&unvisited=true'],
    ['pages', 'sort=completion&order=desc&relevant=true'],
  ])('of %s in the order of the list: %s', async (what, query) => {
    const rowOf = ({ step, name }: Row) => step ?? name;
    const lines = (await (await fetchExport(`${what}/export?format=jsonl&${query}`)).text()).trimEnd().split('\n');
    const listed: Row[] = [];
    for (let after = ''; ;) {
      const list = await fetchExport(`${what}?${query.replace('&texts=true', '')}&first=200${after}`);
      const { items, pageInfo } = (await list.json()) as ListBody<Row>;
      listed.push(...items);
      if (!pageInfo.hasNextPage) break;
      after = `&after=${String(pageInfo.endCursor)}`;
    }
    const exported = lines.map((line) => JSON.parse(line) as Row);
    expect(exported.map(rowOf)).toEqual(listed.map(rowOf));
    expect(exported.every(({ text }) => typeof text === (query.includes('texts') ? 'string' : 'undefined'))).toBe(true);
  });

  it('of domains and links', async () => {
    const domains = (await (await fetchExport('domains/export?format=jsonl&relevant=true')).text())
      .trimEnd()
      .split('\n')
      .map((l) => JSON.parse(l) as { name: string });
    expect(domains.map(({ name }) => name)).toEqual(rows.domains.filter((d) => d.relevant > 0).map((d) => d.name));
    const csv = toObjects(parseCsv(await (await fetchExport('domains/export?format=csv')).text()));
    expect(csv.map((d) => [d['name'], d['fetched']])).toEqual(
      rows.domains.filter((d) => d.fetched + d.failed > 0).map((d) => [d.name, String(d.fetched)]),
    );
    const links = toObjects(parseCsv(await (await fetchExport('links/export?format=csv')).text()));
    expect(links.length).toBe(rows.links.length);
    expect(links.map((l) => l['url'])).toEqual(rows.links.map((l) => rows.urls[l.url_no].url));
  });

  it('of an empty session: a header, or nothing', async () => {
    const empty = await insertSessionRows(service.databaseUrl, { steps: 0 });
    expect(await (await fetchExport('pages/export?format=jsonl', empty.sessionId)).text()).toBe('');
    expect(parseCsv(await (await fetchExport('pages/export?format=csv', empty.sessionId)).text())).toHaveLength(1);
  });

  it.each([
    ['format=xml', 'format'],
    ['', 'format'],
    ['format=csv&relevant=so', 'relevant'],
    ['format=csv&first=5', 'first'],
  ])('refuses %j, naming %s', async (query, field) => {
    const response = await fetchExport(`pages/export?${query}`);
    expect(await response.json()).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', field });
  });

  it('reads no further than the client takes, and stops when the client leaves', async () => {
    /** Time of the service's last query for pages. */
    const lastQuery = () =>
      sql<{ at: string | null }>(
        service.databaseUrl,
        `SELECT max(query_start)::text AS at FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      ).then(([{ at }]) => at);
    const wide = await insertSessionRows(service.databaseUrl, { steps: 1_500 });
    // Ten kilobytes per page: more than sockets buffer.
    await sql(
      service.databaseUrl,
      'UPDATE pages SET text = repeat(md5(step::text), 320), main_text = repeat(md5(step::text), 320) WHERE session_id = $1',
      [wide.sessionId],
    );
    const request = http.get(`${service.url}/v1/sessions/${wide.sessionId}/pages/export?format=jsonl&texts=true`);
    const response = await new Promise<http.IncomingMessage>((resolve) => request.once('response', resolve));
    let taken = 0;
    response.on('data', (data: Buffer) => (taken += data.length));
    response.once('data', () => response.pause());
    const paused = await settled(lastQuery);
    const takenBefore = taken;
    // It has not read to the end: more is queried when the client takes it.
    response.resume();
    while ((await lastQuery()) === paused) await sleep(10);
    expect(taken).toBeGreaterThan(takenBefore);
    request.destroy();
    // Its connection returns to the pool: the service still answers, and stopping it finds no leak.
    expect((await fetch(`${service.url}/v1/sessions/${wide.sessionId}`)).status).toBe(200);
  });
});

/** A value once it is stable. */
async function settled<T>(read: () => Promise<T>): Promise<T> {
  let last = await read();
  for (let same = 0; same < 5;) {
    await sleep(100);
    const now = await read();
    same = now === last ? same + 1 : 0;
    last = now;
  }
  return last;
}

const columnsOf = (...names: string[]) => names.map((name) => ({ name, type: 'text' }) as const);

describe('exportStream', () => {
  const text = async (stream: AsyncIterable<unknown>): Promise<string> => {
    let all = '';
    for await (const chunk of stream) all += String(chunk);
    return all;
  };
  async function* rowsOf<T>(items: readonly T[]): AsyncGenerator<T> {
    yield* items;
  }

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])(
    'keeps a spreadsheet from running %j',
    async (title) => {
      const [, [cell]] = parseCsv(await text(exportStream(rowsOf([{ title }]), 'csv', columnsOf('title'))));
      expect(cell).toBe(`'${title}`);
    },
  );

  it('leaves numbers, quotes, commas and line breaks as they are', async () => {
    const row = {
      probability: -0.5,
      title: 'a "b", c\nd',
      none: null,
      list: ['x', 'y'],
      flag: false,
      extra: 'not a column',
    };
    const records = parseCsv(
      await text(exportStream(rowsOf([row]), 'csv', columnsOf('probability', 'title', 'none', 'list', 'flag'))),
    );
    expect(records).toEqual([
      ['probability', 'title', 'none', 'list', 'flag'],
      ['-0.5', 'a "b", c\nd', '', 'x\ny', 'false'],
    ]);
  });

  it('hides nothing from readers and language models, and leaves what scripts need', async () => {
    const row = { title: '\u200b=1\u202e+2', list: ['a\u{e0061}\u{e0062}', 'می\u200cخواهم'], more: { b: 'c\u2066d' } };
    const columns = [...columnsOf('title'), { name: 'list', type: 'texts' }, ...columnsOf('more')] as const;
    const shown = { title: '=1+2', list: ['a', 'می\u200cخواهم'], more: { b: 'cd' } };
    expect(JSON.parse(await text(exportStream(rowsOf([row]), 'jsonl', columns)))).toEqual(shown);
    const [, cells] = parseCsv(await text(exportStream(rowsOf([row]), 'csv', columns)));
    expect(cells).toEqual(["'=1+2", 'a\nمی\u200cخواهم', '{"b":"cd"}']);
    const bytes: Buffer[] = [];
    for await (const piece of exportStream(
      rowsOf([{ title: row.title, list: row.list }]),
      'parquet',
      columns.slice(0, 2),
    ))
      bytes.push(piece as Buffer);
    const [{ title, list }] = await parquetReadObjects({ file: new Uint8Array(Buffer.concat(bytes)).buffer });
    expect({ title, list }).toEqual({ title: shown.title, list: shown.list });
  });

  /** Waits only for work in this process: enough turns of the event loop. */
  const idle = async (): Promise<void> => {
    for (let round = 0; round < 50; round++) await new Promise((resolve) => setImmediate(resolve));
  };

  it('pulls rows only as they are taken', async () => {
    let pulled = 0;
    async function* endless(): AsyncGenerator<object> {
      for (;;) yield { n: pulled++, filler: 'x'.repeat(1_000) };
    }
    for (const format of ['jsonl', 'csv'] as const) {
      pulled = 0;
      const stream = exportStream(endless(), format, columnsOf('n', 'filler'));
      await new Promise((resolve) => stream.once('readable', resolve));
      await idle();
      expect(pulled).toBeLessThan(300);
      stream.destroy();
      await idle();
      const after = pulled;
      await idle();
      expect(pulled).toBe(after);
    }
  });

  it('breaks off when the rows do', async () => {
    async function* broken(): AsyncGenerator<object> {
      yield { n: 1 };
      throw new Error('connection lost');
    }
    for (const format of ['jsonl', 'csv'] as const)
      await expect(text(exportStream(broken(), format, columnsOf('n')))).rejects.toThrow('connection lost');
  });
});
